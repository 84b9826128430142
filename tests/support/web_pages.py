"""Small web pages, as the reader of files reads them."""

from __future__ import annotations

from pathlib import Path

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path


def read_page(folder: Path, body: str) -> Document:
    """The page called T with this body, written to ``folder``."""
    path = folder / "page.html"
    path.write_text(f"<html><head><title>T</title></head><body>{body}</body></html>", "utf-8")
    [document] = read_path(path)
    assert isinstance(document, Document), document
    return document
