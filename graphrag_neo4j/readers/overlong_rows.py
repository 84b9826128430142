"""Rows of a CSV with a field too many, as a comma in words that nobody put in quotes makes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphrag_neo4j.readers.tables import is_number

_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]{0,15}(?:Z|[+-]\d\d:?\d\d)?")
_FEWEST_ROWS = 3


class OverlongRows:
    """Tells by the rows before it where a row of too many fields is to be put together again: where
    its last column is the only one that ever held words, or where only within words a blank
    follows a delimiter ("wet, cold"). Elsewhere any column may be the one that a comma has
    split."""

    def __init__(self, width: int) -> None:
        self._last = width - 1
        self._n_rows = 0
        self._are_values = width > 1
        self._are_close = True

    def add(self, row: Sequence[str]) -> None:
        """A row of the table that is as it should be."""
        self._n_rows += 1
        self._are_values = self._are_values and self._has_values(row)
        self._are_close = self._are_close and not any(map(_goes_on, row))

    def mended(self, row: Sequence[str], delimiter: str) -> list[str]:
        """The cells of a row, the last of them whole; none if it is not certain which one a
        delimiter has split."""
        if self._n_rows < _FEWEST_ROWS:
            return []
        if self._are_close and len(joined := _joined(row, delimiter)) == self._last + 1:
            return joined
        rest = row[self._last :]
        if not self._are_values or not self._has_values(row) or not any(map(_has_words, rest)):
            return []
        return [*row[: self._last], delimiter.join(rest)]

    def _has_values(self, row: Sequence[str]) -> bool:
        cells = (cell.strip() for cell in row[: self._last])
        return all(not cell or is_number(cell) or _TIME.fullmatch(cell) for cell in cells)


def _goes_on(cell: str) -> bool:
    """Whether it goes on with what stood before the delimiter."""
    return cell[:1].isspace() and not cell.isspace()


def _joined(row: Sequence[str], delimiter: str) -> list[str]:
    """The cells of a row, with what goes on after a blank."""
    cells: list[str] = []
    for cell in row:
        if cells and _goes_on(cell):
            cells[-1] += delimiter + cell
        else:
            cells.append(cell)
    return cells


def _has_words(cell: str) -> bool:
    return any(map(str.isalpha, cell)) and not is_number(cell.strip())
