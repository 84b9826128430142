"""Tables of names and values on a page, as facts of what the page is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path

Fact = tuple[str, str, str]
ROWS = "<tr><th>Mayor</th><td>Odile Varga</td></tr><tr><th>Area:</th><td>12 km2</td></tr>"
OF_MELBY = [("Melby", "mayor", "Odile Varga"), ("Melby", "area", "12 km2")]


def read(tmp_path: Path, body: str, title: str = "Melby - Openpedia") -> Document:
    path = tmp_path / "page.html"
    page = f"<html><head><title>{title}</title></head><body>{body}</body></html>"
    path.write_text(page, encoding="utf-8")
    (document,) = read_path(path)
    assert isinstance(document, Document)
    return document


def facts_of(document: Document) -> list[Fact]:
    chunks = chunk_document(document, "s", size=256, overlap=0, strategy="sentence")
    found = RulesExtractor().extract(document, chunks)
    facts = (f for chunk in found for t in chunk.topics for s in t.statements for f in s.facts)
    return [(fact.subject, fact.predicate, fact.object) for fact in facts]


@pytest.mark.parametrize(
    "table",
    [
        f"<table class='infobox vcard'>{ROWS}</table>",
        f"<table class='infobox'><tr><th colspan='2'>Melby</th></tr>{ROWS}</table>",
        f"<table class='shop_attributes'>{ROWS}</table>",
        f"<table id='tech-specs'>{ROWS}</table>",
        f"<table><caption>Technical data</caption>{ROWS}</table>",
        f"<table><caption>Melby</caption>{ROWS}</table>",
    ],
)
def test_a_table_of_names_and_values_tells_of_what_the_page_is_about(
    tmp_path: Path, table: str
) -> None:
    document = read(tmp_path, f"<h1>Melby</h1>{table}")
    assert facts_of(document) == OF_MELBY
    assert document.text.split("\n\n")[-2:] == ["Mayor: Odile Varga", "Area: 12 km2"]


def test_an_infobox_with_a_caption_is_about_that(tmp_path: Path) -> None:
    table = f"<table class='infobox'><caption>Melby</caption>{ROWS}</table>"
    assert facts_of(read(tmp_path, f"<h1>Towns of the north</h1>{table}")) == OF_MELBY


@pytest.mark.parametrize(
    "body",
    [
        f"<h1>Melby</h1><table>{ROWS}</table>",
        f"<h1>Melby</h1><h1>Osmere</h1><table class='specs'>{ROWS}</table>",
        f"<h1>What is new?</h1><table class='specs'>{ROWS}</table>",
    ],
)
def test_of_a_table_that_does_not_say_what_it_is_about_nothing_is_said(
    tmp_path: Path, body: str
) -> None:
    document = read(tmp_path, body, "Melby, Osmere: What is new?")
    assert "Mayor: Odile Varga" in document.text
    assert facts_of(document) == []


def test_rows_below_names_of_columns_are_about_their_own_cells(tmp_path: Path) -> None:
    head = "<tr><th>Town</th><th>Mayor</th></tr>"
    rows = "<tr><td>Osmere</td><td>Ann Berg</td></tr><tr><td>Velmar</td><td>Bo Lund</td></tr>"
    document = read(tmp_path, f"<h1>Melby</h1><table class='specs'>{head}{rows}</table>")
    assert facts_of(document) == [("Osmere", "mayor", "Ann Berg"), ("Velmar", "mayor", "Bo Lund")]
