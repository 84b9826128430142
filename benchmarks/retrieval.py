"""Recall of gold passages: python -m benchmarks.retrieval DIR [--limit N] [--json FILE]

DIR holds ``corpus.jsonl`` (id, title, text) and ``questions.jsonl`` (question, gold = passage
ids). The corpus is ingested into a database home of its own, which a second run reuses.

recall@k = gold passages among the first k, divided by gold passages; all_gold@5 = questions
with every gold passage among the first five; both averaged, in percent. A passage's score is
that of its best result. tokens = what the first five passages' worth of results cost in a
prompt. Latency leaves the question's embedding apart.

``--no-titles`` hides titles from the graph and from the question (they are embedded still);
``--untitled`` takes them away altogether, as in a chat log. ``--noise`` asks as people type:
in lower case, or with a slip in a rare word.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import click
from llama_index.core.schema import QueryBundle
from rich.console import Console
from rich.table import Table

from benchmarks import statements
from benchmarks.title_links import TitleLinks
from graphrag_neo4j.artifacts import cache_dir
from graphrag_neo4j.extract import Extractor
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Chunk, Document, ExtractedChunk
from graphrag_neo4j.progress import RichProgress
from graphrag_neo4j.retrieve.modes import RetrieverMode
from graphrag_neo4j.retrieve.query_terms import search_words
from graphrag_neo4j.server import LocalServer
from graphrag_neo4j.text.tokens import count_tokens
from tests.support.noise import KINDS, noise

CUTS = (2, 5, 10)
DEPTH = 20
"""Results asked of a retriever, its default."""
N_HITS = 100
"""Hits asked of an index: the approximate vector search is the better the more it looks for."""
RRF_K = 60
"""The constant of reciprocal rank fusion (Cormack et al. 2009)."""
EVIDENCE = 5
"""Passages whose tokens are counted."""
MODES: tuple[RetrieverMode, ...] = ("traversal", "vector_guided", "hybrid")

Found = list[tuple[str, int]]
"""Passages, best first, with the tokens that showing each one costs."""
System = Callable[[QueryBundle], Found]


@dataclass
class Tally:
    """What one system reached, question by question."""

    recalls: dict[int, list[float]] = field(default_factory=lambda: {k: [] for k in CUTS})
    tokens: list[int] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    calls: list[int] = field(default_factory=list)

    def add(self, found: Found, gold: set[str], seconds: float, calls: int) -> None:
        ranked = [uri for uri, _ in found]
        for k in CUTS:
            self.recalls[k].append(len(gold & set(ranked[:k])) / len(gold))
        self.tokens.append(sum(tokens for _, tokens in found[:EVIDENCE]))
        self.milliseconds.append(1000 * seconds)
        self.calls.append(calls)

    def summary(self) -> dict[str, float]:
        ordered = sorted(self.milliseconds)
        result = {f"recall@{k}": round(100 * _mean(v), 2) for k, v in self.recalls.items()}
        result["all_gold@5"] = round(100 * _mean([float(r == 1) for r in self.recalls[5]]), 2)
        result["p50_ms"] = round(ordered[len(ordered) // 2], 2)
        result["p95_ms"] = round(ordered[int(len(ordered) * 0.95)], 2)
        result["cypher_calls"] = round(_mean(self.calls), 2)
        result["tokens"] = round(_mean(self.tokens))
        return result


class TitlesHidden:
    """Rules that do not see the titles of documents."""

    def __init__(self, rules: RulesExtractor) -> None:
        self._rules = rules
        self.fingerprint = f"{rules.fingerprint}-titles-hidden"

    def extract_many(
        self, work: Sequence[tuple[Document, Sequence[Chunk]]]
    ) -> list[list[ExtractedChunk]]:
        return self._rules.extract_many(
            [(replace(document, title=""), chunks) for document, chunks in work]
        )


def corpus(folder: Path, *, untitled: bool = False) -> Iterator[Document]:
    """The passages as documents; the URI carries the passage's id."""
    for row in _lines(folder / "corpus.jsonl"):
        title = "" if untitled else row["title"]
        yield Document(uri=f"passage:{row['id']}", title=title, text=row["text"])


def systems(graph: KnowledgeGraph, passages: Sequence[Document]) -> dict[str, System]:
    """What is compared, by name."""
    database = graph.database
    limits: dict[str, Any] = {"max_search_results": DEPTH, "max_statements": None}
    retrievers = {mode: graph.as_retriever(mode, **limits) for mode in MODES}
    sizes = {p.uri: count_tokens(f"{p.title}\n{p.text}") for p in passages}
    links = TitleLinks(passages)

    def by_words(query: QueryBundle) -> list[tuple[str, float]]:
        words = search_words(query.query_str)
        return _best(statements.read(database, "fulltext", words=words, limit=N_HITS))

    def by_vector(query: QueryBundle) -> list[tuple[str, float]]:
        vector = query.embedding
        return _best(
            statements.read(database, database.for_server("dense"), vector=vector, limit=N_HITS)
        )

    def whole(uris: Iterable[str]) -> Found:
        return [(uri, sizes[uri]) for uri in uris]

    def fused(query: QueryBundle) -> Found:
        scores: dict[str, float] = {}
        for ranking in (by_words(query), by_vector(query)):
            for place, (uri, _) in enumerate(ranking, start=1):
                scores[uri] = scores.get(uri, 0.0) + 1 / (RRF_K + place)
        return whole(sorted(scores, key=lambda uri: (-scores[uri], uri)))

    def by_graph(mode: RetrieverMode, query: QueryBundle) -> Found:
        found: dict[str, int] = {}
        for node in retrievers[mode].retrieve(query):
            uri = node.node.metadata["source"]["uri"]
            found[uri] = found.get(uri, 0) + count_tokens(node.text)
        return list(found.items())

    return {
        "fulltext": lambda query: whole(uri for uri, _ in by_words(query)),
        "dense": lambda query: whole(uri for uri, _ in by_vector(query)),
        "rrf": fused,
        "title_links": lambda query: whole(links.rank(query.query_str, by_vector(query))),
        **{mode: partial(by_graph, mode) for mode in MODES},
    }


def measure(
    graph: KnowledgeGraph, passages: Sequence[Document], questions: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """Ask every question of every system."""
    asked = systems(graph, passages)
    tallies = {name: Tally() for name in asked}
    for row in questions:
        gold = {f"passage:{id_}" for id_ in row["gold"]}
        vector = graph.embed_model.get_query_embedding(row["question"])
        query = QueryBundle(row["question"], embedding=vector)
        for name, system in asked.items():
            before, start = graph.database.calls, time.perf_counter()
            found = system(query)
            seconds = time.perf_counter() - start
            tallies[name].add(found, gold, seconds, graph.database.calls - before)
    return {name: tally.summary() for name, tally in tallies.items()}


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--limit", type=int, help="Ask only the first N questions.")
@click.option("--no-titles", is_flag=True, help="Hide titles from graph and question.")
@click.option("--untitled", is_flag=True, help="Ingest the passages without titles.")
@click.option("--noise", "kind", type=click.Choice(KINDS), help="Ask as people type.")
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write the figures.")
@click.option("--home", type=click.Path(path_type=Path), help="Database home to use.")
def main(
    folder: Path,
    limit: int | None,
    no_titles: bool,
    untitled: bool,
    kind: str | None,
    json_file: Path | None,
    home: Path | None,
) -> None:
    """Measure retrieval on the passages and questions in FOLDER."""
    name = folder.resolve().name + ("-no-titles" if no_titles else "-untitled" if untitled else "")
    home = home or cache_dir() / "benchmarks" / name
    rules = RulesExtractor()
    extractor: Extractor = TitlesHidden(rules) if no_titles else rules
    passages = list(corpus(folder, untitled=untitled))
    with KnowledgeGraph.local(home, progress=RichProgress(), extractor=extractor) as graph:
        start = time.perf_counter()
        report = graph.ingest(passages)
        seconds = time.perf_counter() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        click.echo(f"ingest: {report.summary()} {seconds:.0f} s, peak memory {peak:.0f} MB")
        noisy = noise(kind, (f"{p.title} {p.text}" for p in passages))
        questions = [
            {**row, "question": noisy(row["question"])}
            for row in list(_lines(folder / "questions.jsonl"))[:limit]
        ]
        figures = measure(graph, passages, questions)
    name += f", {kind}" if kind else ""
    _print(name, len(questions), figures)
    if json_file:
        data = {"set": name, "questions": len(questions), "systems": figures}
        json_file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    LocalServer(home).stop()


def _print(name: str, n: int, figures: dict[str, dict[str, float]]) -> None:
    table = Table(title=f"{name}, {n} questions")
    table.add_column("system")
    for column in next(iter(figures.values())):
        table.add_column(column, justify="right", no_wrap=True)
    for system, row in figures.items():
        table.add_row(system, *(f"{value:g}" for value in row.values()))
    Console(file=sys.stdout, width=max(100, Console().width)).print(table)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def _best(rows: Iterable[dict[str, Any]]) -> list[tuple[str, float]]:
    """Each source once, with its best score; rows come best first."""
    best: dict[str, float] = {}
    for row in rows:
        best.setdefault(row["uri"], row["score"])
    return list(best.items())


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


if __name__ == "__main__":
    main()
