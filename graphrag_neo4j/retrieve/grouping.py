"""From ranked statements to results: grouped by topic, and cut to the limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.candidates.pool import Candidate
from graphrag_neo4j.retrieve.named_days import named_days
from graphrag_neo4j.retrieve.options import RetrieverOptions
from graphrag_neo4j.retrieve.ranking.ranked import WIDEST_MARK, Ranked
from graphrag_neo4j.retrieve.ranking.similarity import repeats
from graphrag_neo4j.retrieve.results import FoundStatement, RetrievalResult
from graphrag_neo4j.retrieve.token_limits import pack, shorten

COMPARED = 4
"""Of so many times as many statements as are given, repetitions are told."""
_Place = tuple[float, float, str]
"""A result's order: best first; topics of one chunk score alike, and there the better statement
goes first."""
T = TypeVar("T")


def group(
    found: Sequence[Ranked],
    candidates: Mapping[str, Candidate],
    limits: RetrieverOptions,
    *,
    best: float | None = None,
    by_statement: float = 0.0,
) -> list[RetrievalResult]:
    """Results, best first, from ranked statements.

    A result scores as its best chunk, by the share ``by_statement`` with the likeness of its best
    statement, scaled so that the first one has ``best`` (None: as it is); no limit cuts before
    relevance is known.
    """
    if limits.similarity_threshold is not None:
        enough = limits.max_statements and COMPARED * limits.max_statements
        texts = [item.text for item in found]
        again = repeats(texts, limits.similarity_threshold, enough)
        found = [item for item, repeated in zip(found, again, strict=False) if not repeated]
    topics: dict[str, list[Ranked]] = {}
    for item in found:
        topics.setdefault(item.row["topic_id"], []).append(item)
    scores = {id_: _score(items, by_statement) for id_, items in topics.items()}
    top = max(scores.values(), default=0.0)
    if best is not None and top > 0:
        scores = {id_: score / top * best for id_, score in scores.items()}
    places = {id_: (-scores[id_], -items[0].relevance, id_) for id_, items in topics.items()}
    most = limits.max_statements_per_topic
    results = [
        _result(topics[id_], candidates, most, scores[id_])
        for id_ in _first(topics, places.__getitem__, limits)
    ]
    return _shortened(results, limits)


def join(
    answers: Sequence[Sequence[RetrievalResult]], limits: RetrieverOptions
) -> list[RetrievalResult]:
    """The results of several questions as those of one, a topic's statements united."""
    joined: dict[str, RetrievalResult] = {}
    for result in (result for results in answers for result in results):
        one = joined.get(result.topic_id)
        joined[result.topic_id] = _united(one, result, limits) if one else result
    first = _first(joined.values(), _place, limits)
    return _shortened(first, limits)


def _first(found: Iterable[T], place: Callable[[T], _Place], limits: RetrieverOptions) -> list[T]:
    """As many of ``found`` as results are wanted, in order, without those that score too little."""
    ordered = sorted(found, key=place)
    if limits.min_score is not None:
        ordered = [one for one in ordered if -place(one)[0] >= limits.min_score]
    return ordered[: limits.max_search_results]


def _shortened(results: list[RetrievalResult], limits: RetrieverOptions) -> list[RetrievalResult]:
    if limits.max_statements is not None:
        results = _with_statements(results, limits.max_statements)
    if limits.evidence_tokens is not None:
        results = shorten(results, limits.evidence_tokens)
    return results if limits.max_tokens is None else pack(results, limits.max_tokens)


def _with_statements(results: Sequence[RetrievalResult], most: int) -> list[RetrievalResult]:
    """The first ``most`` results with as many statements in all: the first one of each, then the
    most relevant."""
    results = results[:most]
    others = (statement for result in results for statement in result.statements[1:])
    ranked = sorted(others, key=lambda statement: (-statement.score, statement.id))
    kept = {statement.id for statement in ranked[: most - len(results)]}
    return [
        replace(
            result,
            statements=tuple(
                one for n, one in enumerate(result.statements) if n == 0 or one.id in kept
            ),
        )
        for result in results
    ]


def _place(result: RetrievalResult) -> _Place:
    best = max((statement.score for statement in result.statements), default=0.0)
    return -result.score, -best, result.topic_id


def _united(
    one: RetrievalResult, other: RetrievalResult, limits: RetrieverOptions
) -> RetrievalResult:
    best, rest = (one, other) if one.score >= other.score else (other, one)
    statements = {s.id: s for s in (*rest.statements, *best.statements)}
    ranked = sorted(statements.values(), key=lambda s: (-s.score, s.id))
    return replace(best, statements=tuple(ranked[: limits.max_statements_per_topic]))


def _score(items: Sequence[Ranked], by_statement: float) -> float:
    """What a topic's ``items`` score as a result."""
    best = max(item.score for item in items)
    return best + by_statement * (max(item.alike for item in items) - best)


def _result(
    items: Sequence[Ranked],
    candidates: Mapping[str, Candidate],
    limit: int | None,
    score: float,
) -> RetrievalResult:
    """One topic's result; ``items`` come ranked."""
    best = max(items, key=lambda item: item.score)
    shown = [_statement(item) for item in items[:limit]]
    shown[0] = _with_neighbours(items[0], shown[0])
    return RetrievalResult(
        topic_id=best.row["topic_id"],
        topic=best.row["topic"],
        source=best.chunk["source"],
        statements=tuple(shown),
        score=score,
        path=candidates[best.chunk["chunk"]].path() | _in_full(best.chunk),
    )


def _statement(item: Ranked) -> FoundStatement:
    row = item.row
    return FoundStatement(
        id=row["id"],
        text=row["text"],
        score=item.relevance,
        chunk_id=item.chunk["chunk"],
        start=row["start"],
        end=row["end"],
        facts=tuple(row["facts"]),
        place=row["place"],
        section=item.chunk["section"],
        named=row["named"],
        days=tuple(named_days(row, item.chunk).items()),
    )


def _in_full(chunk: Row) -> Row:
    """Acronyms of the question that a chunk says in full, as a part of a result's path."""
    return {"in_full": chunk["in_full"]} if chunk.get("in_full") else {}


def _with_neighbours(item: Ranked, statement: FoundStatement) -> FoundStatement:
    """A statement with those that stand before and after it in its chunk's text, of its topic:
    what stands under another heading may mean the contrary. Before an item stands what announces
    it, as "The tenant shall not:"."""
    start, end = item.row["start"], item.row["end"]
    if start is None or end is None:
        return statement
    topic = item.row["topic_id"]
    others = [
        row
        for row in item.chunk["statements"]
        if row["start"] is not None and row["topic_id"] == topic
    ]
    before = sorted((row for row in others if row["end"] <= start), key=lambda row: -row["end"])
    after = [row for row in others if row["start"] >= end]
    lead = _announcing(before, start)
    return replace(
        statement,
        before=lead or (before[0]["text"] if before else None),
        after=min(after, key=lambda row: row["start"])["text"] if after else None,
    )


def _announcing(before: Sequence[Row], start: int) -> str | None:
    """What announces the list that goes on at ``start``, from the rows ``before``, nearest first:
    its items end no sentence."""
    for row in before:
        text = row["text"].rstrip()
        if start - row["end"] > WIDEST_MARK or text.endswith((".", "!", "?")):
            return None
        if text.endswith((":", "：")):
            return str(row["text"])
        start = row["start"]
    return None
