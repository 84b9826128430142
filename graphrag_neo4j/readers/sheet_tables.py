"""The tables of one sheet: what stands behind an empty row, or beside an empty column, may have
names of columns of its own."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, islice, takewhile, tee
from operator import itemgetter

from graphrag_neo4j.readers.content import clean_text
from graphrag_neo4j.readers.table_head import NumberedRow, is_alone, without_head
from graphrag_neo4j.readers.tables import is_number, is_year

_MOST_TITLES = 3
"""Rows of one cell between an empty row and the names."""
_LOOKED_AT = 5
"""Rows above and below the names."""
_LOOKED_AT_BESIDE = 100
"""Rows that tell whether a column is empty throughout."""
_FEWEST = 3
"""Columns; of two, the first row may be a name and its value itself."""
_LONGEST_NAME = 60
_NOTHING = re.compile(r"\W*|n/?a\.?|none|unknown|tb[ad]|open|pending", re.IGNORECASE)
"""What stands for a value that is not there."""

_NO_NAME_OF_SHEET = re.compile(
    r"(?:sheet|tabelle|feuil|feuille|hoja|foglio|blad|planilha|página|arkusz|list|ark|лист) ?\d*|",
    re.IGNORECASE,
)
"""What programs call a new sheet: "Sheet1"."""

Row = Sequence[object]
Table = tuple[list[NumberedRow], Iterator[NumberedRow]]


def tables_of(rows: Iterable[NumberedRow]) -> Iterator[Table]:
    """The tables that stand below one another, each as the rows above its names, and the table from
    these on; rows with nothing in them are not given, and missed by their numbers.

    Another table begins where behind an empty row stand names of columns: words below or above
    values, more of them than there were columns, or a name of the table once more. Each table is to
    be read before the next one is asked for.
    """
    head, first = without_head(rows)
    for number, group in groupby(_with_table_numbers(first), key=itemgetter(0)):
        table = (row for _, row in group)
        yield without_head(table) if number else (head, table)


def _with_table_numbers(rows: Iterator[NumberedRow]) -> Iterator[tuple[int, NumberedRow]]:
    """The rows, each with the number of its table, from 0."""
    ahead = deque(islice(rows, 1))
    names: Row = ()
    above: deque[Row] = deque(maxlen=_LOOKED_AT)
    table = n_titles = last = 0
    while ahead:
        if above and ahead[0][0] > last + 1:
            ahead.extend(islice(rows, _MOST_TITLES + 1 + _LOOKED_AT - len(ahead)))
            titles = list(islice(takewhile(is_alone, ahead), _MOST_TITLES))
            if _begins_table(list(ahead)[len(titles) :], names, above):
                table, n_titles, names = table + 1, len(titles), ()
                above.clear()
        last, row = ahead.popleft()
        yield table, (last, row)
        if n_titles:
            n_titles -= 1
        elif names:
            above.append(row)
        else:
            names = row
        if not ahead:
            ahead.extend(islice(rows, 1))


def _begins_table(rows: Sequence[NumberedRow], names: Row, above: Iterable[Row]) -> bool:
    """Whether the first of ``rows`` names the columns of another table than that of ``names``."""
    if not rows:
        return False
    first, row = rows[0]
    cells = _texts(row)
    below = [_texts(row) for n, (at, row) in enumerate(rows) if n and at == first + n]
    if not below or any(map(_is_no_text, row)) or not _may_be_names(cells, below):
        return False
    before = [_texts(row) for row in above]
    old = _texts(names)
    n_again = sum(_are_same(new, name) for new, name in zip(cells, old, strict=False))
    is_below_values = _is_word_at(cells, _value_columns(before))
    values_below = _value_columns(below, 2)
    widest = max(map(_n_filled, (old, *before)))
    is_above_values = _is_word_at(cells, values_below & _word_columns(before, 2))
    if _n_filled(cells) < _FEWEST:
        is_other = is_below_values and _is_word_at(cells, values_below)
        return n_again > 1 or is_other or (widest >= _FEWEST and is_above_values)
    is_wider = _n_filled(cells) > widest and any(_n_filled(row) > widest for row in below)
    return n_again > 0 or is_wider or is_below_values or is_above_values


def _may_be_names(cells: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether a row has words, or years behind a word, as names have that tell columns apart, and
    none of them is a value of its column."""
    filled = [cell.casefold() for cell in cells if cell]
    if len(filled) < 2 or len(set(filled)) < len(filled) or not all(map(_is_name, filled)):
        return False
    if not cells[0] and any(map(is_year, filled)):
        return False
    if any(len(row) > len(cells) for row in below):
        return False
    return not any(_are_same(*pair) for row in below for pair in zip(cells, row, strict=False))


def _is_no_text(cell: object) -> bool:
    return cell is not None and not isinstance(cell, str) and not is_year(str(cell))


def _is_name(text: str) -> bool:
    if len(text) > _LONGEST_NAME or text[-1] in ".!?" or _NOTHING.fullmatch(text):
        return False
    return is_year(text) or not is_number(text)


def _are_same(one: str, other: str) -> bool:
    return bool(one) and one.casefold() == other.casefold()


def _is_word_at(cells: Sequence[str], columns: Iterable[int]) -> bool:
    return any(n < len(cells) and cells[n] and not is_year(cells[n]) for n in columns)


def _value_columns(rows: Sequence[Sequence[str]], fewest: int = 1) -> set[int]:
    """The columns with at least ``fewest`` cells, all of them numbers, dates or times."""
    return {n for n, cells in _columns(rows) if len(cells) >= fewest and all(map(is_number, cells))}


def _word_columns(rows: Sequence[Sequence[str]], fewest: int) -> set[int]:
    return {
        n for n, cells in _columns(rows) if len(cells) >= fewest and not any(map(is_number, cells))
    }


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[tuple[int, list[str]]]:
    """The filled cells of each column."""
    for n in range(max(map(len, rows), default=0)):
        yield n, [row[n] for row in rows if n < len(row) and row[n]]


def _texts(row: Row) -> list[str]:
    """The cells as text, up to the last filled one."""
    cells = ["" if cell is None else " ".join(str(cell).split()) for cell in row]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _n_filled(cells: Iterable[str]) -> int:
    return sum(map(bool, cells))


def side_by_side(rows: Iterable[Row]) -> list[Iterator[Row]]:
    """The rows of each of the tables that stand beside one another, with an empty column between
    them; empty rows are given, too. They are to be read together, row by row: what one is ahead of
    another is kept in memory.

    Both have names in all their columns, and the right one begins with words that tell its rows
    apart; else an empty column is but a gap within one table.
    """
    rest = iter(rows)
    first = list(islice(rest, _LOOKED_AT_BESIDE))
    begins = _begins_beside([_texts(row) for row in first])
    ends = [*begins[1:], None]
    copies = tee(chain(first, rest), len(begins))
    return [_cut(copy, begin, end) for copy, begin, end in zip(copies, begins, ends, strict=True)]


def _cut(rows: Iterable[Row], begin: int, end: int | None) -> Iterator[Row]:
    return (row[begin:end] for row in rows)


def _begins_beside(rows: Sequence[Sequence[str]]) -> list[int]:
    """The first columns of tables beside one another; that of the leftmost one is 0."""
    used = [n for n, cells in _columns(rows) if cells]
    runs = groupby(enumerate(used), lambda pair: pair[1] - pair[0])
    begins = [0]
    has_left = False
    for _, run in runs:
        part = [n for _, n in run]
        keys = _keys([row[part[0] : part[-1] + 1] for row in rows], len(part))
        if has_left and keys and not any(map(is_number, keys)):
            begins.append(part[0])
        has_left = has_left or bool(keys)
    return begins


def _keys(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """The first cells of the rows below names in all columns; none where there are no such names,
    or the cells do not tell the rows apart."""
    table = [row for row in rows if _n_filled(row) > 1]
    if width < 2 or len(table) < 3 or not _may_be_names(table[0], table[1:]):
        return []
    keys = [row[0] for row in table[1:]]
    is_told = all(keys) and len(set(keys)) == len(keys)
    return keys if is_told and _n_filled(table[0]) == width else []


def with_sheet(file: str, sheet: str) -> str:
    """What rows of a sheet are called together, by file and sheet; the name that a program gives a
    sheet says nothing, nor one that the file has, too."""
    name = " ".join(clean_text(sheet).split())
    is_said = f" {name.casefold()} " in f" {file.casefold()} "
    return file if is_said or _NO_NAME_OF_SHEET.fullmatch(name) else f"{file} {name}"
