"""Names of a table's columns in two rows."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from graphrag_neo4j.readers.table_head import with_one_row_of_names, without_head

SALES: list[list[object]] = [
    ["Region", "2023", None, "2024", None, "Agent"],
    [None, "Units", "Revenue", "Units", "Revenue", None],
    ["North", 410, 163590.0, 520, 181480.5, "Ada Berg"],
    ["South", 285, 113715.0, 190, 66310.0, "Bo Lund"],
]
NORTH = (
    "Region: North\n2023 Units: 410\n2023 Revenue: 163590\n2024 Units: 520\n"
    "2024 Revenue: 181480.5\nAgent: Ada Berg"
)


def test_two_rows_of_names_in_a_sheet_are_one(tmp_path: Path) -> None:
    book = Workbook()
    assert book.active is not None
    for row in SALES:
        book.active.append(row)
    book.save(tmp_path / "sales.xlsx")
    first, second = list(read_path(tmp_path / "sales.xlsx"))
    assert isinstance(first, Document) and isinstance(second, Document)
    assert first.text == NORTH and "2024 Revenue: 66310" in second.text


def test_two_rows_of_names_in_a_csv_are_one(tmp_path: Path) -> None:
    lines = [";".join("" if cell is None else str(cell) for cell in row) for row in SALES]
    (tmp_path / "a.csv").write_text("\n".join(lines).replace(".0", ""), encoding="utf-8")
    first, second = list(read_path(tmp_path / "a.csv"))
    assert isinstance(first, Document) and isinstance(second, Document)
    assert first.text == NORTH


def test_a_heading_below_two_rows_of_names_is_no_row_of_values() -> None:
    rows: list[list[object]] = [
        [None, "This year", None, "Last year", None],
        ["Heading", "Budget", "Actual", "Actual", "Remark"],
        ["INCOME", None, None, None, None],
        ["Tickets", 9500, 9411, 10044, "1,604 seats"],
    ]
    names, *others = with_one_row_of_names(enumerate(rows, start=1))
    of_this, of_last = ["This year Budget", "This year Actual"], ["Last year Actual"]
    assert names == (1, ["Heading", *of_this, *of_last, "Last year Remark"])
    assert others == [(3, rows[2]), (4, rows[3])]


@pytest.mark.parametrize("names", [("Q1", "Q2"), ("H1", "H2"), ("KW 12", "KW 13"), ("1Q", "2Q")])
def test_parts_of_years_below_years_are_names(names: tuple[str, str]) -> None:
    one, other = names
    rows: list[list[object]] = [
        ["Shop", "2031", None, "2032", None],
        [None, one, other, one, other],
        ["Ullby", 40, 30, 20, 10],
    ]
    first, second = with_one_row_of_names(enumerate(rows, start=1))
    years = [f"2031 {one}", f"2031 {other}", f"2032 {one}", f"2032 {other}"]
    assert first == (1, ["Shop", *years]) and second == (3, rows[2])


def test_names_by_parts_of_years_may_stand_below_fields(tmp_path: Path) -> None:
    lines = ["Firm,Oda Mills", "", "Shop,Q1,Q2,Q3", "Ullby,40,30,20", "Torrin,15,10,5"]
    (tmp_path / "a.csv").write_text("\n".join(lines), encoding="utf-8")
    found = [item.text for item in read_path(tmp_path / "a.csv") if isinstance(item, Document)]
    assert found == [
        "Shop: Ullby\nQ1: 40\nQ2: 30\nQ3: 20",
        "Shop: Torrin\nQ1: 15\nQ2: 10\nQ3: 5",
        "Firm: Oda Mills",
    ]


@pytest.mark.parametrize("field", [["As of", "2031-04-02"], ["Keeper:", "Oda Mills"]])
def test_a_field_right_above_the_names_is_no_name(tmp_path: Path, field: list[str]) -> None:
    rows = [["Boats"], field, ["Boat", "Berth", "Crew"], ["Tern", "B4", 3], ["Gull", "B5", 2]]
    book = Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    book.save(tmp_path / "a.xlsx")
    found = [item.text for item in read_path(tmp_path / "a.xlsx") if isinstance(item, Document)]
    assert "Boat: Tern\nBerth: B4\nCrew: 3" in found and "Boat: Gull\nBerth: B5\nCrew: 2" in found
    assert f"{field[0].rstrip(':')}: {field[1]}" in found


@pytest.mark.parametrize(
    "rows",
    [
        [["Shop", "2031"], ["Name", "Units", "Revenue"], ["Ullby", "3", "40"]],
        [["plant", "3 feet"], ["rose", "4 feet"], ["", "high", "low"], ["oak", "9", "5"]],
        [["plant", "price"], ["rose", "3", "red"], ["box", "4", "green"]],
    ],
)
def test_a_row_of_two_cells_that_may_be_names_is_no_field(rows: list[list[str]]) -> None:
    head, table = without_head(enumerate(rows, start=1))
    assert not head and [row for _, row in table] == rows


@pytest.mark.parametrize(
    "rows",
    [
        [["part", "", "code", "shelf"], ["bolt", "x", "W3", "S2"], ["nut", "y", "W4", "S1"]],
        [["plant", ""], ["rose", "nice"], ["box", "tall"], ["ivy", "green"]],
        [["plant", "price"], ["rose", "3"], ["box", "4"]],
        [["", "price"], ["rose", "3"], ["box", "4"]],
        [["a", "", "b"], ["1", "2", "3"], ["4", "5", "6"]],
        [["name", "note"], ["Ada", "x"]],
        [["only"]],
        [],
    ],
)
def test_a_row_of_values_is_none_of_names(rows: list[list[str]]) -> None:
    given = list(enumerate(rows, start=1))
    assert list(with_one_row_of_names(given)) == given
