"""What rows of tables are called, and what their parts keep of them: key, subject, unit."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from graphrag_neo4j.readers.title_units import unit_in
from tests.support.growth import check_linear
from tests.support.rules import edges_in, read_by_rules, statements_in

TICKETS = """\
Ticket,Owner,Subject,{}
A-1,Ann Berg,Heater broken,"The heater is cold since Monday. It smells of oil as well, and the lamp
in the hall beside it is red, which it has not been since May, when the old valve was taken out.

Comment: I ordered a new valve from the maker for the hall."
"""


def documents(path: Path) -> list[Document]:
    return [item for item in read_path(path) if isinstance(item, Document)]


def sheet(path: Path, *rows: list[str | int]) -> Path:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    book.save(path)
    return path


@pytest.mark.parametrize("column", ["Body", "Body and comments", "Text"])
def test_each_sentence_of_a_long_cell_has_the_key_and_subject_of_its_row(
    tmp_path: Path, column: str
) -> None:
    (tmp_path / "t.csv").write_text(TICKETS.format(column))
    fields, *parts = statements_in(read_by_rules(tmp_path / "t.csv"))
    assert fields.text.startswith("Ticket: A-1")
    assert len(parts) == 3
    assert all((one.resolved or "").startswith("A-1: Heater broken: ") for one in parts)
    assert parts[2].text == "Comment: I ordered a new valve from the maker for the hall."


def test_sentences_below_a_table_of_a_note_have_no_key(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(
        "| Ticket | Subject |\n|---|---|\n| A-1 | Heater |\n\nThe lamp is red since May.\n"
    )
    *_, said = statements_in(read_by_rules(tmp_path / "a.md"))
    assert said.resolved in ("", None, said.text)


def test_a_row_with_a_body_is_called_by_its_key_and_subject(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(TICKETS.format("Body"))
    assert [one.title for one in documents(tmp_path / "t.csv")] == ["T A-1 Heater broken"]


def test_a_row_of_a_ledger_is_called_by_its_text(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("Day,Text,Amount\n2026-01-02,Membership fee,5\n")
    assert [one.title for one in documents(tmp_path / "t.csv")] == ["T Membership fee"]


FLEET: list[list[str | int]] = [
    ["", "Plate", "Driver"],
    ["", "KV 1", "Ada Berg"],
    ["!", "KV 2", "Bo Lund"],
    ["", "KV 3", "Cy Holt"],
]


@pytest.mark.parametrize("suffix", [".xlsx", ".csv"])
def test_a_mark_in_a_column_without_a_name_is_not_what_a_row_is_about(
    tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"fleet{suffix}"
    if suffix == ".xlsx":
        sheet(path, *FLEET)
    else:
        path.write_text("".join(";".join(map(str, row)) + "\n" for row in FLEET))
    marked = documents(path)[1]
    assert marked.title == "Fleet KV 2"
    assert marked.text == "Plate: KV 2\nDriver: Bo Lund\ncolumn_1: !"
    assert ("KV 2", "DRIVER", "Bo Lund") in edges_in(read_by_rules(path))


def test_a_full_column_without_a_name_stays_first(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(",Ward\nAda Berg,North\nBo Lund,South\n")
    assert documents(tmp_path / "a.csv")[0].text == "column_1: Ada Berg\nWard: North"


@pytest.mark.parametrize(
    ("title", "unit"),
    [
        ("Budget 2026 (thousand crowns)", "thousand crowns"),
        ("Sales in million euros, plants only", "million euros"),
        ("Temperatures in Oslo (°C)", "°C"),
        ("Umsatz [Mio. EUR]", "Mio. EUR"),
        ("Wages (in EUR per month)", "EUR per month"),
        ("Harvest in t", "t"),
        ("Flats in Oslo", ""),
        ("Plan (draft)", ""),
        ("Visitors in 2026", ""),
        ("Ships in thousand harbours", ""),
    ],
)
def test_a_title_gives_the_unit_in_brackets_or_behind_in(title: str, unit: str) -> None:
    assert unit_in(title) == unit


def test_the_unit_of_a_sheet_stands_in_the_title_of_each_row(tmp_path: Path) -> None:
    path = sheet(
        tmp_path / "sales.xlsx",
        ["Budget 2026 (thousand crowns)"],
        [],
        ["Cost", "Q1", "Q2"],
        ["Wages", 410, 420],
        ["Rent", 36, 36],
    )
    titles = [one.title for one in documents(path)]
    assert titles[1:] == ["Sales Wages (thousand crowns)", "Sales Rent (thousand crowns)"]


@pytest.mark.parametrize("unit", ["(", "in ", "in in ", "[km ", "in €€€ "])
def test_units_are_found_in_time_in_proportion_to_a_title(unit: str) -> None:
    check_linear(lambda n: unit_in(unit * n), 10_000)
