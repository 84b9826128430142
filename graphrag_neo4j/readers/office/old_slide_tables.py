"""Tables of old slides, which are groups of shapes: their rows, by the places of the cells."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphrag_neo4j.readers.tables import Cell


@dataclass(frozen=True, slots=True, order=True)
class PlacedCell:
    """A cell where it stands. ``fill``: the colour behind its words, if it has one of its own."""

    left: int
    top: int
    right: int
    bottom: int
    text: str
    fill: int = -1


def placed_rows(cells: Sequence[PlacedCell]) -> Iterator[list[Cell]]:
    """The rows of a table. The first one has names if its colour sets it apart from all others."""
    lefts = sorted({cell.left for cell in cells})
    tops = sorted({cell.top for cell in cells})
    rows: dict[int, list[PlacedCell]] = defaultdict(list)
    for cell in sorted(cells):
        rows[cell.top].append(cell)
    has_names = _is_set_apart([rows[top] for top in tops])
    for top in tops:
        yield [
            Cell(
                cell.text,
                _between(lefts, cell.left, cell.right),
                _between(tops, cell.top, cell.bottom),
                has_names and top == tops[0],
            )
            for cell in rows[top]
        ]


def _between(edges: Sequence[int], begin: int, end: int) -> int:
    """How many columns, or rows, begin there."""
    return max(bisect_left(edges, end) - bisect_left(edges, begin), 1)


def _is_set_apart(rows: Sequence[Sequence[PlacedCell]]) -> bool:
    first = {cell.fill for cell in rows[0]} if len(rows) > 1 else set()
    return len(first) == 1 and first.isdisjoint(cell.fill for row in rows[1:] for cell in row)
