"""Cypher written by an LLM: python -m benchmarks.cypher_questions HOME [--skip N] [--limit N]

HOME is a database home that ``graphrag-neo4j demo`` filled; the LLM is the one of the settings. The
questions have a statement each (questions/demo_cypher.jsonl) whose rows are the right answer.

A statement of the LLM is *right* if its rows hold every value of that answer and are no more than
twice as many rows; *refused* if the console would not run it. What would write is run by nobody:
the share of ``refused`` is no measure of safety, which tests show.
"""

from __future__ import annotations

import asyncio
import json
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from graphrag_neo4j.errors import GraphRagError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.serve import console
from graphrag_neo4j.serve.write_cypher import write_cypher

QUESTIONS = files("benchmarks") / "questions" / "demo_cypher.jsonl"


def judge(graph: KnowledgeGraph, question: str, right: str) -> dict[str, Any]:
    """What became of one question: "right", "wrong", "empty", "refused" or "no statement"."""
    wanted = console.run(graph.database, right, limit=console.MAX_ROWS)
    if not wanted.rows:
        raise click.ClickException(f"Nothing answers {question!r}: HOME holds another graph.")
    started = time.perf_counter()
    told: dict[str, Any] = {"question": question}
    try:
        written = asyncio.run(write_cypher(graph, question))
    except GraphRagError as error:
        return told | {"outcome": "no statement", "why": str(error)}
    told |= {"statement": written.statement, "seconds": round(time.perf_counter() - started, 1)}
    if written.error:
        return told | {"outcome": "refused", "why": written.error}
    try:
        table = console.run(graph.database, written.statement, limit=console.MAX_ROWS)
    except GraphRagError as error:
        return told | {"outcome": "refused", "why": str(error)}
    is_right = _values(wanted) <= _values(table) and len(table.rows) <= 2 * len(wanted.rows)
    outcome = "right" if is_right else "wrong" if table.rows else "empty"
    return told | {"outcome": outcome, "rows": len(table.rows), "wanted": len(wanted.rows)}


def _values(table: console.Table) -> set[str]:
    """The cells, and the properties of nodes and relationships in them."""
    found: set[str] = set()
    stack: list[Any] = list(table.rows)
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            stack += value.values()
        elif isinstance(value, list | tuple):
            stack += value
        else:
            found.add(str(value).lower())
    return found


@click.command()
@click.argument("home", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--skip", default=0, show_default=True)
@click.option("--limit", default=30, show_default=True)
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Append the outcomes.")
def main(home: Path, skip: int, limit: int, json_file: Path | None) -> None:
    """Ask the LLM for Cypher, and see what its rows say."""
    asked = [json.loads(line) for line in QUESTIONS.read_text("utf-8").splitlines()]
    rows = []
    with KnowledgeGraph.local(home) as graph:
        for one in asked[skip : skip + limit]:
            row = judge(graph, one["question"], one["statement"])
            click.echo(json.dumps(row, ensure_ascii=False))
            rows.append(row)
    if json_file:
        with json_file.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    outcomes = [row["outcome"] for row in rows]
    counts = {name: outcomes.count(name) for name in sorted(set(outcomes))}
    click.echo(f"{len(rows)} questions: {counts}")


if __name__ == "__main__":
    main()
