"""Recall of gold passages: python -m benchmarks.retrieval DIR [--limit N] [--json FILE]

DIR holds ``corpus.jsonl`` (id, title, text) and ``questions.jsonl`` (question, gold = passage
ids). The corpus is ingested into a database home of its own, which a second run reuses.

recall@k = gold passages among the first k, divided by gold passages; all@5 = questions with
every gold passage among the first five; both averaged, in percent, with half of their 95 %
interval. A passage's score is that of its best result. tokens = what the first five passages'
worth of results cost in a prompt. Latency leaves the question's embedding apart. Counting and
printing are those of ``graphrag-neo4j evaluate``.

``--no-titles`` hides titles from the graph and from the question (they are embedded still);
``--untitled`` takes them away altogether, as in a chat log. ``--noise`` asks as people type:
in lower case, or with a slip in a rare word.
"""

from __future__ import annotations

import json
import resource
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from llama_index.core.schema import QueryBundle

from benchmarks.linear_rag import LinearRag
from benchmarks.title_links import TitleLinks
from graphrag_neo4j.artifacts import cache_dir
from graphrag_neo4j.embeddings.embedder import Embedder
from graphrag_neo4j.entities.vectors import make_vectors
from graphrag_neo4j.evaluate.evaluation import Evaluation, summarised
from graphrag_neo4j.evaluate.evidence import Evidence, Piece, System
from graphrag_neo4j.evaluate.expected import expected_of
from graphrag_neo4j.evaluate.measure import outcomes
from graphrag_neo4j.evaluate.metrics import CUTS
from graphrag_neo4j.evaluate.plain_search import N_HITS, PLAIN
from graphrag_neo4j.evaluate.questions import Question
from graphrag_neo4j.evaluate.report import figures
from graphrag_neo4j.evaluate.statistics import percentile
from graphrag_neo4j.evaluate.systems import systems_of
from graphrag_neo4j.extract import Extractor
from graphrag_neo4j.extract.parse.pipeline import find_pipelines
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Chunk, Document, ExtractedChunk
from graphrag_neo4j.progress import NullProgress, RichProgress
from graphrag_neo4j.retrieve.modes import RetrieverMode
from graphrag_neo4j.server import LocalServer
from graphrag_neo4j.settings import load_settings
from graphrag_neo4j.text.tokens import count_tokens
from tests.support.noise import KINDS, noise

DEPTH = 20
"""Results asked of a retriever, its default."""
MODES: tuple[RetrieverMode, ...] = ("traversal", "vector_guided", "hybrid")


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
    titles = {p.uri: p.title for p in passages}
    sizes = {p.uri: count_tokens(f"{p.title}\n{p.text}") for p in passages}
    links = TitleLinks(passages)
    embedder = Embedder(graph.embed_model, NullProgress())
    make_vectors(database, embedder, NullProgress(), with_types=graph.settings.embed_entity_types)
    linear = LinearRag(database, graph.embed_model.get_text_embedding)

    def by_vector(query: QueryBundle) -> list[tuple[str, float]]:
        rows = database.read(
            database.for_server("search/chunks"), vector=query.embedding, limit=N_HITS
        )
        return _best(rows)

    def by_linear_rag(query: QueryBundle) -> Evidence:
        return whole(linear.rank(query.query_str, query.embedding or (), by_vector(query)))

    def whole(uris: Iterable[str]) -> Evidence:
        return [Piece(uri, titles[uri], tokens=sizes[uri]) for uri in uris]

    return {
        **systems_of(graph, PLAIN, {}),
        "title_links": lambda query: whole(links.rank(query.query_str, by_vector(query))),
        "linear_rag": by_linear_rag,
        **systems_of(graph, MODES, limits),
    }


def measure(
    graph: KnowledgeGraph, passages: Sequence[Document], rows: Sequence[dict[str, Any]]
) -> Evaluation:
    """Ask every question of every system."""
    questions = [
        Question(row["question"], sources=tuple(f"passage:{id_}" for id_ in row["gold"]))
        for row in rows
    ]
    expected = expected_of(graph.database, questions)
    return summarised(outcomes(graph.context, systems(graph, passages), questions, expected))


def figures_of(evaluation: Evaluation) -> dict[str, dict[str, float]]:
    """The figures of each system as JSON has them, shares in percent."""
    return {
        mode.mode: {
            **{f"recall@{k}": round(100 * mode.metrics[f"recall@{k}"].value, 2) for k in CUTS},
            "all_gold@5": round(100 * mode.metrics["all@5"].value, 2),
            "p50_ms": round(percentile(list(mode.values("ms").values()), 0.5), 2),
            "p95_ms": round(percentile(list(mode.values("ms").values()), 0.95), 2),
            "cypher_calls": round(mode.metrics["cypher_calls"].value, 2),
            "tokens": round(mode.metrics["tokens"].value),
        }
        for mode in evaluation.modes
    }


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
    rules = RulesExtractor(parsers=find_pipelines(load_settings().nlp))
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
        evaluation = measure(graph, passages, questions)
    name += f", {kind}" if kind else ""
    click.echo(f"{name}\n{figures(evaluation)}")
    if json_file:
        systems_ = figures_of(evaluation)
        data = {"set": name, "questions": len(questions), "systems": systems_}
        json_file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    LocalServer(home).stop()


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def _best(rows: Iterable[dict[str, Any]]) -> list[tuple[str, float]]:
    """Each source once, with its best score; rows come best first."""
    best: dict[str, float] = {}
    for row in rows:
        best.setdefault(row["uri"], row["score"])
    return list(best.items())


if __name__ == "__main__":
    main()
