"""Statements in order, from rows alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.ranking.ranked import Ranked
from graphrag_neo4j.retrieve.ranking.statements import ordered, relevance


def rank(
    question: str,
    said: Sequence[Row],
    scores: Mapping[str, float],
    *,
    by_words: bool,
    readable: float = 1.0,
) -> list[Ranked]:
    """Statements, most relevant first, without late interaction."""
    return ordered(relevance(question, said, scores, by_words=by_words, readable=readable))
