"""Detection on a planted partition: python -m benchmarks.communities [--json FILE]

Entities in groups of 100 and four relations per entity, of which 85 % stay inside the group, are
written straight into a database home of its own; then communities are detected, with the whole
hierarchy written back. The adjusted Rand index (Hubert and Arabie 1985) compares each level with
the planted groups.
"""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

import click

from graphrag_neo4j.artifacts import cache_dir
from graphrag_neo4j.communities.entity_graph import read_entity_graph
from graphrag_neo4j.communities.store import read_levels
from graphrag_neo4j.database.batching import batches
from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.ids import entity_id
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.progress import RichProgress
from tests.support.partitions import adjusted_rand_index

GROUP = 100
RELATIONS_PER_ENTITY = 4
INSIDE = 0.85
_ENTITIES = """
UNWIND $rows AS row CREATE (e:Entity {id: row.id}) SET e.name = row.name, e.type = 'PLANTED'
"""
_RELATIONS = """
UNWIND $rows AS row MATCH (a:Entity {id: row.from})
CALL (row) { MATCH (b:Entity {id: row.to}) RETURN b }
CREATE (a)-[:RELATED {relation_type: 'KNOWS', weight: 1.0, description: row.description}]->(b)
"""


def plant(database: Database, n: int, seed: int = 7) -> None:
    """Write ``n`` entities and four times as many relations; entity k is of group k // 100."""
    rng = random.Random(seed)
    names = [f"Entity {k}" for k in range(n)]
    pairs: set[tuple[int, int]] = set()
    while len(pairs) < RELATIONS_PER_ENTITY * n:
        a = rng.randrange(n)
        start = a // GROUP * GROUP
        inside = rng.random() < INSIDE
        b = rng.randrange(start, min(start + GROUP, n)) if inside else rng.randrange(n)
        if a != b:
            pairs.add((a, b))
    entities = ({"id": entity_id(name), "name": name} for name in names)
    relations = (
        {
            "from": entity_id(names[a]),
            "to": entity_id(names[b]),
            "description": f"{names[a]} knows {names[b]}",
        }
        for a, b in sorted(pairs)
    )
    for text, rows in ((_ENTITIES, entities), (_RELATIONS, relations)):
        for batch in batches(rows):
            database.run_schema(text, rows=batch)


def measure(graph: KnowledgeGraph, n: int) -> dict[str, Any]:
    """Detect from scratch, then again, and compare each level with the planted groups."""
    _forget(graph.database)
    start = time.perf_counter()
    found = graph.communities.detect(fresh=True)
    seconds = time.perf_counter() - start
    start = time.perf_counter()
    again = graph.communities.detect()
    seconds_again = time.perf_counter() - start
    entity_graph = read_entity_graph(graph.database, comention_weight=0)
    planted = [int(name.split()[1]) // GROUP for name in entity_graph.names]
    indices = [
        adjusted_rand_index(planted, [-1 if c is None else c for c in level])
        for level in read_levels(graph.database, entity_graph)
    ]
    return {
        "entities": n,
        "relations": RELATIONS_PER_ENTITY * n,
        "seconds": round(seconds, 1),
        "seconds_unchanged": round(seconds_again, 1),
        "second_run": again.how,
        "levels": [
            {
                "communities": level.communities,
                "largest": level.largest,
                "modularity": round(level.modularity, 4),
                "coverage": round(level.coverage, 4),
                "adjusted_rand_index": round(index, 4),
            }
            for level, index in zip(found.levels, indices, strict=True)
        ],
        "best_adjusted_rand_index": round(max(indices), 4),
    }


def _forget(database: Database) -> None:
    """Remove the communities of an earlier run, so that all are written again."""
    ids = [row["id"] for row in database.read("communities/stored_communities")]
    for start in range(0, len(ids), 100):
        database.write("communities/delete_communities", ids=ids[start : start + 100])


@click.command()
@click.option("--entities", default=100_000, show_default=True, type=click.IntRange(min=GROUP))
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write the figures.")
@click.option("--home", type=click.Path(path_type=Path), help="Database home to use.")
def main(entities: int, json_file: Path | None, home: Path | None) -> None:
    """Measure community detection on a planted partition."""
    from graphrag_neo4j.server import LocalServer

    home = home or cache_dir() / "benchmarks" / f"communities-{entities}"
    try:
        with KnowledgeGraph.local(home, progress=RichProgress()) as graph:
            graph.schema.apply()
            if graph.stats().nodes["Entity"] != entities:
                start = time.perf_counter()
                plant(graph.database, entities)
                click.echo(f"planted in {time.perf_counter() - start:.0f} s")
            figures = measure(graph, entities)
    finally:
        LocalServer(home).stop()
    text = json.dumps(figures, indent=2)
    click.echo(text)
    if json_file:
        json_file.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
