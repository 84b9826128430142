"""What stands above the names of a table's columns: its title, a date, a note, one cell each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

NumberedRow = tuple[int, Sequence[object]]
_MOST = 8
"""Rows above the names; more are a table of one column."""
_LOOKED_AT = 3
"""Rows below the names."""


def without_head(rows: Iterable[NumberedRow]) -> tuple[list[NumberedRow], Iterator[NumberedRow]]:
    """The rows of one cell above the names, and the table from these on. Where no row of
    more cells follows, and another soon below it, the first row names the one column, and nothing
    stands above it."""
    rest = iter(rows)
    head: list[NumberedRow] = []
    first = list(islice(rest, 1))
    while first and _is_alone(first[0]) and len(head) < _MOST:
        head += first
        first = list(islice(rest, 1))
    below = list(islice(rest, _LOOKED_AT))
    if not first or _is_alone(first[0]) or all(map(_is_alone, below)):
        return [], chain(head, first, below, rest)
    return head, chain(first, below, rest)


def _is_alone(row: NumberedRow) -> bool:
    """Whether only the first cell is filled; of two, one may be a column without a name."""
    first, *others = row[1]
    is_first = first not in (None, "") and all(cell in (None, "") for cell in others)
    return is_first and len(others) != 1


def delimiter_of(lines: Sequence[str]) -> str:
    """The likeliest of the usual delimiters: that of the first line, with the names of the columns;
    where it has none, what most lines have equally often."""
    if any(mark in lines[0] for mark in _DELIMITERS):
        return max(_DELIMITERS, key=lines[0].count)
    return max(_DELIMITERS, key=lambda mark: _evenness(lines, mark))


_DELIMITERS = ",;\t|"


def _evenness(lines: Sequence[str], mark: str) -> tuple[int, int]:
    """How many lines have ``mark`` equally often, and how often."""
    counts = Counter(filter(None, (line.count(mark) for line in lines)))
    return max(((lines, n) for n, lines in counts.items()), default=(0, 0))
