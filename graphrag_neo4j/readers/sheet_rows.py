"""The rows of a sheet of any workbook as records, each with the names of its columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from itertools import chain, islice
from operator import itemgetter
from pathlib import Path
from urllib.parse import quote

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.readers.content import Blocks, Unreadable, clean_text, title_from_name
from graphrag_neo4j.readers.field_sheets import head_records, parted_fields, title_in
from graphrag_neo4j.readers.header_row import LOOKED_AT, is_record
from graphrag_neo4j.readers.merged_cells import Spans, filled_down
from graphrag_neo4j.readers.number_formats import cell_text
from graphrag_neo4j.readers.record_fields import column_names
from graphrag_neo4j.readers.records import Item, Records, under_title
from graphrag_neo4j.readers.sheet_comments import Comments
from graphrag_neo4j.readers.sheet_tables import side_by_side, tables_of
from graphrag_neo4j.readers.stray_columns import ROWS_LOOKED_AT, stray_columns, with_last
from graphrag_neo4j.readers.table_head import NumberedRow, with_one_row_of_names
from graphrag_neo4j.readers.table_sections import sections
from graphrag_neo4j.readers.tables import is_year

MOST_COLUMNS = 500
_MOST_EMPTY_ROWS = 10_000  # in a row: behind them nothing is looked for

Row = Sequence[object]


class Workbook:
    """What the sheets of a file give, one after the other: the records of their rows, and behind
    all of them one document of notes that belong to no row."""

    def __init__(self, path: Path, uri: str, key: str) -> None:
        self.notes = Blocks()
        self._path = path
        self._uri = uri
        self._key = key
        self._has_records = False

    def hidden(self, sheet: str, rows: Iterable[Row]) -> Iterator[Unreadable]:
        """That a hidden sheet is not read, if anything stands on it."""
        if any(True for _ in _filled(rows)):
            reason, hint = f"the sheet {sheet!r} is hidden.", "Show it and save the file."
            own = f"{self._uri}#{quote(clean_text(sheet), safe='')}"
            yield Unreadable(own, reason, hint, skipped=True, kind="hidden")

    def records(
        self, sheet: str, rows: Iterable[list[object]], spans: Spans, comments: Comments
    ) -> Iterator[Item]:
        """The rows of a sheet as records, with the comments on their cells; what stands alone
        above the columns' names, too. ``spans``: cells that go on below their row."""
        records = Records(
            self._path, self._uri, key=self._key, sheet=sheet, is_table=True, has_own_ids=True
        )
        watched = comments.watched(filled_down(rows, spans))
        parts = map(_rows_with_names, side_by_side(watched))
        for number, (place, record, title) in enumerate(merge(*parts, key=itemgetter(0)), start=1):
            self._has_records = True
            item = records.read(number, comments.added(place, record), place=place)
            yield under_title(item, title)
        for said in comments.left():
            self.notes.add(said)

    def rest(self) -> Iterator[Item]:
        """The notes, if there are any; raises :class:`ReadError` for a file with nothing in it."""
        if self.notes.text:
            yield self.notes.document(f"{self._uri}#notes", title_from_name(self._path))
        elif not self._has_records:
            raise ReadError("it is empty.", "Leave it out.", "empty")


def _rows_with_names(rows: Iterable[Row]) -> Iterator[tuple[int, dict[str, str], str]]:
    """What each row of the tables below one another says, with its number before it and behind it
    the title of its table."""
    for head, table in tables_of(_filled(rows)):
        yield from ((place, said, "") for place, said in head_records(head, cell_text))
        title = title_in(head, cell_text)
        fields, table = parted_fields(table, cell_text)
        if fields:
            yield *fields, title
            continue
        names, below = _parted(with_one_row_of_names(table))
        columns = column_names(map(cell_text, names[1])) if names else []
        told = ((place, [*map(cell_text, row)]) for place, row in below)
        first = list(islice(told, ROWS_LOOKED_AT))
        named = [*map(cell_text, names[1])] if names else []
        stray = {columns[n] for n in stray_columns(named, [row for _, row in first])}
        values = chain(first, told)
        is_named = False
        for row in sections(values, len(columns)):
            is_named = True
            if row.is_note:
                yield row.place, {"text": row.cells[0]}, title
                continue
            if len(row.cells) > len(columns):
                columns = column_names([*columns, *[""] * (len(row.cells) - len(columns))])
            record = with_last(_named(columns, row.cells), stray)
            yield row.place, {**record, **row.group_field(columns)}, title
        if names and not head and not is_named:  # one row alone names nothing
            yield names[0], {"text": ", ".join(columns)}, title


def _parted(table: Iterable[NumberedRow]) -> tuple[NumberedRow | None, Iterator[NumberedRow]]:
    """The row that names the columns, if the first one does, and the rows below it."""
    rest = iter(table)
    first = list(islice(rest, 1 + LOOKED_AT))
    if not first:
        return None, rest
    row, below = first[0][1], first[1][1] if len(first) > 1 else ()
    is_names = _are_years(row, below)
    if all(map(_is_word, row)):
        said, *others = ([*map(cell_text, cells)] for _, cells in first)
        is_names = not is_record(said, others)
    return (first[0] if is_names else None), chain(first[is_names:], rest)


def _is_word(cell: object) -> bool:
    return isinstance(cell, str) or cell is None


def _are_years(row: Row, below: Row) -> bool:
    """Whether a row names columns by years, each of them once, behind a word: below them stand
    numbers that are none."""
    years = [n for n, cell in enumerate(row) if not _is_word(cell)]
    values = [cell_text(row[n]) for n in years]
    numbers = [below[n] for n in years if n < len(below) and not _is_word(below[n])]
    return (
        bool(years)
        and isinstance(row[0], str)
        and len(set(values)) == len(values)
        and all(map(is_year, values))
        and bool(numbers)
        and not any(is_year(cell_text(number)) for number in numbers)
    )


def _named(columns: Sequence[str], values: Sequence[str]) -> dict[str, str]:
    return {name: value for name, value in zip(columns, values, strict=False) if value}


def _filled(rows: Iterable[Row]) -> Iterator[tuple[int, Row]]:
    """The rows with anything in them, without empty cells behind the last value, by number."""
    empty = 0
    for number, row in enumerate(rows, start=1):
        width = max((n for n, cell in enumerate(row, start=1) if cell not in (None, "")), default=0)
        if width:
            empty = 0
            yield number, row[:width]
        elif (empty := empty + 1) > _MOST_EMPTY_ROWS:
            return
