"""Is an answer told from none? python -m benchmarks.answerable HOME QUESTIONS [--json FILE]

HOME is a database home with the documents, as ``benchmarks.folder`` fills one. QUESTIONS is a file
of JSON lines: ``question`` and ``answerable``. Each is asked as ``graphrag-neo4j retrieve`` does.

AUROC: how often the first result's score is higher for a question with an answer than for one
without. ``told``: questions without an answer of which the product says so; ``wrongly``: those
with one.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.progress import RichProgress
from graphrag_neo4j.retrieve.modes import RetrieverMode
from graphrag_neo4j.retrieve.results import is_unlikely
from graphrag_neo4j.server import LocalServer

MODES: tuple[RetrieverMode, ...] = ("traversal", "vector_guided", "hybrid")


def measure(
    graph: KnowledgeGraph, rows: Sequence[dict[str, object]], mode: RetrieverMode
) -> dict[str, float]:
    """Ask every question in one mode."""
    scores: dict[bool, list[float]] = {True: [], False: []}
    told = {True: 0, False: 0}
    for row in rows:
        results = graph.retrieve(str(row["question"]), mode, max_search_results=5)
        answerable = bool(row["answerable"])
        scores[answerable].append(results[0].score if results else 0.0)
        told[answerable] += is_unlikely(results) or not results
    return {
        "auroc": round(auroc(scores[True], scores[False]), 3),
        "told": told[False],
        "wrongly": told[True],
    }


def auroc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """The share of pairs in which the positive scores higher; a tie counts half."""
    wins = sum((p > n) + (p == n) / 2 for p in positive for n in negative)
    return wins / (len(positive) * len(negative))


@click.command()
@click.argument("home", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("questions", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write the figures.")
def main(home: Path, questions: Path, json_file: Path | None) -> None:
    """Ask the QUESTIONS of the graph in HOME."""
    rows = [json.loads(line) for line in questions.read_text(encoding="utf-8").splitlines()]
    with KnowledgeGraph.local(home, progress=RichProgress()) as graph:
        figures = {mode: measure(graph, rows, mode) for mode in MODES}
    table = Table("mode", "auroc", "told", "wrongly", title=f"{len(rows)} questions")
    for mode, row in figures.items():
        table.add_row(mode, *map(str, row.values()))
    Console().print(table)
    if json_file:
        json_file.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    LocalServer(home).stop()


if __name__ == "__main__":
    main()
