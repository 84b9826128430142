"""What retrievers can be told: halves of traversal, rerankers, limits, diversity, packing."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import NodeWithScore, QueryBundle

from graphrag_neo4j import StatementPostprocessor
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.retrieve.modes import RETRIEVER_MODES, RetrieverMode
from graphrag_neo4j.retrieve.ranking.similarity import repeats
from graphrag_neo4j.retrieve.results import RetrievalResult
from graphrag_neo4j.retrieve.shown import render
from graphrag_neo4j.server import ServerInfo
from graphrag_neo4j.text.tokens import count_tokens
from tests.support.databases import connect, empty, snapshot
from tests.support.documents import DOCUMENTS, many_documents

QUESTION = "Who manages the Port of Melby?"
LONG = "\n\n".join(
    f"The ferry report number {n} says that ferries of Melby were late on day {n}. " * 8
    for n in range(12)
)


@pytest.fixture(scope="module")
def filled_graph(server: ServerInfo) -> Iterator[KnowledgeGraph]:
    with connect(server) as graph:
        empty(graph.database)
        ferries = Document(uri="doc:ferries", title="Ferry reports", text=LONG)
        copy = Document(uri="doc:copy", title="A copy", text=LONG.split("\n\n")[0])
        graph.ingest([*DOCUMENTS, *many_documents(), ferries, copy])
        yield graph


def uris(results: list[RetrievalResult]) -> list[str]:
    return [result.source["uri"] for result in results]


def test_entity_based_search_finds_what_mentions_the_entities_of_the_question(
    filled_graph: KnowledgeGraph,
) -> None:
    found = filled_graph.retrieve("Anna Berg", "entity_based", max_search_results=None)
    assert {"doc:harbour", "doc:firm"} <= set(uris(found))
    assert not any({"chunk", "statement", "words"} & r.path["scores"].keys() for r in found)
    assert filled_graph.retrieve("who is it?", "entity_based") == []


def test_entity_based_search_expands_unless_told_not_to(filled_graph: KnowledgeGraph) -> None:
    question = "What does the Port of Melby do?"
    wide = filled_graph.retrieve(question, "entity_based", max_search_results=None)
    narrow = filled_graph.retrieve(
        question, "entity_based", expand_entities=False, max_search_results=None
    )
    assert "doc:firm" in uris(wide)
    assert "doc:firm" not in uris(narrow)


def test_chunk_based_search_uses_chunk_vectors_alone(filled_graph: KnowledgeGraph) -> None:
    found = filled_graph.retrieve(QUESTION, "chunk_based")
    assert found[0].source["uri"] == "doc:harbour"
    assert {name for r in found for name in r.path["scores"]} == {"chunk"}


def test_traversal_unites_its_two_halves(filled_graph: KnowledgeGraph) -> None:
    both = set(uris(filled_graph.retrieve(QUESTION, max_search_results=None, max_statements=None)))
    for half in ("chunk_based", "entity_based"):
        found = set(uris(filled_graph.retrieve(QUESTION, half, max_search_results=None)))
        assert found and found <= both


def test_chunk_hits_come_from_different_sources_first(filled_graph: KnowledgeGraph) -> None:
    question = "ferries of Melby late ferry report day"

    def sources(factor: int) -> Counter[str]:
        found = filled_graph.retrieve(
            question, "chunk_based", vss_top_k=4, vss_diversity_factor=factor,
            max_search_results=None, max_statements=None, max_statements_per_topic=None,
        )  # fmt: skip
        chunks = {(s.chunk_id, r.source["uri"]) for r in found for s in r.statements}
        return Counter(uri for _, uri in chunks)

    assert sources(1)["doc:ferries"] > 1
    spread = sources(20)
    assert spread["doc:ferries"] == 1
    assert len(spread) == 4


@pytest.mark.parametrize("option", ["vss_top_k", "vss_diversity_factor"])
def test_numbers_below_one_are_asked_wrongly(filled_graph: KnowledgeGraph, option: str) -> None:
    with pytest.raises(UsageError, match=option):
        filled_graph.as_retriever("traversal", **{option: 0})


def test_max_keywords_bounds_the_entities_of_a_question(filled_graph: KnowledgeGraph) -> None:
    question = "What links Osterby, Anna Berg and the Port of Melby?"

    def named(limit: int) -> set[str]:
        found = filled_graph.retrieve(question, max_keywords=limit, max_search_results=None)
        return {name for result in found for name in result.path.get("named", ())}

    assert named(10) == {"Osterby", "Port of Melby"}
    assert named(1) == {"Osterby"}
    assert named(0) == set()


class Backwards(BaseNodePostprocessor):
    """Keeps the worst three, worst first."""

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        assert query_bundle is not None
        assert query_bundle.query_str == QUESTION
        return [NodeWithScore(node=node.node) for node in reversed(nodes)][:3]


@pytest.mark.parametrize("mode", RETRIEVER_MODES)
async def test_a_llama_index_postprocessor_ranks_statements(
    filled_graph: KnowledgeGraph, mode: RetrieverMode
) -> None:
    plain = filled_graph.retrieve(QUESTION, mode, max_search_results=None, max_statements=None)
    best = max((s for r in plain for s in r.statements), key=lambda s: s.score)
    retriever = filled_graph.as_retriever(mode, reranker=Backwards())
    found = retriever.search(QUESTION)
    kept = [s.id for r in found for s in r.statements]
    assert len(kept) == 3
    assert best.id not in kept
    nodes = await retriever.aretrieve(QUESTION)
    await filled_graph.database.aclose()
    assert [n.node_id for n in nodes] == [r.topic_id for r in found]


def test_without_reranker_words_do_not_count(filled_graph: KnowledgeGraph) -> None:
    def scores(reranker: str) -> list[float]:
        found = filled_graph.retrieve(QUESTION, reranker=reranker)
        return [s.score for r in found for s in r.statements]

    assert scores("none") != scores("tfidf")


def test_results_fit_into_the_token_budget_best_first(filled_graph: KnowledgeGraph) -> None:
    retriever = filled_graph.as_retriever("vector_guided", max_tokens=120)
    nodes = retriever.retrieve(QUESTION)
    assert 60 < sum(count_tokens(node.text) for node in nodes) <= 120
    assert nodes[0].node.metadata["source"]["uri"] == "doc:harbour"
    assert filled_graph.retrieve(QUESTION, max_tokens=3) == []


def test_vector_guided_says_nothing_twice(filled_graph: KnowledgeGraph) -> None:
    question = "ferry report number ferries of Melby late"
    limits: dict[str, Any] = dict.fromkeys(
        ("max_search_results", "max_statements", "max_statements_per_topic")
    )
    for threshold, repeated in ((None, True), (0.95, False)):
        found = filled_graph.retrieve(
            question, "vector_guided", similarity_threshold=threshold, **limits
        )
        texts = [s.text for r in found for s in r.statements]
        assert any(repeats(texts, 0.95)) == repeated


@pytest.mark.parametrize("mode", ["traversal", "vector_guided", "hybrid"])
def test_a_statement_that_two_chunks_share_is_shown_once(
    filled_graph: KnowledgeGraph, mode: RetrieverMode
) -> None:
    found = filled_graph.retrieve("ferry report number 1 ferries of Melby", mode)
    shown = [s.id for r in found for s in r.statements]
    assert len(shown) == len(set(shown))


def test_thirty_two_questions_at_once_on_one_driver(filled_graph: KnowledgeGraph) -> None:
    questions = [QUESTION, "Who founded Osterby?", "Who met Olaf Lund?", "Nordic Freight"] * 8
    retrievers = {mode: filled_graph.as_retriever(mode) for mode in ("traversal", "vector_guided")}
    alone = {(m, q): r.search(q) for m, r in retrievers.items() for q in set(questions)}
    before = snapshot(filled_graph)
    with ThreadPoolExecutor(32) as pool:
        for mode, retriever in retrievers.items():
            for question, found in zip(
                questions, pool.map(retriever.search, questions), strict=True
            ):
                assert found == alone[mode, question]

    async def together(retriever: Any) -> list[list[NodeWithScore]]:
        found = await asyncio.gather(*(retriever.aretrieve(q) for q in questions))
        await filled_graph.database.aclose()
        return list(found)

    for mode, retriever in retrievers.items():
        for question, nodes in zip(questions, asyncio.run(together(retriever)), strict=True):
            assert [n.node_id for n in nodes] == [r.topic_id for r in alone[mode, question]]
    assert snapshot(filled_graph) == before


def test_why_a_result_was_found_can_be_read(filled_graph: KnowledgeGraph) -> None:
    question = "What company did the manager of the Port of Melby found?"
    text = render(filled_graph.retrieve(question, "vector_guided"), explain=True)
    assert "why: it is about Port of Melby, named in the question" in text
    assert "by way of Anna Berg" in text
    assert "why:" not in render(filled_graph.retrieve(question))


def test_the_statement_postprocessor_shows_each_statement_once(
    filled_graph: KnowledgeGraph,
) -> None:
    nodes = filled_graph.as_retriever().retrieve(QUESTION)
    twice = [*nodes, *filled_graph.as_retriever("hybrid").retrieve(QUESTION)]
    kept = StatementPostprocessor().postprocess_nodes(twice)
    texts = [s["text"] for node in kept for s in node.node.metadata["statements"]]
    assert not any(repeats(texts, 0.95))
    assert kept[0].text == nodes[0].text
    short = StatementPostprocessor(max_tokens=50).postprocess_nodes(twice)
    assert 0 < sum(count_tokens(node.text) for node in short) <= 50
