"""A statement on its way into an answer, with what it is ranked by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.results import FoundStatement

WIDEST_MARK = 12
"""Characters between an item and the next: line breaks, blanks, the mark of a list."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A statement with the rows that it and its chunk came in, its chunk's score, and that with the
    statement's likeness to the question."""

    statement: FoundStatement
    chunk: Row
    row: Row
    score: float
    alike: float


def by_score(item: Ranked) -> tuple[float, str]:
    return -item.statement.score, item.statement.id


def by_chunk(found: Sequence[Ranked]) -> Iterable[list[Ranked]]:
    """The statements of each chunk that have a place in it."""
    chunks: dict[str, list[Ranked]] = {}
    for item in found:
        if item.row["start"] is not None:
            chunks.setdefault(item.chunk["chunk"], []).append(item)
    return chunks.values()


def raised(found: Sequence[Ranked], scores: Mapping[str, float]) -> list[Ranked]:
    """``found`` with those ``scores``, by id, that are higher."""
    return [
        replace(item, statement=replace(item.statement, score=score))
        if (score := scores.get(item.statement.id, 0.0)) > item.statement.score
        else item
        for item in found
    ]
