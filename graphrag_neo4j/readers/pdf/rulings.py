"""Tables that are drawn with lines: cells are what lies between four of them.

The method is that of Nurminen's thesis (2013), which Tabula and pdfplumber follow: lines that
nearly meet are one, where they cross are corners, and the smallest rectangle of corners is a cell.
"""

from __future__ import annotations

import ctypes
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, isfinite
from typing import TYPE_CHECKING

from graphrag_neo4j.readers.pdf.turns import PageTurn

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

SNAP = 2.0  # points: lines nearer to each other are one, and those that end so near meet
_SHORTEST = 4.0
_COLUMN, _ROW = 7.0, 4.0  # points: no column is narrower, no row lower
_MOST_PIECES = 20_000  # of lines on a page: more are a drawing
_MOST_LINES = 150  # across or down
_WIDEST = 40  # lines that a cell may cross


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in points from the page's lower left."""

    left: float
    right: float
    bottom: float
    top: float

    def holds(self, x: float, y: float) -> bool:
        """Whether a point is in it."""
        return self.left <= x <= self.right and self.bottom <= y <= self.top


@dataclass(frozen=True, slots=True)
class RuledCell(Box):
    """A cell with its place in the table: its first row and column, and how many it spans.
    ``is_name``: the lines of the table say that it names others."""

    row: int
    column: int
    height: int
    width: int
    is_name: bool = False


RuledTable = tuple[RuledCell, ...]
Line = tuple[float, float, float]
"""Where it lies, and from where to where it goes."""
_Corner = tuple[int, int]
"""Which line down, and which line across."""


def lines_on(page: PdfPage, turn: PageTurn) -> tuple[list[Line], list[Line]]:
    """The lines across and the lines down on a page, when that is turned; none of a drawing."""
    across, down = _merged(_pieces(page, turn))
    return ([], []) if max(len(across), len(down)) > _MOST_LINES else (across, down)


def ruled_tables(across: Sequence[Line], down: Sequence[Line]) -> list[RuledTable]:
    """The tables of two columns and more that lines make, the uppermost first."""
    down = [*down, *_open_sides(across, down)]
    tables = [table for cells in _together(_cells(across, down)) if (table := _table(cells))]
    return sorted(tables, key=lambda table: -table[0].top)


def _pieces(page: PdfPage, turn: PageTurn) -> tuple[list[Line], list[Line]]:
    """The pieces of lines across, and of lines down, in the page's own drawing."""
    import pypdfium2.raw as pdfium

    across: list[Line] = []
    down: list[Line] = []
    for path in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=1):
        for start, end in _edges(path.raw):
            (x, y), (other_x, other_y) = turn.point(*start), turn.point(*end)
            if abs(x - other_x) < 1:
                down.append(((x + other_x) / 2, min(y, other_y), max(y, other_y)))
            elif abs(y - other_y) < 1:
                across.append(((y + other_y) / 2, min(x, other_x), max(x, other_x)))
            if len(across) + len(down) > _MOST_PIECES:
                return [], []
    return across, down


def _edges(path: object) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The straight pieces of a path that is drawn, as the page shows them."""
    import pypdfium2.raw as pdfium

    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(path, fill, stroke)
    matrix = pdfium.FS_MATRIX()
    if not (fill.value or stroke.value) or not pdfium.FPDFPageObj_GetMatrix(path, matrix):
        return
    start = last = (0.0, 0.0)
    x, y = ctypes.c_float(), ctypes.c_float()
    for number in range(min(pdfium.FPDFPath_CountSegments(path), _MOST_PIECES)):
        piece = pdfium.FPDFPath_GetPathSegment(path, number)
        pdfium.FPDFPathSegment_GetPoint(piece, x, y)
        point = (
            matrix.a * x.value + matrix.c * y.value + matrix.e,
            matrix.b * x.value + matrix.d * y.value + matrix.f,
        )
        if not all(map(isfinite, point)):
            return
        kind = pdfium.FPDFPathSegment_GetType(piece)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            start = point
        elif kind == pdfium.FPDF_SEGMENT_LINETO:
            yield last, point
        if pdfium.FPDFPathSegment_GetClose(piece):
            yield point, start
        last = point


def _merged(pieces: tuple[list[Line], list[Line]]) -> tuple[list[Line], list[Line]]:
    across, down = (
        [line for line in _joined(side) if line[2] - line[1] >= _SHORTEST] for side in pieces
    )
    return across, down


def _open_sides(across: Sequence[Line], down: Sequence[Line]) -> list[Line]:
    """The sides of tables that have none, where lines across go on beyond the outer lines down
    and end below each other."""
    sides: list[Line] = []
    for end in (1, 2):
        for one, other in pairwise(sorted(across, key=lambda line: (round(line[end]), line[0]))):
            if abs(one[end] - other[end]) > SNAP:
                continue
            between = [
                x - one[end]
                for x, low, high in down
                if low - SNAP <= one[0]
                and other[0] <= high + SNAP
                and max(one[1], other[1]) - SNAP <= x <= min(one[2], other[2]) + SNAP
            ]
            if between and min(map(abs, between)) > _SHORTEST:
                sides.append((one[end], one[0], other[0]))
    return list(_joined(sides))


def _joined(pieces: Sequence[Line]) -> Iterator[Line]:
    """Pieces that lie at one place and touch as one line each, from left to right or bottom up."""
    groups: list[list[Line]] = []
    for piece in sorted(pieces):
        if groups and piece[0] - groups[-1][-1][0] <= SNAP:
            groups[-1].append(piece)
        else:
            groups.append([piece])
    for group in groups:
        at = sum(piece[0] for piece in group) / len(group)
        (start, end), *others = sorted(piece[1:] for piece in group)
        for more_start, more_end in others:
            if more_start > end + SNAP:
                yield at, start, end
                start, end = more_start, more_end
            end = max(end, more_end)
        yield at, start, end


def _cells(across: Sequence[Line], down: Sequence[Line]) -> list[tuple[Box, list[_Corner]]]:
    """The smallest rectangles between lines, with their corners."""
    rows_of: dict[int, list[int]] = defaultdict(list)  # the lines across that a line down meets
    columns_of: dict[int, list[int]] = defaultdict(list)
    for column, (x, bottom, top) in enumerate(down):
        for row, (y, left, right) in enumerate(across):
            if left - SNAP <= x <= right + SNAP and bottom - SNAP <= y <= top + SNAP:
                rows_of[column].append(row)
                columns_of[row].append(column)
    corners = {(column, row) for column, rows in rows_of.items() for row in rows}
    found = []
    for column, row in sorted(corners):
        if cell := _smallest(column, row, rows_of[column], columns_of[row], corners):
            right, top = cell
            box = Box(down[column][0], down[right][0], across[row][0], across[top][0])
            found.append((box, [(column, row), (right, row), (column, top), (right, top)]))
    return found


def _smallest(
    column: int,
    row: int,
    rows: Iterable[int],
    columns: Iterable[int],
    corners: set[_Corner],
) -> _Corner | None:
    """The upper right corner of the cell whose lower left one is given."""
    rights = [other for other in columns if other > column][:_WIDEST]
    for top in [other for other in rows if other > row][:_WIDEST]:
        for right in rights:
            if (column, top) in corners and (right, top) in corners:
                return right, top
    return None


def _together(cells: Sequence[tuple[Box, list[_Corner]]]) -> Iterator[list[Box]]:
    """Cells that share corners, table by table."""
    at_corner: dict[_Corner, list[int]] = defaultdict(list)
    for number, (_, corners) in enumerate(cells):
        for corner in corners:
            at_corner[corner].append(number)
    seen: set[int] = set()
    for first in range(len(cells)):
        table, ahead = [], [first]
        while ahead:
            number = ahead.pop()
            if number not in seen:
                seen.add(number)
                box, corners = cells[number]
                table.append(box)
                ahead += [other for corner in corners for other in at_corner[corner]]
        if table:
            yield table


def _table(boxes: Sequence[Box]) -> RuledTable:
    """The cells with their places, row by row; none if there is but one column."""
    tops = _apart(sorted(-box.top for box in boxes), _ROW)  # downwards
    lefts = _apart(sorted(box.left for box in boxes), _COLUMN)
    if len(lefts) < 2:
        return ()
    cells: dict[tuple[int, int], RuledCell] = {}
    for box in boxes:
        row, column = bisect_right(tops, -box.top) - 1, bisect_right(lefts, box.left) - 1
        width = 1 + sum(left < box.right - _COLUMN for left in lefts[column + 1 :])
        height = 1 + sum(top < -box.bottom - _ROW for top in tops[row + 1 :])
        cell = RuledCell(box.left, box.right, box.bottom, box.top, row, column, height, width)
        other = cells.get((row, column))
        cells[row, column] = _one(cell, other) if other else cell
    return tuple(cells[place] for place in sorted(cells))


def _apart(edges: Sequence[float], least: float) -> list[float]:
    """Where columns or rows begin: lines nearer to each other than ``least`` are edges of one."""
    return [one for before, one in pairwise([-inf, *edges]) if one - before > least]


def _one(cell: RuledCell, other: RuledCell) -> RuledCell:
    """A cell and the frame or shade in it."""
    return RuledCell(
        min(cell.left, other.left),
        max(cell.right, other.right),
        min(cell.bottom, other.bottom),
        cell.top,
        cell.row,
        cell.column,
        max(cell.height, other.height),
        max(cell.width, other.width),
    )
