"""Numbers of a sheet as it shows them, by the formats of their cells: "00123", "$1,234.50"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

from graphrag_neo4j.readers.content import clean_text

_ZEROS = re.compile(r"0{2,}")
_LANGUAGE = re.compile(r"\[\$-[^\]]*\]")
_CURRENCY = re.compile(
    r'\[\$\s*([^\]-]*[^\]\s-])[^\]]*\]|"\s*([A-Z]{3}|[$€£¥₹₽₩₺₴])\s*"|([$€£¥₹₽₩₺₴])'
)
_DIGITS = re.compile(r"[#0?][#0?,]*(?:\.([#0?]+))?(?![#0?,.])")
_LOOKS = re.compile(r"\[(?:\$-[^\[\]]*|[A-Za-z]+\d*)\]|[_*].")
_WITH_UNIT = re.compile(
    r'(?:General|[#0?](?:[#0?,]*[#0?])?(?:\.[#0?]+)?)((?:"[^"]*"|\\.|[ \xa0])+)'
)
_UNIT = re.compile(r"\s*[/°]?[^\W\d_][^\n]{0,19}|\s*°")
_QUOTES = re.compile(r'"([^"]*)"|\\(.)')
_MOST_DIGITS = 15  # that a sheet keeps of a number


@dataclass(frozen=True, slots=True)
class _Currency:
    before: str
    behind: str
    decimals: int
    is_grouped: bool

    def shown(self, value: int | float) -> str:
        exact = Decimal(repr(abs(value)))
        rounded = exact.quantize(Decimal(1).scaleb(-self.decimals), ROUND_HALF_UP)
        minus = "-" if value < 0 and rounded else ""
        return f"{minus}{self.before}{rounded:{',' if self.is_grouped else ''}f}{self.behind}"


class ShownNumber:
    """A number as a sheet shows it, which is no word that may name a column."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text


def cell_text(cell: object) -> str:
    """A cell as people read it: no ".0", no midnight."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 10**_MOST_DIGITS:
        return str(int(cell))
    if isinstance(cell, datetime):
        return str(cell.date() if cell.time() == time() else cell)
    if isinstance(cell, date | time):
        return cell.isoformat()
    return clean_text(str(cell)).strip()


def formatted(value: object, number_format: str) -> object:
    """What a sheet shows of a number or a length of time: leading zeros, a share ("15 %"), an
    amount with its currency and decimals (with "," between thousands and "." before decimals,
    whatever the language), a measure with its unit, hours beyond a day. Any other value, and one
    in any other format, as it is."""
    if isinstance(value, timedelta):
        return ShownNumber(_length_of_time(value, number_format.lower()))
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return value
    shown = _number(value, number_format)
    return value if shown is None else ShownNumber(shown)


def _number(value: int | float, number_format: str) -> str | None:
    if "%" in number_format:
        return f"{cell_text(round(100.0 * value, 2))} %"
    if abs(value) >= 10**_MOST_DIGITS:
        return None
    if _ZEROS.fullmatch(number_format):
        is_whole = value == int(value) >= 0
        return f"{int(value):0{len(number_format)}}" if is_whole else None
    if currency := _currency(number_format):
        return currency.shown(value)
    unit = _unit(number_format)
    return f"{cell_text(value)}{unit}" if unit else None


@lru_cache(maxsize=256)
def _unit(number_format: str) -> str:
    """What a format writes behind numbers: " kW"; none of one that shows thousands or millions."""
    found = _WITH_UNIT.fullmatch(_LOOKS.sub("", number_format.partition(";")[0]))
    unit = _QUOTES.sub(r"\1\2", found[1]).rstrip() if found else ""
    return unit if _UNIT.fullmatch(unit) else ""


def _length_of_time(value: timedelta, number_format: str) -> str:
    """Hours and minutes, also seconds where the format has them; minutes or seconds where it counts
    these alone."""
    seconds = round(value.total_seconds())
    minus, seconds = "-" if seconds < 0 else "", abs(seconds)
    minutes, hours = seconds // 60, seconds // 3600
    if "[s" in number_format:
        return f"{minus}{seconds}"
    end = f":{seconds % 60:02}" if "s" in number_format else ""
    if "[m" in number_format:
        return f"{minus}{minutes}{end}"
    return f"{minus}{hours}:{minutes % 60:02}{end}"


@lru_cache(maxsize=256)
def _currency(number_format: str) -> _Currency | None:
    """How a format writes amounts of money, by its part for positive numbers; None of any other,
    and of one that shows thousands or millions."""
    positive = _LANGUAGE.sub("", number_format.partition(";")[0])
    sign = _CURRENCY.search(positive)
    digits = _DIGITS.search(_CURRENCY.sub(lambda found: " " * len(found[0]), positive))
    if not sign or not digits or digits[0].endswith(","):
        return None
    name = sign[1] or sign[2] or sign[3]
    decimals = len(digits[1] or "")
    if sign.start() > digits.start():
        return _Currency("", f" {name}", decimals, "," in digits[0])
    gap = " " if name[-1].isalpha() or name.endswith(".") else ""
    return _Currency(f"{name}{gap}", "", decimals, "," in digits[0])
