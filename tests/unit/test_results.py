"""Results as data."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.llms import MockLLM
from llama_index.core.retrievers import QueryFusionRetriever
from llama_index.core.retrievers.fusion_retriever import FUSION_MODES
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from graphrag_neo4j import StatementPostprocessor
from graphrag_neo4j.retrieve.ranking.similarity import repeats
from graphrag_neo4j.retrieve.results import FoundStatement, RetrievalResult, to_nodes
from graphrag_neo4j.retrieve.shown import render
from graphrag_neo4j.text.tokens import count_tokens


def test_the_statement_postprocessor_lets_other_nodes_pass() -> None:
    foreign = NodeWithScore(node=TextNode(text="anything"), score=0.5)
    assert StatementPostprocessor().postprocess_nodes([foreign]) == [foreign]


@given(st.lists(st.text(max_size=20), max_size=8))
def test_repeats_never_drop_a_text_of_its_own(texts: list[str]) -> None:
    again = repeats(texts, 0.999)
    assert len(again) == len(texts)
    assert not again[:1] or not again[0]
    for text, repeated in zip(texts, again, strict=True):
        if repeated:
            assert text.split()  # what holds no trigram repeats nothing


SHORT = st.lists(st.sampled_from(["a b c", "a b c d", "other words", "", "a b c!", "more"]))


@given(SHORT, st.sampled_from([0.0, 0.5, 0.95]), st.integers(0, 5))
def test_repeats_end_with_the_last_text_that_is_wanted(
    texts: list[str], threshold: float, enough: int
) -> None:
    whole = repeats(texts, threshold)
    found = repeats(texts, threshold, enough)
    assert found == whole[: len(found)]
    assert found.count(False) == min(enough, whole.count(False))
    if found and len(found) < len(whole):
        assert not found[-1]


def found_node(score: float, *texts: str) -> NodeWithScore:
    node = TextNode(text="\n".join(["Head", *(f"- {text}" for text in texts)]))
    node.metadata = {"statements": [{"text": text, "facts": []} for text in texts]}
    return NodeWithScore(node=node, score=score)


def test_the_best_node_is_cut_where_it_is_too_long_and_worse_ones_go() -> None:
    long = found_node(
        0.9, *(f"Boat number {n} lay by the old wall of the harbour." for n in range(9))
    )
    short, next_ = found_node(0.1, "It rained."), found_node(0.5, "The mill is shut.")
    [kept] = StatementPostprocessor(max_tokens=40).postprocess_nodes([short, long])
    assert kept.score == 0.9 and 0 < len(kept.node.metadata["statements"]) < 9
    enough = count_tokens(short.text) + count_tokens(next_.text)
    for tokens, scores in ((enough, [0.1, 0.5]), (enough - 1, [0.5])):
        found = StatementPostprocessor(max_tokens=tokens).postprocess_nodes([short, next_])
        assert [node.score for node in found] == scores


class Fixed(BaseRetriever):
    """Finds what it is given."""

    def __init__(self, *results: RetrievalResult) -> None:
        super().__init__()
        self.results = results

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return to_nodes(self.results)


def found_topic(name: str, score: float, **path: str) -> RetrievalResult:
    said = FoundStatement(f"s {name}", f"{name} is shut.", score, "c", 0, 9)
    source = {"id": "1", "uri": "notes", "title": "Notes"}
    return RetrievalResult(f"topic {name}", name, source, (said,), score, path)


def test_what_two_modes_find_is_fused_to_one_node_a_topic() -> None:
    words = Fixed(found_topic("Mill", 0.9, why="words"), found_topic("Quay", 0.8, why="words"))
    near = Fixed(found_topic("Quay", 0.7, why="near"), found_topic("Lock", 0.6, why="near"))
    fused = QueryFusionRetriever(
        [words, near],
        llm=MockLLM(),
        num_queries=1,
        mode=FUSION_MODES.RECIPROCAL_RANK,
        similarity_top_k=9,
        use_async=False,
    ).retrieve("Which is shut?")
    assert [node.node_id for node in fused] == ["topic Quay", "topic Mill", "topic Lock"]


def test_a_node_that_was_saved_and_loaded_is_one_of_llamaindex() -> None:
    [node] = to_nodes([found_topic("Mill", 0.9)])
    loaded = TextNode.from_dict(node.node.to_dict())
    assert (loaded.node_id, loaded.text) == (node.node_id, node.text)
    assert node.node.class_name() == TextNode.class_name()


@pytest.mark.parametrize(
    ("title", "date", "heading"),
    [
        ("Notes", "2024-05-12", "1. Notes | Mill  /a/notes.txt, 2024-05-12  (score 0.90)"),
        (
            "Notes",
            "Sun, 12 May 2024 18:02",
            "1. Notes | Mill  /a/notes.txt, 2024-05-12  (score 0.90)",
        ),
        ("Of 12 May 2024", "2024-05-12", "1. Of 12 May 2024 | Mill  /a/notes.txt  (score 0.90)"),
        ("Of 12 May 2024", "", "1. Of 12 May 2024 | Mill  /a/notes.txt  (score 0.90)"),
    ],
)
def test_the_day_of_a_source_stands_above_what_it_says(title: str, date: str, heading: str) -> None:
    found = found_topic("Mill", 0.9)
    source = {"id": "1", "uri": "file:///a/notes.txt", "title": title, "date": date}
    assert render([replace(found, source=source)]).splitlines()[0] == heading


def test_days_are_shown_beside_the_words_that_name_them() -> None:
    [said] = found_topic("Mill", 0.9).statements
    named = replace(said, text="It shut yesterday.", days=(("yesterday", "2024-05-11"),))
    assert named.shown == "It shut yesterday. (yesterday: 2024-05-11)"
    assert named.to_dict()["days"] == {"yesterday": "2024-05-11"}
    assert named.to_dict()["text"] == "It shut yesterday."


def test_a_model_reads_the_days_of_a_source_and_of_its_words() -> None:
    found = found_topic("Mill", 0.9)
    said = replace(
        found.statements[0], text="It shut yesterday.", days=(("yesterday", "2024-05-11"),)
    )
    source = {"id": "1", "uri": "notes", "title": "Notes", "date": "2024-05-12"}
    [node] = to_nodes([replace(found, source=source, statements=(said,))])
    assert node.node.get_content().splitlines() == [
        "Mill [Source: Notes, 2024-05-12]",
        "- It shut yesterday. (yesterday: 2024-05-11)",
    ]


def test_who_says_how_a_source_is_shown_gets_just_that() -> None:
    source = {"id": "1", "uri": "notes", "title": "Notes", "date": "2024-05-12"}
    [node] = to_nodes([replace(found_topic("Mill", 0.9), source=source)], lambda one: one["uri"])
    assert node.node.get_content().startswith("Mill [Source: notes]\n")
