"""The rows of tables without lines: cells that stand below each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from graphrag_neo4j.readers.pdf.characters import Segment
from graphrag_neo4j.readers.tables import Cell, is_number, is_year, table_rows
from graphrag_neo4j.text.line_breaks import has_leader
from graphrag_neo4j.text.named_cells import named_cells

_TABLE_ROWS = 3
_NEAR = 2.0  # times the way from row to row: a table's names to its first one
_HYPHENS = ("-", "\u2010", "\u00ad")
WRAPPED = "\u200b"
"""Where a cell was wrapped behind a hyphen: no blank, so that it outlives those."""

Kind = Literal["", "row", "cells", "columns", "code", "heading"]
"""What a line is: "row" of a table, "cells", a whole row of one that is drawn or has names, and
"columns", the row with these names."""


def table_texts(rows: Sequence[list[Segment]]) -> list[tuple[str, Kind]]:
    """The text of each row and, of a table's, what it is."""
    found: list[tuple[str, Kind]] = [(" ".join(s.text for s in row), "") for row in rows]
    for start, end in _tables(rows):
        # Of two columns the first is a term, as a rule, and the second what is said of it.
        comma = ", " if len(rows[start]) > 2 else " "
        for at in range(start, end):
            text = " ".join(segment.text for segment in rows[at])
            if not has_leader(text):
                text = comma.join(segment.text for segment in rows[at])
            found[at] = text, "row"
        above = start - _has_names_above(rows, start)
        if named := _named(rows[above:end]):
            found[above:end] = named
    return found


def _named(rows: Sequence[list[Segment]]) -> list[tuple[str, Kind]]:
    """The rows of a table of three columns and more below their names, if they have any."""
    width = len(rows[-1])
    if width < 3:
        return []
    names, *others = ([cell_text(s.text.split("\n")) for s in row] for row in rows)
    names = [""] * (width - len(names)) + names
    if any(is_number(name) and not is_year(name) for name in names):
        return []
    bold = [all(segment.is_bold for segment in row) for row in rows]
    is_apart = bold[0] and not all(bold)
    grid = [[Cell(name, is_name=is_apart) for name in names]]
    named = table_rows(grid + [[Cell(text) for text in row] for row in others])
    if not any(row.text != named_cells((), row.cells) for row in named):
        return []
    return [(row.text, "columns" if row.is_names else "cells") for row in named]


def cell_text(lines: Iterable[str]) -> str:
    """The lines of a cell as one; behind a hyphen stays a mark (:data:`WRAPPED`), until it is known
    what it belongs to."""
    text = ""
    for line in lines:
        text += ("" if not text else WRAPPED if text.endswith(_HYPHENS) else " ") + line
    return text


def _has_names_above(rows: Sequence[list[Segment]], start: int) -> bool:
    """Whether the row above a table has all of its columns but the first, which has no name."""
    if not start or len(rows[start - 1]) != len(rows[start]) - 1:
        return False
    above, first, second = rows[start - 1 : start + 2]
    leads = above[0].top - first[0].top, first[0].top - second[0].top
    return len(above) > 1 and leads[0] < _NEAR * leads[1] and _aligned(above, first[1:])


def beside(one: Segment, other: Segment) -> bool:
    """Whether both stand on one line."""
    overlap = min(one.top, other.top) - max(one.bottom, other.bottom)
    return overlap > 0.5 * min(one.height, other.height)


def with_wrapped_cells(rows: list[list[Segment]]) -> list[list[Segment]]:
    """Rows whose last cell goes on below it in one."""
    whole: list[list[Segment]] = []
    for row in rows:
        last = whole[-1] if whole else []
        if len(last) > 1 and len(row) == 1 and _goes_on_below(last[-1], row[0]):
            cell, more = last[-1], row[0]
            text = f"{cell.text}\n{more.text}"
            right = max(cell.right, more.right)
            whole[-1] = [*last[:-1], replace(cell, text=text, right=right, bottom=more.bottom)]
        else:
            whole.append(row)
    return whole


def _goes_on_below(cell: Segment, more: Segment) -> bool:
    is_below = 0 <= cell.bottom - more.top + cell.height / 4 < cell.height * 0.75
    return is_below and abs(cell.left - more.left) < 2.0


def _tables(rows: Sequence[list[Segment]]) -> Iterator[tuple[int, int]]:
    """Where tables begin and end: three rows or more whose cells stand below each other."""
    start = 0
    for end in range(1, len(rows) + 1):
        if end < len(rows) and _aligned(rows[end - 1], rows[end]):
            continue
        if end - start >= _TABLE_ROWS:
            yield start, end
        start = end


def _aligned(above: Sequence[Segment], below: Sequence[Segment]) -> bool:
    if len(above) != len(below) or len(above) < 2:
        return False
    return all(
        a.left < b.right and b.left < a.right for a, b in zip(above, below, strict=True)
    ) and all(
        right.left > left.right
        for left, right in [
            *zip(above, below[1:], strict=False),
            *zip(below, above[1:], strict=False),
        ]
    )
