"""Spreadsheets (.xlsx, .xlsm, .xls, .ods): each row below the names of the columns is a record."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from functools import partial
from heapq import merge
from itertools import chain, islice
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from zipfile import ZipFile

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.readers.archive import open_zip, xml_root
from graphrag_neo4j.readers.content import Blocks, Unreadable, clean_text, title_from_name
from graphrag_neo4j.readers.field_sheets import head_records, parted_fields
from graphrag_neo4j.readers.merged_cells import Spans, filled_down, spans_of
from graphrag_neo4j.readers.number_formats import formatted
from graphrag_neo4j.readers.office.drawings import paragraphs
from graphrag_neo4j.readers.office.package import open_package
from graphrag_neo4j.readers.opendocument import attribute, body_of, name_of, repeats, text_of
from graphrag_neo4j.readers.record_fields import column_names
from graphrag_neo4j.readers.records import Item, Records
from graphrag_neo4j.readers.sheet_tables import side_by_side, tables_of
from graphrag_neo4j.readers.table_head import NumberedRow, with_one_row_of_names
from graphrag_neo4j.readers.table_sections import sections
from graphrag_neo4j.readers.tables import is_year

if TYPE_CHECKING:
    from lxml.etree import _Element
    from xlrd.book import Book
    from xlrd.sheet import Cell

_MOST_COLUMNS = 500
_MOST_EMPTY_ROWS = 10_000  # in a row: behind them nothing is looked for

_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_DRAWING = re.compile(r"xl/drawings/drawing\d+\.xml")
_COMMENTS = re.compile(r"xl/(?:comments/?)+\d*\.xml")
_THREADED = "Comment:\n"  # before it stands that older versions cannot show who answers whom
_BARE_FORMULA = re.compile(rb"<f[^<>]*(?:/>|>[^<>]*</f>)\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>")
_LONGEST_CELL = 40_000

_CELLS = ("table-cell", "covered-table-cell")

Row = Sequence[object]


def read_xlsx(path: Path, uri: str, key: str = "") -> Iterator[Item]:
    """The rows of all visible sheets; which ones are hidden is told. Formulas count as the values
    saved with them; how many have none is told."""
    from openpyxl.reader.excel import ExcelReader

    file = open_package(path, "Excel file")
    with open_zip(path, "Excel file") as archive:
        unsaved = sum(map(partial(_formulas_without_value, archive), archive.namelist()))
    if unsaved:
        reason = f"{unsaved:,} formulas have no saved value: their cells count as empty."
        hint = "Open it in a spreadsheet program and save it."
        yield Unreadable(f"{uri}#formulas", reason, hint, kind="unsaved")
    # What openpyxl would lose on saving is no concern of ours.
    warnings.filterwarnings("ignore", module="openpyxl")
    try:
        reader = ExcelReader(file, read_only=True, data_only=True)
        reader.read()
        book = reader.wb
        parts = {sheet.name: link.target for sheet, link in reader.parser.find_sheets()}
    except OSError:
        raise
    except Exception as error:  # zip, XML, value and key errors of a damaged package
        raise _not_sound() from error
    found = False
    try:
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # what a file says of its size may be wrong
            rows = (list(map(_shown, row)) for row in sheet.iter_rows(max_col=_MOST_COLUMNS))
            if sheet.sheet_state != "visible":
                yield from _hidden(uri, sheet.title, rows)
                continue
            with reader.archive.open(parts[sheet.title]) as part:
                spans = spans_of(part)
            for item in _records(path, uri, sheet.title, filled_down(rows, spans), key):
                found = True
                yield item
    except (OSError, ReadError):
        raise
    except Exception as error:
        raise _not_sound() from error
    finally:
        book.close()
    notes = _notes(file)
    if notes.text:
        yield notes.document(f"{uri}#notes", title_from_name(path))
    elif not found:
        raise ReadError("it is empty.", "Leave it out.", "empty")


def _shown(cell: Any) -> object:
    """The value of a cell of a workbook, a number as it is shown there: "15 %", "1,234.50 €"."""
    value: object = cell.value
    if not isinstance(value, (int, float, timedelta)):
        return value
    number_format = cell.number_format or ""
    if isinstance(value, (int, float)) and "%" in number_format:
        return f"{_value(round(100.0 * value, 2))} %"
    return formatted(value, number_format)


def _notes(file: str | io.BytesIO) -> Blocks:
    """What stands in text boxes and comments of a workbook; they belong to no row."""
    blocks = Blocks()
    with ZipFile(file) as archive:
        for name in sorted(archive.namelist()):
            if _DRAWING.fullmatch(name):
                for text in paragraphs(xml_root(archive.read(name))):
                    blocks.add(text)
            elif _COMMENTS.fullmatch(name):
                for comment in xml_root(archive.read(name)).iter(f"{_SHEET}comment"):
                    said = "".join(text.text or "" for text in comment.iter(f"{_SHEET}t"))
                    said = " ".join(clean_text(said.rpartition(_THREADED)[2]).split())
                    blocks.add(f"Comment on {comment.get('ref')}: {said}" if said else "")
    return blocks


def _formulas_without_value(archive: ZipFile, name: str) -> int:
    """How many cells of a sheet hold a formula alone, as programs write them that do not reckon."""
    if not name.startswith("xl/worksheets/") or not name.endswith(".xml"):
        return 0
    n, rest = 0, b""
    with archive.open(name) as part:
        while block := part.read(1 << 20):
            rest += block
            n += len(_BARE_FORMULA.findall(rest))
            rest = rest[rest.rfind(b"</c>") + 1 :][-_LONGEST_CELL:]
    return n


def read_xls(path: Path, uri: str, key: str = "") -> Iterator[Item]:
    """The rows of all visible sheets of a workbook as Excel wrote it before 2007; which ones are
    hidden is told."""
    import xlrd

    found = False
    try:
        with xlrd.open_workbook(path, on_demand=True, logfile=io.StringIO()) as book:
            for sheet in book.sheets():
                rows = (_xls_row(book, sheet.row(n)) for n in range(sheet.nrows))
                if sheet.visibility:
                    yield from _hidden(uri, sheet.name, rows)
                    continue
                for item in _records(path, uri, sheet.name, rows, key):
                    found = True
                    yield item
    except (OSError, ReadError):
        raise
    except Exception as error:  # its parser fails on damaged files in many ways
        if "encrypted" in str(error):
            hint = "Save it without a password."
            raise ReadError("it is encrypted.", hint, "encrypted") from error
        raise _not_sound() from error
    if not found:
        raise ReadError("it is empty.", "Leave it out.", "empty")


def _xls_row(book: Book, cells: Sequence[Cell]) -> list[object]:
    """The values of a row; dates and truths as such, errors as nothing."""
    import xlrd

    values: list[object] = []
    for cell in cells[:_MOST_COLUMNS]:
        value: object = cell.value
        if cell.ctype == xlrd.XL_CELL_DATE:
            value = xlrd.xldate_as_datetime(cell.value, book.datemode)
        elif cell.ctype == xlrd.XL_CELL_BOOLEAN:
            value = bool(cell.value)
        elif cell.ctype == xlrd.XL_CELL_ERROR:
            value = None
        values.append(value)
    return values


def read_ods(path: Path, uri: str, key: str = "") -> Iterator[Item]:
    """The rows of all sheets."""
    with open_zip(path, "OpenDocument file") as archive:
        body = body_of(archive)
    found = False
    for table in body.iter():
        if name_of(table) == "table":
            rows = filled_down(_ods_rows(table), _ods_spans(table))
            for item in _records(path, uri, attribute(table, "name"), rows, key):
                found = True
                yield item
    if not found:
        raise ReadError("it is empty.", "Leave it out.", "empty")


def _not_sound() -> ReadError:
    return ReadError("it is not a sound Excel file.", "Open it in Excel and save it.", "corrupt")


def _ods_rows(table: _Element) -> Iterator[list[object]]:
    for row in _table_rows(table):
        cells: list[object] = []
        for cell in row:
            if name_of(cell) in _CELLS:
                text = "\n".join(text_of(p) for p in cell if name_of(p) == "p")
                cells += [text] * repeats(cell, "number-columns-repeated")
        yield cells[:_MOST_COLUMNS]


def _ods_spans(table: _Element) -> Spans:
    """Which cells go on below their row."""
    spans: dict[int, list[tuple[int, int]]] = {}
    for number, row in enumerate(_table_rows(table), start=1):
        column = 1
        for cell in row:
            if name_of(cell) in _CELLS:
                if (height := repeats(cell, "number-rows-spanned")) > 1:
                    spans.setdefault(number, []).append((column, number + height - 1))
                column += repeats(cell, "number-columns-repeated")
    return spans


def _table_rows(table: _Element) -> Iterator[_Element]:
    return (row for row in table.iter() if name_of(row) == "table-row")


def _hidden(uri: str, sheet: str, rows: Iterable[Row]) -> Iterator[Unreadable]:
    """That a hidden sheet is not read, if anything stands on it."""
    if any(True for _ in _filled(rows)):
        reason, hint = f"the sheet {sheet!r} is hidden.", "Show it in Excel and save the file."
        own = f"{uri}#{quote(clean_text(sheet), safe='')}"
        yield Unreadable(own, reason, hint, skipped=True, kind="hidden")


def _records(path: Path, uri: str, sheet: str, rows: Iterable[Row], key: str) -> Iterator[Item]:
    """The rows of a sheet as records; what stands alone above the columns' names, too."""
    records = Records(path, uri, key=key, sheet=sheet, is_table=True, has_own_ids=True)
    parts = map(_rows_with_names, side_by_side(rows))
    for number, (place, record) in enumerate(merge(*parts, key=itemgetter(0)), start=1):
        yield records.read(number, record, place=place)


def _rows_with_names(rows: Iterable[Row]) -> Iterator[tuple[int, dict[str, str]]]:
    """What each row of the tables below one another says, with its number."""
    for head, table in tables_of(_filled(rows)):
        yield from head_records(head, _value)
        fields, table = parted_fields(table, _value)
        if fields:
            yield fields
            continue
        names, below = _parted(with_one_row_of_names(table))
        columns = column_names(map(_value, names[1])) if names else []
        values = ((place, [*map(_value, row)]) for place, row in below)
        is_named = False
        for row in sections(values, len(columns)):
            is_named = True
            if row.is_note:
                yield row.place, {"text": row.cells[0]}
                continue
            if len(row.cells) > len(columns):
                columns = column_names([*columns, *[""] * (len(row.cells) - len(columns))])
            yield row.place, {**_named(columns, row.cells), **row.group_field(columns)}
        if names and not head and not is_named:  # one row alone names nothing
            yield names[0], {"text": ", ".join(columns)}


def _parted(table: Iterable[NumberedRow]) -> tuple[NumberedRow | None, Iterator[NumberedRow]]:
    """The row that names the columns, if the first one does, and the rows below it."""
    rest = iter(table)
    first = list(islice(rest, 2))
    if not first:
        return None, rest
    row, below = first[0][1], first[1][1] if len(first) > 1 else ()
    is_names = all(map(_is_word, row)) or _are_years(row, below)
    return (first[0] if is_names else None), chain(first[is_names:], rest)


def _is_word(cell: object) -> bool:
    return isinstance(cell, str) or cell is None


def _are_years(row: Row, below: Row) -> bool:
    """Whether a row names columns by years, each of them once, behind a word: below them stand
    numbers that are none."""
    years = [n for n, cell in enumerate(row) if not _is_word(cell)]
    values = [_value(row[n]) for n in years]
    numbers = [below[n] for n in years if n < len(below) and not _is_word(below[n])]
    return (
        bool(years)
        and isinstance(row[0], str)
        and len(set(values)) == len(values)
        and all(map(is_year, values))
        and bool(numbers)
        and not any(is_year(_value(number)) for number in numbers)
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


def _value(cell: object) -> str:
    """A cell as people read it: no ".0", no midnight."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    if isinstance(cell, datetime):
        return str(cell.date() if cell.time() == time() else cell)
    if isinstance(cell, date | time):
        return cell.isoformat()
    return clean_text(str(cell)).strip()
