"""Questions asked while an ingest is at work: what has no vector yet is no error."""

from __future__ import annotations

import pytest

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.retrieve.modes import RETRIEVER_MODES, RetrieverMode
from tests.support.documents import DOCUMENTS

QUESTION = "Who manages the Port of Melby?"


@pytest.fixture
def half_written(fresh_graph: KnowledgeGraph) -> KnowledgeGraph:
    """The state between the nodes of a batch and their vectors, for a chunk and its statements."""
    fresh_graph.ingest(DOCUMENTS)
    fresh_graph.database.run_schema(
        "MATCH (c:Chunk)-[:FROM_SOURCE]->(:Source {uri: 'doc:harbour'}) "
        "OPTIONAL MATCH (c)<-[:MENTIONED_IN]-(s:Statement) REMOVE c.embedding, s.embedding"
    )
    return fresh_graph


@pytest.mark.parametrize("filters", [None, ["uri=doc:harbour"]])
@pytest.mark.parametrize("mode", sorted(set(RETRIEVER_MODES) - {"chunk_based"}))
def test_what_has_no_vector_yet_is_found_by_its_words_and_names(
    half_written: KnowledgeGraph, mode: RetrieverMode, filters: list[str] | None
) -> None:
    found = half_written.retrieve(QUESTION, mode, filters=filters, max_search_results=None)
    assert "doc:harbour" in [result.source["uri"] for result in found]


def test_chunk_vectors_alone_do_not_find_it(half_written: KnowledgeGraph) -> None:
    assert half_written.retrieve(QUESTION, "entity_based", filters=["uri=doc:harbour"])
    assert half_written.retrieve(QUESTION, "chunk_based", filters=["uri=doc:harbour"]) == []
