"""A database that already has nodes of somebody else's, with labels that are ours, too."""

from __future__ import annotations

from typing import Any

import pytest

from graphrag_neo4j.errors import NotFoundError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.retrieve.modes import RETRIEVER_MODES
from graphrag_neo4j.search.modes import SEARCH_MODES
from tests.support.databases import run_cypher
from tests.support.documents import DOCUMENTS
from tests.support.hash_embedding import HashEmbedding

QUESTION = "Who manages the Port of Melby?"
FOREIGN = """
CREATE (one:Entity {name: 'Port of Melby', own: 'x', embedding: $vector}), (other:Entity),
       (book:Source {title: 'Ledger of Melby'}), (:Source {url: 'https://melby.example'}),
       (page:Chunk {text: $question, title: $question, embedding: $vector}), (next:Chunk),
       (said:Statement {text: $question, embedding: $vector}), (fact:Fact {relation_type: 'NOT_X'}),
       (topic:Topic), (:Claim), (group:Community {size: 3, title: 'Melby', embedding: $vector}),
       (one)-[:RELATED {since: 1900}]->(other), (page)-[:FROM_SOURCE]->(book),
       (page)-[:NEXT]->(next), (said)-[:MENTIONED_IN]->(page), (said)-[:MENTIONS]->(one),
       (one)-[:SUBJECT]->(fact), (fact)-[:SUPPORTS]->(said), (topic)-[:MENTIONED_IN]->(page),
       (one)-[:CO_OCCURS_WITH]->(other), (one)-[:IN_COMMUNITY]->(group)
"""


def foreign(graph: KnowledgeGraph) -> list[dict[str, Any]]:
    """Those nodes, with their properties and their relationships."""
    return run_cypher(
        graph,
        "MATCH (n) WHERE n.id IS NULL AND NOT any(l IN labels(n) WHERE l STARTS WITH '__') "
        "RETURN elementId(n) AS id, labels(n) AS labels, properties(n) AS properties, "
        "COLLECT { MATCH (n)-[r]-() RETURN elementId(r) ORDER BY elementId(r) } AS links "
        "ORDER BY id",
    )


@pytest.fixture
def shared(bare_graph: KnowledgeGraph) -> KnowledgeGraph:
    """Our documents in such a database."""
    vector = HashEmbedding().get_text_embedding(QUESTION)
    run_cypher(bare_graph, FOREIGN, vector=vector, question=QUESTION)
    before = foreign(bare_graph)
    assert len(before) == 11
    bare_graph.ingest(DOCUMENTS)
    assert foreign(bare_graph) == before
    return bare_graph


def test_what_is_listed_is_ours(shared: KnowledgeGraph) -> None:
    uris = {document.uri for document in DOCUMENTS}
    assert {source.uri for source in shared.sources.list()} == uris
    assert shared.sources.list("Ledger") == []
    with pytest.raises(NotFoundError):
        shared.sources.find("Ledger of Melby")
    assert all(entity.id for entity in shared.entities.list())
    hits = shared.entities.find("Port of Melby")
    assert hits[0].name == "Port of Melby" and all(hit.id for hit in hits)
    assert all(row["type"] for row in shared.database.read("serve/most_mentioned", limit=99))
    assert shared.stats().communities.levels == ()


def test_what_is_found_is_ours(shared: KnowledgeGraph) -> None:
    for mode in RETRIEVER_MODES:
        found = shared.retrieve(QUESTION, mode, max_search_results=None)
        assert found and all(result.source["uri"] for result in found), mode
        assert found[0].source["uri"] == "doc:harbour", mode


def test_every_verb_leaves_what_is_not_ours_as_it_is(shared: KnowledgeGraph) -> None:
    before = foreign(shared)
    assert shared.ingest(DOCUMENTS).unchanged == len(DOCUMENTS)
    found = shared.communities.detect()
    assert found.entities == len(shared.entities.list())
    shared.communities.report()
    assert shared.communities.detect().how == "unchanged"
    assert "Melby" not in [community.title for community in shared.communities.list()]
    for mode in SEARCH_MODES:
        assert shared.search(QUESTION, mode, context_only=True).error is None, mode
    shared.show(QUESTION)
    shared.show()
    shared.entities.resolve(use_llm=False)
    shared.entities.disagreements()
    shared.reembed()
    shared.sources.delete(*(document.uri for document in DOCUMENTS))
    assert shared.sources.list() == []
    assert foreign(shared) == before
