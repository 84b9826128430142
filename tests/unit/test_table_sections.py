"""Notes and headings of groups within tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from graphrag_neo4j.readers.table_sections import sections
from tests.support.files import write_table

Rows = list[list[object]]
WOOD: Rows = [["Wood", "Price", "Stock"], ["Ash", 40, 3], ["Elm", 55, 2]]
SAID = ["Wood: Ash; Price: 40; Stock: 3", "Wood: Elm; Price: 55; Stock: 2"]
FORMATS = pytest.mark.parametrize("name", ["a.csv", "a.xlsx"])


def said(path: Path, rows: Rows) -> list[str]:
    write_table(path, rows)
    items = list(read_path(path))
    assert all(isinstance(item, Document) for item in items), items
    return [item.text.replace("\n", "; ") for item in items if isinstance(item, Document)]


@FORMATS
@pytest.mark.parametrize(
    ("gap", "note"),
    [
        ([], "Elm is sold only while stock lasts."),
        ([[]], "Elm is sold only while stock lasts."),
        ([[]], "Prices as agreed with the mill"),
        ([], "* without delivery to Ullby"),
        ([], "Source: harbour office Torrin"),
    ],
    ids=["sentence", "sentence apart", "words apart", "mark", "label"],
)
def test_a_note_below_a_table_is_no_value_of_its_first_column(
    tmp_path: Path, name: str, gap: Rows, note: str
) -> None:
    assert said(tmp_path / name, [*WOOD, *gap, [note]]) == [*SAID, note]


@FORMATS
def test_a_note_of_several_rows_is_read_row_by_row(tmp_path: Path, name: str) -> None:
    notes: Rows = [["Prices as agreed with the mill"], ["* without delivery to Ullby"]]
    assert said(tmp_path / name, [*WOOD, [], *notes])[2:] == [str(note) for [note] in notes]


@FORMATS
@pytest.mark.parametrize(
    "value", ["Oak", "Acme Tool Co.", "Old Red Oak", "Oak, 3 years", "Grade: second"]
)
def test_a_name_without_values_stays_one(tmp_path: Path, name: str, value: str) -> None:
    assert said(tmp_path / name, [*WOOD, [value], WOOD[1]])[2] == f"Wood: {value}"
    assert said(tmp_path / name, [*WOOD, [value]])[2] == f"Wood: {value}"


@FORMATS
def test_a_sentence_in_a_column_of_sentences_is_a_value(tmp_path: Path, name: str) -> None:
    rows: Rows = [
        ["Remark", "Stars", "Day"],
        ["The soup was cold.", 2, "Monday"],
        ["The room was far too loud at night."],
    ]
    assert said(tmp_path / name, rows)[1] == "Remark: The room was far too loud at night."


@FORMATS
@pytest.mark.parametrize(
    ("heading", "said_of_it"), [("Hard", "Group: Hard"), ("Kind: hard", "Kind: hard")]
)
def test_a_heading_of_rows_is_their_group(
    tmp_path: Path, name: str, heading: str, said_of_it: str
) -> None:
    names, ash, elm = WOOD
    fir: list[object] = ["Fir", 20, 8]
    pine: list[object] = ["Pine", 15, 9]
    total: list[object] = ["Total", 130, 22]
    rows: Rows = [
        names,
        [heading],
        ash,
        elm,
        [],
        ["Soft"],
        fir,
        pine,
        total,
        [],
        ["Prices without VAT."],
    ]
    assert said(tmp_path / name, rows) == [
        f"{SAID[0]}; {said_of_it}",
        f"{SAID[1]}; {said_of_it}",
        "Wood: Fir; Price: 20; Stock: 8; Group: Soft",
        "Wood: Pine; Price: 15; Stock: 9; Group: Soft",
        "Wood: Total; Price: 130; Stock: 22",
        "Prices without VAT.",
    ]


@FORMATS
@pytest.mark.parametrize(
    "rows",
    [
        [["Oak"], WOOD[1], WOOD[2]],
        [WOOD[1], ["Oak"], WOOD[2], ["Fir"], WOOD[1]],
        [["Oak"], ["Fir"], WOOD[1], WOOD[2], WOOD[1], WOOD[2]],
        [["Oak"], WOOD[1], WOOD[2], ["Fir"], ["Yew", 4], WOOD[1]],
        [["Oak"], WOOD[1], WOOD[2], WOOD[1], WOOD[2], ["Fir"]],
        [["0817"], WOOD[1], WOOD[2], ["0818"], WOOD[1], WOOD[2]],
    ],
    ids=["one", "not first", "two at once", "row with a gap", "last", "numbers"],
)
def test_a_name_whose_values_may_be_missing_is_no_heading(
    tmp_path: Path, name: str, rows: Rows
) -> None:
    found = said(tmp_path / name, [WOOD[0], *rows])
    assert len(found) == len(rows) and not any("Group" in text for text in found)


def test_of_two_columns_the_second_one_may_be_empty() -> None:
    rows = [(2, ["Ash is a hard wood.", ""]), (3, ["Elm", "soft"])]
    assert [row.is_note for row in sections(rows, 2)] == [False, False]


def test_a_note_keeps_the_number_of_its_row() -> None:
    rows = [(2, ["Ash", "40", "3"]), (5, ["Elm is sold only while stock lasts.", "", ""])]
    assert [(row.place, row.is_note) for row in sections(rows, 3)] == [(2, False), (5, True)]
