"""Tables as text (.csv, .tsv, .vcf): each row below the names of the columns is a record."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, dropwhile, islice
from pathlib import Path

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.readers.content import clean_text, open_text, read_text_file
from graphrag_neo4j.readers.exports.todoist import is_task_list, task_records
from graphrag_neo4j.readers.field_sheets import head_records, parted_fields, title_in
from graphrag_neo4j.readers.header_row import LOOKED_AT, is_record
from graphrag_neo4j.readers.overlong_rows import OverlongRows
from graphrag_neo4j.readers.record_fields import column_names
from graphrag_neo4j.readers.records import Item, Records, under_title
from graphrag_neo4j.readers.sheet_tables import tables_of
from graphrag_neo4j.readers.stray_columns import ROWS_LOOKED_AT, stray_columns, with_last
from graphrag_neo4j.readers.table_head import (
    NumberedRow,
    comment_text,
    delimiter_of,
    parted_comments,
    with_one_row_of_names,
)
from graphrag_neo4j.readers.table_sections import sections

_BIGGEST_FIELD = 2**31 - 1
_TABBED = (".tsv", ".vcf")
_LOOKED_AT = 20  # lines, for the delimiter
_SEPARATOR = re.compile(r'"?sep=([^\w"\r\n])"?[\r\n]*', re.IGNORECASE)  # Excel's own first line
_MOST_AT_ONCE = 16_000_000
"""Bytes; a larger table is read line by line."""


def read_csv(path: Path, uri: str, key: str = "") -> Iterator[Item]:
    """One document for each row; the first row names the columns."""
    csv.field_size_limit(_BIGGEST_FIELD)  # the default refuses a cell of 128 KiB
    with _lines_of(path) as lines:
        yield from _csv_records(path, uri, key, lines)


@contextmanager
def _lines_of(path: Path) -> Iterator[Iterator[str]]:
    """The clean lines of a text file; a large one is read as they are asked for."""
    if path.stat().st_size <= _MOST_AT_ONCE:
        yield iter(io.StringIO(read_text_file(path), newline=""))
        return
    with open_text(path, newline="") as file:
        yield map(clean_text, file)


def _csv_records(path: Path, uri: str, key: str, lines: Iterator[str]) -> Iterator[Item]:
    lines = dropwhile(str.isspace, lines)
    comments, first = parted_comments(lines, _LOOKED_AT)
    delimiter = "\t" if path.suffix.lower() in _TABBED else delimiter_of(first or [""])
    if first and (told := _SEPARATOR.fullmatch(first[0])):
        delimiter = told[1]
        first[0] = "\n"  # so that it counts as a row
    rows = enumerate(csv.reader(chain(first, lines), delimiter=delimiter), start=len(comments) + 1)
    filled = ((n, row) for n, row in rows if any(map(str.strip, row)))
    records = Records(path, uri, key=key, is_table=True, has_own_ids=True)
    number = 0
    try:
        for head, table in tables_of(filled):
            above, title = {place for place, _ in head}, title_in(head, str)
            for place, record in _csv_table(head, table, delimiter):
                number += 1
                if isinstance(record, str):
                    yield records.bad(number, record)
                else:
                    item = records.read(number, record, place=place)
                    yield item if place in above else under_title(item, title)
    except csv.Error as error:
        yield records.broken_off(number + 1, f"the table breaks off: {error}.")
    if not number:
        raise ReadError("the table has no rows below its header.", "Leave it out.", "empty")
    for place, said in enumerate(map(comment_text, comments), start=1):
        if said:
            number += 1
            yield records.read(number, {"text": said}, place=place)


def _csv_table(
    head: Sequence[NumberedRow], table: Iterator[NumberedRow], delimiter: str
) -> Iterator[tuple[int, Mapping[str, object] | str]]:
    """The records of a table with the numbers of their rows, behind them what stands above its
    names; of a row that cannot be read the reason."""
    form, table = parted_fields(table, str)
    if form:
        yield form
        yield from head_records(head, str)
        return
    header, stray, words = _header(with_one_row_of_names(table))
    has_rows = False
    if is_task_list(header):
        tasks = ((place, dict(zip(header, row, strict=False))) for place, row in words)
        for place, task in task_records(tasks):
            has_rows = True
            yield place, task
    whole = OverlongRows(len(header))
    for row in sections(words, len(header)):
        has_rows = True
        if row.is_note:
            yield row.place, {"text": row.cells[0].strip()}
            continue
        cells = row.cells if len(row.cells) <= len(header) else whole.mended(row.cells, delimiter)
        if not cells:
            yield row.place, f"the row has {len(row.cells)} fields, not {len(header)}."
        else:
            whole.add(cells)
            fields = with_last(dict(zip(header, cells, strict=False)), stray)
            yield row.place, fields | row.group_field(header)
    if has_rows:
        yield from head_records(head, str)


def _header(
    table: Iterator[NumberedRow],
) -> tuple[list[str], frozenset[str], Iterator[tuple[int, list[str]]]]:
    """The names of the columns, numbers where no row names them, those that are to come last, and
    the rows."""
    words = ((place, [*map(str, row)]) for place, row in table)
    rows = list(islice(words, 1 + ROWS_LOOKED_AT))
    names, *below = [row for _, row in rows] or [[]]
    if is_record(names, below[:LOOKED_AT]):
        names = [""] * max(map(len, (names, *below)))
    else:
        rows = rows[1:]
    header = column_names(map(str.strip, names))
    stray = frozenset(header[n] for n in stray_columns(names, below))
    return header, stray, chain(rows, words)
