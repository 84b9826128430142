"""What rules find in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from graphrag_neo4j.extract.parse.pipeline import ENGLISH, find_pipeline
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Document, ExtractedChunk, ExtractedStatement
from graphrag_neo4j.readers.files import read_path


def read_by_rules(path: Path, *, parsed: bool = False) -> list[ExtractedChunk]:
    """The extraction of all that a file has, with a parser or by word lists alone."""
    pipeline = find_pipeline(ENGLISH) if parsed else None
    extractor = RulesExtractor(parsers=[pipeline] if pipeline is not None else [])
    found = []
    for document in read_path(path):
        assert isinstance(document, Document), document
        chunks = chunk_document(document, "s", size=256, overlap=0, strategy="sentence")
        found += extractor.extract(document, chunks)
    return found


def statements_in(chunks: Sequence[ExtractedChunk]) -> list[ExtractedStatement]:
    return [s for chunk in chunks for topic in chunk.topics for s in topic.statements]


def types_in(chunks: Sequence[ExtractedChunk]) -> dict[str, str]:
    """Each entity and its type."""
    return {entity.name: entity.type for chunk in chunks for entity in chunk.entities}


def names_in(chunks: Sequence[ExtractedChunk]) -> set[str]:
    return set(types_in(chunks))


def edges_in(chunks: Sequence[ExtractedChunk]) -> set[tuple[str, str, str]]:
    """The facts that join two entities."""
    return {
        (fact.subject, fact.relation_type, fact.object)
        for statement in statements_in(chunks)
        for fact in statement.facts
        if fact.subject_is_entity and fact.object_is_entity
    }
