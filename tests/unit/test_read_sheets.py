"""Sheets: numbers as they are shown, hidden sheets."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import openpyxl
import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.readers.files import read_path

Rows = list[list[object]]


def save(path: Path, sheets: dict[str, Rows]) -> openpyxl.Workbook:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.save(path)
    return book


def texts(path: Path) -> list[str]:
    items = list(read_path(path))
    assert all(isinstance(item, Document) for item in items), items
    return [item.text for item in items if isinstance(item, Document)]


@pytest.mark.parametrize(
    ("value", "number_format", "shown"),
    [
        (123, "00000", "00123"),
        (1234567, "00000", "1234567"),
        (12.5, "00000", "12.5"),
        (0, "0", "0"),
        (1234.5, '#,##0.00 "€"', "1,234.50 €"),
        (1234.5, "#,##0.00\\ [$€-407]", "1,234.50 €"),
        (1234.5, '_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-', "1,234.50 €"),
        (-1234.5, '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_)', "-$1,234.50"),
        (2.5, "[$$-409]#,##0", "$3"),
        (-0.2, "$0", "$0"),
        (99, "£0.00", "£99.00"),
        (20, '"CHF" 0.00', "CHF 20.00"),
        (20, "[$CHF-807] #,##0.00", "CHF 20.00"),
        (20, '[Red]0.00 "EUR"', "20.00 EUR"),
        (2_500_000, '$#,##0.0,,"M"', "2500000"),
        (1234.5, "#,##0.00", "1234.5"),
        (1234.5, "[$-407]#,##0.00", "1234.5"),
        (12, '0 "kg"', "12 kg"),
        (11.5, '#,##0.00" kW"', "11.5 kW"),
        (-4, '0\\ "°C";[Red]-0\\ "°C"', "-4 °C"),
        (45, '0"°"', "45°"),
        (3, 'General" barrels"', "3 barrels"),
        (5, "[Blue]0\\h_)", "5h"),
        (80, '0"/min"', "80/min"),
        (4, '0"."', "4"),
        (7, '0"/10"', "7"),
        (2_500_000, '0.0,,"M"', "2500000"),
        (timedelta(hours=30, minutes=15), "[h]:mm", "30:15"),
        (timedelta(hours=6, minutes=5, seconds=9), "[h]:mm:ss", "6:05:09"),
        (timedelta(minutes=75, seconds=3), "[mm]:ss", "75:03"),
        (True, "00000", "True"),
    ],
)
def test_a_number_is_read_as_a_sheet_shows_it(
    tmp_path: Path, value: object, number_format: str, shown: str
) -> None:
    book = save(tmp_path / "a.xlsx", {"S": [["Name", "Value"], ["Ada", value]]})
    book.worksheets[0]["B2"].number_format = number_format
    book.save(tmp_path / "a.xlsx")
    assert texts(tmp_path / "a.xlsx") == [f"Name: Ada\nValue: {shown}"]


@pytest.mark.parametrize("state", ["hidden", "veryHidden"])
def test_hidden_sheets_are_skipped_and_named(tmp_path: Path, state: str) -> None:
    path = tmp_path / "a.xlsx"
    rows: Rows = [["Name", "Fee"], ["Ada", 3]]
    book = save(path, {"Open": rows, "Old fees": rows, "Empty": []})
    for sheet in book.worksheets[1:]:
        sheet.sheet_state = state
    book.save(path)
    row, skipped = read_path(path)
    assert isinstance(row, Document) and row.text == "Name: Ada\nFee: 3"
    assert isinstance(skipped, Unreadable)
    assert (skipped.skipped, skipped.kind) == (True, "hidden")
    assert skipped.uri == f"{path.as_uri()}#Old%20fees" and "'Old fees'" in skipped.reason


@pytest.mark.parametrize(
    ("file", "sheet", "title"),
    [
        ("figures.xlsx", "Sick days", "Figures Sick days Sales"),
        ("figures.xlsx", "Sheet1", "Figures Sales"),
        ("figures.xlsx", "Tabelle 2", "Figures Sales"),
        ("sick-days-2024.xlsx", "Sick Days", "Sick days 2024 Sales"),
        ("figures.xlsx", "2024", "Figures 2024 Sales"),
    ],
)
def test_a_row_is_called_by_its_sheet_if_that_has_a_name(
    tmp_path: Path, file: str, sheet: str, title: str
) -> None:
    save(tmp_path / file, {sheet: [["Department", "Staff"], ["Sales", 64]]})
    [row] = read_path(tmp_path / file)
    assert isinstance(row, Document)
    assert row.title == title
