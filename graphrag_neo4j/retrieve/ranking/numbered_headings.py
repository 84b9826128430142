"""Headings that only a number tells apart: "Room 12", "Prices 2023", "3.1.1".

To vectors they are nearly the same, and so is what stands below them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.question.terms import numbers
from graphrag_neo4j.retrieve.ranking.chunks import rare_shares

NUMBERED = 0.5
"""What a statement counts more below the one heading of its passage that has the number."""


def numbered(question: str, rows: Sequence[tuple[Row, Row]]) -> list[float]:
    """What each statement counts more, in the units of a nearness; ``rows``: chunks of
    ``retrieve/statements``, each with one of its statements."""
    asked = numbers(question)
    found = [0.0] * len(rows)
    if not asked:
        return found
    topics: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for i, (chunk, row) in enumerate(rows):
        topics[chunk["chunk"]][row["topic"]].append(i)
    for of_chunk in topics.values():
        there = [asked & numbers(heading) for heading in of_chunk]
        common = frozenset.intersection(*there)
        shares = rare_shares([one - common for one in there])
        for members, share in zip(of_chunk.values(), shares, strict=True):
            for i in members:
                found[i] = NUMBERED * share
    return found
