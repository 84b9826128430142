"""PDF files: superscripts, marks of notes, signs that were drawn apart from their line."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from tests.support.pdf_file import At, lines, write_pdf


def one(path: Path) -> Document:
    [item] = read_path(path)
    assert isinstance(item, Document), item
    return item


_WIDTHS = {
    **dict.fromkeys(" ft.I", 0.278),
    **dict.fromkeys("il", 0.222),
    **dict.fromkeys("ckszy", 0.5),
    **{
        "m": 0.833,
        "w": 0.722,
        "C": 0.722,
        "O": 0.778,
        "G": 0.778,
        "M": 0.833,
        "T": 0.611,
        "r": 0.333,
    },
}
"""Of Helvetica, but for 0.556."""


def _in_line(parts: list[tuple[str, float]], raised: float) -> list[At]:
    """Words one behind the other, the small ones above or below the line."""
    found: list[At] = []
    left = 50.0
    for text, size in parts:
        found.append((left, 700 + (raised if size < 11 else 0), text, size))
        left += sum(_WIDTHS.get(char, 0.556) for char in text) * size
    return found


def test_notes_at_the_foot_are_parted_from_their_marks(tmp_path: Path) -> None:
    page: list[At] = [
        *lines(
            [
                "The kiln is fired twice a month and never in August, as it is",
                "too hot in the yard.",
            ],
            top=200,
        ),
        (50, 90, "1Only by the master of the works.", 8),
        (50, 78, "2nd firings are free of charge.", 8),
    ]
    text = one(write_pdf(tmp_path / "a.pdf", page)).text
    assert text.split("\n\n")[1:] == [
        "1 Only by the master of the works.",
        "2nd firings are free of charge.",
    ]


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (
            [("The tank holds 60 m", 11), ("3", 6.5), (" of oil.", 11)],
            "The tank holds 60 m^3 of oil.",
        ),
        ([("It was sold in 1987.", 11), ("4", 6.5)], "It was sold in 1987.[4]"),
        ([("Grown to 10", 11), ("12", 6.5), (" cells", 11)], "Grown to 10^12 cells"),
        ([("On the 21", 11), ("st", 6.5), (" of May", 11)], "On the 21st of May"),
    ],
)
def test_small_raised_characters_are_superscripts(
    tmp_path: Path, parts: list[tuple[str, float]], text: str
) -> None:
    assert one(write_pdf(tmp_path / "a.pdf", _in_line(parts, raised=4))).text == text


def test_small_lowered_digits_are_none(tmp_path: Path) -> None:
    parts: list[tuple[str, float]] = [("Only CO", 11), ("2", 6.5), (" and air", 11)]
    text = one(write_pdf(tmp_path / "a.pdf", _in_line(parts, raised=-2))).text
    assert text == "Only CO2 and air"


def test_a_unit_in_a_drawn_table_keeps_its_power(tmp_path: Path) -> None:
    grid = "50 640 300 20 re S 50 660 300 20 re S 50 680 300 20 re S 200 640 m 200 700 l S"
    page: list[At] = [(55, 686, "Size"), (205, 686, "Unit"), (55, 666, "Tank"), (205, 666, "m")]
    page += [(214.3, 670, "3", 6.5), (218, 666, "/h"), (55, 646, "Pipe"), (205, 646, "mm")]
    text = one(write_pdf(tmp_path / "a.pdf", page, drawn=[grid])).text
    assert "m^3/h" in text


def test_signs_that_were_drawn_first_stand_in_their_place(tmp_path: Path) -> None:
    signs = "BT /F3 11 Tf 50 700 Td [(a) -7600 (a) -7600 (a)] TJ ET"
    page: list[At] = [(60, 700, "with a boat"), (150, 700, "by the bridge"), (240, 700, "on foot")]
    text = one(write_pdf(tmp_path / "a.pdf", page, drawn=[signs], meant={"a": "☐"})).text
    assert text == "☐ with a boat ☐ by the bridge ☐ on foot"


def test_a_sign_at_the_end_of_its_line_stays_there(tmp_path: Path) -> None:
    signs = "BT /F3 11 Tf 50 700 Td [(a) -4800 (a)] TJ ET"
    page: list[At] = [(60, 700, "Paid by"), (60, 686, "the owner")]
    text = one(write_pdf(tmp_path / "a.pdf", page, drawn=[signs], meant={"a": "☒"})).text
    assert " ".join(text.split()) == "☒ Paid by ☒ the owner"
