"""Answers on a folder of mixed files: python -m benchmarks.folder DIR [--json FILE]

DIR holds ``docs/``, files as people have them, and ``questions.jsonl``: ``question`` and
``answer_pattern``, a regular expression that the answering statement matches. The folder is
ingested into a home of its own, which a second run reuses, and each question is asked as
``graphrag-neo4j retrieve`` does.

Counted for each mode, in questions: the answer stands anywhere in the first result; it is the
first statement shown; it is among the first five statements shown; it is in any result.
``lines``: statements shown for a question, on average. What was not read is listed first.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from graphrag_neo4j.artifacts import cache_dir
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.progress import RichProgress
from graphrag_neo4j.retrieve.modes import RetrieverMode
from graphrag_neo4j.server import LocalServer

MODES: tuple[RetrieverMode, ...] = ("traversal", "vector_guided", "hybrid")
FIRST = 5


@dataclass
class Figures:
    """Of one mode: the numbers of questions answered so, and statements shown for one."""

    first_result: int = 0
    first_statement: int = 0
    first_five: int = 0
    anywhere: int = 0
    lines: float = 0.0


def measure(
    graph: KnowledgeGraph, questions: Sequence[dict[str, str]], mode: RetrieverMode
) -> tuple[Figures, list[str]]:
    """The figures of a mode, and for each question a line on where the answer stands."""
    figures, places = Figures(), []
    shown = 0
    for row in questions:
        results = graph.retrieve(row["question"], mode)
        answers = re.compile(row["answer_pattern"])
        by_result = [[bool(answers.search(s.text)) for s in r.statements] for r in results]
        flat = [hit for hits in by_result for hit in hits]
        shown += len(flat)
        figures.first_result += any(by_result[0]) if by_result else False
        figures.first_statement += any(flat[:1])
        figures.first_five += any(flat[:FIRST])
        figures.anywhere += any(flat)
        result = next((n for n, hits in enumerate(by_result, start=1) if any(hits)), None)
        place = f"{result} / {flat.index(True) + 1}" if result else "-"
        places.append(f"{place:>8}  {row['question']}")
    figures.lines = round(shown / len(questions), 1)
    return figures, places


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write the figures.")
@click.option("--home", type=click.Path(path_type=Path), help="Database home to use.")
@click.option("--verbose", is_flag=True, help="Show where each answer stands: result / statement.")
def main(folder: Path, json_file: Path | None, home: Path | None, verbose: bool) -> None:
    """Measure answers on the docs and questions in FOLDER."""
    home = home or cache_dir() / "benchmarks" / folder.resolve().name
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line) for line in lines if line.strip()]
    figures: dict[str, Any] = {}
    with KnowledgeGraph.local(home, progress=RichProgress()) as graph:
        report = graph.ingest(folder / "docs")
        click.echo("\n".join([*report.problems(), report.summary()]))
        for mode in MODES:
            found, places = measure(graph, questions, mode)
            figures[mode] = asdict(found)
            if verbose:
                click.echo("\n".join([f"\n{mode}: result / statement", *places]))
    _print(len(questions), figures)
    if json_file:
        data = {"questions": len(questions), "systems": figures}
        json_file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    LocalServer(home).stop()


def _print(n: int, figures: dict[str, dict[str, float]]) -> None:
    table = Table(title=f"{n} questions")
    table.add_column("mode")
    for column in next(iter(figures.values())):
        table.add_column(column, justify="right", no_wrap=True)
    for mode, row in figures.items():
        table.add_row(mode, *(f"{value:g}" for value in row.values()))
    Console(file=sys.stdout, width=max(100, Console().width)).print(table)


if __name__ == "__main__":
    main()
