"""Lines that are a day and no more: "Friday, 14 March 2025", "14. März 2025", "2025-03-14"."""

from __future__ import annotations

import re
from datetime import date

from graphrag_neo4j.text.months import MONTH_NUMBERS

_NAME = r"[^\W\d_]{3,10}"
_DAY = re.compile(
    r"(?:[^\W\d_]{2,12}(?:-feira)?[.,]{0,2}\s)?(?:(?:the|den|am|le|el)\s)?(?:"
    r"(?P<iso>\d{4}-\d\d-\d\d)"
    r"|(?P<d1>\d{1,2})\.\s?(?P<m1>\d{1,2})\.\s?(?P<y1>\d{4})"
    rf"|(?P<d2>\d{{1,2}})(?:st|nd|rd|th|er|[.ºª°])?\s(?:of\s|de\s|d['’])?(?P<m2>{_NAME})\.?,?\s"
    r"(?:del?\s)?(?P<y2>\d{4})"
    rf"|(?P<m3>{_NAME})\.?\s(?P<d3>\d{{1,2}})(?:st|nd|rd|th)?,?\s(?P<y3>\d{{4}})"
    r")\.?",
    re.IGNORECASE,
)
_LONGEST = 60  # characters


def day_of(line: str) -> str:
    """The day that a line is, as ISO 8601 has it; "" if it says anything else, or no year."""
    found = _DAY.fullmatch(line.strip("*_ \t")) if len(line) <= _LONGEST else None
    if found is None:
        return ""
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
