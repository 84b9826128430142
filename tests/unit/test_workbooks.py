"""Workbooks in each format: numbers are no names, and comments stand in their row."""

from __future__ import annotations

import html
from collections.abc import Callable
from datetime import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import openpyxl
import pytest
import xlrd
import xlwt
from openpyxl.comments import Comment

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.readers.files import read_path
from tests.support.files import OFFICE, write_odf

Rows = list[list[object]]
FORMATS = pytest.mark.parametrize("name", ["a.xlsx", "a.xls", "a.ods"])
SHARE = "0.0%"


def texts(path: Path) -> list[str]:
    items = list(read_path(path))
    assert all(isinstance(item, Document) for item in items), items
    return [item.text for item in items if isinstance(item, Document)]


def write_old(path: Path, rows: Rows, formats: dict[tuple[int, int], str]) -> None:
    book = xlwt.Workbook()
    sheet = book.add_sheet("S")
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            sheet.write(r, c, value, xlwt.easyxf(num_format_str=formats.get((r, c), "General")))
    book.save(str(path))


def write_new(path: Path, rows: Rows, formats: dict[tuple[int, int], str]) -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    for (r, c), number_format in formats.items():
        book.active.cell(r + 1, c + 1).number_format = number_format
    book.save(path)


def odf_cell(value: object, comment: str = "", *, as_share: bool = False) -> str:
    kind = "string" if isinstance(value, str) else "float"
    shown = f"{round(100 * float(str(value)), 2)} %" if as_share else html.escape(str(value))
    remark = f"<office:annotation><text:p>{comment}</text:p></office:annotation>" if comment else ""
    said = f"<text:p>{shown}</text:p>" if value is not None else ""
    return f'<table:table-cell office:value-type="{kind}">{remark}{said}</table:table-cell>'


def odf_sheet(cells: list[list[str]], more: str = "") -> str:
    rows = "".join(f"<table:table-row>{''.join(row)}</table:table-row>" for row in cells)
    return f'<table:table table:name="S"{more}>{rows}</table:table>'


def write_open(path: Path, rows: Rows, formats: dict[tuple[int, int], str]) -> None:
    cells = [
        [odf_cell(value, as_share=(r, c) in formats) for c, value in enumerate(row)]
        for r, row in enumerate(rows)
    ]
    write_odf(path, f"<office:spreadsheet>{odf_sheet(cells)}</office:spreadsheet>")


WRITERS: dict[str, Callable[[Path, Rows, dict[tuple[int, int], str]], None]] = {
    ".xls": write_old,
    ".xlsx": write_new,
    ".ods": write_open,
}


def read(path: Path, rows: Rows, formats: dict[tuple[int, int], str] | None = None) -> list[str]:
    WRITERS[path.suffix](path, rows, formats or {})
    return texts(path)


@FORMATS
def test_a_first_row_with_a_number_names_no_columns(tmp_path: Path, name: str) -> None:
    rows: Rows = [["Toll", 0.035], ["Fuel", 1.18], ["Crew", 7.5]]
    assert read(tmp_path / name, rows, {(0, 1): SHARE}) == [
        "column_1: Toll\ncolumn_2: 3.5 %",
        "column_1: Fuel\ncolumn_2: 1.18",
        "column_1: Crew\ncolumn_2: 7.5",
    ]


@FORMATS
def test_years_above_shares_name_columns(tmp_path: Path, name: str) -> None:
    rows: Rows = [["Quay", 2031, 2032], ["Melby", 0.125, 0.25], ["Torrin", 0.5, 0.75]]
    shares = {(r, c): SHARE for r in (1, 2) for c in (1, 2)}
    found = [text.replace(".0 %", " %") for text in read(tmp_path / name, rows, shares)]
    assert found == [
        "Quay: Melby\n2031: 12.5 %\n2032: 25 %",
        "Quay: Torrin\n2031: 50 %\n2032: 75 %",
    ]


@FORMATS
def test_fields_of_one_thing_are_one_record(tmp_path: Path, name: str) -> None:
    rows: Rows = [["Vessel", "Lotte"], ["Owner", "Ada Berg"], ["Length", 12.5], ["Berth number", 4]]
    assert read(tmp_path / name, rows) == [
        "Vessel: Lotte\nOwner: Ada Berg\nLength: 12.5\nBerth number: 4"
    ]


def test_numbers_of_an_old_workbook_are_shown_as_in_a_new_one(tmp_path: Path) -> None:
    rows: Rows = [["Rope", "Price", "Load", "Opens", "Hours"], ["Hemp", 6420, 11, 0.375, 1.25]]
    formats = {(1, 1): "[$£-809]#,##0.00", (1, 2): '0.0" kN"', (1, 3): "hh:mm", (1, 4): "[h]:mm"}
    assert read(tmp_path / "a.xls", rows, formats) == [
        f"Rope: Hemp\nPrice: £6,420.00\nLoad: 11 kN\nOpens: {time(9)}\nHours: 30:00"
    ]


def test_a_cell_merged_over_rows_of_an_old_workbook_counts_for_each(tmp_path: Path) -> None:
    book = xlwt.Workbook()
    sheet = book.add_sheet("S")
    for c, value in enumerate(("Day", "Task", "Who")):
        sheet.write(0, c, value)
    sheet.write_merge(1, 2, 0, 0, "Monday")
    for r, row in enumerate((("Sweep", "Bo"), ("Paint", "Una")), start=1):
        for c, value in enumerate(row, start=1):
            sheet.write(r, c, value)
    book.save(str(tmp_path / "a.xls"))
    assert texts(tmp_path / "a.xls") == [
        "Day: Monday\nTask: Sweep\nWho: Bo",
        "Day: Monday\nTask: Paint\nWho: Una",
    ]


COMMENTED: Rows = [["Rope", "Load", "Price", "Stock"], ["Hemp", 9, 40, None], ["Wire", 9, 9, 12]]
COMMENTS = {(0, 1): "In kilonewtons.", (1, 3): "Due in May.", (2, 2): "Was seven."}


def comment_new(path: Path) -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    for row in COMMENTED:
        book.active.append(row)
    for (r, c), said in COMMENTS.items():
        book.active.cell(r + 1, c + 1).comment = Comment(said, "Ada")
    hidden = book.create_sheet("Old")
    hidden["A1"].comment = Comment("Not read.", "Ada")
    hidden.sheet_state = "hidden"
    book.save(path)


def comment_open(path: Path) -> None:
    cells = [
        [odf_cell(value, COMMENTS.get((r, c), "")) for c, value in enumerate(row)]
        for r, row in enumerate(COMMENTED)
    ]
    write_odf(path, f"<office:spreadsheet>{odf_sheet(cells)}</office:spreadsheet>")


def comment_old(path: Path) -> None:
    write_old(path, COMMENTED, {})


@pytest.mark.parametrize(
    ("name", "write"), [("a.xlsx", comment_new), ("a.ods", comment_open), ("a.xls", comment_old)]
)
def test_comments_stand_in_the_row_of_their_cell(
    tmp_path: Path, name: str, write: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = xlrd.open_workbook

    def open_commented(*args: Any, **options: Any) -> Any:  # xlwt writes no comments
        book = opened(*args, **options)
        for place, said in COMMENTS.items():
            book.sheets()[0].cell_note_map[place] = SimpleNamespace(text=said)
        return book

    monkeypatch.setattr(xlrd, "open_workbook", open_commented)
    write(tmp_path / name)
    assert texts(tmp_path / name) == [
        "Rope: Hemp\nLoad: 9\nPrice: 40\nComment: Due in May.",
        "Rope: Wire\nLoad: 9\nPrice: 9\nStock: 12\nComment on Price: Was seven.",
        "Comment on B1 (Rope: Load): In kilonewtons.",
    ]


def test_a_hidden_sheet_of_opendocument_is_skipped_and_named(tmp_path: Path) -> None:
    style = (
        f'<styles xmlns:s="{OFFICE}:style:1.0" xmlns:t="{OFFICE}:table:1.0"><s:style s:name="ta2">'
        '<s:table-properties t:display="false"/></s:style></styles>'
    )
    shown = odf_sheet([[odf_cell("Rope"), odf_cell("Load")], [odf_cell("Hemp"), odf_cell(9)]])
    hidden = shown.replace('"S"', '"Old" table:style-name="ta2"')
    body = f"<office:spreadsheet>{shown}{hidden}</office:spreadsheet>"
    path = write_odf(tmp_path / "a.ods", body, **{"styles.xml": style})
    row, skipped = read_path(path)
    assert isinstance(row, Document) and row.text == "Rope: Hemp\nLoad: 9"
    assert isinstance(skipped, Unreadable)
    assert (skipped.skipped, skipped.kind, skipped.uri[-4:]) == (True, "hidden", "#Old")


@pytest.mark.parametrize("told", ['float" office:value="9', 'date" office:date-value="2031-05-03'])
def test_a_cell_of_opendocument_that_shows_nothing_has_its_value(tmp_path: Path, told: str) -> None:
    cell = f'<table:table-cell office:value-type="{told}"/>'
    sheet = odf_sheet([[odf_cell("Rope"), odf_cell("Load")], [odf_cell("Hemp"), cell]])
    path = write_odf(tmp_path / "a.ods", f"<office:spreadsheet>{sheet}</office:spreadsheet>")
    assert texts(path) == [f"Rope: Hemp\nLoad: {told.rpartition(chr(34))[2]}"]
