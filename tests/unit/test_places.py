"""Where a chunk or statement stands in its file, and how that is said and linked to."""

from __future__ import annotations

from pathlib import Path

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.ingest.rows import GraphRows, add_chunks, add_extraction
from graphrag_neo4j.model import Document, Heading, Place
from graphrag_neo4j.readers.files import read_path
from graphrag_neo4j.retrieve.results import flat_metadata
from graphrag_neo4j.text.places import Places, link_to, page_label, place_text
from graphrag_neo4j.vocabulary import STATEMENT_IN_CHUNK, Label

TEXT = "Hull\n\nShips are long.\n\nBow\n\nThe bow is in front.\n\nMast\n\nIt stands."


def document(**more: object) -> Document:
    headings = (Heading(0, 1, "Hull"), Heading(23, 2, "Bow"), Heading(50, 1, "Mast"))
    return Document("file:///a", TEXT, "Ships", headings, **more)  # type: ignore[arg-type]


def test_pages_are_said_by_their_numbers() -> None:
    places = Places(document(places=(Place(0, "page", "3"), Place(33, "page", "4"))))
    assert places.of(0, 10) == "page 3"
    assert places.of(33, 40) == "page 4"
    assert places.of(20, 40) == "pages 3-4"
    assert places.of(0, 33) == "page 3"  # the end is not in it
    assert places.of(-1, -1) == ""


def test_times_and_lines_are_said_as_people_say_them() -> None:
    times = (Place(0, "time", "00:00:01"), Place(6, "time", "00:01:05"))
    assert Places(document(places=times)).of(8, 60) == "at 00:01:05"
    lines = Places(document(has_lines=True))
    assert (lines.of(0, 4), lines.of(6, 30)) == ("line 1", "lines 3-7")
    assert Places(document()).of(0, 4) == ""


def test_the_path_of_headings_leads_to_the_place() -> None:
    places = Places(document())
    assert places.section(10, 12) == "Hull"
    assert places.section(30, 32) == "Hull > Bow"
    assert places.section(55, 57) == "Mast"


def test_the_rows_of_chunks_and_statements_have_places(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Hull\n\nShips are long.\n\n## Bow\n\nThe bow is in front.\n")
    [read] = read_path(tmp_path / "a.md")
    assert isinstance(read, Document)
    chunks = chunk_document(read, "s1", size=16, overlap=0, strategy="sentence")
    graph = GraphRows()
    add_chunks(graph, chunks)
    extracted = RulesExtractor().extract(read, chunks)
    add_extraction(graph, "s1", read.title, extracted, places=Places(read))
    assert [row["place"] for row in graph.of(Label.CHUNK)] == ["lines 1-3", "lines 5-7"]
    assert [row["section"] for row in graph.of(Label.CHUNK)] == ["Hull", "Hull > Bow"]
    assert [row["place"] for row in graph.of(STATEMENT_IN_CHUNK)] == ["line 3", "line 7"]


def test_a_place_is_shown_before_the_characters() -> None:
    assert place_text(10, 42, "page 3") == "page 3, characters 10-42"
    assert place_text(10, 42) == "characters 10-42"
    assert place_text(None, None, "page 3") == "page 3"
    assert place_text(-1, -1) == "place in the text unknown"


def test_a_link_opens_a_file_at_its_page() -> None:
    assert link_to("file:///a.pdf", "page 3") == "file:///a.pdf#page=3"
    assert link_to("file:///a.pdf", "pages 3-4") == "file:///a.pdf#page=3"
    assert link_to("file:///a.md", "line 3") == "file:///a.md"
    assert link_to("file:///a.pdf#page=2", "page 3") == "file:///a.pdf#page=2"
    assert page_label("pages iv-v") == "iv"


def test_metadata_has_the_names_that_llamaindex_uses() -> None:
    found = flat_metadata({"uri": "file:///d/a.pdf", "title": "A"}, "page 3")
    assert found == {
        "title": "A", "file_path": "/d/a.pdf", "file_name": "a.pdf", "place": "page 3",
        "page_label": "3", "link": "file:///d/a.pdf#page=3",
    }  # fmt: skip


RULES = """# House rules

## Allowed

- Barbecues with gas

## Forbidden

- Barbecues with charcoal

# Tides

## Forbidden

- Swimming at night
"""


def test_a_statement_stands_under_its_own_heading_where_short_sections_share_a_chunk(
    tmp_path: Path,
) -> None:
    (tmp_path / "a.md").write_text(RULES)
    [read] = read_path(tmp_path / "a.md")
    assert isinstance(read, Document)
    chunks = chunk_document(read, "s1", size=256, overlap=0, strategy="sentence")
    found = RulesExtractor().extract(read, chunks)
    said = {s.text: topic.name for one in found for topic in one.topics for s in topic.statements}
    assert said == {
        "Barbecues with gas": "Allowed",
        "Barbecues with charcoal": "Forbidden",
        "Swimming at night": "Tides > Forbidden",
    }
    assert [chunk.section for chunk in chunks] == ["House rules", "Tides > Forbidden"]


def test_the_path_of_a_span_is_what_all_its_text_stands_under() -> None:
    places = Places(document())
    assert places.section(0, 33) == "Hull"
    assert places.section(0, 60) == ""
