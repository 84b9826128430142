"""What the formats of rich text (RTF) say of its paragraphs and rows: which are headings, which
stand in a table, and where the cells of a row end."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from graphrag_neo4j.readers.edged_tables import CellFormat, RowFormat

_HEADING = re.compile(r"heading ([1-9]);?", re.IGNORECASE)
_LEVELS = range(9)
_MOST_CELLS = 63  # of a row, as in Word
_LISTS = ("index", "toa", "toc")  # fields whose result is a list of places in the text
_LONGEST_COMMAND = 20


@dataclass(frozen=True, slots=True)
class RtfParagraph:
    """The end of a paragraph: its ``level`` as a heading, and whether all of it is bold."""

    level: int = 0
    in_table: bool = False
    is_bold: bool = False


@dataclass(frozen=True, slots=True)
class RtfCell:
    """The end of a cell, and whether all of its last paragraph is bold."""

    is_bold: bool = False


@dataclass(slots=True)
class RtfField:
    """A field as it is read: what it was told to show."""

    command: str = ""

    def add(self, text: str) -> None:
        self.command = (self.command + text[:_LONGEST_COMMAND])[:_LONGEST_COMMAND]

    @property
    def is_list(self) -> bool:
        """Whether it shows a table of contents, or the like."""
        return self.command.casefold().split(maxsplit=1)[:1] in ([name] for name in _LISTS)


@dataclass(frozen=True, slots=True)
class RtfFormat:
    """The format of what comes next in a group. ``outline``: its level by itself, -1: by its
    ``style``."""

    style: int = 0
    outline: int = -1
    in_table: bool = False
    is_bold: bool = False


PLAIN = RtfFormat()


@dataclass(slots=True)
class RtfRows:
    """The row that is being told of, which stays until another one is."""

    is_head: bool = False
    _cells: list[CellFormat] = field(default_factory=list)
    _is_merged: bool = False
    _goes_on: bool = False

    def add(self, word: str, number: int) -> None:
        if word == "trowd":
            self.is_head, self._cells = False, []
            self._is_merged = self._goes_on = False
        elif word == "trhdr":
            self.is_head = True
        elif word in ("clmgf", "clmrg"):
            self._is_merged = True
        elif word == "clvmrg":
            self._goes_on = True
        elif word == "cellx" and len(self._cells) < _MOST_CELLS:
            self._cells.append(CellFormat(number, self._is_merged, self._goes_on))
            self._is_merged = self._goes_on = False

    @property
    def row(self) -> RowFormat:
        return RowFormat(self.is_head, tuple(self._cells))


@dataclass(slots=True)
class RtfStyles:
    """The levels of the styles that are those of headings."""

    _levels: dict[int, int] = field(default_factory=dict)

    def add(self, format_: RtfFormat, name: str) -> None:
        """A style: its format and its name."""
        found = _HEADING.fullmatch(name.strip())
        if format_.outline in _LEVELS or found:
            level = int(found[1]) if found else format_.outline + 1
            self._levels[format_.style] = level

    def level_of(self, format_: RtfFormat) -> int:
        """The level of a heading; 0: it is none."""
        if format_.outline >= 0:
            return format_.outline + 1 if format_.outline in _LEVELS else 0
        return self._levels.get(format_.style, 0)
