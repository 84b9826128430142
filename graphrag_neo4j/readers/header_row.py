"""Whether the first row of a table is a record like those below it, and names no columns.

It is one where a cell of it is written as those below it are: a number above numbers, a date above
dates, "MT-5501" above "MT-5502". It is none where a column argues the other way, with a word above
numbers or a year above amounts, nor where its numbers are a scale: 1, 2, 3 or 100, 200, 500.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from graphrag_neo4j.readers.tables import is_number, is_year

LOOKED_AT = 20
"""Rows that tell."""
_LONGEST = 60  # characters of a value
_LONGEST_CODE = 24
_ALL_BUT_ONE_OF = 5
"""A column is of the kind that all its cells have but one of so many."""
_FEWEST_STEPS = 3
_NOTHING = re.compile(r"\W*|n/?a\.?|none|null|nan|unknown|tb[ad]", re.IGNORECASE)
_DATE = re.compile(r"\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?:[T ].*)?")
_TIME = re.compile(r"\d{1,2}:\d\d(?::\d\d)?")
_MAIL = re.compile(r"[^\s@]+@[^\s@.]+\.[^\s@]+")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+")
_CODE = re.compile(r"(?=[^\d\n]*\d)[A-Z][A-Z\d]*(?:[-_./ ][A-Z\d]+)*")
_LETTERS = re.compile(r"[^\W\d_]+")
_FIGURES = re.compile(r"\d+")
_WHOLE = re.compile(r"\d{1,9}")


def is_record(row: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether ``row``, the first of a table, says what the rows ``below`` say of other things."""
    cells = [cell.strip() for cell in row]
    columns = [
        [cell for other in below if n < len(other) and (cell := _given(other[n]))]
        for n in range(len(cells))
    ]
    if _is_scale(cells, columns):
        return False
    kinds = [(_kind(cell), _kind_of(column)) for cell, column in zip(cells, columns, strict=True)]
    told = [(own, kind) for own, kind in kinds if kind and own is not None]
    return bool(told) and all(own == kind for own, kind in told)


def _given(cell: str) -> str:
    """What a cell says; "" of one that says that there is nothing."""
    return "" if _NOTHING.fullmatch(cell := cell.strip()) else cell


def _kind(cell: str) -> str | None:
    """How a value is written: as a number, a date, a code of a pattern ("A-9"); "" of words, None
    of nothing."""
    if not _given(cell):
        return None
    if len(cell) > _LONGEST:
        return ""
    for kind, pattern in (("date", _DATE), ("time", _TIME), ("mail", _MAIL), ("url", _ADDRESS)):
        if pattern.fullmatch(cell):
            return kind
    if len(cell) <= _LONGEST_CODE and _CODE.fullmatch(cell):
        return _LETTERS.sub("A", _FIGURES.sub("9", cell))
    if is_number(cell):
        return "number"
    return _LETTERS.sub("a", _FIGURES.sub("9", cell)) if cell[0].isdigit() else ""


def _kind_of(column: Sequence[str]) -> str:
    """How nearly all values of a column are written; "" where they differ, and of words."""
    [(kind, n)] = Counter(map(_kind, column)).most_common(1) or [("", 0)]
    return kind or "" if len(column) - n <= len(column) // _ALL_BUT_ONE_OF else ""


def _is_scale(cells: Sequence[str], columns: Sequence[Sequence[str]]) -> bool:
    """Whether a row has the names of columns though they are numbers: years above values, numbers
    in even steps or that grow above fractions, or what stands beside an empty corner."""
    first, *others = cells
    if not first and columns[0]:
        return len({_kind(cell) for cell in others}) == 1 and all(others)
    scale = cells if _WHOLE.fullmatch(first) else others
    if not scale or len(set(scale)) < len(scale) or not all(map(_WHOLE.fullmatch, scale)):
        return False
    below = columns[-len(scale) :]
    if all(map(is_year, scale)):
        values = [cell for column in below for cell in column]
        return 2 * sum(map(is_year, values)) <= len(values)
    numbers = [*map(int, scale)]
    if numbers == [*range(len(cells))]:
        return True
    steps = {after - before for before, after in pairwise(numbers)}
    if len(numbers) < _FEWEST_STEPS or min(steps) <= 0:
        return False
    has_fractions = not all(_WHOLE.fullmatch(cell) for column in below for cell in column)
    return len(steps) == 1 or (has_fractions and len(scale) < len(cells))
