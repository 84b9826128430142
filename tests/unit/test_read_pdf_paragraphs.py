"""PDF files: where paragraphs begin, and where they go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from graphrag_neo4j.readers.pdf.characters import Segment
from graphrag_neo4j.readers.pdf.page import page_lines
from graphrag_neo4j.text.contents import Contents
from tests.support.pdf_file import At, lines, write_pdf


def one(path: Path) -> Document:
    [item] = read_path(path)
    assert isinstance(item, Document), item
    return item


def paragraphs(path: Path) -> list[str]:
    return one(path).text.split("\n\n")


@pytest.mark.parametrize("scale", [1.0, 0.5])
def test_type_of_another_size_begins_a_paragraph(tmp_path: Path, scale: float) -> None:
    said = [
        "The boats are locked at night, and the keys hang in the kitchen of the old mill;",
        "who takes one writes it down in the book that lies beside the door of the cellar",
        "Printed by the club itself for all of its members and their guests at the regatta of May",
    ]
    page: list[At] = [(50, 700, said[0]), (50, 687, said[1]), (50, 677, said[2], 8)]
    matrix = f"{scale} 0 0 {scale} 0 0"
    found = paragraphs(write_pdf(tmp_path / "a.pdf", page, matrix=matrix))
    assert found == [" ".join(said[:2]), said[2]]


def test_small_bits_of_a_formula_begin_none(tmp_path: Path) -> None:
    page: list[At] = [
        (50, 700, "The weight of the whole load is the sum over all of the crates from the"),
        (150, 689, "i = 1", 7),
        (50, 678, "first to the last one."),
    ]
    assert len(paragraphs(write_pdf(tmp_path / "a.pdf", page))) == 1


def test_entries_of_contents_are_lines_of_their_own(tmp_path: Path) -> None:
    entries = [("1 Sheep", 3), ("2 Goats and what they eat in winter", 5), ("3 Fences", 9)]
    said = [f"{title:.<60}{page}" for title, page in entries]
    text = one(write_pdf(tmp_path / "a.pdf", lines(["Contents", *said]))).text
    assert text.split("\n\n") == ["Contents", *said]
    assert all(map(Contents(text).has, said))


def test_entries_of_contents_are_no_table(tmp_path: Path) -> None:
    page: list[At] = []
    for at, (title, number) in enumerate([("Sheep", "3"), ("Goats", "5"), ("Fences", "9")]):
        base = 700 - 14 * at
        dots = ". " * 40
        page += [(50, base, f"2.{at}"), (85, base, f"{title} {dots}"), (400, base, number)]
    text = one(write_pdf(tmp_path / "a.pdf", page)).text
    assert all(map(Contents(text).has, text.split("\n\n")))


def test_dots_within_a_sentence_end_no_line(tmp_path: Path) -> None:
    said = [
        "The arguments from the second one on are called $1 .... Those without a",
        "name are counted.",
    ]
    assert paragraphs(write_pdf(tmp_path / "a.pdf", lines(said))) == [" ".join(said)]


def test_a_number_at_the_end_of_a_wrapped_sentence_begins_no_item(tmp_path: Path) -> None:
    said = [
        "The ferry is full in summer, when the number of its guests may be as high as",
        "42. In winter it carries goods alone.",
    ]
    assert paragraphs(write_pdf(tmp_path / "a.pdf", lines(said))) == [" ".join(said)]


def test_items_with_numbers_are_paragraphs_though_no_stop_ends_them(tmp_path: Path) -> None:
    said = [
        "4. The rope of the ferry is looked at by the master on each day of the year",
        "5. The lamp of the ferry is lit by the mate as soon as the sun has gone down",
        "6. Goods",
    ]
    assert paragraphs(write_pdf(tmp_path / "a.pdf", lines(said))) == said


def test_a_bullet_alone_on_its_line_begins_the_item_below(tmp_path: Path) -> None:
    bullet: At = (50, 740, "b", 11, "bitmap")
    page: list[At] = [bullet, (50, 700, "Knots and splices"), (50, 660, "Reading of charts")]
    assert paragraphs(write_pdf(tmp_path / "a.pdf", page, meant={"b": "•"})) == [
        "• Knots and splices",
        "Reading of charts",
    ]


def test_a_line_without_letters_below_it_is_no_wider_apart() -> None:
    def at(text: str, base: float, foot: float) -> Segment:
        return Segment(text, 50, 300, base - foot, base + 7.4, 7.4, size=11)

    found = page_lines(
        [
            at("A season on the", 700, 0),  # its box ends where its letters do
            at("river costs as much", 687.3, 2.3),
            at("as a pony.", 674.6, 2.3),
            at("Boats are free.", 655, 0),
        ]
    )
    assert [line.gap >= 0.6 for line in found] == [False, False, False, True]


def test_a_box_beside_another_one_is_a_paragraph(tmp_path: Path) -> None:
    page = [
        *lines(["Kitchen", "Ada Lorne", "12 cooks"]),
        *lines(["Cellar", "Bo Quist"], left=300),
    ]
    assert "12 cooks Cellar" not in one(write_pdf(tmp_path / "a.pdf", page)).text


def test_a_paragraph_goes_on_in_the_next_column(tmp_path: Path) -> None:
    left = [f"The left column says in line {n} that the old" for n in range(7)]
    right = [f"mill of line {n} was built by the Harker" for n in range(7)]
    page = [*lines(left), *lines(right, left=320)]
    assert paragraphs(write_pdf(tmp_path / "a.pdf", page)) == [" ".join(left + right)]
