"""Tables as text: each row with the names of its columns ("Segment: Retail; Profit: 14"), so that
it says by itself what it says, wherever the text is cut.

Names are what the format marks as such. Where it marks nothing they are the words above numbers,
in tables of three columns and more, or above other figures: of two columns, the first row may be a
name and its value itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from graphrag_neo4j.readers.column_names import name_columns
from graphrag_neo4j.text.named_cells import named_cells

_LONGEST_NAME = 120
_LONGEST_GUESS = 60
_LONGEST_NUMBER = 30
_MOST_COLUMNS = 200
_DIGITS = r"[^\w.]{0,3}(?:[A-Z]{1,3} ?)?[.,]?\d[\d.,'’/: -]*"
_NUMBER = re.compile(rf"{_DIGITS}(?:[^\W\d]{{1,4}})?\W{{0,3}}")
_MEASURE = re.compile(  # 63 m3/h, 20°C, 1,500 hours
    rf"{_DIGITS}(?:(?<= )|(?=°))°?[^\W\d]\w{{0,7}}(?:/[^\W\d]\w{{0,3}})?\W{{0,3}}"
)
_NOTHING = re.compile(r"\W*|n/?a\.?", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell, as wide and high as the columns and rows that it spans. ``is_name``: the format
    says that it names others."""

    text: str
    width: int = 1
    height: int = 1
    is_name: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row as text. ``columns`` are the names of its ``cells``, if they have any: where these are
    but a guess, the text is without them. ``is_names``: the row gives these names itself.
    ``number``: which of the table's rows it is, from 0."""

    text: str
    cells: tuple[str, ...]
    columns: tuple[str, ...] = ()
    is_names: bool = False
    number: int = 0


def table_rows(table: Iterable[Iterable[Cell]], columns: tuple[str, ...] = ()) -> list[Row]:
    """The rows of a table that have words. ``columns``: what its columns are called if no row says
    so, as above it on another page."""
    all_rows = list(_grid(table))
    filled = [at for at, row in enumerate(all_rows) if any(cell.text for cell in row)]
    rows = _with_names([all_rows[at] for at in filled], columns)
    has_names = bool(columns) or any(map(_is_marked, rows))
    found = _named(rows, columns) if has_names else _guessed(rows)
    return [replace(row, number=at) for at, row in zip(filled, found, strict=True)]


def _with_names(rows: list[list[Cell]], columns: tuple[str, ...]) -> list[list[Cell]]:
    """``rows`` with those marked as names that are so by what they say: words above numbers,
    ``columns`` once more, and names below a name of several columns."""
    rows = list(rows)
    if rows and not any(map(_is_marked, rows)):
        is_again = _texts(rows[0]) == columns
        is_told = not columns and (_names_numbers(rows) or name_columns([*map(_texts, rows)]))
        if is_again or is_told:
            rows[0] = _marked(rows[0])
    if len(rows) > 2 and _is_marked(rows[0]) and _has_names_below(rows[0], rows[1]):
        rows[1] = _marked(rows[1])
    return rows


def _named(rows: Sequence[Sequence[Cell]], columns: tuple[str, ...]) -> Iterator[Row]:
    """Rows below rows that are marked as names."""
    groups = [(marked, list(group)) for marked, group in groupby(rows, _is_marked)]
    for at, (marked, group) in enumerate(groups, start=1):
        names = _joined(group) if marked and at < len(groups) else ()
        columns = names or columns
        for row in group:
            yield _row(row, columns, is_names=bool(names))


def _guessed(rows: Sequence[Sequence[Cell]]) -> Iterator[Row]:
    """Rows below what may be their names."""
    columns: tuple[str, ...] = ()
    for number, row in enumerate(rows):
        is_names = number == 0 and _may_be_names(row)
        columns = _texts(row) if is_names else columns
        yield replace(_row(row, (), is_names=is_names), columns=columns)


def _row(row: Sequence[Cell], columns: tuple[str, ...], *, is_names: bool) -> Row:
    cells = _texts(row)
    filled = [cell for cell in row if cell.text]
    if is_names or len(filled) == 1:  # alone it stands above what comes below it
        own = [text for text, _ in groupby(cells)]  # one that spans columns once
        return Row(named_cells((), own), cells, columns, is_names)
    if columns:
        return Row(named_cells(columns, cells), cells, columns)
    if filled[0].is_name and not any(cell.is_name for cell in filled[1:]):
        text = f"{filled[0].text.rstrip(' :')}: {', '.join(cell.text for cell in filled[1:])}"
        return Row(text, (text,))
    return Row(named_cells((), cells), cells)


def _texts(row: Sequence[Cell]) -> tuple[str, ...]:
    return tuple(cell.text for cell in row)


def _grid(table: Iterable[Iterable[Cell]]) -> Iterator[list[Cell]]:
    """The rows with a cell for each column: what spans several rows stands in each of them, and a
    name that spans several columns in each of these."""
    held: dict[int, Cell] = {}
    for cells in table:
        row: list[Cell] = []
        for cell in cells:
            while len(row) in held:
                row.append(held.pop(len(row)))
            text = " ".join(cell.text.split())
            first = Cell(text, height=cell.height, is_name=cell.is_name)
            more = first if cell.is_name else replace(first, text="")
            row += [first, *[more] * (min(cell.width, _MOST_COLUMNS - len(row)) - 1)]
        while len(row) in held:
            row.append(held.pop(len(row)))
        held = {
            column: replace(cell, height=cell.height - 1)
            for column, cell in enumerate(row)
            if cell.height > 1 and len(cell.text) <= _LONGEST_NAME and column < _MOST_COLUMNS
        }
        yield row


def _is_marked(row: Sequence[Cell]) -> bool:
    return all(cell.is_name for cell in row if cell.text)


def _marked(row: Iterable[Cell]) -> list[Cell]:
    return [replace(cell, is_name=True) for cell in row]


def _has_names_below(names: Sequence[Cell], row: Sequence[Cell]) -> bool:
    """Whether a name is that of several columns, each of which has a name of its own below it, or
    goes down beside the names in the row below. Below the other names stands no value."""
    if _is_marked(row):
        return False
    pairs = [(name, cell) for name, cell in zip(names, row, strict=False) if cell.text]
    if any(cell.is_name and cell.text == name.text for name, cell in pairs):
        return True
    wide = {name.text for name, other in pairwise(names) if name.text and name.text == other.text}
    below = [cell.text for name, cell in zip(names, row, strict=False) if name.text in wide]
    beside = [cell.text for name, cell in pairs if name.text not in wide]
    return 0 < len(below) < len(names) and all(map(_is_name, below + beside))


def _is_name(text: str, longest: int = _LONGEST_NAME) -> bool:
    is_word = not is_number(text) or is_year(text)
    return 0 < len(text) <= longest and is_word


def _joined(group: Sequence[Sequence[Cell]]) -> tuple[str, ...]:
    """The names that rows give together ("2024" above "Profit"); none if they name no columns."""
    width = max(map(len, group))
    given: list[list[str]] = [[] for _ in range(width)]
    for row in group:
        if len({cell.text for cell in row}) == 1 and len(group) > 1:
            continue  # what is above all columns tells none from another
        for names, cell in zip(given, row, strict=False):
            if cell.text and cell.text not in names:
                names.append(cell.text)
    columns = tuple(" ".join(names) for names in given)
    named = {name for name in columns if name}
    is_told = len(named) > 1 or (len(named) == 1 and not columns[0])
    return columns if is_told and max(map(len, columns)) <= _LONGEST_NAME else ()


def _may_be_names(row: Sequence[Cell]) -> bool:
    """Whether a row can be the names of columns. Of two cells one may name the other."""
    cells = _texts(row)
    return (
        len(cells) > 2
        and len(set(cells)) == len(cells)
        and all(0 < len(cell) <= _LONGEST_GUESS for cell in cells)
        and not any(cell[-1] in ".!?" or cell[0].isdigit() for cell in cells)
    )


def _names_numbers(rows: Sequence[Sequence[Cell]]) -> bool:
    """Whether the first row has words, or years, and below some of them there are but numbers."""
    if len(rows) < 3 or len(rows[0]) < 3:
        return False
    names = [cell.text for cell in rows[0]]
    if len(set(names)) < len(names) or not all(
        _is_name(name, _LONGEST_GUESS) for name in (names if names[0] else names[1:])
    ):
        return False
    below = [[row[at].text for row in rows[1:] if at < len(row)] for at in range(len(names))]
    return any(_are_numbers(name, cells) for name, cells in zip(names, below, strict=True))


def _are_numbers(name: str, cells: Sequence[str]) -> bool:
    """Whether a column has but numbers below its name, or, if this is no measure, measures."""
    given = [cell for cell in cells if not _NOTHING.fullmatch(cell)]
    if not name or len(given) < 2 or (is_year(name) and all(map(is_year, given))):
        return False
    may_measure = not _is_measure(name)
    return all(is_number(cell) or (may_measure and _is_measure(cell)) for cell in given)


def _is_measure(text: str) -> bool:
    """Whether it is a number with a unit that may be a long one."""
    return len(text) <= _LONGEST_NUMBER and _MEASURE.fullmatch(text) is not None


def is_number(text: str) -> bool:
    """Whether it is a number, a date or a time in digits, also with a sign or a unit."""
    return len(text) <= _LONGEST_NUMBER and _NUMBER.fullmatch(text) is not None


def is_year(text: str) -> bool:
    """Whether it is a year of our time, which may name a column."""
    return _YEAR.fullmatch(text) is not None
