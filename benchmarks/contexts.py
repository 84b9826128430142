"""How full and how right contexts are: python -m benchmarks.contexts PATH [--json FILE]

PATH is a Microsoft GraphRAG index (a folder of parquet) or a hand-over file (JSON lines). It
becomes a graph in a home of its own, with communities and reports by rules; then 60 questions,
made from names in the graph, are put to each mode without an LLM. Counted: the share of the
budget that is used, contexts with a report and with relations, shown relations that are stored
edges (source, target, type), reports sent twice, and Cypher calls.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from graphrag_neo4j.artifacts import cache_dir
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.progress import RichProgress
from graphrag_neo4j.search.modes import SearchMode
from graphrag_neo4j.server import LocalServer

MODES: tuple[SearchMode, ...] = ("local", "basic", "naive", "causal", "global", "drift")
N_QUESTIONS = 60
_OF_ONE = (
    "Who or what is {a}?",
    "What happened to {a}, and why?",
    "What does {a} have to do with the others?",
    "Summarise all that is said about {a}.",
)
_OF_TWO = (
    "How are {a} and {b} related?",
    "What did {a} cause, and what did it mean for {b}?",
    "Compare {a} with {b}.",
)
_OF_ALL = ("What is this about?", "What are the main themes?", "Which conflicts are there?")
_NAMES = """
MATCH (e:Entity) WHERE e.chunk_count > 0
RETURN e.name AS name ORDER BY e.chunk_count DESC, e.id
"""
_EDGES = """
MATCH (a:Entity)-[r:RELATED]->(b:Entity)
RETURN a.name AS source, coalesce(r.relation_type, 'RELATED') AS type, b.name AS target
"""
_BUSY = """
MATCH (e:Entity)-[:RELATED]-() RETURN DISTINCT e.name AS name
"""
Edge = tuple[str, str, str]


@dataclass(frozen=True)
class Figures:
    """Of one mode. ``used``: mean share of the budget; ``with_report`` and ``with_relations``:
    shares of contexts (relations: of those with an entity that has any); ``relations`` shown,
    ``as_stored`` of them; ``twice``: reports more than once in a context; ``calls``: most Cypher
    calls of a context."""

    used: float
    with_report: float
    with_relations: float
    relations: int
    as_stored: int
    twice: int
    calls: int


def questions(names: list[str]) -> list[str]:
    """60 questions on names from the most to the least frequent, and on everything."""
    step = max(1, len(names) // N_QUESTIONS)
    chosen = names[::step]
    made = list(_OF_ALL)
    while len(made) < N_QUESTIONS:
        n = len(made)
        pattern = (_OF_TWO if n % 3 == 0 else _OF_ONE)[n % (3 if n % 3 == 0 else 4)]
        made.append(pattern.format(a=chosen[n % len(chosen)], b=names[n % len(names)]))
    return made


def measure(graph: KnowledgeGraph, mode: SearchMode, asked: list[str]) -> Figures:
    """Ask in one mode, context only."""
    edges = {(r["source"], r["type"], r["target"]) for r in _rows(graph, _EDGES)}
    busy = {row["name"] for row in _rows(graph, _BUSY)}
    used, reports, relations, calls = [], [], [], []
    shown: list[Edge] = []
    twice = 0
    for question in asked:
        before = graph.database.calls
        result = graph.search(question, mode, context_only=True)
        calls.append(graph.database.calls - before)
        context, tables = result.context, result.context.tables
        used.append(context.tokens / context.budget)
        reports.append(bool(tables.get("Reports")))
        here = [_edge(row) for row in tables.get("Relationships", ())]
        here += [_edge(step) for path in result.details.get("paths", ()) for step in path["steps"]]
        if any(row["entity"] in busy for row in tables.get("Entities", ())):
            relations.append(bool(here))
        shown += here
        titles = Counter(row["content"] for row in tables.get("Reports", ()))
        twice += sum(n - 1 for n in titles.values())
    return Figures(
        used=float(mean(used)),
        with_report=float(mean(reports)),
        with_relations=float(mean(relations)) if relations else 0.0,
        relations=len(shown),
        as_stored=sum(edge in edges for edge in shown),
        twice=twice,
        calls=max(calls),
    )


def _edge(row: dict[str, Any]) -> Edge:
    return row["source"], row["relation_type"], row["target"]


def _rows(graph: KnowledgeGraph, text: str) -> list[dict[str, Any]]:
    with graph.database.driver_session() as driver:
        return [dict(record) for record in driver.execute_query(text).records]


@click.command()
@click.argument("path", type=click.Path(path_type=Path, exists=True))
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write the figures.")
def main(path: Path, json_file: Path | None) -> None:
    """Measure the contexts of all search modes on the graph made from PATH."""
    home = cache_dir() / "benchmarks" / f"contexts-{path.stem}"
    with KnowledgeGraph.local(home, progress=RichProgress()) as graph:
        if path.is_dir():
            graph.import_msgraphrag(path)
        else:
            graph.import_extracted(path)
            graph.communities.detect()
            graph.communities.report()
        asked = questions([row["name"] for row in _rows(graph, _NAMES)])
        graph.search(asked[0], "basic", context_only=True)  # the schema is checked once
        figures = {mode: measure(graph, mode, asked) for mode in MODES}
    table = Table(title=f"{path.name}, {len(asked)} questions")
    for column in ("mode", *asdict(figures["local"])):
        table.add_column(column, justify="left" if column == "mode" else "right")
    for mode, row in figures.items():
        cells = (f"{v:.1%}" if isinstance(v, float) else f"{v:,}" for v in asdict(row).values())
        table.add_row(mode, *cells)
    Console(width=max(100, Console().width)).print(table)
    if json_file:
        data = {mode: asdict(row) for mode, row in figures.items()}
        json_file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    LocalServer(home).stop()


if __name__ == "__main__":
    main()
