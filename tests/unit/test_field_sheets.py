"""Names and values in two columns: the fields of one thing, or the rows of a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from tests.support.files import write_table

Rows = list[list[object]]
FORMATS = pytest.mark.parametrize("name", ["supplier.csv", "supplier.xlsx"])
SUPPLIER: Rows = [
    ["Company", "Alba Fasteners Ltd"],
    ["Contact", "Moira Keir"],
    ["Phone", "01631 555 019"],
    ["E-mail", "orders@alba.example"],
    ["Minimum order", "250 GBP"],
    ["Notes", ""],
]


def said(path: Path, rows: Rows) -> list[str]:
    write_table(path, rows)
    items = list(read_path(path))
    assert all(isinstance(item, Document) for item in items), items
    return [item.text for item in items if isinstance(item, Document)]


@FORMATS
def test_fields_of_one_thing_are_one_record(tmp_path: Path, name: str) -> None:
    (text,) = said(tmp_path / name, SUPPLIER)
    assert text.split("\n") == [f"{label}: {value}" for label, value in SUPPLIER if value]


@FORMATS
def test_field_and_value_above_them_are_no_field(tmp_path: Path, name: str) -> None:
    rows: Rows = [["Field", "Value"], ["Bore", "12 mm"], ["Stroke", "90 mm"], ["Finish", "grey"]]
    assert said(tmp_path / name, rows) == ["Bore: 12 mm\nStroke: 90 mm\nFinish: grey"]


@FORMATS
def test_labels_that_end_in_a_colon_name_fields(tmp_path: Path, name: str) -> None:
    rows: Rows = [["Skipper:", "Ada Berg"], ["Berths:", 4], ["Home quay:", "Melby"]]
    assert said(tmp_path / name, rows) == ["Skipper: Ada Berg\nBerths: 4\nHome quay: Melby"]


@FORMATS
@pytest.mark.parametrize(
    "rows",
    [
        [["Name", "Phone"], ["Ada Berg", "01770 555 200"], ["Company desk", "ask Bo"]],
        [["Item", "Price"], ["Name tag", 2.5], ["Phone case", 7], ["Address book", 4]],
        [["Person", "Task"], ["Ada", "phone"], ["Bo", "notes"], ["Cy", "project"]],
        [["Sailor", "Fee or reason"], ["Ada", 12], ["Bo", "guest"], ["Cy", 14]],
        [["Project", "Start"], ["Quay wall", "2024-05-03"], ["Mill", "open"]],
    ],
)
def test_rows_of_a_table_of_two_columns_stay_rows(tmp_path: Path, name: str, rows: Rows) -> None:
    assert len(said(tmp_path / name, rows)) == len(rows) - 1


@FORMATS
def test_fields_above_a_table_are_one_record(tmp_path: Path, name: str) -> None:
    table: Rows = [["Task", "Owner", "Due"], ["Survey", "Rory Bain", "soon"], ["Dredge", "Bo", "9"]]
    fields: Rows = [["Project", "Harbour wall"], ["Budget", 48000]]
    found = said(tmp_path / name, [*fields, [], *table])
    assert "Project: Harbour wall\nBudget: 48000" in found and len(found) == 3


def test_fields_beside_one_another_are_told_apart(tmp_path: Path) -> None:
    head: Rows = [["Invoice no:", "2024-17", "Date:", "3 May"], ["Customer:", "Alba Ltd"]]
    table: Rows = [
        ["Pos", "What", "Qty", "Each", "Sum"],
        [1, "Rope", 3, 7, 21],
        [2, "Tar", 1, 9, 9],
    ]
    found = said(tmp_path / "a.xlsx", [*head, [], *table])
    assert "Invoice no: 2024-17\nDate: 3 May\nCustomer: Alba Ltd" in found
