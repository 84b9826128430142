"""What is of the day that a question names, and writes it otherwise: rows of tables, whose columns
have it as programs do, and sentences with "2024-05-03" where the question says "3 May", or that say
"yesterday" on the next day, or were written on it."""

from __future__ import annotations

from collections.abc import Sequence

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.named_days import named_days, said_on
from graphrag_neo4j.retrieve.question.days import Day, days_by_numbers, days_in, days_in_words

_FEWEST_FIELDS = 2
"""What has less is a sentence, whose words are compared as they are."""


def of_day(question: str, said: Sequence[Row]) -> frozenset[str]:
    """Ids of the rows in ``said``, rows of ``retrieve/statements``, that have a day of the question
    in one of their cells, and of the sentences that have it with the month as a number where the
    question has its name, or the other way round, or that name it from the day on which they were
    said, as "yesterday", or were said on it."""
    named, counted = days_in_words(question), days_by_numbers(question)
    if not named and not counted:
        return frozenset()
    return frozenset(
        row["id"]
        for chunk in said
        for row in chunk["statements"]
        if _is_of(row["words"], named, counted) or _names(row, chunk, named | counted)
    )


def _is_of(words: str, named: set[Day], counted: set[Day]) -> bool:
    if words.count(": ") >= _FEWEST_FIELDS:
        return _are_same(named | counted, days_in(words))
    return _are_same(named, days_by_numbers(words)) or _are_same(counted, days_in_words(words))


def _names(row: Row, chunk: Row, asked: set[Day]) -> bool:
    """Whether it has one of the days by a word as "yesterday", or was said on it and names no
    other one so."""
    told = " ".join(named_days(row, chunk).values()) or said_on(row, chunk)
    return _are_same(asked, days_by_numbers(told))


def _are_same(asked: set[Day], told: set[Day]) -> bool:
    return any(day.may_be(other) for day in told for other in asked)
