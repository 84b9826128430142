"""Tables whose first row names no columns, but is a record like the others."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from graphrag_neo4j.readers.header_row import is_record

RECORDS = [
    "MT-5501;Saltmarsh Lane 4;20831\nMT-5502;Saltmarsh Lane 6;11877",
    "2026-11-02;ok\n2026-11-03;low",
    "10:00;door open;West gate\n10:04;door closed;West gate",
    "alice@x.example;admin\nbob@x.example;viewer",
    "https://a.example/1;open\nhttps://b.example;shut",
    "KV 611 ZA;Van;Ann\nKV 902 BS;Car;Bo",
    "3 May 2026;Oslo\n4 June 2026;Bergen",
    "Bolt;120;0,35\nNut;400;0,10",
    "12;44.1\n13;45.9",
    "Ada;1987;Oslo\nBo;1990;Bergen",
    "A-17;;3\nA-18;Bergen;9",
    ";Oslo;3\nA-18;Bergen;9",
    "MT-1;n/a;431\nMT-2;12;77",
    "MT-1\nMT-2\nMT-3",
    "12\n13",
]
NAMES = [
    "id;name;mail\n1;Ann;a@x.example",
    "Address line 1;City\nElm Road 2;Oslo",
    "Reading of MT-1;Day\n431;2026-11-02",
    "2023;2024;2025\n4;5;6\n7;8,5;9",
    "Region;2023;2024\nNorth;2019;7",
    "2023\n5\n7",
    ";2023;2024\nNorth;4;5",
    ";0;1\n0;4;5",
    "0;1;2\n4;5;6",
    "Article;100;200;500\nBolt;0.35;0.30;0.25",
    "Week;1;2;3\nAnn;8;9;7",
    "Q1;Q2;Q3\n4;5;6",
    "gene;S1;S2\nTP53;5.1;4.2\nBRCA1;3.3;1",
    "Hour;10:00;11:00\nMonday;Drill;Test",
    "2026-01-01;2026-01-02\n4;5",
    "MT-1;reading;431\nMT-2;12;77\nMT-3;13;78",
    "click;home\nclick;home",
    "Name\nAda\nBo",
]


def cells(table: str) -> list[list[str]]:
    return [line.split(";") for line in table.split("\n")]


def texts(path: Path) -> list[str]:
    items = list(read_path(path))
    assert all(isinstance(item, Document) for item in items), items
    return [item.text for item in items if isinstance(item, Document)]


@pytest.mark.parametrize("table", RECORDS)
def test_a_first_row_written_as_those_below_it_is_a_record(table: str) -> None:
    first, *below = cells(table)
    assert is_record(first, below)


@pytest.mark.parametrize("table", NAMES)
def test_words_years_and_scales_above_values_name_the_columns(table: str) -> None:
    first, *below = cells(table)
    assert not is_record(first, below)


@pytest.mark.parametrize(("suffix", "mark"), [(".csv", ","), (".csv", ";"), (".tsv", "\t")])
def test_no_row_of_a_table_without_names_is_lost(tmp_path: Path, suffix: str, mark: str) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_text(f"MT-1{mark}Elm Road 2{mark}431\nMT-2{mark}Elm Road 4{mark}77\n")
    assert texts(path) == [
        "column_1: MT-1\ncolumn_2: Elm Road 2\ncolumn_3: 431",
        "column_1: MT-2\ncolumn_2: Elm Road 4\ncolumn_3: 77",
    ]


def test_words_on_a_sheet_are_a_record_as_in_a_text(tmp_path: Path) -> None:
    book = Workbook()
    for row in (["MT-1", "a@x.example"], ["MT-2", "b@x.example"], ["MT-3", "c@x.example"]):
        book.active.append(row)
    book.save(tmp_path / "a.xlsx")
    (tmp_path / "a.csv").write_text("MT-1,a@x.example\nMT-2,b@x.example\nMT-3,c@x.example\n")
    assert texts(tmp_path / "a.xlsx") == texts(tmp_path / "a.csv")
    assert texts(tmp_path / "a.csv")[0] == "column_1: MT-1\ncolumn_2: a@x.example"
