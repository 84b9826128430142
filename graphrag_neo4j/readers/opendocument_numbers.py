"""The numbers that OpenDocument shows before headings, clauses and items, and does not keep in
their text: counted by the styles of lists and of the outline."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphrag_neo4j.readers.office.numbering import written
from graphrag_neo4j.readers.opendocument_xml import TEXT, OpenDocument, attribute, name_of

if TYPE_CHECKING:
    from lxml.etree import _Element

_PLACE = re.compile(r"%(\d{1,2})%")
_FORMATS = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
_MOST_LEVELS, _MOST_DIGITS = 10, 9
_LEVELS = ("list-level-style-number", "outline-level-style")


@dataclass(frozen=True, slots=True)
class _Level:
    format: str
    text: str
    start: int


_Levels = Mapping[int, _Level]
"""The numbered levels of a list, from 1; others have bullets, or nothing."""


class List:
    """A list that is being read: a level of what its outermost list counts."""

    def __init__(self, levels: _Levels, level: int, counts: dict[int, int]) -> None:
        self.levels, self.level, self.counts = levels, level, counts
        self.is_numbered = level in levels
        self._is_new = False

    def begin(self, item: _Element) -> None:
        """An item comes next, which says where the count goes on if it does not do so."""
        self._is_new = True
        if start := _number(item, "start-value"):
            self.counts[self.level] = start - 1

    def mark(self) -> str:
        """The number before the next paragraph; nothing but for the first one of an item."""
        if not self._is_new or not self.is_numbered:
            return ""
        self._is_new = False
        return _next(self.levels, self.level, self.counts)


class Numbers:
    """Counts along a document."""

    def __init__(self, file: OpenDocument) -> None:
        self._styles = {
            attribute(style, "name"): _levels(style) for style in file.styles(f"{TEXT}list-style")
        }
        outlines = file.styles(f"{TEXT}outline-style")
        self._outline = next((levels for style in outlines if (levels := _levels(style))), {})
        self._headings: dict[int, int] = {}
        self._counts: dict[str, dict[int, int]] = {}  # by ids and styles of lists

    def heading(self, heading: _Element, level: int) -> str:
        """What is shown before a heading."""
        if level not in self._outline or attribute(heading, "is-list-header") == "true":
            return ""
        if start := _number(heading, "start-value"):
            self._headings[level] = start - 1
        return _next(self._outline, level, self._headings)

    def opened(self, element: _Element, above: List | None) -> List:
        """The list that begins at ``element``, within ``above`` or on its own."""
        style = attribute(element, "style-name")
        if above is not None:
            levels = self._styles.get(style, above.levels)
            return List(levels, above.level + 1, above.counts)
        continued = attribute(element, "continue-list")
        if not continued and attribute(element, "continue-numbering") == "true":
            continued = f"style {style}"
        counts = self._counts.get(continued, {}) if continued else {}
        self._counts[f"style {style}"] = self._counts[attribute(element, "id")] = counts
        return List(self._styles.get(style, {}), 1, counts)


def _levels(style: _Element) -> dict[int, _Level]:
    levels = {}
    for level in style:
        number = _number(level, "level")
        is_numbered = name_of(level) in _LEVELS and attribute(level, "num-format")
        if is_numbered and 0 < number <= _MOST_LEVELS:
            levels[number] = _level(level, number)
    return levels


def _level(level: _Element, number: int) -> _Level:
    text = attribute(level, "num-list-format")
    if not text:
        first = max(number - (_number(level, "display-levels") or 1) + 1, 1)
        places = ".".join(f"%{at}%" for at in range(first, number + 1))
        text = f"{attribute(level, 'num-prefix')}{places}{attribute(level, 'num-suffix')}"
    format_ = _FORMATS.get(attribute(level, "num-format"), "decimal")
    return _Level(format_, text, _number(level, "start-value") or 1)


def _number(element: _Element, name: str) -> int:
    """A number that an attribute tells; 0 for none, and for one beyond all bounds."""
    told = attribute(element, name)
    return int(told) if told.isdecimal() and len(told) <= _MOST_DIGITS else 0


def _next(levels: _Levels, level: int, counts: dict[int, int]) -> str:
    """The next number of a level, with those of the levels above that it shows."""
    counts[level] = counts.get(level, levels[level].start - 1) + 1
    for below in [at for at in counts if at > level]:
        del counts[below]

    def number(place: re.Match[str]) -> str:
        at = int(place[1])
        if at not in levels or at > level:
            return ""
        return written(counts.setdefault(at, levels[at].start), levels[at].format)

    return _PLACE.sub(number, levels[level].text).strip()
