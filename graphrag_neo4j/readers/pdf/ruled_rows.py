"""The rows of tables that are drawn with lines: what stands in their cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Literal

from graphrag_neo4j.readers.pdf.aligned_rows import cell_text
from graphrag_neo4j.readers.pdf.characters import Segment
from graphrag_neo4j.readers.pdf.rulings import RuledCell, RuledTable
from graphrag_neo4j.readers.tables import Cell, Row, is_number, table_rows
from graphrag_neo4j.text.named_cells import named_cells

_LONGEST_CELL = 600
"""Characters. More is a text of its own: the lines only place it on the page."""
_ALIKE = 2.0
"""Points that the columns of one table on two pages may differ."""
_FURNITURE = 3
"""Segments above or below a table that are but a page's head and foot."""
_STACK = 3
"""Lines of a cell that may be rows of their own."""
_LEADERS = re.compile(r"(?:\s?\.){4,}\s*\Z")

Said = dict[RuledCell, list[Segment]]
"""What stands in each cell."""


class RuledRows:
    """Puts the rows of drawn tables into one page after the other. A table that ends a page may go
    on on the next one, without its names."""

    def __init__(self) -> None:
        self._lefts: tuple[float, ...] = ()
        self._columns: tuple[str, ...] = ()

    def put_in(self, segments: Sequence[Segment], tables: Sequence[RuledTable]) -> list[Segment]:
        """``segments`` with those in a table as its rows, a segment each, where its first was."""
        found = list(segments)
        columns = self._columns_of(tables[0], segments) if tables else ()
        self._lefts = self._columns = ()
        for table in tables:
            cells = [_cell_of(segment, table) for segment in found]
            said: Said = {cell: [] for cell in table}
            for segment, cell in zip(found, cells, strict=True):
                if cell:
                    said[cell].append(segment)
            if rows := _rows(said, columns):
                first = next(at for at, cell in enumerate(cells) if cell)
                after = [s for s, cell in zip(found, cells, strict=True) if not cell][first:]
                found = [*found[:first], *(segment for _, segment in rows), *after]
                if _n_beyond(segments, table[-1].bottom, -1) <= _FURNITURE:
                    self._lefts, self._columns = _lefts(table), _told(rows[-1][0])
            columns = ()
        return found

    def _columns_of(self, table: RuledTable, segments: Sequence[Segment]) -> tuple[str, ...]:
        """The names of a page's first table, if the last page's last one goes on in it."""
        lefts = _lefts(table)
        is_alike = len(lefts) == len(self._lefts) and all(
            abs(one - other) < _ALIKE for one, other in zip(lefts, self._lefts, strict=True)
        )
        is_first = _n_beyond(segments, table[0].top, 1) <= _FURNITURE
        return self._columns if is_alike and is_first else ()


def _lefts(table: RuledTable) -> tuple[float, ...]:
    return tuple(sorted({cell.left for cell in table}))


def _n_beyond(segments: Iterable[Segment], edge: float, side: int) -> int:
    """How many segments stand above (1) or below (-1) an edge."""
    return sum(_middle(segment) * side > edge * side for segment in segments)


def _told(last: Row) -> tuple[str, ...]:
    """The names that a row has."""
    return last.columns if last.text != named_cells((), last.cells) else ()


def _cell_of(segment: Segment, table: RuledTable) -> RuledCell | None:
    middle = (segment.left + segment.right) / 2, _middle(segment)
    return next((cell for cell in table if cell.holds(*middle)), None)


def _rows(said: Said, columns: tuple[str, ...]) -> list[tuple[Row, Segment]]:
    """The rows that say something, each as a segment, too; none of what is no table: one with a
    text in a cell, or with words in one row or column only."""
    rows = [part for row in _by_row(said) for part in _unstacked(row, said)]
    n_rows = sum(any(row.values()) for row in rows)
    n_columns = len({cell.column for cell, segments in said.items() if segments})
    if n_rows < (1 if columns else 2) or n_columns < 2:
        return []
    texts = [{cell: _text(segments) for cell, segments in row.items()} for row in rows]
    if max(len(text) for row in texts for text in row.values()) > _LONGEST_CELL:
        return []
    bold = [[s.is_bold for segments in row.values() for s in segments] for row in rows]
    first = next(at for at, own in enumerate(bold) if own)
    is_apart = all(bold[first]) and not all(map(all, bold[first + 1 :]))
    grid = [_cells(row, said, is_apart and at == first) for at, row in enumerate(texts)]
    height = min(segment.height for segments in said.values() for segment in segments)
    found = table_rows(grid, columns)
    if not any(map(_told, found)):  # what may be names is said in no other row
        found = [replace(row, is_names=False) for row in found]
    return [(row, _segment(row, rows[row.number], height)) for row in found]


def _by_row(table: Iterable[RuledCell]) -> list[list[RuledCell]]:
    return [list(row) for _, row in groupby(table, lambda cell: cell.row)]


def _unstacked(row: Sequence[RuledCell], said: Said) -> list[Said]:
    """What stands between two lines as the rows that it is: one for each line of a cell with but
    numbers, or of cells that all have as many lines."""
    lines = [found for cell in row if (found := _lines(said[cell]))]
    is_even = len(lines) > 2 and len(set(map(len, lines))) == 1
    stacks = [
        stack
        for stack in lines
        if len(stack) >= _STACK and (is_even or all(is_number(_words(line)) for line in stack))
    ]
    if not stacks or any(cell.height > 1 for cell in row):
        return [{cell: said[cell] for cell in row}]
    middles = [_middle(line[0]) for line in max(stacks, key=len)]
    parts: list[Said] = [{cell: [] for cell in row} for _ in middles]
    for cell in row:
        for segment in said[cell]:
            nearest = min(range(len(middles)), key=lambda n: abs(middles[n] - _middle(segment)))
            parts[nearest][cell].append(segment)
    return parts


def _cells(row: Mapping[RuledCell, str], table: Iterable[RuledCell], is_name: bool) -> list[Cell]:
    """A row's cells, and an empty one where lines are missing."""
    number = next(iter(row)).row
    above = {
        column
        for cell in table
        if cell.row < number < cell.row + cell.height
        for column in range(cell.column, cell.column + cell.width)
    }
    found: list[Cell] = []
    at = 0
    for cell, text in row.items():
        found += [Cell("") for column in range(at, cell.column) if column not in above]
        found.append(Cell(text, cell.width, cell.height, is_name or cell.is_name))
        at = cell.column + cell.width
    return found


def _segment(row: Row, said: Said, height: float) -> Segment:
    own: list[Segment | RuledCell] = [one for segments in said.values() for one in segments]
    boxes = own or list(said)  # without any, what stands in it spans it from above
    left, right = min(box.left for box in boxes), max(box.right for box in boxes)
    bottom, top = min(box.bottom for box in boxes), max(box.top for box in boxes)
    kind: Literal["cells", "columns"] = "columns" if row.is_names else "cells"
    return Segment(row.text, left, right, bottom, top, height, in_table=kind)


def _text(segments: Iterable[Segment]) -> str:
    return _LEADERS.sub("", cell_text(map(_words, _lines(segments))))


def _lines(segments: Iterable[Segment]) -> list[list[Segment]]:
    """The lines of a cell from the top down."""
    lines: list[list[Segment]] = []
    for segment in sorted(segments, key=lambda one: -one.top):
        if lines and lines[-1][0].bottom < _middle(segment):
            lines[-1].append(segment)
        else:
            lines.append([segment])
    return lines


def _words(line: Iterable[Segment]) -> str:
    return " ".join(one.text for one in sorted(line, key=lambda one: one.left))


def _middle(segment: Segment) -> float:
    return (segment.bottom + segment.top) / 2
