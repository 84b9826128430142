"""Which statements are said of a number of the question: "6 to 9 years" of a child of 8, "over
£50,000" of a contract of £60,000."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.text.number_words import NUMBER_WORDS

IN_RANGE = 0.4
"""What a statement counts more whose range has the number that is asked of."""
_DAYS = {"day": 1.0, "week": 7.0, "month": 30.4, "year": 365.0}
_MONEY = "money"
_UNITS = (
    "years?|yrs?|months?|weeks?|days?|hours?|minutes?|[km]?g|[ckm]?m|km/h|bar|°C|%|litres?|miles?"
)
_FROM = "above|over|more than|at least|from|older than|longer than|exceeds?|exceeding|beyond"
_TO = "up to|under|below|less than|at most|not? more than|younger than|within|until"
_BELOW, _ABOVE = "under|less|younger|below|fewer", "over|more|older|above"
_NUMBER = rf"(?:[£$€]\s?)?(?:\d[\d,]{{0,15}}(?:\.\d{{1,9}})?|(?:{'|'.join(NUMBER_WORDS)})\b)"
_OTHER = rf"{_NUMBER}(?:\s?(?:{_UNITS})\b)?"
_QUANTITY = rf"(?<![\w.,-]){_OTHER}"
_BETWEEN = re.compile(rf"({_QUANTITY})(?:\s?[-–]\s?|\sto\s|\sand\s)({_OTHER})", re.IGNORECASE)
_BOUND = re.compile(
    rf"\b(?:(?P<high>{_TO})|(?P<low>{_FROM}))\s(?:the age of\s|age\s)?(?P<of>{_QUANTITY})"
    rf"|(?P<first>{_QUANTITY})\s(?:and|or)\s(?:(?P<over>{_ABOVE})|(?P<under>{_BELOW}))\b",
    re.IGNORECASE,
)
_ASKED = re.compile(rf"(?:\b(?:(?P<low>{_FROM})|(?P<high>{_TO}))\s)?(?P<of>{_QUANTITY})", re.I)
_PARTS = re.compile(rf"(?P<money>[£$€])?\s?(?P<n>[\d.,]+|[a-z]+)\s?(?P<unit>{_UNITS})?", re.I)
_A_LITTLE = 1e-6
"""What "over 2000" is more than 2000, for its share."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number, and what it counts: time in days, "money" of any currency, another unit or ""."""

    value: float
    unit: str


@dataclass(frozen=True, slots=True)
class Range:
    """From one number to another, both included; one of them may be infinite."""

    low: float
    high: float
    unit: str

    @property
    def width(self) -> tuple[bool, float]:
        """By which ranges compare; one without an end is wider than all others."""
        is_open = math.isinf(self.high) or math.isinf(self.low)
        return is_open, abs(self.low if math.isinf(self.high) else self.high - self.low)


def in_ranges(question: str, rows: Sequence[tuple[Row, Row]]) -> list[float]:
    """What each of ``rows``, chunks with their statements, counts more: of those of one topic that
    name ranges, the one whose narrowest range has a number of the question."""
    found = [0.0] * len(rows)
    asked = list(quantities_asked(question))
    topics: defaultdict[tuple[str, str], dict[int, list[Range]]] = defaultdict(dict)
    for index, (chunk, row) in enumerate(rows if asked else ()):
        topics[chunk["chunk"], row["topic_id"]][index] = list(ranges(row["words"]))
    for members in topics.values():
        for quantity in asked:
            for index in _narrowest(quantity, members):
                found[index] = IN_RANGE
    return found


def _narrowest(asked: Quantity, members: Mapping[int, Sequence[Range]]) -> list[int]:
    """Which of them have the number in the narrowest range; none where it has no unit and nothing
    else is told of another range."""
    comparable = {
        index: [(one, value) for one in of if (value := _in_unit_of(one, asked)) is not None]
        for index, of in members.items()
    }
    widths = {
        index: min(one.width for one, _ in having)
        for index, pairs in comparable.items()
        if (having := [(one, value) for one, value in pairs if one.low <= value <= one.high])
    }
    n_ranged = sum(map(bool, comparable.values()))
    if not widths or not (asked.unit or n_ranged > 1):
        return []
    least = min(widths.values())
    return [index for index, width in widths.items() if width == least]


def _in_unit_of(one: Range, asked: Quantity) -> float | None:
    """A number in the unit of a range; without a unit it may be an age or a sum. None if the two
    count different things."""
    if asked.unit == one.unit or (not asked.unit and one.unit == _MONEY):
        return asked.value
    if not asked.unit and one.unit == "day":
        return asked.value * _DAYS["year"]
    if not one.unit and asked.unit == "day":
        return asked.value / _DAYS["year"]
    return None


def quantities_asked(question: str) -> Iterator[Quantity]:
    """The numbers that a question asks of; "over 2000" is a little more."""
    for found in _ASKED.finditer(question):
        quantity = _quantity(found["of"])
        if quantity is not None:
            more = (bool(found["low"]) - bool(found["high"])) * _A_LITTLE
            yield Quantity(quantity.value * (1 + more), quantity.unit)


def ranges(text: str) -> Iterator[Range]:
    """The ranges that a text names: "6 to 9 years", "£5,000-£50,000", "over 65", "3 or more"."""
    rest, at = [], 0
    for found in _BETWEEN.finditer(text):
        if (between := _between(found[1], found[2])) is not None:
            yield between
            rest.append(text[at : found.start()])
            at = found.end()
    rest.append(text[at:])
    for found in _BOUND.finditer(" | ".join(rest)):
        bound = _quantity(found["of"] or found["first"])
        if bound is not None and (found["low"] or found["over"]):
            yield Range(bound.value, math.inf, bound.unit)
        elif bound is not None:
            yield Range(-math.inf, bound.value, bound.unit)


def _between(first: str, second: str) -> Range | None:
    low, high = _quantity(first), _quantity(second)
    if low is None or high is None:
        return None
    if not low.unit:  # "6 to 9 years"
        low = _counted(low.value, _MONEY if high.unit == _MONEY else _unit_of(second))
    is_one = low.unit == high.unit and low.value <= high.value
    return Range(low.value, high.value, high.unit) if is_one else None


def _quantity(text: str) -> Quantity | None:
    parts = _PARTS.match(text)
    if parts is None:
        return None
    digits = parts["n"].replace(",", "").rstrip(".")
    value = float(NUMBER_WORDS.get(digits.lower(), digits))
    return _counted(value, _MONEY if parts["money"] else _unit_of(text))


def _unit_of(text: str) -> str:
    parts = _PARTS.match(text)
    unit = (parts["unit"] or "").lower() if parts else ""
    return "year" if unit in ("yr", "yrs") else unit.removesuffix("s")


def _counted(value: float, unit: str) -> Quantity:
    return Quantity(value * _DAYS[unit], "day") if unit in _DAYS else Quantity(value, unit)
