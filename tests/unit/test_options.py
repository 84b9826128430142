"""Options of retrievers and searches: checked, named, and offered by the shell; no server."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import click
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from llama_index.core.vector_stores.types import FilterOperator, MetadataFilter, MetadataFilters

from graphrag_neo4j import (
    ChunkBasedSearch,
    EntityBasedSearch,
    HybridRetriever,
    KnowledgeGraph,
    TraversalBasedRetriever,
    VectorGuidedRetriever,
)
from graphrag_neo4j.cli import cli
from graphrag_neo4j.cli.ask import ask, retrieve
from graphrag_neo4j.cli.options import in_shell
from graphrag_neo4j.cli.search import search
from graphrag_neo4j.errors import OptionError, UsageError
from graphrag_neo4j.options import Mode, Options, bounds_of, kind_of, make_options
from graphrag_neo4j.retrieve.filters import source_condition
from graphrag_neo4j.retrieve.modes import RETRIEVER_MODES
from graphrag_neo4j.retrieve.options import (
    RetrieverOptions,
    TraversalOptions,
    retriever_options,
)
from graphrag_neo4j.search import options as of_searches
from graphrag_neo4j.search.modes import SEARCH_MODES
from graphrag_neo4j.settings import Settings

MODES: dict[str, Mode[Any]] = {}
MODES.update(RETRIEVER_MODES.items())
MODES.update(SEARCH_MODES.items())
KINDS: Mapping[str, type[Options]] = {name: mode.options for name, mode in MODES.items()}
RETRIEVERS = (
    TraversalBasedRetriever, VectorGuidedRetriever, HybridRetriever, ChunkBasedSearch,
    EntityBasedSearch,
)  # fmt: skip
NONSENSE: list[Any] = [
    -1, 0, -0.5, 1.5, 2.0, math.nan, math.inf, -math.inf, 10**30, True, False, None, "", " ", "3",
    "tfidf", b"x", [], ["x"], [1], (), {}, {"a": 1}, object(),
]  # fmt: skip


@pytest.fixture
def unopened() -> KnowledgeGraph:
    """A graph that would fail if anything were contacted."""
    return KnowledgeGraph.connect("bolt://127.0.0.1:1", settings=Settings(_env_file=None))


EVERY_OPTION = [(mode, one.name) for mode, kind in KINDS.items() for one in fields(kind)]


@pytest.mark.parametrize(("mode", "name"), EVERY_OPTION)
def test_nonsense_is_asked_wrongly_or_makes_sense(
    unopened: KnowledgeGraph, mode: str, name: str
) -> None:
    refused = 0
    for value in NONSENSE:
        try:
            if mode in RETRIEVER_MODES:
                MODES[mode].load()(unopened, **{name: value})
            else:
                make_options(KINDS[mode], {name: value})
        except UsageError as error:
            refused += 1
            assert name in str(error) or "filter" in str(error).casefold()
    assert refused > 5 or name == "format_source_metadata_fn"


@given(value=st.one_of(st.floats(), st.integers(), st.booleans(), st.text(), st.none()))
def test_a_share_is_a_number_from_0_to_1(value: Any) -> None:
    sensible = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
    if sensible or value is None:
        make_options(RetrieverOptions, {"similarity_threshold": value})
    else:
        with pytest.raises(OptionError, match="similarity_threshold"):
            make_options(RetrieverOptions, {"similarity_threshold": value})


@pytest.mark.parametrize(
    "kind", list(dict.fromkeys(KINDS.values())), ids=lambda kind: kind.__name__
)
def test_defaults_lie_within_their_bounds_and_have_a_meaning(kind: type[Options]) -> None:
    kind()
    for one in fields(kind):
        assert one.metadata["meaning"].endswith(".")
        least, most = bounds_of(one)
        assert least < most


@pytest.mark.parametrize("kind", RETRIEVERS)
def test_a_retriever_is_made_of_a_graph_and_contacts_nothing(
    unopened: KnowledgeGraph, kind: Any
) -> None:
    retriever = kind(unopened, max_search_results=3)
    assert not unopened.is_open
    with pytest.raises(UsageError, match="KnowledgeGraph"):
        kind(object())
    assert retriever is not None


def test_a_misspelt_option_is_named_with_what_is_near(unopened: KnowledgeGraph) -> None:
    with pytest.raises(OptionError, match=r"max_search_result\b.*Did you mean max_search_results"):
        TraversalBasedRetriever(unopened, max_search_result=3)
    with pytest.raises(OptionError, match=r"zzz.*There are: .*vss_top_k"):
        TraversalBasedRetriever(unopened, zzz=3)
    with pytest.raises(OptionError, match="hop_weight"):
        HybridRetriever(unopened, hop_weight=1.0)


def test_sub_questions_need_an_llm(unopened: KnowledgeGraph) -> None:
    with pytest.raises(OptionError) as caught:
        TraversalBasedRetriever(unopened, derive_subqueries=True)
    assert in_shell(caught.value) == "--derive-subqueries needs an LLM. Give --llm."
    with pytest.raises(UsageError, match="llm is a str"):
        TraversalBasedRetriever(unopened, llm="gpt-4o")


def test_similarity_top_k_is_another_name(unopened: KnowledgeGraph) -> None:
    made = retriever_options(TraversalOptions, {"similarity_top_k": 3})
    assert made.max_search_results == 3
    with pytest.raises(OptionError, match="are the same"):
        TraversalBasedRetriever(unopened, similarity_top_k=3, max_search_results=3)


def test_no_diversity_takes_the_nearest_chunks() -> None:
    none, one, three = (
        make_options(TraversalOptions, {"vss_diversity_factor": factor}) for factor in (None, 1, 3)
    )
    assert none.chunk_hits == one.chunk_hits == none.vss_top_k
    assert three.chunk_hits == 3 * none.vss_top_k


def test_shares_that_are_more_than_the_whole_are_named() -> None:
    with pytest.raises(OptionError, match="entity_share and relation_share and text_share"):
        make_options(of_searches.CausalOptions, {"entity_share": 0.9})


@pytest.mark.parametrize(
    "history", ["text", [("user",)], [("nobody", "x")], [("user", 3)], [3], {"user": "x"}, None]
)
def test_a_history_is_a_list_of_roles_and_texts(history: Any) -> None:
    with pytest.raises(OptionError, match="history"):
        make_options(of_searches.LocalOptions, {"history": history})


def options_of(command: click.Command) -> set[str]:
    options = (one for one in command.params if isinstance(one, click.Option))
    return {one.name or "" for one in options if not one.hidden}


@pytest.mark.parametrize(
    ("command", "modes"),
    [(retrieve, RETRIEVER_MODES), (ask, RETRIEVER_MODES), (search, SEARCH_MODES)],
    ids=["retrieve", "ask", "search"],
)
def test_the_shell_has_every_option_of_the_library(
    command: click.Command, modes: Mapping[str, Mode[Any]]
) -> None:
    every = [one for mode in modes.values() for one in fields(mode.options)]
    of_library = {one.name for one in every}
    only_python = {one.name for one in every if kind_of(one) is None}
    assert only_python <= {"history", "format_source_metadata_fn"}
    of_shell = options_of(command) - {"mode", "by_llm", "explain", "sources", "stream", "as_json"}
    assert of_shell == of_library - only_python


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["retrieve", "Q?", "--similarity-threshold", "2.0"], "--similarity-threshold is 2.0"),
        (["retrieve", "Q?", "--max-tokens", "0"], "--max-tokens is 0"),
        (["retrieve", "Q?", "-k", "-1"], "--max-search-results is -1"),
        (["retrieve", "Q?", "-k", "x"], "not a whole number"),
        (["retrieve", "Q?", "--hop-weight", "nan", "--mode", "vector_guided"], "--hop-weight"),
        (["retrieve", "Q?", "--hop-weight", "1"], "Unknown option --hop-weight"),
        (["retrieve", "Q?", "--filter", "year"], "cannot be read"),
        (["ask", "Q?", "--vss-top-k", "0"], "--vss-top-k is 0"),
        (["search", "Q?", "--mode", "local", "--confidence", "3"], "Unknown option --confidence"),
        (["search", "Q?", "--mode", "global", "--min-rating", "11"], "--min-rating is 11"),
        (["search", "Q?", "--mode", "causal", "--text-share", "0.9"], "--text-share are more than"),
    ],
)
def test_a_wrong_option_is_said_as_the_shell_knows_it(
    arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unused(*_: object, **__: object) -> None:
        pytest.fail("no graph is needed to see this")

    monkeypatch.setattr("graphrag_neo4j.cli.app.App.graph", unused)
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 2, result.output
    assert said in result.output
    assert "_" not in result.output.replace("not_", "").rpartition("Error:")[2]


def test_only_names_of_options_are_said_otherwise() -> None:
    error = OptionError("a_b is 'c_d'.", "Use None.", names=("a_b",))
    assert in_shell(error) == "--a-b is 'c_d'. Use none."
    assert in_shell(UsageError("a_b is None.")) == "a_b is None."


def one(operator: FilterOperator, value: Any, key: str = "place") -> MetadataFilters:
    return MetadataFilters(filters=[MetadataFilter(key=key, operator=operator, value=value)])


@pytest.mark.parametrize(
    ("filters", "said"),
    [
        (one(FilterOperator.CONTAINS, "Varde"), "text_match"),
        (one(FilterOperator.ALL, ["Varde", "Skive"]), "any or in"),
        (one(FilterOperator.EQ, None), "is_empty"),
        (one(FilterOperator.GT, None), "is_empty"),
        (one(FilterOperator.EQ, math.nan), "no number"),
        (one(FilterOperator.EQ, 2**70), "too large"),
        (one(FilterOperator.IN, "Varde"), "cannot take"),
        ("year=2004", "filters cannot be a str"),
        (["year"], "cannot be read"),
        (["=3"], "cannot be read"),
        (["year>>3"], "'year>>3' cannot be read"),
        ([3], "filters cannot be"),
    ],
)
def test_a_filter_that_cannot_work_says_so(filters: Any, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        source_condition(filters)


@pytest.mark.parametrize("operator", FilterOperator)
def test_every_operator_works_or_says_that_it_cannot(operator: FilterOperator) -> None:
    works = 0
    for value in ("x", 3, 2.5, ["x"], [3], [], None):
        try:
            works += source_condition(one(operator, value)) is not None
        except UsageError as error:
            assert "place" in str(error)
    assert bool(works) == (operator not in (FilterOperator.CONTAINS, FilterOperator.ALL))


def test_the_places_of_a_source_with_copies_are_a_list() -> None:
    assert source_condition(one(FilterOperator.CONTAINS, "file:///a", "aliases")) is not None


@given(key=st.text("abc_ .", min_size=1).filter(str.strip), value=st.text(max_size=20))
def test_a_filter_keeps_its_property_and_its_text(key: str, value: str) -> None:
    condition = source_condition([f"{key}~{value}"])
    assert condition is not None
    value_given, *keys = condition.parameters.values()
    assert value_given == value.strip() and keys[0] == key.strip()
