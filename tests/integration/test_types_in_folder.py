"""What a text says in words of the type of a name counts in all texts."""

from __future__ import annotations

import pytest

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from tests.support.databases import run_cypher, snapshot

SAYS = Document("doc:says", "The schooner Mary Tolliver lies in the harbour.", "Quay")
NAMES = [
    Document("doc:log", "Mary Tolliver came late. Then Mary Tolliver went again.", "Log"),
    Document("doc:more", "Nobody had seen Mary Tolliver before.", "More"),
]


def _type(graph: KnowledgeGraph) -> str:
    rows = run_cypher(graph, "MATCH (e:Entity {name: 'Mary Tolliver'}) RETURN e.type AS type")
    return str(rows[0]["type"])


def test_what_one_text_says_of_a_name_types_it_in_all(fresh_graph: KnowledgeGraph) -> None:
    fresh_graph.ingest(NAMES)
    assert _type(fresh_graph) == "PERSON"
    fresh_graph.ingest([SAYS])
    assert _type(fresh_graph) == "PRODUCT"
    fresh_graph.sources.delete(SAYS.uri)
    assert _type(fresh_graph) == "PERSON"


@pytest.mark.parametrize("documents", [[SAYS, *NAMES], [*reversed(NAMES), SAYS]])
def test_types_are_the_same_in_whatever_order_texts_come(
    fresh_graph: KnowledgeGraph, documents: list[Document]
) -> None:
    for document in documents:
        fresh_graph.ingest([document])
    one_by_one = snapshot(fresh_graph)
    assert _type(fresh_graph) == "PRODUCT"
    for document in documents:
        fresh_graph.sources.delete(document.uri)
    fresh_graph.ingest(documents)
    assert snapshot(fresh_graph) == one_by_one
