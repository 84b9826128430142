"""What "yesterday" or "last month" was: from the day on which it was said, if the message, the
heading above it or the source tells that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.past_weekdays import may_name_weekdays, past_weekdays
from graphrag_neo4j.text.dates import STAMP, day_of, day_of_stamp, day_within
from graphrag_neo4j.text.relative_days import may_name_days, relative_days

_STAMP = re.compile(STAMP)


def named_days(row: Row, chunk: Row) -> dict[str, str]:
    """What a row of ``retrieve/statements`` names from its own day on, as it is written, and what
    that is; nothing of what a mail quotes, as that was said before the mail's day."""
    text = row["text"]
    if text.startswith(">"):
        return {}
    told = said_on(row, chunk) if may_name_days(text) or may_name_weekdays(text) else ""
    if not told:
        return {}
    day = date.fromisoformat(told)
    return relative_days(text, day) | past_weekdays(text, day)


def said_on(row: Row, chunk: Row) -> str:
    """The day on which a row was said, as ISO 8601 has it; "" where nothing tells."""
    begun = day_within(str(chunk["source"].get("date") or ""))
    stamped = list(_stamped(chunk))
    if stamped:
        before = [stamp for start, stamp in stamped if start <= (row["start"] or 0)]
        return _day_of(before[-1], _orders(stamped, begun), begun) if before else ""
    return _of_entry(row["words"]) or _of_heading(chunk["section"] or "") or begun


def _of_entry(read: str) -> str:
    """The day of a diary's entry, which what is read of a statement begins with: "12 May 2024:"."""
    return day_of(read.partition(":")[0])


def _of_heading(section: str) -> str:
    """The day of the nearest heading that is one, else the first that stands in any."""
    headings = section.split(" > ")
    return next(filter(None, map(day_of, reversed(headings))), "") or day_within(section)


def _stamped(chunk: Row) -> Iterator[tuple[int, re.Match[str]]]:
    """Where messages with day and time begin."""
    rows = sorted(chunk["statements"], key=lambda row: (row["start"] or 0, row["id"]))
    found = ((row["start"] or 0, _STAMP.match(row["text"])) for row in rows)
    return ((start, stamp) for start, stamp in found if stamp is not None)


def _orders(stamped: Sequence[tuple[int, re.Match[str]]], begun: str) -> tuple[bool, ...]:
    """Whether the day comes first in messages that are of one chat: (True,), (False,), or both if
    that is open. It is not, if only one order makes all of them days that go on from ``begun``, or
    the first message of the text is of that day in one order only."""
    possible = []
    for is_day_first in (True, False):
        days = [_read(stamp, is_day_first=is_day_first) for _, stamp in stamped]
        if all(days) and days == sorted(days) and begun <= days[0]:
            possible.append((is_day_first, stamped[0][0] == 0 and days[0] == begun))
    plain = [order for order, begins in possible if begins] or [order for order, _ in possible]
    return tuple(plain) if len(plain) == 1 else (True, False)


def _day_of(stamp: re.Match[str], orders: tuple[bool, ...], begun: str) -> str:
    """The day of a stamp in a text that begins on the day ``begun``: of two readings of "5/6/24"
    the one that is not before that; "" if both are or none."""
    days = {_read(stamp, is_day_first=one) for one in orders} - {""}
    if len(days) > 1:
        days = {day for day in days if begun and day >= begun}
    return days.pop() if len(days) == 1 else ""


def _read(stamp: re.Match[str], *, is_day_first: bool) -> str:
    """The day of a stamp; with dots the day comes first in any case."""
    return day_of_stamp(stamp, is_day_first=is_day_first or stamp["sign"] == ".")
