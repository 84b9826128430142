"""Lines that are a day and no more: "Friday, 14 March 2025", "14. März 2025", "2025-03-14"; and the
day and the time of day within words: "8:40 pm on 20 February 2025"."""

from __future__ import annotations

import re
from datetime import date

from graphrag_neo4j.text.months import MONTH_NUMBERS

_NAME = r"[^\W\d_]{3,10}"
_ANY_DAY = (
    r"(?:(?P<iso>\d{4}-\d\d-\d\d)"
    r"|(?P<d1>\d{1,2})\.\s?(?P<m1>\d{1,2})\.\s?(?P<y1>\d{4})"
    rf"|(?P<d2>\d{{1,2}})(?:st|nd|rd|th|er|[.ºª°])?\s(?:of\s|de\s|d['’])?(?P<m2>{_NAME})\.?,?\s"
    r"(?:del?\s)?(?P<y2>\d{4})"
    rf"|(?P<m3>{_NAME})\.?\s(?P<d3>\d{{1,2}})(?:st|nd|rd|th)?,?\s(?P<y3>\d{{4}})"
    r")"
)
_DAY = re.compile(
    r"(?:[^\W\d_]{2,12}(?:-feira)?[.,]{0,2}\s)?(?:(?:the|den|am|le|el)\s)?" + _ANY_DAY + r"\.?",
    re.IGNORECASE,
)
DAY_WITHIN = re.compile(rf"(?<![\w.]){_ANY_DAY}(?!\d)", re.IGNORECASE)
"""A day with its year within words."""
_IN_NUMBERS = re.compile(r"(?<![\w./-])(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?![\w/-])")
_CLOCK = re.compile(
    r"(?:(?<![\w.:])|(?<=\dT))(?P<hour>\d{1,2}):(?P<minute>[0-5]\d)(?::\d\d)?(?![\d:])"
    r"(?:\s?(?P<half>[ap])\.?m\b)?",
    re.IGNORECASE,
)
STAMP = (
    r"\u200e?[\[(]?(?:(?P<iso>\d{4}-\d\d-\d\d)|(?P<one>\d{1,2})(?P<sign>[./-])(?P<two>\d{1,2})[./-]"
    r"(?P<year>\d{4}|\d\d))(?:[,،]?[ ]{1,2}|T)\d{1,2}:\d\d"
)
"""Before a message: "[12/05/2024, 21:31:02]"; for :func:`day_of_stamp`."""
_LONGEST = 60  # characters
_FULL_YEAR = 4  # digits


def day_of(line: str) -> str:
    """The day that a line is, as ISO 8601 has it; "" if it says anything else, or no year."""
    found = _DAY.fullmatch(line.strip("*_ \t")) if len(line) <= _LONGEST else None
    return _read(found) if found is not None else ""


def day_within(text: str) -> str:
    """The first day with its year that stands in ``text``, as ISO 8601 has it; "" without one."""
    return next(filter(None, map(_read, DAY_WITHIN.finditer(text))), "")


def with_clear_days(text: str) -> str:
    """``text`` with days such as 13/05/2025 as ISO 8601 has them; 5/6/2025 stays, which may be in
    May or in June."""
    return _IN_NUMBERS.sub(_clear_day, text)


def _clear_day(found: re.Match[str]) -> str:
    one, _, two, year = found.groups()
    days = {_iso(year, one, two), _iso(year, two, one)} - {""}
    return days.pop() if len(days) == 1 else found[0]


def day_of_stamp(stamp: re.Match[str], *, is_day_first: bool) -> str:
    """The day of a :data:`STAMP`; "" if it is none in this order of day and month."""
    if stamp["iso"]:
        return day_within(stamp["iso"])
    day, month = (stamp["one"], stamp["two"])[:: 1 if is_day_first else -1]
    year = stamp["year"] if len(stamp["year"]) == _FULL_YEAR else f"20{stamp['year']}"
    return _iso(year, month, day)


def clock_within(text: str) -> str:
    """The first time of day that stands in ``text``, as "20:40"; "" without one."""
    for found in _CLOCK.finditer(text):
        hour, half = int(found["hour"]), (found["half"] or "").casefold()
        if half and hour <= 12:
            hour = hour % 12 + 12 * (half == "p")
        if hour < 24:
            return f"{hour:02}:{found['minute']}"
    return ""


def _read(found: re.Match[str]) -> str:
    if found["iso"]:
        return _iso(*found["iso"].split("-"))
    n = next(n for n in "123" if found[f"y{n}"])
    month = found[f"m{n}"]
    number = month if month.isdecimal() else str(MONTH_NUMBERS.get(month.casefold(), 0))
    return _iso(found[f"y{n}"], number, found[f"d{n}"])


def _iso(year: str, month: str, day: str) -> str:
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:  # no day of a calendar
        return ""
