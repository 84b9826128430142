"""Days that a text names, however they are written: "3 May", "2024-05-03", "03.05.2024"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_MONTHS = (
    "january jan januar januari janvier enero gennaio janeiro",
    "february feb februar februari février febrero febbraio fevereiro",
    "march mar märz maart mars marzo março",
    "april apr avril abril aprile",
    "may mai mei mayo maggio maio",
    "june jun juni juin junio giugno junho",
    "july jul juli juillet julio luglio julho",
    "august aug augustus août agosto",
    "september sep sept septembre septiembre settembre setembro",
    "october oct oktober octobre octubre ottobre outubro",
    "november nov novembre noviembre novembro",
    "december dec dezember décembre diciembre dicembre dezembro",
)
_NUMBERS = {name: n for n, names in enumerate(_MONTHS, start=1) for name in names.split()}
_MONTH = rf"({'|'.join(sorted(_NUMBERS, key=len, reverse=True))})\b\.?"
_YEAR_FIRST = re.compile(r"(?<![\d-])(\d{4})[-/](\d\d)[-/](\d\d)(?![\d-])")
_IN_NUMBERS = re.compile(r"(?<![\d.])(\d{1,2})([./])(\d{1,2})\2(\d{4})(?!\.?\d)")
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
    return {day for day in _days(text) if 1 <= day.month <= 12 and 1 <= day.day <= 31}


def without_days(text: str) -> str:
    """A text without the days that it names."""
    for pattern in (_YEAR_FIRST, _IN_NUMBERS, _DAY_FIRST, _MONTH_FIRST):
        text = pattern.sub(" ", text)
    return text


def _days(text: str) -> Iterator[Day]:
    for year, month, day in _YEAR_FIRST.findall(text):
        yield Day(int(year), int(month), int(day))
    for day, mark, month, year in _IN_NUMBERS.findall(text):
        yield Day(int(year), int(month), int(day))
        if mark == "/":
            yield Day(int(year), int(day), int(month))
    for day, month, year in _DAY_FIRST.findall(text):
        yield Day(int(year or 0), _NUMBERS[month.casefold()], int(day))
    for month, day, year in _MONTH_FIRST.findall(text):
        yield Day(int(year or 0), _NUMBERS[month.casefold()], int(day))
