"""A statement on its way into an answer, with what it is ranked by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from graphrag_neo4j.database.connection import Row

WIDEST_MARK = 12
"""Characters between an item and the next: line breaks, blanks, the mark of a list."""


class Ranked(NamedTuple):
    """A statement's chunk and its own row, as ``retrieve/statements`` gives them; its relevance,
    its chunk's score, and that with the statement's likeness to the question."""

    chunk: Row
    row: Row
    relevance: float
    score: float
    alike: float

    @property
    def id(self) -> str:
        return str(self.row["id"])

    @property
    def text(self) -> str:
        return str(self.row["text"])

    @property
    def shown(self) -> str:
        """Its text; of a row of a table, its cells with the names of their columns."""
        return str(self.row["named"] or self.row["text"])


def by_score(item: Ranked) -> tuple[float, str]:
    return -item.relevance, item.id


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
        item._replace(relevance=score)
        if (score := scores.get(item.id, 0.0)) > item.relevance
        else item
        for item in found
    ]
