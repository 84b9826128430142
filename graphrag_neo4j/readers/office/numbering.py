"""The numbers that Word puts before headings, clauses and items, and does not keep in their text.

They are counted as Word shows them (ISO/IEC 29500-1, 17.9): "see 7.3" leads nowhere without them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element

BULLET = "-"
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PLACE = re.compile(r"%([1-9])")
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_MOST_ROMAN, _MOST_LETTERS = 4_000, 26 * 26
_MOST_STYLES = 20  # based one on the other
_LAST_LEVEL = 8


@dataclass(frozen=True, slots=True)
class _Level:
    format: str
    text: str
    start: int
    style: str
    is_decimal: bool  # whatever the format of the levels above


class Numbering:
    """Counts along a document. ``lists`` are its parts of numbers, ``styles`` its styles."""

    def __init__(self, lists: Iterable[_Element], styles: _Element) -> None:
        self._levels: dict[str, dict[int, _Level]] = {}
        self._lists: dict[str, str] = {}
        self._restarts: dict[str, dict[int, int]] = {}
        self._styles = {_get(s, "styleId"): s for s in styles.iter(f"{_WORD}style")}
        self._counts: dict[str, dict[int, int]] = {}
        self._seen: set[str] = set()
        for part in lists:
            for kind in part.iter(f"{_WORD}abstractNum"):
                levels = {
                    _number(level, "ilvl"): _level(level) for level in kind.iter(f"{_WORD}lvl")
                }
                self._levels[_get(kind, "abstractNumId")] = levels
            for number in part.iter(f"{_WORD}num"):
                self._add(number)

    def _add(self, number: _Element) -> None:
        own = _get(number, "numId")
        self._lists[own] = _value(number, "abstractNumId")
        self._restarts[own] = {
            _number(change, "ilvl"): int(start)
            for change in number.iter(f"{_WORD}lvlOverride")
            if (start := _value(change, "startOverride")).isdecimal()
        }

    def next(self, paragraph: _Element) -> str:
        """What Word shows before ``paragraph``: a number, :data:`BULLET`, or nothing."""
        style = _value(paragraph, "pPr", "pStyle")
        number, level = self._place(paragraph, style)
        kind = self._lists.get(number, "")
        levels = self._levels.get(kind, {})
        if level not in levels:
            return ""
        if levels[level].format == "bullet":
            return BULLET
        counts = self._counted(number, kind, level)
        if levels[level].format == "none":
            return ""
        return _shown(levels, level, counts)

    def _place(self, paragraph: _Element, style: str) -> tuple[str, int]:
        """The list that a paragraph is of, itself or by its style, and its level there."""
        number, level = (
            _value(paragraph, "pPr", "numPr", "numId"),
            _value(paragraph, "pPr", "numPr", "ilvl"),
        )
        for _ in range(_MOST_STYLES):
            found = self._styles.get(style)
            if number or found is None:
                break
            number = _value(found, "pPr", "numPr", "numId")
            level = level or _value(found, "pPr", "numPr", "ilvl") or self._level_of(number, style)
            style = _value(found, "basedOn")
        return number, min(int(level), _LAST_LEVEL) if level.isdecimal() else 0

    def _level_of(self, number: str, style: str) -> str:
        levels = self._levels.get(self._lists.get(number, ""), {})
        return next((str(n) for n, level in levels.items() if level.style == style), "")

    def _counted(self, number: str, kind: str, level: int) -> dict[int, int]:
        """The counts of all levels after one more at ``level``. Lists of one kind go on with each
        other, but for one that says where it begins."""
        counts = self._counts.setdefault(kind, {})
        if number not in self._seen:
            self._seen.add(number)
            for at, start in self._restarts.get(number, {}).items():
                counts[at] = start - 1
        levels = self._levels[kind]
        counts[level] = counts.get(level, levels[level].start - 1) + 1
        for above in range(level):
            if above in levels:
                counts.setdefault(above, levels[above].start)
        for below in [at for at in counts if at > level]:
            del counts[below]
        return counts


def _shown(levels: dict[int, _Level], level: int, counts: dict[int, int]) -> str:
    own = levels[level]

    def number(place: re.Match[str]) -> str:
        at = int(place[1]) - 1
        format_ = "decimal" if own.is_decimal or at not in levels else levels[at].format
        return written(counts.get(at, 0), format_)

    return _PLACE.sub(number, own.text).strip()


def written(number: int, format_: str) -> str:
    """A number as a format of Word has it: in digits, letters ("upperLetter") or Roman."""
    is_upper = format_.startswith("upper")
    if format_.endswith("Letter") and 0 < number < _MOST_LETTERS:
        letter = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
        return letter.upper() if is_upper else letter
    if format_.endswith("Roman") and 0 < number < _MOST_ROMAN:
        roman = ""
        for value, signs in _ROMAN:
            roman += signs * (number // value)
            number %= value
        return roman.upper() if is_upper else roman
    return f"{number:02}" if format_ == "decimalZero" else str(number)


def _level(level: _Element) -> _Level:
    start = _value(level, "start")
    return _Level(
        _value(level, "numFmt") or "decimal",
        _value(level, "lvlText"),
        int(start) if start.isdecimal() else 1,
        _value(level, "pStyle"),
        level.find(f"{_WORD}isLgl") is not None,
    )


def _get(element: _Element, name: str) -> str:
    return element.get(f"{_WORD}{name}") or ""


def _number(element: _Element, name: str) -> int:
    value = _get(element, name)
    return int(value) if value.isdecimal() else 0


def _value(element: _Element, *names: str) -> str:
    """The value of an element within others; "" where there is none."""
    found = element.find("/".join(f"{_WORD}{name}" for name in names))
    return "" if found is None else _get(found, "val")
