"""Every statement of a folder of real files stands in its file, word for word.

The folder is not part of the repository: ``folder/docs`` in ``GRAPHRAG_DATA``.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ids import source_id
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import clean_text, decode
from graphrag_neo4j.readers.files import file_of, find_files, read_path
from graphrag_neo4j.readers.options import ReadOptions

_HOME = Path(os.environ.get("GRAPHRAG_DATA") or Path(__file__).parents[3] / "shared" / "data")
_FOLDER = _HOME / "folder" / "docs"
FILES = (
    [file for file in find_files([_FOLDER]) if isinstance(file, Path)] if _FOLDER.exists() else []
)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def test_there_is_a_folder_to_read() -> None:
    if not FILES:
        pytest.skip("no folder/docs here: set GRAPHRAG_DATA")
    assert len(FILES) > 70


@pytest.mark.parametrize("file", FILES, ids=[file.name for file in FILES])
def test_every_statement_stands_in_its_file(file: Path) -> None:
    for document in read_path(file, ReadOptions(ocr="off")):
        if not isinstance(document, Document):
            continue
        whole = _one_line(document.text)
        if document.has_lines:  # the text is the file's own
            assert _one_line(clean_text(decode(file_of(document.uri).read_bytes()))) == whole
        for text, start, end in _statements(document):
            cited = document.text[start:end]
            assert text in (_one_line(cited), cited)  # code keeps its lines
            assert _one_line(text) in whole


def _statements(document: Document) -> list[tuple[str, int, int]]:
    chunks = chunk_document(
        document, source_id(document.uri), size=256, overlap=0, strategy="sentence"
    )
    extracted = RulesExtractor().extract(document, chunks)
    found = []
    for chunk, one in zip(chunks, extracted, strict=True):
        for statement in (statement for topic in one.topics for statement in topic.statements):
            assert chunk.start <= statement.start < statement.end <= chunk.end
            found.append((statement.text, statement.start, statement.end))
    return found
