"""Latency on a graph ten times larger: python -m benchmarks.growth DIR [--factor 10]

Takes the home that ``benchmarks.retrieval DIR`` filled, copies it, and grows the copy around
what is there: each passage again under another title, with its statements and the entities
that they mention, vectors turned away from the original's (cosine about 0.7). Entities of 20
passages and more are shared by all copies, so hubs grow as well. Then the same questions are
put to both graphs, turn by turn, and the medians compared.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np
from llama_index.core.schema import QueryBundle

from benchmarks.retrieval import MODES
from graphrag_neo4j.artifacts import cache_dir
from graphrag_neo4j.database.batching import batches
from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.progress import RichProgress
from graphrag_neo4j.server import LocalServer

SHARED_DF = 20
TURN = 1.0
"""Length of the random vector added to a unit vector."""
PAGE = 1_000

_NODES = {
    "Chunk": "SET n.title = row.title, n.text = row.text, n.position = 0",
    "Statement": "SET n.text = row.text",
}
_COPY_ENTITIES = """
UNWIND range(1, $copies) AS k
MATCH (e:Entity) WHERE e.chunk_count < $shared
CALL (k, e) {
  CREATE (n:Entity {id: e.id + '-' + k, name: e.name + ' ' + k, type: e.type,
                    chunk_count: e.chunk_count})
} IN TRANSACTIONS OF 5000 ROWS
"""
_COPY_SOURCES = """
UNWIND range(1, $copies) AS k
MATCH (s:Source)
CALL (k, s) {
  CREATE (:Source {id: s.id + '-' + k, uri: s.uri + '-' + k, title: s.title + ' ' + k})
} IN TRANSACTIONS OF 5000 ROWS
"""
_COPY_TOPICS = """
UNWIND range(1, $copies) AS k
MATCH (t:Topic)
CALL (k, t) { CREATE (:Topic {id: t.id + '-' + k, name: t.name}) } IN TRANSACTIONS OF 5000 ROWS
"""
_LINKS = (
    ("Chunk", "FROM_SOURCE", "Source"),
    ("Statement", "BELONGS_TO", "Topic"),
    ("Statement", "MENTIONED_IN", "Chunk"),
    ("Statement", "MENTIONS", "Entity"),
    ("Chunk", "ABOUT", "Entity"),
)


def grow(database: Database, copies: int) -> None:
    """Add ``copies`` copies of every passage."""

    def run(text: str, **parameters: Any) -> list[dict[str, Any]]:
        with database.driver_session() as driver, driver.session() as session:
            return session.run(text, parameters).data()

    for text in (_COPY_SOURCES, _COPY_TOPICS, _COPY_ENTITIES):
        run(text, copies=copies, shared=SHARED_DF)
    random = np.random.default_rng(1)
    for label, assign in _NODES.items():
        for page in _pages(run, label):
            for k in range(1, copies + 1):
                for rows in batches(_turned(page, k, random)):
                    run(
                        f"UNWIND $rows AS row CREATE (n:{label} {{id: row.id}}) {assign} "
                        "WITH n, row CALL db.create.setNodeVectorProperty(n, 'embedding', row.v)",
                        rows=rows,
                    )
    for start, kind, end in _LINKS:
        for k in range(1, copies + 1):
            run(
                f"MATCH (a:{start})-[r:{kind}]->(b:{end}) "
                "WHERE NOT a.id CONTAINS '-' AND NOT b.id CONTAINS '-' "
                "CALL (a, r, b) { "
                f"MATCH (x:{start} {{id: a.id + $suffix}}) "
                f"MATCH (y:{end} {{id: CASE WHEN $shared <= coalesce(b.chunk_count, 0) THEN b.id "
                "ELSE b.id + $suffix END}) "
                f"CREATE (x)-[n:{kind}]->(y) SET n = properties(r) "
                "} IN TRANSACTIONS OF 5000 ROWS",
                suffix=f"-{k}",
                shared=SHARED_DF if end == "Entity" else 1 << 30,
            )
    run(
        "MATCH (e:Entity) WHERE e.chunk_count >= $shared "
        "SET e.chunk_count = e.chunk_count * $factor",
        shared=SHARED_DF,
        factor=copies + 1,
    )
    run("CALL db.awaitIndexes(600)")


def _pages(run: Any, label: str) -> Iterator[list[dict[str, Any]]]:
    after = ""
    while True:
        page = run(
            f"MATCH (n:{label}) WHERE n.id > $after AND NOT n.id CONTAINS '-' "
            "RETURN n.id AS id, n.title AS title, n.text AS text, n.embedding AS v "
            f"ORDER BY n.id LIMIT {PAGE}",
            after=after,
        )
        if not page:
            return
        yield page
        after = page[-1]["id"]


def _turned(
    page: Sequence[dict[str, Any]], k: int, random: np.random.Generator
) -> Iterator[dict[str, Any]]:
    vectors = np.array([row["v"] for row in page])
    noise = random.normal(size=vectors.shape)
    vectors += TURN * noise / np.linalg.norm(noise, axis=1, keepdims=True)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    for row, vector in zip(page, vectors.tolist(), strict=True):
        yield {**row, "id": f"{row['id']}-{k}", "title": f"{row['title']} {k}", "v": vector}


def medians(
    graphs: dict[str, KnowledgeGraph], questions: Sequence[str]
) -> dict[str, dict[str, float]]:
    """Milliseconds per mode and graph; each question goes to every graph in turn."""
    model = next(iter(graphs.values())).embed_model
    bundles = [QueryBundle(q, embedding=model.get_query_embedding(q)) for q in questions]
    taken: dict[str, dict[str, list[float]]] = {m: {g: [] for g in graphs} for m in MODES}
    for mode in MODES:
        retrievers = {name: graph.as_retriever(mode) for name, graph in graphs.items()}
        for counted in (False, True):  # the first round fills the caches
            for bundle in bundles:
                for name, retriever in retrievers.items():
                    start = time.perf_counter()
                    retriever.retrieve(bundle)
                    if counted:
                        taken[mode][name].append(1000 * (time.perf_counter() - start))
    return {
        mode: {name: round(float(np.median(times)), 1) for name, times in by_graph.items()}
        for mode, by_graph in taken.items()
    }


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--factor", default=10, show_default=True, type=click.IntRange(2))
@click.option("--limit", default=200, show_default=True, help="Questions.")
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write the figures.")
def main(folder: Path, factor: int, limit: int, json_file: Path | None) -> None:
    """Compare latency on FOLDER's graph and on one FACTOR times as large."""
    name = folder.resolve().name
    small, large = (cache_dir() / "benchmarks" / n for n in (name, f"{name}-x{factor}"))
    if not small.is_dir():
        raise UsageError(f"No graph of {name}.", f"Run python -m benchmarks.retrieval {folder}.")
    new = not large.is_dir()
    if new:
        LocalServer(small).stop()
        shutil.copytree(small, large, ignore=shutil.ignore_patterns("server.json", "logs"))
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()[:limit]
    questions = [json.loads(line)["question"] for line in lines]
    with KnowledgeGraph.local(large, progress=RichProgress()) as grown:
        if new:
            start = time.perf_counter()
            grow(grown.database, factor - 1)
            click.echo(f"grown in {time.perf_counter() - start:.0f} s")
        with KnowledgeGraph.local(small) as plain:
            sizes = {n: g.stats().nodes for n, g in (("x1", plain), (f"x{factor}", grown))}
            figures = medians({"x1": plain, f"x{factor}": grown}, questions)
    for mode, row in figures.items():
        one, ten = row.values()
        click.echo(f"{mode:>15}: p50 {one:g} ms, {ten:g} ms on x{factor}: ratio {ten / one:.2f}")
    if json_file:
        data = {"set": name, "nodes": sizes, "p50_ms": figures}
        json_file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    for home in (small, large):
        LocalServer(home).stop()


if __name__ == "__main__":
    main()
