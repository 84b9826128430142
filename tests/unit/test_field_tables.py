"""Names and values of a document that no table marks as such: two columns, hard blanks."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from tests.support.growth import check_linear
from tests.support.web_pages import read_page

Pairs = list[tuple[str, str]]
LEASE: Pairs = [
    ("Landlord", "Ole Lind"),
    ("Begin of tenancy", "1 March 2021"),
    ("Rent", "£675 a month, payable on the 8th"),
    ("Furniture", "cooker, bed, the green sofa"),
]
WORKS: Pairs = [("Ada Berg", "The red mill"), ("Bo Lind", "Old weirs"), ("Ida Holm", "Snow")]


def _lines(document: object) -> list[str]:
    assert isinstance(document, Document)
    return [line for line in document.text.split("\n") if line]


def _in_word(folder: Path, pairs: Pairs) -> list[str]:
    word = docx.Document()
    table = word.add_table(0, 2)
    for pair in pairs:
        for cell, text in zip(table.add_row().cells, pair, strict=True):
            cell.text = text
    word.save(str(folder / "a.docx"))
    [document] = read_path(folder / "a.docx")
    return _lines(document)


def _on_page(folder: Path, pairs: Pairs) -> list[str]:
    rows = "".join(f"<tr><td>{name}</td><td>{value}</td></tr>" for name, value in pairs)
    return _lines(read_page(folder, f"<table>{rows}</table>"))


def test_names_of_fields_in_two_columns_are_parted_from_their_values(tmp_path: Path) -> None:
    told = [f"{name}: {value}" for name, value in LEASE]
    assert _in_word(tmp_path, LEASE) == told
    assert _on_page(tmp_path, LEASE) == told


def test_things_side_by_side_are_no_fields(tmp_path: Path) -> None:
    told = [f"{name}, {value}" for name, value in WORKS]
    assert _in_word(tmp_path, WORKS) == told
    assert _on_page(tmp_path, WORKS) == told


@pytest.mark.parametrize("gap", [" &nbsp; ", "&nbsp;&nbsp; ", " &nbsp;&nbsp;&nbsp; "])
def test_fields_that_hard_blanks_part_are_read_apart(tmp_path: Path, gap: str) -> None:
    said = gap.join(["Pupil: <b>Ida Holm</b>", "Form: 9K", "<i>Tutor:</i> Ole Lind"])
    document = read_page(tmp_path, f"<h1>Report</h1><p>{said}</p>")
    chunks = chunk_document(document, "s", size=256, overlap=0, strategy="sentence")
    [found] = RulesExtractor().extract(document, chunks)
    [statement] = [s for topic in found.topics for s in topic.statements]
    assert statement.resolved == "Pupil: Ida Holm; Form: 9K; Tutor: Ole Lind"
    assert "Ida Holm" in {entity.name for entity in found.entities}


def test_other_hard_blanks_are_single_blanks(tmp_path: Path) -> None:
    text = read_page(tmp_path, "<p>Dr.&nbsp;Berg: a &nbsp; b, 5&nbsp;km</p>").text
    assert text == "Dr. Berg: a b, 5 km"


@pytest.mark.parametrize("part", ["&nbsp; ", "&nbsp;&nbsp;", "A &nbsp; ", "A: b &nbsp; Cc "])
def test_hard_blanks_are_read_in_linear_time(tmp_path: Path, part: str) -> None:
    check_linear(lambda n: read_page(tmp_path, f"<p>a {part * n}b</p>"), 5_000)
