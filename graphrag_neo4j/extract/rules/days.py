"""Days and months in the cells of tables, and rows that are about a day."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphrag_neo4j.extract.lexicon import bag
from graphrag_neo4j.extract.rules.name_spans import given_names

MONTHS = bag(
    """
    january february march april may june july august september october november december jan feb
    mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday
    sunday mon tue tues wed thu thur thurs fri sat sun
    """
)
"""Months and weekdays."""
_WORD = re.compile(r"[^\W_]+")
_DAY = re.compile(
    r"(?:[^\W\d]{2,10}\.?,? )?(?:\d{4}([-/.])\d\d?\1\d\d?|\d\d?([-/.])\d\d?\2(?:\d{4}|\d\d)?)"
)
_LONGEST_NAMES = 8
"""Words of a cell that names people."""


def is_date(value: str) -> bool:
    """Whether it has a month or a weekday in words, and digits ("2 May")."""
    words = _WORD.findall(value.casefold())
    return any(word in MONTHS for word in words) and any(map(str.isdigit, value))


def is_day(value: str) -> bool:
    """Whether it is a day by numbers ("2024-05-02") or has one in words ("2 May")."""
    return _DAY.fullmatch(value) is not None or is_date(value)


def is_of_day(cells: Sequence[str]) -> bool:
    """Whether a row is about the day that it begins with, as in a roster: the first of its other
    cells with words and most of all name people, none of whom is more than the others what it is
    about. "3 May; Spring meeting; Ada; Bo" is about the meeting."""
    if not cells or not is_day(cells[0]):
        return False
    others = [cell for cell in cells[1:] if cell.casefold() not in MONTHS]
    people = [_begins_with_person(cell) for cell in others if any(map(str.isalpha, cell))]
    return people[:1] == [True] and 1 < sum(people) > len(others) / 2


def _begins_with_person(cell: str) -> bool:
    words = cell.split()
    is_name = 0 < len(words) <= _LONGEST_NAMES and words[0][0].isupper()
    return is_name and words[0].strip(",;").lower() in given_names()
