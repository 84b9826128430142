"""Cells of sheets that are merged over several rows."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from tests.support.files import write_odf

Rows = list[list[object]]


def texts(path: Path) -> list[str]:
    items = list(read_path(path))
    assert all(isinstance(item, Document) for item in items), items
    return [item.text for item in items if isinstance(item, Document)]


def merged(path: Path, rows: Rows, *ranges: str) -> list[str]:
    """What is read of a sheet with merged cells."""
    book = Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    for cells in ranges:
        book.active.merge_cells(cells)
    book.save(path)
    return texts(path)


def test_a_cell_merged_over_rows_counts_for_each_of_them(tmp_path: Path) -> None:
    rows: Rows = [
        ["Day", "Time", "Course", "Fee"],
        ["Monday", "09:00", "Weaving", 12],
        [None, "11:00", "Pottery", None],
        ["Tuesday", "09:00", "Bookbinding", 9],
        [None, "14:00", "Etching", 8],
    ]
    found = merged(tmp_path / "courses.xlsx", rows, "A2:A3", "D2:D3", "A4:A5")
    assert found == [
        "Day: Monday\nTime: 09:00\nCourse: Weaving\nFee: 12",
        "Day: Monday\nTime: 11:00\nCourse: Pottery\nFee: 12",
        "Day: Tuesday\nTime: 09:00\nCourse: Bookbinding\nFee: 9",
        "Day: Tuesday\nTime: 14:00\nCourse: Etching\nFee: 8",
    ]


def test_a_cell_that_is_empty_and_not_merged_stays_empty(tmp_path: Path) -> None:
    rows: Rows = [
        ["Room", "Key", "Held by"],
        ["Attic", "K1", "Orla Finch"],
        [None, "K2", "Bo Lund"],
    ]
    assert merged(tmp_path / "keys.xlsx", rows)[1] == "Key: K2\nHeld by: Bo Lund"


def test_a_title_merged_over_empty_rows_is_read_once(tmp_path: Path) -> None:
    rows: Rows = [["Tools"], [], ["Name", "Size", "Price"], ["Awl", "S", 4], ["Saw", "L", 19]]
    found = merged(tmp_path / "a.xlsx", rows, "A1:C2")
    assert found == ["Tools", "Name: Awl\nSize: S\nPrice: 4", "Name: Saw\nSize: L\nPrice: 19"]


def test_a_name_merged_over_two_rows_of_names_is_said_once(tmp_path: Path) -> None:
    rows: Rows = [
        ["Region", "2023", None, "Agent", "Office", "Phone"],
        [None, "Units", "Revenue", None, None, None],
        ["North", 410, 1635, "Ada Berg", "Ullby", "x"],
        ["South", 285, 1137, "Bo Lund", "Torrin", "y"],
    ]
    down = ("A1:A2", "D1:D2", "E1:E2", "F1:F2")
    first = merged(tmp_path / "a.xlsx", rows, "B1:C1", *down)[0]
    agent = "Agent: Ada Berg\nOffice: Ullby\nPhone: x"
    assert first == f"Region: North\n2023 Units: 410\n2023 Revenue: 1635\n{agent}"


def test_a_long_text_merged_over_rows_is_not_said_again(tmp_path: Path) -> None:
    told = "Both looms were lent by the museum and go back in autumn. " * 3
    rows: Rows = [["Loom", "Width", "Remark"], ["Oda", 80, told], ["Una", 120, None]]
    first, second = merged(tmp_path / "a.xlsx", rows, "C2:C3")
    assert told.strip() in first and second == "Loom: Una\nWidth: 120"


def test_each_sheet_has_its_own_merged_cells(tmp_path: Path) -> None:
    book = Workbook()
    book.remove(book.worksheets[0])
    for title in ("Plain", "Merged"):
        sheet = book.create_sheet(title)
        for row in [["Day", "Task", "Who"], ["Monday", "Sweep", "Bo"], [None, "Paint", "Una"]]:
            sheet.append(row)
    book["Merged"].merge_cells("A2:A3")
    book.save(tmp_path / "a.xlsx")
    assert texts(tmp_path / "a.xlsx")[1::2] == [
        "Task: Paint\nWho: Una",
        "Day: Monday\nTask: Paint\nWho: Una",
    ]


@pytest.mark.parametrize("covered", ["<table:covered-table-cell/>", ""])
def test_a_cell_merged_over_rows_of_an_ods_counts_for_each_of_them(
    tmp_path: Path, covered: str
) -> None:
    def cell(text: str, more: str = "") -> str:
        return f"<table:table-cell{more}><text:p>{text}</text:p></table:table-cell>"

    spanned = ' table:number-rows-spanned="2"'
    rows = [
        [cell("Task"), cell("Who"), cell("Day")],
        [cell("Sweep"), cell("Bo"), cell("Monday", spanned)],
        [cell("Paint"), cell("Una"), covered],
        [cell("Rake"), cell("Ida"), cell("Friday")],
    ]
    inner = "".join(f"<table:table-row>{''.join(row)}</table:table-row>" for row in rows)
    table = f'<table:table table:name="Week">{inner}</table:table>'
    body = f"<office:spreadsheet>{table}</office:spreadsheet>"
    days = [text.rpartition("Day: ")[2] for text in texts(write_odf(tmp_path / "a.ods", body))]
    assert days == ["Monday", "Monday", "Friday"]
