"""What the cell of a table amounts to, as a number that cells of its column can be compared by."""

from __future__ import annotations

import re

_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d))?")
_EUROPEAN_DAY = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})()()")
_CLOCK = re.compile(r"(\d{1,3}):(\d\d)(?!\d)")
_NUMBER = re.compile(
    r"[^\w.,-]{0,3}(?:[A-Z]{3} ?)?[^\w.,-]?([-−]?\d(?:[\d.,'’ ]*\d)?)\s*([^\W\d]*)"
)
_LONGEST = 24  # characters
_SECONDS = {
    **dict.fromkeys(("s", "sec", "second", "seconds"), 1),
    **dict.fromkeys(("min", "minute", "minutes"), 60),
    **dict.fromkeys(("h", "hr", "hour", "hours"), 3_600),
    **dict.fromkeys(("d", "day", "days"), 86_400),
    **dict.fromkeys(("week", "weeks"), 604_800),
}


def quantity(text: str) -> float | None:
    """A day or time in minutes, a duration in seconds, any other number as it is; None of what is
    no quantity. "1,234.50 €" and "14,90" are read as they are meant; "1,234" is over a thousand."""
    text = text.strip()
    if day := _DAY.match(text):
        year, month, date, *clock = day.groups()
        return _minutes(year, month, date, *clock)
    if day := _EUROPEAN_DAY.match(text):
        date, month, year, *clock = day.groups()
        return _minutes(year, month, date, *clock)
    if clock_ := _CLOCK.match(text):
        return int(clock_[1]) * 60.0 + int(clock_[2])
    number = _NUMBER.match(text) if len(text) <= _LONGEST else None
    if number is None:
        return None
    return float(_plain(number[1])) * _SECONDS.get(number[2].casefold(), 1)


def is_day(text: str) -> bool:
    """Whether a cell begins with a day: "2024-05-03 08:00", "3.5.2024"."""
    return bool(_DAY.match(text) or _EUROPEAN_DAY.match(text))


def _minutes(year: str, month: str, date: str, hour: str | None, minute: str | None) -> float:
    """Minutes in years of months of 31 days: all that matters is which one comes first."""
    days = (int(year) * 12 + int(month)) * 31 + int(date)
    return float(days * 1_440 + int(hour or 0) * 60 + int(minute or 0))


def _plain(digits: str) -> str:
    """Digits as Python reads them: the last mark parts the decimals if it is another one than
    before, or parts other than three digits."""
    digits = re.sub(r"['’ ]", "", digits).replace("−", "-")
    marks = re.findall(r"[.,]", digits)
    if not marks:
        return digits
    last = marks[-1]
    whole, _, decimals = digits.rpartition(last)
    is_decimal = len(set(marks)) > 1 or (len(marks) == 1 and (last == "." or len(decimals) != 3))
    if not is_decimal:
        return re.sub(r"[.,]", "", digits)
    return f"{re.sub(r'[.,]', '', whole)}.{decimals}"
