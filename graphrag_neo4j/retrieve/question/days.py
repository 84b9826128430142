"""Days that a text names, however they are written: "3 May", "2024-05-03", "03.05.2024"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from graphrag_neo4j.text.months import MONTH_NUMBERS

_MONTH = rf"({'|'.join(sorted(MONTH_NUMBERS, key=len, reverse=True))})\b\.?"
_YEAR_FIRST = re.compile(r"(?<![\d-])(\d{4})[-/](\d\d)[-/](\d\d)(?![\d-])")
_INMONTH_NUMBERS = re.compile(r"(?<![\d.])(\d{1,2})([./])(\d{1,2})\2(\d{4})(?!\.?\d)")
_SHORT_YEAR = re.compile(r"(?<![\d.])(\d{1,2})([./])(\d{1,2})\2(\d\d)(?![./]?\d)")
_DAY_FIRST = re.compile(
    rf"(?<![\w.])(\d{{1,2}})(?:st|nd|rd|th|er)?\.? (?:of |de )?{_MONTH}(?:,? (?:de )?(\d{{4}})\b)?",
    re.IGNORECASE,
)
_MONTH_FIRST = re.compile(
    rf"\b{_MONTH} (\d{{1,2}})(?:st|nd|rd|th)?\b(?![:.]\d)(?:,? (\d{{4}})\b)?", re.IGNORECASE
)


class Day(NamedTuple):
    """``year``: 0 where it is not said."""

    year: int
    month: int
    day: int

    def may_be(self, other: Day) -> bool:
        """Whether both are the same, as far as they say."""
        return self[1:] == other[1:] and (self.year == other.year or 0 in (self.year, other.year))


def days_in(text: str) -> set[Day]:
    """All days that a text names; of "03/04/2024" both readings."""
    return days_by_numbers(text) | days_in_words(text)


def days_by_numbers(text: str) -> set[Day]:
    """Those that have their month as a number."""
    return set(filter(_is_day, _by_numbers(text)))


def days_in_words(text: str) -> set[Day]:
    """Those that have the name of their month."""
    return set(filter(_is_day, _in_words(text)))


def without_days(text: str) -> str:
    """A text without the days that it names."""
    for pattern in (_YEAR_FIRST, _INMONTH_NUMBERS, _DAY_FIRST, _MONTH_FIRST):
        text = pattern.sub(" ", text)
    return text


def _is_day(day: Day) -> bool:
    return 1 <= day.month <= 12 and 1 <= day.day <= 31


def _by_numbers(text: str) -> Iterator[Day]:
    for year, month, day in _YEAR_FIRST.findall(text):
        yield Day(int(year), int(month), int(day))
    short = ((*found, f"20{year}") for *found, year in _SHORT_YEAR.findall(text))
    for day, mark, month, year in (*_INMONTH_NUMBERS.findall(text), *short):
        yield Day(int(year), int(month), int(day))
        if mark == "/":
            yield Day(int(year), int(day), int(month))


def _in_words(text: str) -> Iterator[Day]:
    for day, month, year in _DAY_FIRST.findall(text):
        yield Day(int(year or 0), MONTH_NUMBERS[month.casefold()], int(day))
    for month, day, year in _MONTH_FIRST.findall(text):
        yield Day(int(year or 0), MONTH_NUMBERS[month.casefold()], int(day))
