"""When the events of a calendar are: days, times with their zones, and rules in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vobject.base import Component, ContentLine

_MOMENT = re.compile(
    r"(\d{4})-?(\d\d)-?(\d\d)"
    r"(?:T(\d\d):?(\d\d)(?::?\d\d(?:[.,]\d+)?)?(?P<zone>Z|[+-]\d\d:?\d\d)?)?"
)
_BETWEEN = re.compile(r"[,;]")
_UNITS = {"daily": "days", "weekly": "weeks", "monthly": "months", "yearly": "years"}
_DAYS = {
    "MO": "Monday", "TU": "Tuesday", "WE": "Wednesday", "TH": "Thursday", "FR": "Friday",
    "SA": "Saturday", "SU": "Sunday",
}  # fmt: skip
_DAY_LENGTH = len("2024-04-08")
_DAY = re.compile(r"(?P<nth>[+-]?\d+)?(?P<day>[A-Z]{2})")
_NTH = {
    1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -1: "last",
    -2: "second to last", -3: "third to last",
}  # fmt: skip
_MONTHS = (
    "January February March April May June July August September October November December"
).split()


def times_of(line: ContentLine) -> Iterator[str]:
    """The days or times on a line, as "2024-04-08 09:00 Europe/Oslo", with the name of the zone
    that stands there. Raises :class:`ValueError` for what is none."""
    for said in filter(None, map(str.strip, _BETWEEN.split(line.value))):
        found, zone = _moment(line, said.partition("/")[0])  # of a period its start
        if isinstance(found, datetime):
            zone = zone or "".join(line.params.get("TZID", ())[:1])
            yield f"{found:%Y-%m-%d %H:%M} {zone}".strip()
        else:
            yield found.isoformat()


def end_of(event: Component) -> Iterator[str]:
    """The ends of an event, of one of whole days its last day: the file has the day after it.
    Raises :class:`ValueError` for what is none."""
    starts = {time for line in event.contents.get("dtstart", ()) for time in times_of(line)}
    for line in event.contents.get("dtend", ()):
        for time in times_of(line):
            is_day = len(time) == _DAY_LENGTH and time not in starts
            yield (date.fromisoformat(time) - timedelta(days=1)).isoformat() if is_day else time


def _moment(line: ContentLine, said: str) -> tuple[date, str]:
    """A day, or a time and its zone, empty if none is told."""
    found = _MOMENT.fullmatch(said.strip())
    if not found:
        raise ValueError(f"{line.name} is no time, {said}")
    year, month, day, hour, minute = (int(number or 0) for number in found.groups()[:5])
    zone = found["zone"] or ""
    try:
        moment = datetime(year, month, day, hour, minute)
    except ValueError:
        raise ValueError(f"{line.name} is a time that there is not, {said}") from None
    return (moment if found[4] else moment.date()), "UTC" if zone == "Z" else zone


def rule_in_words(rule: str) -> str:
    """When an event comes again: "weekly on Tuesday, Thursday until 2025-07-01", "monthly on the
    last Friday"; what has no words stays as it is."""
    parts = dict(part.split("=", 1) for part in rule.split(";") if "=" in part)
    freq = parts.pop("FREQ", "").lower()
    if freq not in _UNITS:
        return rule
    every = parts.pop("INTERVAL", "1")
    said = [freq if every == "1" else f"every {every} {_UNITS[freq]}"]
    said += _days(parts)
    if months := _months(parts.get("BYMONTH", "")):
        parts.pop("BYMONTH")
        said.append(f"in {months}")
    if until := parts.pop("UNTIL", ""):
        day = _MOMENT.match(until)
        said.append("until " + ("-".join(day.groups()[:3]) if day else until))
    if count := parts.pop("COUNT", ""):
        said.append(f"{count} times")
    parts.pop("WKST", None)
    return " ".join([*said, *(f"{name}={value}" for name, value in parts.items())])


def _days(parts: dict[str, str]) -> Iterator[str]:
    """On which days, by what is taken out of a rule's parts."""
    nth = _nth(parts.get("BYSETPOS", ""))
    if days := parts.pop("BYDAY", ""):
        named = [_weekday(day) for day in days.split(",")]
        if nth and len(named) == 1 and days in _DAYS:
            parts.pop("BYSETPOS")
            named = [f"the {nth} {named[0]}"]
        yield f"on {', '.join(named)}"
    numbers = parts.pop("BYMONTHDAY", "").split(",")
    if all(numbers):
        yield "on " + ", ".join(
            f"the {_nth(number)} day"
            if number.startswith("-") and _nth(number)
            else f"day {number}"
            for number in numbers
        )


def _weekday(said: str) -> str:
    """ "-1FR" as "the last Friday"."""
    found = _DAY.fullmatch(said)
    if not found or found["day"] not in _DAYS:
        return said
    day = _DAYS[found["day"]]
    if not found["nth"]:
        return day
    nth = _nth(found["nth"])
    return f"the {nth} {day}" if nth else said


def _nth(number: str) -> str:
    """ "last" of "-1"; empty for what has no word."""
    return _NTH.get(int(number), "") if re.fullmatch(r"[+-]?\d{1,3}", number) else ""


def _months(numbers: str) -> str:
    """Names of months; empty if one has none."""
    names = dict(enumerate(_MONTHS, start=1))
    found = [names.get(int(one), "") if one.isdecimal() else "" for one in numbers.split(",")]
    return ", ".join(found) if all(found) else ""
