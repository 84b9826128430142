"""Numbers of a sheet as it shows them, by the formats of their cells: "00123", "$1,234.50"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

_ZEROS = re.compile(r"0{2,}")
_LANGUAGE = re.compile(r"\[\$-[^\]]*\]")
_CURRENCY = re.compile(
    r'\[\$\s*([^\]-]*[^\]\s-])[^\]]*\]|"\s*([A-Z]{3}|[$€£¥₹₽₩₺₴])\s*"|([$€£¥₹₽₩₺₴])'
)
_DIGITS = re.compile(r"[#0?][#0?,]*(?:\.([#0?]+))?(?![#0?,.])")
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


def formatted(value: object, number_format: str) -> object:
    """What a sheet shows of a number or a length of time: leading zeros, an amount with its
    currency and decimals (with "," between thousands and "." before decimals, whatever the
    language), hours beyond a day. Any other value, and one in any other format, as it is."""
    if isinstance(value, timedelta):
        return _length_of_time(value, number_format.lower())
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return value
    if abs(value) >= 10**_MOST_DIGITS:
        return value
    if _ZEROS.fullmatch(number_format):
        return f"{int(value):0{len(number_format)}}" if value == int(value) >= 0 else value
    currency = _currency(number_format)
    return currency.shown(value) if currency else value


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
