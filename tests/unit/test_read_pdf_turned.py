"""PDF pages whose text does not run from left to right: turned pages, and words set sideways."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from tests.support.pdf_file import At, lines, write_pdf

UP, OVER, DOWN = "0 1 -1 0 612 0", "-1 0 0 -1 612 792", "0 -1 1 0 0 792"
TURNS = [(UP, 90), (OVER, 180), (DOWN, 270), (UP, 0), (OVER, 0), (DOWN, 0), (UP, 270)]
"""How the text of a page runs, and how the page says that it is shown."""
NAMES = ("one", "two", "three")


def read(path: Path) -> Document:
    [document] = read_path(path)
    assert isinstance(document, Document), document
    return document


def sideways(left: float, base: float, text: str, size: float = 11) -> str:
    """Words that run up the page."""
    return f"BT /F1 {size} Tf 0 1 -1 0 {left} {base} Tm ({text}) Tj ET"


def page() -> tuple[list[At], str]:
    """A heading, a paragraph and a drawn table, on a page of either format."""
    table = [["Crane", "Maker"], ["West", "Umber"], ["East", "Kestrel"]]
    words: list[At] = [
        (50, 560, "Cranes of the harbour", 16),
        *lines(
            [
                "The cranes on the south pier were all built before the old harbour",
                "house was, and the board had them painted in the spring.",
            ],
            top=530,
        ),
    ]
    words += [(54 + 150 * m, 438, cell, 11, "bold") for m, cell in enumerate(table[0])]
    for n, row in enumerate(table[1:], start=1):
        words += [(54 + 150 * m, 438 - 30 * n, cell) for m, cell in enumerate(row)]
    across = [f"50 {460 - 30 * n} m 350 {460 - 30 * n} l S" for n in range(4)]
    down = [f"{50 + 150 * n} 370 m {50 + 150 * n} 460 l S" for n in range(3)]
    return words, " ".join(across + down)


@pytest.mark.parametrize(("matrix", "rotate"), [("1 0 0 1 0 0", 0), *TURNS])
def test_a_turned_page_is_read_as_an_upright_one(tmp_path: Path, matrix: str, rotate: int) -> None:
    words, drawing = page()
    path = write_pdf(tmp_path / "a.pdf", words, drawn=[drawing], matrix=matrix, rotate=rotate)
    document = read(path)
    assert document.text.split("\n\n") == [
        "Cranes of the harbour",
        "The cranes on the south pier were all built before the old harbour house was, and the "
        "board had them painted in the spring.",
        "Crane, Maker",
        "Crane: West; Maker: Umber",
        "Crane: East; Maker: Kestrel",
    ]
    assert document.title == "Cranes of the harbour"
    assert [heading.title for heading in document.headings] == ["Cranes of the harbour"]
    assert [block.kind for block in document.blocks] == ["columns", "row", "row"]


@pytest.mark.parametrize(("matrix", "rotate"), TURNS)
def test_columns_of_a_turned_page_are_read_one_after_the_other(
    tmp_path: Path, matrix: str, rotate: int
) -> None:
    left = [f"The left side goes on in line {n} with more of the" for n in range(8)]
    right = [f"The right side goes on in line {n} with more of it" for n in range(8)]
    words: list[At] = []
    for n in range(8):
        words += [(50, 560 - 14 * n, left[n]), (310, 560 - 14 * n, right[n])]
    text = read(write_pdf(tmp_path / "a.pdf", words, matrix=matrix, rotate=rotate)).text
    assert text == " ".join([*left, *right])


def test_a_page_may_be_shown_turned_whose_text_is_upright(tmp_path: Path) -> None:
    words = lines(["The crane was left on its side."])
    document = read(write_pdf(tmp_path / "a.pdf", words, rotate=90))
    assert document.text == "The crane was left on its side."


def test_a_stamp_in_the_margin_parts_no_sentence_and_is_no_title(tmp_path: Path) -> None:
    first = [
        "The board met in the old harbour house on the pier in the spring, and",
        "all of the members that had been asked to came to it, so that the",
    ]
    stamp = sideways(30, 250, "harxiv:2401.00001v1 [eco.PO] 3 Jan 2024", 20)
    pages = [lines(first), lines(["chair opened it."])]
    document = read(write_pdf(tmp_path / "the_paper.pdf", *pages, drawn=[stamp]))
    assert document.text.split("\n\n") == [
        " ".join(first) + " chair opened it.",
        "harxiv:2401.00001v1 [eco.PO] 3 Jan 2024",
    ]
    assert document.title == "The paper"
    assert [place.name for place in document.places] == ["1", "2", "1"]


def test_a_stamp_on_each_page_is_read_once(tmp_path: Path) -> None:
    stamp = sideways(590, 200, "Lent to Ada Berg by the town")
    pages = [lines([f"What page {name} says of all the cranes."]) for name in NAMES]
    text = read(write_pdf(tmp_path / "a.pdf", *pages, drawn=[stamp] * 3)).text
    assert text.split("\n\n") == [
        "What page one says of all the cranes.",
        "Lent to Ada Berg by the town",
        "What page two says of all the cranes.",
        "What page three says of all the cranes.",
    ]


def test_a_table_that_stands_sideways_below_upright_text_has_its_rows(tmp_path: Path) -> None:
    said = [f"The harbour had its cranes mended in year {n} of the works." for n in range(6)]
    rows = [["Crane", "Maker", "Built"], ["West", "Umber", "1960"], ["East", "Kestrel", "1962"]]
    shown = [sideways(300, 60, "Table 4: Cranes and who built them")]
    for n, row in enumerate(rows):
        shown += [sideways(330 + 14 * n, 60 + 120 * m, cell) for m, cell in enumerate(row)]
    text = read(write_pdf(tmp_path / "a.pdf", lines(said), drawn=[" ".join(shown)])).text
    assert text.split("\n\n") == [
        " ".join(said),
        "Table 4: Cranes and who built them",
        "Crane, Maker, Built",
        "Crane: West; Maker: Umber; Built: 1960",
        "Crane: East; Maker: Kestrel; Built: 1962",
    ]


def test_a_name_that_stands_sideways_in_a_cell_is_a_name(tmp_path: Path) -> None:
    words: list[At] = [(54, 600, "Crane", 11, "bold"), (54, 520, "West"), (174, 520, "Umber")]
    words += [(54, 480, "East"), (174, 480, "Kestrel")]
    across = [f"50 {y} m 290 {y} l S" for y in (660, 540, 500, 460)]
    down = [f"{x} 460 m {x} 660 l S" for x in (50, 170, 290)]
    drawing = " ".join([*across, *down, sideways(230, 570, "Built by").replace("F1", "F2")])
    text = read(write_pdf(tmp_path / "a.pdf", words, drawn=[drawing])).text
    assert text.split("\n\n")[1:] == [
        "Crane: West; Built by: Umber",
        "Crane: East; Built by: Kestrel",
    ]


def test_type_of_a_negative_size_is_upright(tmp_path: Path) -> None:
    shown = [
        f"BT /F1 -11 Tf -1 0 0 -1 50 {700 - 14 * n} Tm ({text}) Tj ET"
        for n, text in enumerate(["The crane was built in the", "spring of that year."])
    ]
    text = read(write_pdf(tmp_path / "a.pdf", [], drawn=[" ".join(shown)])).text
    assert text == "The crane was built in the spring of that year."
