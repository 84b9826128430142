"""Workbooks of OpenDocument (.ods)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.readers.merged_cells import Spans
from graphrag_neo4j.readers.number_formats import ShownNumber
from graphrag_neo4j.readers.opendocument_xml import (
    STYLE,
    OpenDocument,
    attribute,
    name_of,
    open_opendocument,
    repeats,
    text_of,
)
from graphrag_neo4j.readers.records import Item
from graphrag_neo4j.readers.sheet_comments import Comments
from graphrag_neo4j.readers.sheet_rows import MOST_COLUMNS, Workbook

if TYPE_CHECKING:
    from lxml.etree import _Element

_CELLS = ("table-cell", "covered-table-cell")
_VALUES = ("value", "date-value", "string-value")
_WORDS = ("", "string")
"""Types of a cell; all others are values."""


def read_ods(path: Path, uri: str, key: str = "") -> Iterator[Item]:
    """The rows of all visible sheets, of a package or a flat file; which ones are hidden is
    told."""
    file = open_opendocument(path)
    hidden = set(_hiding_styles(file))
    book = Workbook(path, uri, key)
    for table in file.body.iter():
        if name_of(table) != "table":
            continue
        sheet, rows = attribute(table, "name"), _rows(table)
        if attribute(table, "style-name") in hidden:
            yield from book.hidden(sheet, rows)
        else:
            yield from book.records(sheet, rows, _spans(table), Comments(_comments(table)))
    yield from book.rest()


def _hiding_styles(file: OpenDocument) -> Iterator[str]:
    """The names of the styles of hidden sheets."""
    for style in file.styles(f"{STYLE}style"):
        for properties in style.iter(f"{STYLE}table-properties"):
            if attribute(properties, "display") == "false":
                yield attribute(style, "name")


def _rows(table: _Element) -> Iterator[list[object]]:
    for row in _table_rows(table):
        cells: list[object] = []
        for cell in row:
            if name_of(cell) in _CELLS:
                cells += [_shown(cell)] * repeats(cell, "number-columns-repeated")
        yield cells[:MOST_COLUMNS]


def _shown(cell: _Element) -> object:
    text = "\n".join(text_of(p) for p in cell if name_of(p) == "p")
    if not text:  # as programs write that show nothing
        text = next(filter(None, (attribute(cell, name) for name in _VALUES)), "")
    is_word = not text or attribute(cell, "value-type") in _WORDS
    return text if is_word else ShownNumber(text)


def _spans(table: _Element) -> Spans:
    """Which cells go on below their row."""
    spans: dict[int, list[tuple[int, int]]] = {}
    for row, column, cell in _places(table):
        if (height := repeats(cell, "number-rows-spanned")) > 1:
            spans.setdefault(row, []).append((column, row + height - 1))
    return spans


def _comments(table: _Element) -> dict[tuple[int, int], str]:
    """What is said of cells, by their rows and columns."""
    return {
        (row, column): " ".join(text_of(p) for p in remark.iter() if name_of(p) == "p")
        for row, column, cell in _places(table)
        for remark in cell
        if name_of(remark) == "annotation"
    }


def _places(table: _Element) -> Iterator[tuple[int, int, _Element]]:
    """The cells of a table with their rows and columns, counted from 1."""
    for number, row in enumerate(_table_rows(table), start=1):
        column = 1
        for cell in row:
            if name_of(cell) in _CELLS:
                yield number, column, cell
                column += repeats(cell, "number-columns-repeated")


def _table_rows(table: _Element) -> Iterator[_Element]:
    return (row for row in table.iter() if name_of(row) == "table-row")
