"""The rows of one source: a function of the document and its content, and of nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.ids import content_hash, source_id
from graphrag_neo4j.ingest.content import Content, ContentSource
from graphrag_neo4j.ingest.identity import Version
from graphrag_neo4j.ingest.rows import (
    GraphRows,
    add_chunks,
    add_extraction,
    add_status,
    source_properties,
)
from graphrag_neo4j.model import Document
from graphrag_neo4j.text.language import language_within
from graphrag_neo4j.text.places import Places, record_place
from graphrag_neo4j.vocabulary import Label


def version_of(document: Document, maker: ContentSource) -> Version:
    """What tells this state of the document from another; ``maker`` makes its content."""
    return Version(content_hash(document.text), maker.fingerprint(document), record_place(document))


def add_source(
    graph: GraphRows,
    document: Document,
    content: Content,
    version: Version,
    aliases: Sequence[str] = (),
) -> None:
    """Add a document, its chunks and what was extracted from them; ``aliases``: its other names."""
    id_ = source_id(document.uri)
    language = language_within(document.text, document.shared_language)
    properties = {
        "language": language or None,
        **source_properties(document.metadata),
        "id": id_,
        "uri": document.uri,
        "title": document.title,
        "record_place": version.place,
        "content_hash": version.content_hash,
        "fingerprint": version.fingerprint,
        **named(aliases),
    }
    graph.add(Label.SOURCE, id=id_, properties=properties)
    add_chunks(graph, content.chunks, language)
    places = Places(document)
    add_extraction(graph, id_, document.title, content.extracted, places=places)
    add_status(graph, content.extracted)


def named(aliases: Sequence[str]) -> Row:
    """Other names as properties of a source."""
    return {"aliases": list(aliases) or None, "alias_count": len(aliases) or None}
