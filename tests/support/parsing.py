"""Facts of a text by the rules with a parser."""

from __future__ import annotations

from graphrag_neo4j.extract.parse.pipeline import Pipeline
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.model import Chunk, Document, ExtractedFact


def facts_of(parser: Pipeline, text: str, title: str = "") -> list[ExtractedFact]:
    """All facts of a document of one chunk, in the order of its text."""
    chunk = Chunk("c1", "s1", title, "", text, 0, len(text), 0, 1)
    (found,) = RulesExtractor(parsers=[parser]).extract(Document("doc:1", text, title), [chunk])
    return [f for topic in found.topics for s in topic.statements for f in s.facts]


def edges_of(parser: Pipeline, text: str, title: str = "") -> set[tuple[str, str, str]]:
    """The facts of a document that join two entities."""
    joined = (
        f for f in facts_of(parser, text, title) if f.object_is_entity and f.subject_is_entity
    )
    return {(f.subject, f.relation_type, f.object) for f in joined}
