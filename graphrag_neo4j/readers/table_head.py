"""What stands above the names of a table's columns: its title, a date, a note, one cell each, or,
as in a bank's statement, some fields of its own and an empty row; or a field or two right above."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, takewhile

from graphrag_neo4j.readers.tables import is_number, is_year

NumberedRow = tuple[int, Sequence[object]]
_MOST = 8
"""Rows above the names; more are a table of one column."""
_LOOKED_AT = 3
"""Rows below the names."""
_FEWEST = 3
"""Columns of a table below fields."""
_PERIOD = re.compile(
    r"(?:Q[1-4]|[HS][12]|T[1-4]|[KC]?W ?\d{1,2})(?:[ /'-]*(?:\d{4}|\d{2}))?|[1-4]Q|FY ?\d{2,4}"
)
"""A part of a year, which names a column though it may look like an amount: "Q1", "KW 12"."""
_COMMENT = re.compile(r"\s*\"?#")
_MARK_OF_NAME = re.compile(r"#\s*(?=[^\W\d_])")
_MOST_COMMENTS = 10_000
"""Lines; more are the table."""
_DATE = re.compile(r"\d{1,4}([-/.])\d{1,2}\1\d{1,4}\b")


def without_head(rows: Iterable[NumberedRow]) -> tuple[list[NumberedRow], Iterator[NumberedRow]]:
    """The rows above the names, and the table from these on; rows with nothing in them are not
    given, and missed by their numbers. Where no row of more cells follows on rows of one, and
    another soon below it, the first row names the one column, and nothing stands above it."""
    rest = iter(rows)
    first = list(islice(rest, _MOST + 1 + _LOOKED_AT))
    n_alone = min(_MOST, sum(1 for _ in takewhile(is_alone, first)))
    below = first[n_alone:]
    if not below or is_alone(below[0]) or all(map(is_alone, below[1 : 1 + _LOOKED_AT])):
        n_alone = 0
    rows = first[n_alone:]
    n_head = n_alone + (_fields_above(rows) or _fields_right_above([row for _, row in rows]))
    return first[:n_head], chain(first[n_head:], rest)


def with_one_row_of_names(table: Iterable[NumberedRow]) -> Iterator[NumberedRow]:
    """The rows of a table, where two rows of names are one: below "2023" over two columns "Units"
    and "Revenue" come "2023 Units" and "2023 Revenue". "INCOME" alone below them is a heading."""
    rest = iter(table)
    first = list(islice(rest, 2 + _LOOKED_AT))
    values = next((row for row in first[2:] if not is_alone(row)), None)
    if values and (names := _joined(*(row for _, row in (*first[:2], values)))):
        first[:2] = [(first[0][0], names)]
    return chain(first, rest)


def _joined(
    upper: Sequence[object], lower: Sequence[object], values: Sequence[object]
) -> list[object]:
    """Names of two rows as those of one; nothing if the second one is no row of names, or not told
    from one by numbers below it."""
    above, below, numbers = ([_words(cell) for cell in row] for row in (upper, lower, values))
    width = max(len(above), len(below))
    above += [""] * (width - len(above))
    below += [""] * (width - len(below))
    numbers += [""] * (width - len(numbers))
    below = ["" if own == name else own for own, name in zip(below, above, strict=True)]  # merged
    named = [n for n in range(1, width) if below[n]]
    is_over = any(not above[n] and any(above[:n]) for n in named)
    n_numbers = sum(is_number(numbers[n]) and not _is_period(numbers[n]) for n in named)
    if not is_over or 2 * n_numbers <= len(named) or any(map(_is_no_name, below)):
        return []
    names: list[object] = []
    group = ""
    for n in range(width):
        group = above[n] or (group if below[n] else "")
        is_of_group = below[n] and group
        names.append(f"{group} {below[n]}" if is_of_group else group or below[n])
    return names


def _words(cell: object) -> str:
    return "" if cell is None else " ".join(str(cell).split())


def head_text(row: Sequence[object]) -> str:
    """What a row above the names says: "Holder: Ada Berg"."""
    cells = [" ".join(str(cell).split()) for cell in row if cell not in (None, "")]
    if len(cells) == 2:
        return f"{cells[0].rstrip(':')}: {cells[1]}"
    return ", ".join(filter(None, cells))


def _fields_above(rows: Sequence[NumberedRow]) -> int:
    """How many rows of fewer cells stand above the names, parted from them by an empty row; 0 if
    it is not so."""
    widest = 0
    for n, (before, row, below) in enumerate(zip(rows, rows[1:], rows[2:], strict=False), start=1):
        widest = max(widest, _n_filled(before[1]))
        names = [str(cell) for cell in row[1] if cell not in (None, "")]
        is_apart = row[0] > before[0] + 1
        is_wider = len(names) >= max(_FEWEST, widest + 1) and _n_filled(below[1]) > widest
        if n <= _MOST and is_apart and is_wider and not any(map(_is_no_name, names)):
            return 0 if _is_table([cells for _, cells in rows[:n]]) else n
    return 0


def _fields_right_above(rows: Sequence[Sequence[object]]) -> int:
    """How many rows of a word and its value, as in "As of | 3 May", stand above the names without
    an empty row; a year may be a name above two columns."""
    told = [[_words(cell) for cell in row] for row in rows]
    n = sum(1 for _ in takewhile(_is_field, told))
    names, below = [*told[n : n + 2], [], []][:2]
    named = [name for name in names if name]
    is_wide = min(len(named), _n_filled(below)) >= _FEWEST and names[: len(named)] == named
    return n if is_wide and not any(map(_is_no_name, named)) else 0


def _is_field(cells: Sequence[str]) -> bool:
    label, value, *others = [*cells, "", ""]
    if not label or any(others) or _is_value(label):
        return False
    is_value = value[:1].isdecimal() and not (is_year(value) or _is_period(value))
    return is_value or bool(value and label.endswith(":"))


def _is_table(rows: Sequence[Sequence[object]]) -> bool:
    """Whether rows are a table and no fields: below words stand values where fields have their
    names, in the first column, the third and so on."""
    names, *others = ([_words(cell) for cell in row] for row in rows)
    if _n_filled(names) < _FEWEST or any(map(_is_no_name, names)):
        return False
    columns = ([row[n] for row in others if len(row) > n] for n in range(0, len(names), 2))
    return any(cells and all(map(_is_value, cells)) for cells in columns)


def _is_value(cell: str) -> bool:
    return is_number(cell) and not is_year(cell)


def _is_no_name(cell: str) -> bool:
    return _is_value(cell) and not _is_period(cell)


def _is_period(cell: str) -> bool:
    return _PERIOD.fullmatch(cell) is not None


def _n_filled(row: Sequence[object]) -> int:
    return sum(cell not in (None, "") for cell in row)


def is_alone(row: NumberedRow) -> bool:
    """Whether only the first cell is filled; of two, one may be a column without a name."""
    first, *others = row[1]
    is_first = first not in (None, "") and all(cell in (None, "") for cell in others)
    return is_first and len(others) != 1


def parted_comments(lines: Iterator[str], n_below: int) -> tuple[list[str], list[str]]:
    """The lines of comments above a table ("# 72 h, n = 4"), empty ones among them, as instruments
    and programs write them, and the first ``n_below`` lines below them. "#chrom,start" is no
    comment, nor is "# day, dose" above values: both are names of columns, and read without "#"."""
    above: list[str] = []
    for line in islice(lines, _MOST_COMMENTS):
        if line.strip() and not _COMMENT.match(line):
            below = [line, *islice(lines, n_below - 1)]
            break
        above.append(line)
    else:
        return [], above
    if above and _are_names(above[-1], below):
        below.insert(0, _MARK_OF_NAME.sub("", above.pop()))
    return above, below


def _are_names(line: str, below: Sequence[str]) -> bool:
    """Whether a line that begins with "#" names the columns of the lines below it."""
    if not line.strip():
        return False
    delimiter = delimiter_of(below)
    if delimiter not in below[0]:
        return not line.startswith("# ")
    if line.count(delimiter) != below[0].count(delimiter):
        return False
    cells = [_words(cell).strip('"') for cell in below[0].split(delimiter)]
    return line[1:2].strip() != "" or any(_is_value(cell) or _DATE.match(cell) for cell in cells)


def comment_text(line: str) -> str:
    """What a line of a comment says, without its marks and the empty cells behind it."""
    return " ".join(line.strip(' \t\r\n,;|"').lstrip("#").split())


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
