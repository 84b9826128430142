"""Rows of tables of the day that a question names: their columns write it as programs do."""

from __future__ import annotations

from collections.abc import Sequence

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.question.days import days_in

_FEWEST_FIELDS = 2
"""What has less is a sentence, whose words are compared as they are."""


def of_day(question: str, said: Sequence[Row]) -> frozenset[str]:
    """Ids of the rows in ``said``, rows of ``retrieve/statements``, that have a day of the question
    in one of their cells: "2024-05-03" where it says "3 May"."""
    asked = days_in(question)
    if not asked:
        return frozenset()
    return frozenset(
        row["id"]
        for chunk in said
        for row in chunk["statements"]
        if row["words"].count(": ") >= _FEWEST_FIELDS
        and any(day.may_be(other) for day in days_in(row["words"]) for other in asked)
    )
