"""What is done with any text of a word processor."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import dated
from graphrag_neo4j.readers.stamped_turns import stamped_turns
from graphrag_neo4j.text.source_dates import source_day


def as_written(document: Document, path: Path) -> Document:
    """``document`` with the turns of a transcript as paragraphs, and its day if it says it."""
    document = _with_turns(document)
    return dated(document, source_day(document.text, path.stem))


def _with_turns(document: Document) -> Document:
    """Those with times beside who speaks; not where there are tables, or headings among them."""
    found = None if document.blocks or document.places else stamped_turns(document.text)
    if found is None:
        return document
    text, places = found
    if any(heading.start >= places[0].start for heading in document.headings):
        return document
    return replace(document, text=text, places=places)
