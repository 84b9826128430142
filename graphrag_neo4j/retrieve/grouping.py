"""From the chosen chunks to results: statements ranked, cut to the limits, and grouped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.graph.database import Row
from graphrag_neo4j.retrieve.candidates import Candidate, nearness
from graphrag_neo4j.retrieve.rerank import tfidf_scores
from graphrag_neo4j.retrieve.results import FoundStatement, SearchResult

RERANKERS = ("tfidf", "none")


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """How much a retrieval returns; None means all.

    ``max_search_results`` (default 20): topics of a source; ``max_statements_per_topic``
    (10): the most relevant ones, shown in the order of the text; ``max_statements`` (100):
    over all results, before grouping; ``include_facts`` (False): facts beside statements;
    ``reranker`` ("tfidf" or "none"): what joins vectors in ranking statements.
    """

    max_search_results: int | None = 20
    max_statements_per_topic: int | None = 10
    max_statements: int | None = 100
    include_facts: bool = False
    reranker: str = "tfidf"

    def __post_init__(self) -> None:
        if self.reranker not in RERANKERS:
            raise UsageError(f"Unknown reranker {self.reranker!r}.", "Use 'tfidf' or 'none'.")
        for name in ("max_search_results", "max_statements_per_topic", "max_statements"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise UsageError(f"{name} is {value}.", "Use a positive number, or None for all.")


@dataclass(frozen=True, slots=True)
class _Found:
    """A statement with the rows that it and its chunk came in, and its chunk's score."""

    statement: FoundStatement
    chunk: Row
    row: Row
    score: float


def group(
    question: str,
    said: Sequence[Row],
    scores: Mapping[str, float],
    candidates: Mapping[str, Candidate],
    limits: Limits,
) -> list[SearchResult]:
    """Results, best first. ``said`` are rows of ``retrieve/statements``; ``scores`` rank the
    chunks. A result scores as its best chunk; no limit cuts before relevance is known."""
    found = _ranked(question, said, scores, limits.reranker)[: limits.max_statements]
    topics: dict[str, list[_Found]] = {}
    for item in found:
        topics.setdefault(item.row["topic_id"], []).append(item)
    results = [
        _result(items, candidates, limits.max_statements_per_topic) for items in topics.values()
    ]
    results.sort(key=lambda result: (-result.score, result.topic_id))
    return results[: limits.max_search_results]


def _ranked(
    question: str, said: Sequence[Row], scores: Mapping[str, float], reranker: str
) -> list[_Found]:
    rows = [(chunk, row) for chunk in said for row in chunk["statements"]]
    nearest = max((row["near"] for _, row in rows), default=0.0)
    top = max(scores.values(), default=0.0) or 1.0
    lexical = [0.0] * len(rows)
    if reranker == "tfidf":
        lexical = tfidf_scores(question, [row["text"] for _, row in rows])
    found = []
    for (chunk, row), words in zip(rows, lexical, strict=True):
        chunk_score = scores[chunk["chunk"]]
        statement = FoundStatement(
            id=row["id"],
            text=row["text"],
            score=chunk_score / top + (nearness(row["near"], nearest) + words) / 2,
            chunk_id=chunk["chunk"],
            start=row["start"],
            end=row["end"],
            facts=tuple(row["facts"]),
        )
        found.append(_Found(statement, chunk, row, chunk_score))
    found.sort(key=lambda item: (-item.statement.score, item.statement.id))
    return found


def _result(
    items: list[_Found], candidates: Mapping[str, Candidate], limit: int | None
) -> SearchResult:
    """One topic's result; ``items`` come ranked."""
    kept = sorted(items[:limit], key=lambda i: (i.chunk["position"], i.statement.start))
    best = max(items, key=lambda item: item.score)
    return SearchResult(
        topic_id=best.row["topic_id"],
        topic=best.row["topic"],
        source=best.chunk["source"],
        statements=tuple(item.statement for item in kept),
        score=best.score,
        path=candidates[best.chunk["chunk"]].path(),
    )
