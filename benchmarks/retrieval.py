"""Recall of gold passages: python -m benchmarks.retrieval DIR [--limit N] [--json FILE]

DIR holds ``corpus.jsonl`` (id, title, text) and ``questions.jsonl`` (question, gold = passage
ids). The corpus is ingested into a database home of its own, which a second run reuses.
recall@k = gold passages among the first k, divided by gold passages, averaged, in percent.
A passage's score is that of its best result. Latency leaves the question's embedding apart.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import click
from llama_index.core.schema import QueryBundle
from rich.console import Console
from rich.table import Table

from graphrag_neo4j.artifacts import cache_dir
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.progress import RichProgress
from graphrag_neo4j.retrieve.keywords import search_words

CUTS = (2, 5, 10)
DEPTH = 20
"""Results asked of a retriever, its default."""
N_HITS = 100
"""Hits asked of an index: the approximate vector search is the better the more it looks for."""
MODES = ("traversal", "vector_guided")
System = Callable[[QueryBundle], list[str]]
"""Answers a question with source URIs, best first."""


@dataclass
class Tally:
    """What one system reached, question by question."""

    recalls: dict[int, list[float]] = field(default_factory=lambda: {k: [] for k in CUTS})
    milliseconds: list[float] = field(default_factory=list)
    calls: list[int] = field(default_factory=list)

    def add(self, ranked: Sequence[str], gold: set[str], seconds: float, calls: int) -> None:
        for k in CUTS:
            self.recalls[k].append(len(gold & set(ranked[:k])) / len(gold))
        self.milliseconds.append(1000 * seconds)
        self.calls.append(calls)

    def summary(self) -> dict[str, float]:
        ordered = sorted(self.milliseconds)
        result = {f"recall@{k}": round(100 * _mean(v), 2) for k, v in self.recalls.items()}
        result["p50_ms"] = round(ordered[len(ordered) // 2], 2)
        result["p95_ms"] = round(ordered[int(len(ordered) * 0.95)], 2)
        result["cypher_calls"] = round(_mean(self.calls), 2)
        return result


def corpus(folder: Path) -> Iterator[Document]:
    """The passages as documents; the URI carries the passage's id."""
    for row in _lines(folder / "corpus.jsonl"):
        yield Document(uri=f"passage:{row['id']}", title=row["title"], text=row["text"])


def systems(graph: KnowledgeGraph) -> dict[str, System]:
    """What is compared, by name."""
    database = graph.database
    limits: dict[str, Any] = {"max_search_results": DEPTH, "max_statements": None}
    retrievers = {mode: graph.as_retriever(mode, **limits) for mode in MODES}

    def fulltext(query: QueryBundle) -> list[str]:
        words = search_words(query.query_str)
        rows = database.read("retrieve/fulltext", words=words, limit=N_HITS)
        return _unique(row["uri"] for row in rows)

    def dense(query: QueryBundle) -> list[str]:
        rows = database.read(
            database.variant("retrieve/dense"), vector=query.embedding, limit=N_HITS
        )
        return _unique(row["uri"] for row in rows)

    def by_graph(mode: str, query: QueryBundle) -> list[str]:
        nodes = retrievers[mode].retrieve(query)
        return _unique(node.node.metadata["source"]["uri"] for node in nodes)

    return {
        "fulltext": fulltext,
        "dense": dense,
        **{mode: partial(by_graph, mode) for mode in MODES},
    }


def measure(graph: KnowledgeGraph, questions: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Ask every question of every system."""
    tallies = {name: Tally() for name in systems(graph)}
    asked = systems(graph)
    for row in questions:
        gold = {f"passage:{id_}" for id_ in row["gold"]}
        vector = graph.embed_model.get_query_embedding(row["question"])
        query = QueryBundle(row["question"], embedding=vector)
        for name, system in asked.items():
            before, start = graph.database.calls, time.perf_counter()
            ranked = system(query)
            seconds = time.perf_counter() - start
            tallies[name].add(ranked, gold, seconds, graph.database.calls - before)
    return {name: tally.summary() for name, tally in tallies.items()}


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--limit", type=int, help="Ask only the first N questions.")
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write the figures.")
@click.option("--home", type=click.Path(path_type=Path), help="Database home to use.")
def main(folder: Path, limit: int | None, json_file: Path | None, home: Path | None) -> None:
    """Measure retrieval on the passages and questions in FOLDER."""
    name = folder.resolve().name
    home = home or cache_dir() / "benchmarks" / name
    with KnowledgeGraph.local(home, progress=RichProgress()) as graph:
        start = time.perf_counter()
        report = graph.ingest(corpus(folder))
        seconds = time.perf_counter() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        click.echo(f"ingest: {report.summary()} {seconds:.0f} s, peak memory {peak:.0f} MB")
        questions = list(_lines(folder / "questions.jsonl"))[:limit]
        figures = measure(graph, questions)
    _print(name, len(questions), figures)
    if json_file:
        data = {"set": name, "questions": len(questions), "systems": figures}
        json_file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    _stop(home)


def _stop(home: Path) -> None:
    from graphrag_neo4j.server import LocalServer

    LocalServer(home).stop()


def _print(name: str, n: int, figures: dict[str, dict[str, float]]) -> None:
    table = Table(title=f"{name}, {n} questions")
    table.add_column("system")
    for column in next(iter(figures.values())):
        table.add_column(column, justify="right")
    for system, row in figures.items():
        table.add_row(system, *(f"{value:g}" for value in row.values()))
    Console(file=sys.stdout).print(table)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def _unique(items: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(items))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


if __name__ == "__main__":
    main()
