"""Workbooks as Excel wrote them before 2007 (.xls)."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.readers.merged_cells import Spans
from graphrag_neo4j.readers.number_formats import formatted
from graphrag_neo4j.readers.records import Item
from graphrag_neo4j.readers.sheet_comments import Comments
from graphrag_neo4j.readers.sheet_rows import MOST_COLUMNS, Workbook

if TYPE_CHECKING:
    from xlrd.book import Book
    from xlrd.sheet import Cell, Sheet


def read_xls(path: Path, uri: str, key: str = "") -> Iterator[Item]:
    """The rows of all visible sheets; which ones are hidden is told."""
    workbook = Workbook(path, uri, key)
    try:
        with _open(path) as book:
            for sheet in book.sheets():
                rows = _rows(book, sheet)
                if sheet.visibility:
                    yield from workbook.hidden(sheet.name, rows)
                    continue
                told = {(r + 1, c + 1): note.text for (r, c), note in sheet.cell_note_map.items()}
                yield from workbook.records(sheet.name, rows, _spans(sheet), Comments(told))
    except (OSError, ReadError):
        raise
    except Exception as error:  # its parser fails on damaged files in many ways
        if "encrypted" in str(error):
            hint = "Save it without a password."
            raise ReadError("it is encrypted.", hint, "encrypted") from error
        hint = "Open it in Excel and save it."
        raise ReadError("it is not a sound Excel file.", hint, "corrupt") from error
    yield from workbook.rest()


def _open(path: Path) -> Book:
    """The workbook with its formats, or without them if these are damaged."""
    import xlrd

    try:
        return xlrd.open_workbook(path, formatting_info=True, logfile=io.StringIO())
    except OSError:
        raise
    except Exception:
        return xlrd.open_workbook(path, logfile=io.StringIO())


def _rows(book: Book, sheet: Sheet) -> Iterator[list[object]]:
    for number in range(sheet.nrows):
        yield [_shown(book, cell) for cell in sheet.row(number)[:MOST_COLUMNS]]


def _shown(book: Book, cell: Cell) -> object:
    """The value of a cell, a number as it is shown; dates and truths as such, errors as nothing."""
    import xlrd

    number_format = _format(book, cell)
    if cell.ctype == xlrd.XL_CELL_DATE:
        if "[" in number_format and "[$" not in number_format:  # hours beyond a day
            return formatted(timedelta(days=cell.value), number_format)
        shown: datetime = xlrd.xldate_as_datetime(cell.value, book.datemode)
        return shown.time() if 0 <= cell.value < 1 else shown
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return bool(cell.value)
    if cell.ctype == xlrd.XL_CELL_ERROR:
        return None
    return formatted(cell.value, number_format)


def _format(book: Book, cell: Cell) -> str:
    if cell.xf_index is None or cell.xf_index >= len(book.xf_list):
        return ""
    found = book.format_map.get(book.xf_list[cell.xf_index].format_key)
    return str(found.format_str) if found is not None else ""


def _spans(sheet: Sheet) -> Spans:
    """Which cells go on below their row."""
    spans: dict[int, list[tuple[int, int]]] = {}
    for first, end, column, _ in sheet.merged_cells:
        if end > first + 1:
            spans.setdefault(first + 1, []).append((column + 1, end))
    return spans
