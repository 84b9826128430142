"""Records of one file, and the language that they are in together."""

from __future__ import annotations

from pathlib import Path

from graphrag_neo4j.extract.parse.pipeline import Pipeline
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import UNKNOWN_TYPE, Document
from graphrag_neo4j.readers.files import read_path

_TABLE = """\
dia,hora,actividad,sala
lunes,17:00,Ajedrez,Patio
martes,18:30,Taller de Acuarela,Sótano
miércoles,19:00,Alemán inicial,Desván
"""


def _documents(path: Path) -> list[Document]:
    return [item for item in read_path(path) if isinstance(item, Document)]


def test_all_rows_of_a_table_are_in_one_language(tmp_path: Path) -> None:
    path = tmp_path / "horario.csv"
    path.write_text(_TABLE, encoding="utf-8")
    assert [row.shared_language for row in _documents(path)] == ["es"] * 3


def test_a_row_without_accents_is_not_read_by_the_english_parser(
    parser: Pipeline, tmp_path: Path
) -> None:
    path = tmp_path / "horario.csv"
    path.write_text(_TABLE, encoding="utf-8")
    row = _documents(path)[0]
    chunks = chunk_document(row, "s1", size=400, overlap=0, strategy="sentence")
    extractor = RulesExtractor(parsers=[parser])
    types = {e.name: e.type for e in extractor.extract(row, chunks)[0].entities}
    assert types["Ajedrez"] == UNKNOWN_TYPE


def test_a_text_that_is_no_record_has_no_language_of_others(tmp_path: Path) -> None:
    path = tmp_path / "nota.txt"
    path.write_text("El taller abre el miércoles por la tarde.", encoding="utf-8")
    assert [text.shared_language for text in _documents(path)] == [""]


def test_records_come_in_their_order_with_what_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "posts.jsonl"
    lines = ['{"text": "Mañana abrimos más tarde"}', "{", '{"text": "Hoy llegó otro camión"}']
    path.write_text("\n".join(lines), encoding="utf-8")
    assert [isinstance(item, Document) for item in read_path(path)] == [True, False, True]
    assert {post.shared_language for post in _documents(path)} == {"es"}
