"""Rows go out sorted, once, and in transactions of bounded size."""

from __future__ import annotations

import pytest

from graphrag_neo4j.database.batching import Writes
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from tests.support.databases import count


def test_what_shares_a_transaction_is_there_together_or_not_at_all(
    fresh_graph: KnowledgeGraph,
) -> None:
    fresh_graph.schema.apply()
    writes = Writes()
    writes.add("ingest/write_entities", [{"id": "a", "name": "A", "dirty": "x"}])
    writes.add("ingest/write_entities", [{"id": "b", "name": {"no": "property"}, "dirty": "x"}])
    with pytest.raises(Exception, match="refused"):
        writes.run(fresh_graph.database)
    assert count(fresh_graph, "Entity") == 0
