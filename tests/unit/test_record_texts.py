"""A record is its one statement: both are embedded as the same text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.ingest.embedded_texts import chunk_text
from graphrag_neo4j.ingest.rows import GraphRows, add_chunks, add_extraction
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path

ROWS = [
    {"Asset": "INV-348", "Room": "C 2.16", "Price": "£549.00", "Notes": "noisy: bearing"},
    {"Asset": "INV-349", "Room": "C 2.17", "Price": "£20.00", "Notes": "a | b; c"},
]
CARD = "BEGIN:VCARD\nVERSION:3.0\nFN:Una Vane\nTEL:+44 1\nORG:The mill\nEND:VCARD\n"


def texts(path: Path) -> list[set[str]]:
    """What is embedded for each document of a file."""
    found = []
    for document in read_path(path):
        assert isinstance(document, Document), document
        chunks = chunk_document(document, "s", size=256, overlap=0, strategy="sentence")
        graph = GraphRows()
        add_chunks(graph, chunks)
        add_extraction(graph, "s", document.title, RulesExtractor().extract(document, chunks))
        assert len(graph.texts) == 2  # a chunk and a statement
        found.append(set(graph.texts.values()))
    return found


@pytest.mark.parametrize(
    ("name", "text", "n"),
    [
        ("a.csv", "\n".join([",".join(ROWS[0]), *(",".join(r.values()) for r in ROWS)]), 2),
        ("a.jsonl", "\n".join(map(json.dumps, ROWS)), 2),
        ("a.vcf", CARD, 1),
    ],
)
def test_a_record_needs_one_vector(tmp_path: Path, name: str, text: str, n: int) -> None:
    (tmp_path / name).write_text(text)
    found = texts(tmp_path / name)
    assert [len(one) for one in found] == [1] * n


def test_turns_of_a_talk_are_no_fields() -> None:
    talk = "Una: who has it?\nMax: I do.\nUna: bring it"
    assert chunk_text("Boats", talk) == f"Boats\n{talk}"


def test_prose_keeps_its_lines() -> None:
    for said in ("It rains.", "It rains.\nIt pours.", "Una: wet\n\nMax: dry", "Una: wet"):
        assert chunk_text("Boats", said) == f"Boats\n{said}"
        assert chunk_text("", said) == said


BODY = "The door of the kiln sticks since Monday. Somebody should plane it."


@pytest.mark.parametrize("number", [415, "#415", "KILN-31", "2031/7"])
def test_a_record_with_a_title_says_its_number_beside_its_text(
    tmp_path: Path, number: object
) -> None:
    record = {"id": number, "title": "Door sticks", "state": "open", "body": BODY}
    (tmp_path / "a.jsonl").write_text(json.dumps(record), encoding="utf-8")
    [document] = read_path(tmp_path / "a.jsonl")
    assert isinstance(document, Document)
    assert document.text == f"Door sticks\nid: {number}\nstate: open\n\n{BODY}"
    assert document.title == "Door sticks"


def test_a_record_with_a_title_and_a_few_words_says_its_number(tmp_path: Path) -> None:
    record = {"id": 415, "title": "Door", "text": "sticks", "state": "open", "room": "kiln"}
    (tmp_path / "a.jsonl").write_text(json.dumps(record), encoding="utf-8")
    [document] = read_path(tmp_path / "a.jsonl")
    assert isinstance(document, Document)
    assert document.text == "Door\nid: 415\nstate: open\nroom: kiln\nsticks"


@pytest.mark.parametrize(
    "record",
    [
        {"id": "5f2a9c41e0b74d", "title": "Door sticks", "state": "open", "body": BODY},
        {"id": 415, "title": "Door sticks", "body": BODY},
        {"id": 415, "state": "open", "body": BODY},
    ],
    ids=["hash", "no fields", "no title"],
)
def test_an_id_that_tells_people_nothing_is_left_out(
    tmp_path: Path, record: dict[str, object]
) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps(record), encoding="utf-8")
    [document] = read_path(tmp_path / "a.jsonl")
    assert isinstance(document, Document) and "id: " not in document.text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", '[{"id": 1, "name": "cup", "price": 6.40}, {"id": 2, "price": 1e3}]'),
        ("a.json", '{"items": [{"id": 1, "name": "cup", "price": 6.40}, {"price": 1e3}]}'),
        ("a.json", '{"tea": {"cup": {"price": 6.40}, "pot": {"price": 1e3}}}'),
        ("a.jsonl", '{"id": 1, "name": "cup", "price": 6.40}\n{"id": 2, "price": 1e3}\n'),
    ],
)
def test_numbers_of_json_are_read_as_they_are_written(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    read = [one for one in read_path(path) if isinstance(one, Document)]
    said = "\n".join(one.text for one in read)
    assert "6.40" in said and "1e3" in said
    assert {type(one.metadata["price"]) for one in read if "price" in one.metadata} <= {float}
