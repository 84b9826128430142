"""Entity graphs written straight into the database, for tests of what comes after ingestion."""

from __future__ import annotations

import random
from collections.abc import Sequence

from graphrag_neo4j.ids import entity_id
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from tests.support.databases import run_cypher

Relation = tuple[str, str, str]
"""Source, type, target."""


def write_graph(
    graph: KnowledgeGraph, names: Sequence[str], relations: Sequence[Relation], weight: float = 1.0
) -> None:
    """Entities and RELATED edges, in the order given."""
    graph.schema.apply()
    run_cypher(
        graph,
        "UNWIND $rows AS row MERGE (e:Entity {id: row.id}) SET e.name = row.name, "
        "e.type = 'THING', e.description = 'what there is to say of ' + row.name",
        rows=[{"id": entity_id(name), "name": name} for name in names],
    )
    run_cypher(
        graph,
        "UNWIND $rows AS row MATCH (a:Entity {id: row.a}) MATCH (b:Entity {id: row.b}) "
        "MERGE (a)-[r:RELATED {relation_type: row.type}]->(b) "
        "SET r.weight = $weight, r.description = row.text",
        rows=[
            {"a": entity_id(a), "b": entity_id(b), "type": type_, "text": f"{a} and then {b}"}
            for a, type_, b in relations
        ],
        weight=weight,
    )


def planted(groups: int, size: int, seed: int = 1) -> tuple[list[str], list[Relation]]:
    """``groups`` rings with chords of ``size`` entities "g-k", each with one relation outside."""
    rng = random.Random(seed)
    names = [f"{g}-{k}" for g in range(groups) for k in range(size)]
    relations = []
    for g in range(groups):
        for k in range(size):
            for step in (1, 2):
                relations.append((f"{g}-{k}", "NEXT_TO", f"{g}-{(k + step) % size}"))
        other = rng.randrange(groups)
        relations.append((f"{g}-0", "KNOWS", f"{other}-{rng.randrange(size)}"))
    return names, relations
