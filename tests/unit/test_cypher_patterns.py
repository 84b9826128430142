"""Patterns that a graph cannot have are told from those that it can."""

from __future__ import annotations

import pytest

from graphrag_neo4j.resources.schema import RelationshipCount
from graphrag_neo4j.serve.cypher_patterns import missing_pattern

GRAPH = [
    RelationshipCount(start=start, type=type_, end=end, count=1)
    for start, type_, end in (
        ("Statement", "MENTIONS", "Entity"),
        ("Statement", "MENTIONED_IN", "Chunk"),
        ("Chunk", "FROM_SOURCE", "Source"),
        ("Entity", "RELATED", "Entity"),
    )
]


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (e:Entity)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(:Chunk) RETURN e",
        "MATCH (a:Entity)-[r:RELATED {relation_type: 'X'}]->(b:Entity) RETURN r",
        "MATCH (s:Statement) MATCH (s)-[:MENTIONS]-(e:Entity) RETURN e",
        "MATCH (a)-[:RELATED]->(b) RETURN a",
        "MATCH (a:Entity)-[*1..2]-(b:Fact) RETURN a",
        "MATCH (e:Entity) WHERE e.name = '(:Chunk)-[:MENTIONS]->(:Source)' RETURN e",
    ],
)
def test_what_the_graph_has_is_no_complaint(statement: str) -> None:
    assert missing_pattern(statement, GRAPH) == ""


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("MATCH (s:Statement)-[:MENTIONS]->(f:Fact) RETURN f", "(:Statement)-[:MENTIONS]->(:Fact)"),
        (
            "MATCH (e:Entity)-[:MENTIONS]->(s:Statement) RETURN s",
            "it has (:Statement)-[:MENTIONS]->(:Entity)",
        ),
        (
            "MATCH (s:Statement) MATCH (s)-[:MENTIONED_IN]->(:Chunk)<-[:FROM_SOURCE]-(d:Source) "
            "RETURN d",
            "no (:Source)-[:FROM_SOURCE]->(:Chunk); it has (:Chunk)-[:FROM_SOURCE]->(:Source)",
        ),
        ("MATCH (a:Entity)-[:MANAGES]->(b:Entity) RETURN b", "(:Entity)-[:RELATED]->(:Entity)"),
        ("MATCH (a:Topic)-[:HOLDS]->(b:Source) RETURN b", "other types alone"),
    ],
)
def test_what_it_cannot_have_is_told_with_what_it_has(statement: str, told: str) -> None:
    assert told in missing_pattern(statement, GRAPH)
