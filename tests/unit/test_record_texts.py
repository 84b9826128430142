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
