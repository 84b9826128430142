"""Tables in PDF files: drawn with lines or only set so, with names of columns or without."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from tests.support.pdf_file import At, write_pdf

LEFTS = (50, 200, 350, 500)
HEIGHT = 40
CRANES = [["Crane", "Maker"], ["West", "Umber"], ["East", "Kestrel"]]


def read(path: Path) -> Document:
    [document] = read_path(path)
    assert isinstance(document, Document), document
    return document


def rows_of(path: Path) -> list[str]:
    return read(path).text.split("\n\n")


def words(
    rows: Sequence[Sequence[str]], *, top: float = 700, bold: int = 0, lefts: Sequence[int] = LEFTS
) -> list[At]:
    """The cells of a table, each line of a cell on its own; the first ``bold`` rows are so."""
    found: list[At] = []
    for number, row in enumerate(rows):
        for left, cell in zip(lefts, row, strict=False):
            for n, line in enumerate(filter(None, cell.split("\n"))):
                base = top - HEIGHT * number - 12 - 12 * n
                found.append((left + 4, base, line, 11, "bold" if number < bold else "regular"))
    return found


def grid(n_rows: int, n_columns: int, *, top: float = 700, sides: bool = True) -> str:
    """Lines around all cells, without those at the sides if they are not wanted."""
    lefts, bottom = LEFTS[: n_columns + 1], top - HEIGHT * n_rows
    across = [
        f"{lefts[0]} {top - HEIGHT * n} m {lefts[-1]} {top - HEIGHT * n} l S"
        for n in range(n_rows + 1)
    ]
    down = [f"{x} {bottom} m {x} {top} l S" for x in (lefts if sides else lefts[1:-1])]
    return " ".join(across + down)


def test_each_row_of_a_drawn_table_has_its_names(tmp_path: Path) -> None:
    path = write_pdf(tmp_path / "a.pdf", words(CRANES, bold=1), drawn=[grid(3, 2)])
    assert rows_of(path) == [
        "Crane, Maker",
        "Crane: West; Maker: Umber",
        "Crane: East; Maker: Kestrel",
    ]
    kinds = [(block.kind, block.end - block.start) for block in read(path).blocks]
    assert kinds == [("columns", 12), ("row", 25), ("row", 27)]


def test_cells_that_are_wrapped_empty_or_close_to_the_next_stay_cells(tmp_path: Path) -> None:
    rows = [
        ["Crane", "Maker", "Seen"],
        ["West", "Umber and Sons of the\nold harbour in Mel-\nby", ""],
        ["East", "Kestrel of the whole shore", "2024"],
    ]
    path = write_pdf(tmp_path / "a.pdf", words(rows, bold=1), drawn=[grid(3, 3)])
    assert rows_of(path)[1:] == [
        "Crane: West; Maker: Umber and Sons of the old harbour in Melby",
        "Crane: East; Maker: Kestrel of the whole shore; Seen: 2024",
    ]


def test_a_line_parts_words_that_nearly_touch_it(tmp_path: Path) -> None:
    found: list[At] = [
        (54, 688, "Crane"),
        (204, 688, "Maker"),
        (168, 648, "100 t"),
        (204, 648, "9"),
    ]
    path = write_pdf(tmp_path / "a.pdf", [*found, (54, 608, "a")], drawn=[grid(3, 2)])
    assert "100 t, 9" in rows_of(path)


def test_a_table_without_lines_at_its_sides_is_whole(tmp_path: Path) -> None:
    rows = [["Crane", "Maker", "Year"], *([n, "Umber", "2024"] for n in ("West", "East"))]
    path = write_pdf(tmp_path / "a.pdf", words(rows, bold=1), drawn=[grid(3, 3, sides=False)])
    assert rows_of(path)[1] == "Crane: West; Maker: Umber; Year: 2024"


def test_rows_without_lines_between_them_are_rows(tmp_path: Path) -> None:
    rows = [["Crane", "Load"], ["West\nEast\nNorth", "12 t\n9.5 t\n7 t"]]
    path = write_pdf(tmp_path / "a.pdf", words(rows, bold=1), drawn=[grid(2, 2)])
    assert rows_of(path)[1:] == [
        "Crane: West; Load: 12 t",
        "Crane: East; Load: 9.5 t",
        "Crane: North; Load: 7 t",
    ]


def test_a_name_of_several_columns_stands_before_each_of_theirs(tmp_path: Path) -> None:
    lefts, bottom = (50, 200, 350, 500), 700 - 3 * HEIGHT
    drawing = grid(3, 3).replace(f"350 {bottom} m 350 700 l S", f"350 {bottom} m 350 660 l S")
    rows = [["Port", "Catch", ""], ["", "Cod", "Herring"], ["Melby", "8", "9"]]
    path = write_pdf(tmp_path / "a.pdf", words(rows, bold=1, lefts=lefts), drawn=[drawing])
    assert rows_of(path)[-1] == "Port: Melby; Catch Cod: 8; Catch Herring: 9"


def test_a_shade_or_frame_within_a_cell_is_no_column(tmp_path: Path) -> None:
    shades = "0.9 g 205 622 140 36 re f 205 582 140 36 re f 0 g"
    drawing = f"{shades} {grid(3, 2)}"
    path = write_pdf(tmp_path / "a.pdf", words(CRANES, bold=1), drawn=[drawing])
    assert rows_of(path)[1:] == ["Crane: West; Maker: Umber", "Crane: East; Maker: Kestrel"]


def test_a_table_goes_on_over_the_page_with_its_names(tmp_path: Path) -> None:
    second = [["North", "Umber"]]
    foot: list[At] = [(300, 30, "1")]
    pages = [*words(CRANES, top=180, bold=1), *foot], words(second, top=760)
    drawn = [grid(3, 2, top=180), grid(1, 2, top=760)]
    assert rows_of(write_pdf(tmp_path / "a.pdf", *pages, drawn=drawn))[-1] == (
        "Crane: North; Maker: Umber"
    )


def test_another_table_on_the_next_page_does_not_take_the_names(tmp_path: Path) -> None:
    below: list[At] = [(50, 740 - 14 * n, f"Paragraph {n} tells more.") for n in range(5)]
    pages = words(CRANES, top=180, bold=1), [*below, *words([["Oslo", "Melby"]] * 2, top=600)]
    drawn = [grid(3, 2, top=180), grid(2, 2, top=600)]
    text = read(write_pdf(tmp_path / "a.pdf", *pages, drawn=drawn)).text
    assert "Oslo" in text
    assert "Crane: Oslo" not in text


def test_a_first_row_that_no_other_row_says_stays_a_row(tmp_path: Path) -> None:
    rows = [["Task", "Interval", "Who"], ["Oil", "daily", "Una"], ["Vanes", "monthly", "Bo"]]
    document = read(write_pdf(tmp_path / "a.pdf", words(rows), drawn=[grid(3, 3)]))
    assert document.text.startswith("Task, Interval, Who\n\nOil, daily, Una\n\n")
    assert [block.kind for block in document.blocks] == ["row", "row", "row"]


def test_text_around_a_table_stays_around_it(tmp_path: Path) -> None:
    above: At = (50, 740, "Two cranes stand there.")
    below: At = (50, 500, "Both were tested.")
    path = write_pdf(tmp_path / "a.pdf", [above, *words(CRANES, bold=1), below], drawn=[grid(3, 2)])
    found = rows_of(path)
    assert (found[0], found[-1]) == ("Two cranes stand there.", "Both were tested.")
    assert "Crane: West; Maker: Umber" in found


@pytest.mark.parametrize(
    "drawing",
    ["40 580 300 140 re S", "0 0 m nan nan l S", "q 1e30 0 0 1e30 0 0 cm 1 1 m 1 9 l S Q", ""],
    ids=["one box", "no number", "beyond all bounds", "nothing"],
)
def test_what_is_drawn_and_no_table_leaves_the_words_alone(tmp_path: Path, drawing: str) -> None:
    path = write_pdf(tmp_path / "a.pdf", words(CRANES[:2]), drawn=[drawing])
    assert set(read(path).text.split()) == {"Crane", "Maker", "West", "Umber"}


def test_columns_of_a_page_that_lines_part_are_texts(tmp_path: Path) -> None:
    side = "\n".join(f"Line {n} of a long text on ships" for n in range(30))
    rows = [["News", "Ships"], [side, side]]
    drawing = " ".join(f"{x} 100 m {x} 700 l S" for x in LEFTS[:3])
    drawing += " " + " ".join(f"50 {y} m 350 {y} l S" for y in (700, 660, 100))
    text = read(write_pdf(tmp_path / "a.pdf", words(rows), drawn=[drawing])).text
    assert "News: Line" not in text and text.count("Line 29") == 2


def test_rows_that_only_stand_below_each_other_have_names_above_numbers(tmp_path: Path) -> None:
    rows = [["Port", "Catch", "Boats"], ["Melby", "8.2", "14"], ["Oslo", "7", "3"]]
    assert rows_of(write_pdf(tmp_path / "a.pdf", words(rows))) == [
        "Port, Catch, Boats",
        "Port: Melby; Catch: 8.2; Boats: 14",
        "Port: Oslo; Catch: 7; Boats: 3",
    ]


def test_names_above_all_columns_but_the_first_are_names(tmp_path: Path) -> None:
    rows = [["", "2024", "2025"], *([n, "8", "14"] for n in ("Cod", "Herring", "Eel"))]
    assert rows_of(write_pdf(tmp_path / "a.pdf", words(rows)))[1] == "Cod; 2024: 8; 2025: 14"


def test_entries_of_a_printed_list_of_contents_are_no_names(tmp_path: Path) -> None:
    rows = [["1", "Ships", "5"], ["1.1", "Hulls", "5"], ["1.2", "Masts", "6"]]
    assert rows_of(write_pdf(tmp_path / "a.pdf", words(rows, bold=1)))[1] == "1.1, Hulls, 5"


def across(*heights: int, left: int = 50, right: int = 300) -> str:
    return " ".join(f"{left} {y} m {right} {y} l S" for y in heights)


def close(rows: Sequence[Sequence[str]], *, top: int = 700, lefts: Sequence[int]) -> list[At]:
    """Cells as near to each other as papers set them, rows 14 points apart."""
    return [
        (left, top - 14 * number, cell, 11)
        for number, row in enumerate(rows)
        for left, cell in zip(lefts, row, strict=True)
        if cell
    ]


BOATS = [["Boat of the port", "Crew", "Mast"], ["Skua", "14", "9.5"], ["Tern", "8", "7"]]
BOATS_READ = [
    "Boat of the port, Crew, Mast",
    "Boat of the port: Skua; Crew: 14; Mast: 9.5",
    "Boat of the port: Tern; Crew: 8; Mast: 7",
]


@pytest.mark.parametrize("heights", [(714, 694, 664), (694, 664)], ids=["three", "two"])
def test_lines_across_alone_make_a_table_of_cells_that_stand_close(
    tmp_path: Path, heights: tuple[int, ...]
) -> None:
    cells = close(BOATS, lefts=(52, 146, 184))
    text: list[At] = [(50, 740, "Boats are counted here."), *cells, (50, 640, "Some are lost.")]
    path = write_pdf(tmp_path / "a.pdf", text, drawn=[across(*heights)])
    assert rows_of(path) == ["Boats are counted here.", *BOATS_READ, "Some are lost."]


def test_a_name_over_several_columns_is_known_by_what_it_stands_over_the_middle_of(
    tmp_path: Path,
) -> None:
    rows = [["Boat", "May", "June", "July"], ["Skua", "14", "15", "16"], ["Tern", "8", "9", "10"]]
    cells = close(rows, lefts=(52, 100, 150, 200))
    name: At = (128, 714, "Days out", 11)
    drawing = across(728, 694, 664) + " " + across(711, left=98, right=225)
    path = write_pdf(tmp_path / "a.pdf", [name, *cells], drawn=[drawing])
    assert "Boat: Skua; Days out May: 14; Days out June: 15; Days out July: 16" in rows_of(path)


def test_names_that_come_again_and_words_below_cells_are_told(tmp_path: Path) -> None:
    rows = [
        ["Boat", "Crew", "Note"],
        ["Skua", "14", "lost her mast"],
        ["", "", "off Melby"],
        ["Tern", "8", "sound"],
        ["Ship", "Crew", "Note"],
        ["Orca", "30", "sound"],
        ["Grampus", "41", "sold"],
    ]
    cells = close(rows, lefts=(52, 120, 160))
    path = write_pdf(tmp_path / "a.pdf", cells, drawn=[across(714, 694, 610)])
    assert rows_of(path) == [
        "Boat, Crew, Note",
        "Boat: Skua; Crew: 14; Note: lost her mast off Melby",
        "Boat: Tern; Crew: 8; Note: sound",
        "Ship, Crew, Note",
        "Ship: Orca; Crew: 30; Note: sound",
        "Ship: Grampus; Crew: 41; Note: sold",
    ]


def test_columns_of_prose_between_lines_across_are_no_table(tmp_path: Path) -> None:
    sides = [[f"Line {n} of a long text on the ships", f"Line {n} of another one on the sea"]
             for n in range(12)]  # fmt: skip
    cells = close([["Ships", "Sea"], *sides], lefts=(52, 300))
    path = write_pdf(tmp_path / "a.pdf", cells, drawn=[across(714, 694, 520, right=520)])
    assert "Ships:" not in read(path).text


def test_numbers_above_the_first_line_across_are_no_names(tmp_path: Path) -> None:
    rows = [["Skua", "14", "9"], ["Tern", "8", "7"], ["All", "22", "16"]]
    cells = close(rows, lefts=(52, 120, 160))
    path = write_pdf(tmp_path / "a.pdf", cells, drawn=[across(714, 694, 660)])
    assert "Skua:" not in read(path).text
