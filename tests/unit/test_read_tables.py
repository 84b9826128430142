"""Tables: which rows name the columns, and what each row says by itself."""

from __future__ import annotations

from pathlib import Path

import docx
import pptx
import pytest
from docx.oxml import OxmlElement
from hypothesis import given
from hypothesis import strategies as st
from pptx.util import Inches

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from graphrag_neo4j.readers.office.word_xml import WORD
from graphrag_neo4j.readers.tables import Cell, table_rows

REVENUES = [["Segment", "Revenue", "Profit"], ["Retail", "120.5", "14"], ["Wholesale", "80", "9"]]
PEOPLE = [["Name", "City"], ["Ann", "Oslo"], ["Bo", "Melby"]]


def one(path: Path) -> Document:
    [document] = read_path(path)
    assert isinstance(document, Document), document
    return document


def plain(rows: list[list[str]]) -> list[str]:
    """The rows as text, where the format marks nothing."""
    return [row.text for row in table_rows([[Cell(text) for text in row] for row in rows])]


def page(tmp_path: Path, table: str) -> list[str]:
    path = tmp_path / "a.html"
    path.write_text(f"<body><p>See below.</p><table>{table}</table></body>")
    return one(path).text.split("\n\n")[1:]


def word_table(rows: list[list[str]], style: str | None = None) -> docx.document.Document:
    word = docx.Document()
    table = word.add_table(len(rows), len(rows[0]), style)
    for row, texts in zip(table.rows, rows, strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    return word


def saved(word: docx.document.Document, tmp_path: Path) -> list[str]:
    word.save(str(tmp_path / "a.docx"))
    return one(tmp_path / "a.docx").text.split("\n\n")


# -- what the format marks ---------------------------------------------------------------------


def test_each_row_of_a_page_s_table_has_the_names_of_its_columns(tmp_path: Path) -> None:
    rows = "<tr><th>Part<th>Maker</tr><tr><td>Hull<td>Umber</tr><tr><td>Mast<td></tr>"
    assert page(tmp_path, rows) == ["Part, Maker", "Part: Hull; Maker: Umber", "Mast"]


def test_a_word_in_two_styles_is_one_word_and_lines_of_a_cell_are_parted(tmp_path: Path) -> None:
    rows = "<tr><td>CO<sub>2</sub>, <b>k</b>g<td>12<br>a year<p>in all</p></tr><tr><td>Tar<td>9"
    assert page(tmp_path, rows) == ["CO2, kg, 12 a year in all", "Tar, 9"]


def test_a_name_at_the_left_is_said_before_its_value(tmp_path: Path) -> None:
    rows = "<tr><th>Capital<td>Oslo</tr><tr><th>Rivers:<td>Akerselva<td>Lo</tr>"
    assert page(tmp_path, rows) == ["Capital: Oslo", "Rivers: Akerselva, Lo"]


def test_names_in_two_rows_are_one_name(tmp_path: Path) -> None:
    rows = (
        "<tr><th rowspan=2>Port<th colspan=2>2024<th colspan=2>2025</tr>"
        "<tr><th>Cod<th>Herring<th>Cod<th>Herring</tr>"
        "<tr><td>Melby<td>1<td>2<td>3<td>4</tr>"
    )
    assert page(tmp_path, rows)[-1] == (
        "Port: Melby; 2024 Cod: 1; 2024 Herring: 2; 2025 Cod: 3; 2025 Herring: 4"
    )


@pytest.mark.parametrize(
    ("below", "row"),
    [
        ("<td>Fish<td>Cod<td>1,204<td>1,310", "Catch: Fish, Cod; 2031: 1,204; 2032: 1,310"),
        ("<td>Fish<td>Cod<td><td>1,310", "Catch: Fish, Cod; 2032: 1,310"),
    ],
)
def test_a_row_of_values_below_a_name_of_two_columns_is_a_row(
    tmp_path: Path, below: str, row: str
) -> None:
    rows = (
        f"<tr><th colspan=2>Catch<th>2031<th>2032</tr><tr>{below}</tr>"
        "<tr><td>Shells<td>Mussels<td>87<td>91</tr>"
    )
    assert page(tmp_path, rows)[1:] == [row, "Catch: Shells, Mussels; 2031: 87; 2032: 91"]


def test_words_below_all_names_are_names_of_a_second_row(tmp_path: Path) -> None:
    rows = (
        "<tr><th colspan=2>Catch<th>2031</tr><tr><td>Kind<td>Port<td>tonnes</tr>"
        "<tr><td>Cod<td>Melby<td>87</tr>"
    )
    assert page(tmp_path, rows)[-1] == "Catch Kind: Cod; Catch Port: Melby; 2031 tonnes: 87"


def test_a_row_without_a_name_at_its_left_is_a_row(tmp_path: Path) -> None:
    rows = "<tr><th><th>Cod<th>Herring</tr><tr><th><td>1<td>2</tr><tr><th>Melby<td>3<td>4</tr>"
    assert page(tmp_path, rows)[1:] == ["Cod: 1; Herring: 2", "Melby; Cod: 3; Herring: 4"]


def test_what_spans_rows_stands_in_each_of_them(tmp_path: Path) -> None:
    rows = (
        "<tr><th>Port<th>Ship</tr><tr><td rowspan=2>Melby<td>Hull</tr><tr><td>Bow</tr>"
        "<tr><td>Oslo<td>Mast</tr>"
    )
    assert page(tmp_path, rows)[1:] == [
        "Port: Melby; Ship: Hull",
        "Port: Melby; Ship: Bow",
        "Port: Oslo; Ship: Mast",
    ]


def test_names_that_come_again_name_what_is_below_them(tmp_path: Path) -> None:
    rows = (
        "<tr><th>Ship<th>Crew</tr><tr><td>Hull<td>7</tr>"
        "<tr><th>Dock<th>Depth</tr><tr><td>West<td>12 m</tr><tr><th>All<th>19</tr>"
    )
    assert page(tmp_path, rows) == [
        "Ship, Crew",
        "Ship: Hull; Crew: 7",
        "Dock, Depth",
        "Dock: West; Depth: 12 m",
        "Dock: All; Depth: 19",
    ]


def test_a_title_above_all_columns_and_a_section_of_rows_stand_alone(tmp_path: Path) -> None:
    rows = (
        "<tr><th colspan=2>Ships of Melby</tr><tr><th>Ship<th>Crew</tr>"
        "<tr><td colspan=2>Sailing</tr><tr><td>Hull<td>7</tr>"
    )
    assert page(tmp_path, rows)[1:] == ["Ship, Crew", "Sailing", "Ship: Hull; Crew: 7"]


def test_a_span_that_is_no_number_or_beyond_all_bounds_costs_nothing(tmp_path: Path) -> None:
    rows = (
        "<tr><th colspan=x>Ship<th rowspan=99999999>Crew</tr>"
        "<tr><td colspan=60000 rowspan=60000>Hull</tr><tr><td>Bow</tr>"
    )
    assert page(tmp_path, rows)[0] == "Ship, Crew"
    assert any("Bow" in row for row in page(tmp_path, rows))


@pytest.mark.parametrize("mark", ["repeated", "bold", "style", "none"])
def test_a_word_table_has_the_names_that_its_first_row_is_marked_as(
    tmp_path: Path, mark: str
) -> None:
    word = word_table(PEOPLE, "Light Grid Accent 1" if mark == "style" else None)
    first = word.tables[0].rows[0]
    row = next(word.element.iter(f"{WORD}tr"))
    if mark == "repeated":
        row.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
    if mark == "bold":
        for cell in first.cells:
            cell.paragraphs[0].runs[0].bold = True
    named = ["Name, City", "Name: Ann; City: Oslo", "Name: Bo; City: Melby"]
    assert saved(word, tmp_path) == (
        ["Name, City", "Ann, Oslo", "Bo, Melby"] if mark == "none" else named
    )


def test_a_word_table_that_is_bold_throughout_has_no_names(tmp_path: Path) -> None:
    word = word_table(PEOPLE)
    for row in word.tables[0].rows:
        for cell in row.cells:
            cell.paragraphs[0].runs[0].bold = True
    assert saved(word, tmp_path)[1] == "Ann, Oslo"


def test_cells_of_a_word_table_stay_below_their_names_beside_a_wide_one(tmp_path: Path) -> None:
    word = word_table(
        [["Part", "Price", "Weight"], ["Hull", "9", "4"], ["", "", ""], ["Mast", "", "3"]]
    )
    table = word.tables[0]
    table.rows[2].cells[0].merge(table.rows[2].cells[1]).text = "Sails"
    table.rows[2].cells[2].text = "2"
    assert saved(word, tmp_path)[1:] == [
        "Part: Hull; Price: 9; Weight: 4",
        "Part: Sails; Weight: 2",
        "Part: Mast; Weight: 3",
    ]


@pytest.mark.parametrize("has_names", [True, False])
def test_a_slide_s_table_has_names_where_its_first_row_is_set_apart(
    tmp_path: Path, has_names: bool
) -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    size = (Inches(1), Inches(1), Inches(4), Inches(3))
    table = slide.shapes.add_table(3, 2, *size).table
    table.first_row = has_names
    for row, texts in zip(table.rows, PEOPLE, strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    deck.save(str(tmp_path / "a.pptx"))
    told = one(tmp_path / "a.pptx").text.split("\n\n")[1]
    assert told == ("Name: Ann; City: Oslo" if has_names else "Ann, Oslo")


# -- what it does not --------------------------------------------------------------------------


def test_words_above_numbers_are_names() -> None:
    assert plain(REVENUES)[1:] == [
        "Segment: Retail; Revenue: 120.5; Profit: 14",
        "Segment: Wholesale; Revenue: 80; Profit: 9",
    ]


def test_years_above_numbers_are_names() -> None:
    rows = [["", "2024", "2025"], ["Cod", "€ 12", "13 %"], ["Herring", "-", "(1,204.50)"]]
    assert plain(rows)[1:] == ["Cod; 2024: € 12; 2025: 13 %", "Herring; 2024: -; 2025: (1,204.50)"]


@pytest.mark.parametrize(
    "measures",
    [("63 m3/h", "1.9 litres"), ("16.000 Stunden", "61 dB"), ("20°C", "-5 °C"), ("7 N/mm²", "n/a")],
)
def test_words_above_measures_are_names(measures: tuple[str, str]) -> None:
    rows = [["Property", "Pump"], *(["Flow", measure] for measure in (*measures, "12 metres"))]
    wide = [[*row, f"x{at}"] for at, row in enumerate(rows)]
    assert plain(wide)[1] == f"Property: Flow; Pump: {measures[0]}; x0: x1"


def test_measures_above_measures_are_no_names_but_above_numbers_they_are() -> None:
    rows = [["Rope", "red", "120 metres"], ["Line", "blue", "95 metres"], ["Hose", "", "80 metres"]]
    assert plain(rows)[0] == "Rope, red, 120 metres"
    assert plain(rows)[1] == "Line, blue, 95 metres"
    rows = [["Fish", "2 weeks", "4 weeks"], ["Cod", "12 kg", "14 kg"], ["Eel", "3 kg", "4 kg"]]
    assert plain(rows)[1] == "Fish: Cod; 2 weeks: 12 kg; 4 weeks: 14 kg"


@pytest.mark.parametrize(
    "rows",
    [
        [["Customer", "Acme"], ["Invoice", "17"], ["Total", "45"]],
        [["Oslo", "Harbour", "120"], ["Melby", "Quay", "80"], ["Bergen", "Dock", "95"]],
        [["Ann", "Berg", "Oslo"], ["Bo", "Lund", "Melby"], ["Cy", "Dahl", "Bergen"]],
        [["Cod", "2019", "2020"], ["Herring", "2021", "2022"], ["Eel", "2023", "2024"]],
    ],
    ids=["two columns", "numbers in the first row, too", "no numbers", "years throughout"],
)
def test_a_first_row_that_may_be_like_the_others_names_nothing(rows: list[list[str]]) -> None:
    assert plain(rows) == [", ".join(row) for row in rows]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            [
                ["Stage", "Due", "Fee"],
                ["Survey", "3 May 2026", "€4,200"],
                ["Report", "June 9", "€80"],
            ],
            "Stage: Survey; Due: 3 May 2026; Fee: €4,200",
        ),
        (
            [["Service", "Price per night"], ["Berth", "€20"], ["Shower", "€2"], ["Crane", "free"]],
            "Service: Berth; Price per night: €20",
        ),
    ],
    ids=["three columns with dates", "two columns with a measure"],
)
def test_words_without_figures_above_figures_are_names(rows: list[list[str]], said: str) -> None:
    assert plain(rows)[1] == said


@pytest.mark.parametrize(
    "rows",
    [
        [["Name", "Ada"], ["Age", "34"], ["Height", "180 cm"], ["Born", "3 May 1990"]],
        [["Kind", "Fee"], ["Amount", "€30"], ["Due date", "3 May"], ["Number", "A-17"]],
        [["Mass", "412 kg"], ["Noise", "68 dB"], ["Power", "2 kW"], ["Length", "3 m"]],
        [["Guarantee", "two years"], ["Colour", "red"], ["Wheels", "steel"], ["Days", "4"]],
    ],
    ids=["a person", "labels that are measures", "figures from the first", "few figures"],
)
def test_labels_and_values_have_no_names_above_them(rows: list[list[str]]) -> None:
    assert plain(rows) == [", ".join(row) for row in rows]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            [["", "Otter", "Heron"], ["Built", "1931", "by hand"], ["Berth", "Quay 2", ""]],
            "Built; Otter: 1931; Heron: by hand",
        ),
        (
            [["In favour", "Opposed"], ["Voss, Moe (2)", "Lund, Orr"]],
            "In favour: Voss, Moe (2); Opposed: Lund, Orr",
        ),
    ],
    ids=["an empty corner", "lists"],
)
def test_an_empty_corner_and_lists_below_tell_that_names_stand_above(
    rows: list[list[str]], said: str
) -> None:
    assert plain(rows)[1] == said


@pytest.mark.parametrize(
    "rows",
    [
        [["Crew", "Voss, Moe"], ["Guests", "Lund, Orr"]],
        [["", "Otter", "Heron"], ["", "Voss", "Moe"]],
        [["", "Otter", "Otter"], ["Built", "1931", "1932"]],
        [["Crew", "Voss"], ["Guests of the Otter, Heron", "Lund"]],
    ],
)
def test_a_row_like_the_others_names_nothing_beside_lists_and_empty_cells(
    rows: list[list[str]],
) -> None:
    assert plain(rows) == [", ".join(filter(None, row)) for row in rows]


def test_the_first_row_of_two_columns_is_a_row() -> None:
    [first, _] = table_rows([[Cell("Name:"), Cell("Ann")], [Cell("City:"), Cell("Oslo")]])
    assert (first.text, first.is_names) == ("Name: Ann", False)


@given(
    st.lists(
        st.lists(
            st.builds(
                Cell,
                st.sampled_from(["", "Ship", "Crew", "7", "2024", "n/a", "Oslo  Dock"]),
                st.integers(1, 3),
                st.integers(1, 3),
                st.booleans(),
            ),
            max_size=4,
        ),
        max_size=5,
    )
)
def test_every_word_of_a_table_is_in_its_text(table: list[list[Cell]]) -> None:
    rows = table_rows(table)
    text = "\n".join(row.text for row in rows)
    for cell in (cell for row in table for cell in row):
        assert " ".join(cell.text.split()) in text
    assert all(row.text for row in rows)
