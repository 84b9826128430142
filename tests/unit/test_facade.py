"""The library and the command line have the same nouns and verbs, and one list of modes."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any, get_args

import click
import pytest

from graphrag_neo4j import KnowledgeGraph
from graphrag_neo4j.apps.mcp_tools import GraphTools, described
from graphrag_neo4j.cli import cli
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.retrieve.modes import RETRIEVER_MODES, RetrieverMode
from graphrag_neo4j.search.modes import AUTO, SEARCH_MODE_NAMES, SEARCH_MODES
from graphrag_neo4j.server import LocalServer
from graphrag_neo4j.settings import Settings

NOUNS = ("sources", "entities", "communities", "schema")
QUESTIONS = ("retrieve", "aretrieve", "ask", "aask", "search", "asearch", "stream", "astream")
VERBS = ("plan", "ingest", "sync", "problems", "retrieve", "ask", "search", "export", "reembed",
         "reset", "stats", "show")  # fmt: skip


@pytest.fixture
def unopened_graph() -> KnowledgeGraph:
    return KnowledgeGraph.connect("bolt://127.0.0.1:1", settings=Settings(_env_file=None))


def commands_of(group: str) -> Iterable[str]:
    found = cli.commands[group]
    assert isinstance(found, click.Group)
    return found.commands


@pytest.mark.parametrize("noun", NOUNS)
def test_a_group_of_commands_has_the_verbs_of_its_noun(
    unopened_graph: KnowledgeGraph, noun: str
) -> None:
    for verb in commands_of(noun):
        assert callable(getattr(getattr(unopened_graph, noun), verb.replace("-", "_"))), (
            f"graph.{noun}.{verb}"
        )


def test_a_command_is_a_method_of_the_graph(unopened_graph: KnowledgeGraph) -> None:
    for verb in VERBS:
        assert verb in cli.commands and callable(getattr(unopened_graph, verb)), verb
    for kind in commands_of("import"):
        assert callable(getattr(unopened_graph, f"import_{kind}"))
    for verb in ("backup", "restore"):
        assert verb in commands_of("server") and callable(getattr(unopened_graph, verb))


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_question_comes_first_and_the_mode_second(name: str) -> None:
    parameters = list(inspect.signature(getattr(KnowledgeGraph, name)).parameters)
    assert parameters[1:3] == ["question", "mode"]


@pytest.mark.parametrize("name", ["local", "connect", "__init__"])
def test_constructors_name_all_their_keywords(name: str) -> None:
    parameters = inspect.signature(getattr(KnowledgeGraph, name)).parameters
    assert {"settings", "embed_model", "llm", "extractor", "progress"} <= parameters.keys()
    assert not any(p.kind in (p.VAR_KEYWORD, p.VAR_POSITIONAL) for p in parameters.values())


def test_a_mode_is_named_in_its_type_and_its_registry() -> None:
    assert get_args(RetrieverMode) == tuple(RETRIEVER_MODES)
    assert (AUTO, *SEARCH_MODES) == SEARCH_MODE_NAMES


@pytest.mark.parametrize("modes", [RETRIEVER_MODES, SEARCH_MODES])
def test_a_mode_is_where_its_registry_says(modes: dict[str, Any]) -> None:
    for mode in modes.values():
        assert callable(mode.load())


@pytest.mark.parametrize("name", ["search", "retrieve"])
def test_the_shell_and_agents_know_every_mode(unopened_graph: KnowledgeGraph, name: str) -> None:
    names = SEARCH_MODE_NAMES if name == "search" else tuple(RETRIEVER_MODES)
    (option,) = [one for one in cli.commands[name].params if one.name == "mode"]
    assert isinstance(option.type, click.Choice) and tuple(option.type.choices) == names
    told = described(getattr(GraphTools(unopened_graph), name))
    assert all(f'"{mode}"' in told for mode in names)


@pytest.mark.parametrize("name", ["retrieve", "search", "ask"])
def test_an_unknown_mode_is_a_wrong_use_that_names_the_others(
    unopened_graph: KnowledgeGraph, name: str
) -> None:
    with pytest.raises(UsageError, match=r"'sideways'.*Use one of .*, (causal|hybrid),"):
        getattr(unopened_graph, name)("Who?", "sideways", llm=None)


@pytest.mark.parametrize("name", QUESTIONS[::2])
def test_an_empty_question_is_a_wrong_use(unopened_graph: KnowledgeGraph, name: str) -> None:
    with pytest.raises(UsageError, match="empty"):
        list(getattr(unopened_graph, name)("  "))


@pytest.mark.parametrize("name", QUESTIONS[::2])
@pytest.mark.parametrize("question", [None, 5, ["Who?"]])
def test_what_is_no_text_is_no_question(
    unopened_graph: KnowledgeGraph, name: str, question: Any
) -> None:
    with pytest.raises(UsageError, match="no text"):
        list(getattr(unopened_graph, name)(question))


@pytest.mark.parametrize("item", [None, 5, [[5]]])
def test_what_is_no_document_is_not_ingested(unopened_graph: KnowledgeGraph, item: Any) -> None:
    with pytest.raises(UsageError, match="is no document"):
        unopened_graph.ingest(item)


def test_a_graph_knows_its_local_server(unopened_graph: KnowledgeGraph, tmp_path: Any) -> None:
    local = KnowledgeGraph.local(tmp_path, Settings(_env_file=None))
    assert isinstance(local.server, LocalServer) and local.server.home == tmp_path
    with pytest.raises(UsageError, match="not on a local server"):
        unopened_graph.backup(tmp_path / "x.dump")
