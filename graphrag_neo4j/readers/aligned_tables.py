"""Tables of plain text, whose cells stand one below the other, or are parted by tabs.

The first row names the columns where something tells so: a rule below it, a column of numbers
whose first cell is a word, one of marks ("B+") below a longer word, or no name above the
first column. Where nothing does, it may be a row
like the others, and none is read as more than its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from graphrag_neo4j.model import Block, BlockKind
from graphrag_neo4j.readers.tables import is_year

PARAGRAPH = re.compile(r"(?:^[^\n]*\S[^\n]*(?:\n|\Z))+", re.MULTILINE)
_CELL = re.compile(r"\S+(?:[^\S\n\t]\S+)*")
_RULE = re.compile(r"[-=+|_\s]{3,}")
_LONGEST_LINE = 300
_LONGEST_NAME = 30
_MOST_WORDS = 4
_FEWEST_NAMES = 3
_FEWEST_ROWS = 2
_FIRST_LINES = 4
"""Of a paragraph, one of which may have the names; above it may stand a title."""
_STOPS = (".", "!", "?", ":", ";", ",")
_SHORT_NAME = re.compile(r"[^\W\d_]{1,5}\.")  # Temp.
_LONGEST_CODE = 3
_FEWEST_CODES = 3
_RULER = re.compile(
    r"^(?:[^\S\n]*\d{1,2}(?:[^\S\n]{2,}\d{1,2})*[^\S\n]*\n)?"
    r"[^\S\n]*(?P<digits>\d(?:[^\S\n]{1,3}\d){7,80})[^\S\n]*$",
    re.MULTILINE,
)
"""The numbers of the bits above a diagram, its tens in a line above them."""
_FRAME = "+-"


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    start: int
    end: int

    def overlaps(self, other: _Cell) -> bool:
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a text, from ``start``, and its cells."""

    start: int
    text: str
    cells: tuple[_Cell, ...]

    @property
    def is_rule(self) -> bool:
        return _RULE.fullmatch(self.text) is not None

    def block(self, kind: BlockKind, columns: tuple[str, ...], cells: tuple[str, ...]) -> Block:
        start = self.start + len(self.text) - len(self.text.lstrip())
        return Block(start, start + len(self.text.strip()), kind, columns, cells)


def aligned_tables(text: str) -> tuple[Block, ...]:
    """The rows of the tables in ``text`` that have names for their columns, these names, and what
    counts the bits above a diagram of them."""
    if "\t" not in text and "  " not in text:
        return ()
    return tuple(
        block
        for found in PARAGRAPH.finditer(text)
        for block in _table(list(_lines(found[0], found.start()))) or _bit_rulers(text, found)
    )


def _bit_rulers(text: str, paragraph: re.Match[str]) -> Iterator[Block]:
    """The lines above a diagram of bits that count them, "0 1 2 3 4 5 6 7 8 9 0 1": they say
    nothing."""
    if _FRAME in paragraph[0]:
        for found in _RULER.finditer(text, *paragraph.span()):
            if _is_count(found["digits"].split()):
                yield Block(found.start(), found.end(), "columns")


def _is_count(digits: Sequence[str]) -> bool:
    """Whether each digit is one more than the last one, up or down, 0 after 9."""
    steps = {(int(after) - int(digit)) % 10 for digit, after in pairwise(digits)}
    return steps in ({1}, {9})


def _lines(paragraph: str, start: int) -> Iterator[_Line]:
    for line in paragraph.splitlines():
        cells = [_Cell(c[0], *c.span()) for c in _CELL.finditer(line)]
        yield _Line(start, line, tuple(cells) if len(line) <= _LONGEST_LINE else ())
        start += len(line) + 1


def _table(lines: Sequence[_Line]) -> list[Block]:
    """The table of a paragraph, if there is one."""
    for at in range(min(_FIRST_LINES, len(lines) - 1)):
        header, rest = lines[at], lines[at + 1 :]
        if not _may_be_names(header):
            continue
        rows = [(line, cells) for line in rest if (cells := _below(header, line))]
        names = tuple(cell.text for cell in header.cells)
        has_labels = any(cells[0] for _, cells in rows)  # left of the first name
        if _are_names(names, rest[0].is_rule, [cells for _, cells in rows], has_labels):
            first = 0 if has_labels else 1
            columns = ("", *names)[first:]
            return [
                header.block("columns", columns, columns),
                *(line.block("row", columns, cells[first:]) for line, cells in rows),
            ]
    return []


def _may_be_names(line: _Line) -> bool:
    """Whether each cell may name a column."""
    texts = [cell.text for cell in line.cells]
    fewest = _FEWEST_NAMES - line.text[:1].isspace()  # then the first column has no name
    return len(set(texts)) == len(texts) >= fewest and all(
        len(text) <= _LONGEST_NAME
        and len(text.split()) <= _MOST_WORDS
        and not (text.endswith(_STOPS) and not _SHORT_NAME.fullmatch(text))
        and (any(map(str.isalpha, text)) or is_year(text))
        for text in texts
    )


def _are_names(
    names: Sequence[str], has_rule: bool, rows: Sequence[tuple[str, ...]], has_labels: bool
) -> bool:
    if len(rows) < (1 if has_rule else _FEWEST_ROWS):
        return False
    if not has_labels and len(names) < _FEWEST_NAMES:
        return False
    return (
        has_rule
        or has_labels
        or any(
            not any(map(str.isdigit, name)) and _are_numbers([row[n] for row in rows])
            for n, name in enumerate(names, start=1)
        )
        or any(
            len(name) > _LONGEST_CODE and _are_codes([row[n] for row in rows])
            for n, name in enumerate(names[1:], start=2)
        )
    )


def _are_numbers(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    return len(filled) >= _FEWEST_ROWS and all(any(map(str.isdigit, cell)) for cell in filled)


def _are_codes(cells: Sequence[str]) -> bool:
    """Whether no cell is longer than a mark: "B+", "yes"."""
    return len(cells) >= _FEWEST_CODES and all(0 < len(cell) <= _LONGEST_CODE for cell in cells)


def _below(header: _Line, line: _Line) -> tuple[str, ...]:
    """The cells of a row: what stands left of all names first, then one for each name. Nothing
    for a line that is no row."""
    names = header.cells
    if "\t" in header.text:
        cells = tuple(cell.strip() for cell in line.text.split("\t"))
        is_row = 2 <= len(cells) <= len(names) and sum(map(bool, cells)) > 1
        return ("", *cells, *[""] * (len(names) - len(cells))) if is_row else ()
    found = [""] * (len(names) + 1)
    for cell in line.cells:
        below = [n for n, name in enumerate(names, start=1) if cell.overlaps(name)]
        if not below and cell.end <= names[0].start:
            below = [0]
        if len(below) != 1 or found[below[0]]:
            return ()
        found[below[0]] = cell.text
    return tuple(found) if sum(map(bool, found)) > 1 and not line.is_rule else ()
