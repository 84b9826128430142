"""Turns what an extractor said, in names, into the rows that the graph is written from.

This is where ids are given: chunks and topics hang on their source, statements on their
topic; facts and entities are shared by the whole graph.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from graphrag_neo4j.graph.database import Row
from graphrag_neo4j.ids import entity_id, make_id, normalise_name, normalise_text
from graphrag_neo4j.model import (
    UNKNOWN_TYPE,
    Chunk,
    ExtractedChunk,
    ExtractedEntity,
    ExtractedFact,
    ExtractedStatement,
)

RESERVED = frozenset({"id", "uri", "title", "content_hash", "fingerprint", "aliases", "status"})


@dataclass(slots=True)
class GraphRows:
    """Rows per Cypher file of ``cypher/write/``, without vectors.

    ``texts`` holds, for each chunk and statement id, the text that is embedded for it.
    """

    rows: dict[str, list[Row]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, /, **row: object) -> None:
        """Add one row for ``cypher/write/<name>.cypher``."""
        self.rows.setdefault(name, []).append(row)

    def link(self, name: str, start: str, end: str, /, **properties: object) -> None:
        """Add one row for a relationship file; the direction is from ``start`` to ``end``."""
        self.rows.setdefault(name, []).append({"from": start, "to": end, **properties})


def source_properties(metadata: Mapping[str, object]) -> Row:
    """Metadata as properties of a source; a name that the source itself uses gets "meta_"."""
    return {f"meta_{k}" if k in RESERVED else k: v for k, v in metadata.items()}


def add_extraction(
    graph: GraphRows, chunks: Sequence[Chunk], extracted: Sequence[ExtractedChunk], title: str
) -> None:
    """Add the rows of one document's chunks and of what was extracted from them."""
    _add_chunks(graph, chunks)
    previous: dict[str, str] = {}
    seen: set[str] = set()
    for chunk, found in zip(chunks, extracted, strict=True):
        kinds = _entities(graph, found)
        for name in found.about:
            graph.link("about", chunk.id, entity_id(name), **_evidence(name, kinds))
        for topic in found.topics:
            topic_id = make_id("topic", chunk.source_id, normalise_name(topic.name))
            graph.add("topic", id=topic_id, name=topic.name)
            graph.link("topic_mentioned_in", topic_id, chunk.id)
            for statement in topic.statements:
                statement_id = make_id("statement", topic_id, normalise_text(statement.text))
                graph.link(
                    "statement_mentioned_in",
                    statement_id,
                    chunk.id,
                    start=statement.start,
                    end=statement.end,
                )
                _add_evidence(graph, statement, statement_id, kinds)
                if statement_id in seen:
                    continue
                seen.add(statement_id)
                graph.add("statement", id=statement_id, topic_id=topic_id, text=statement.text)
                graph.texts[statement_id] = f"{title}: {statement.text}"
                if topic_id in previous:
                    graph.link("statement_next", previous[topic_id], statement_id)
                previous[topic_id] = statement_id


def _add_chunks(graph: GraphRows, chunks: Sequence[Chunk]) -> None:
    for before, after in pairwise(chunks):
        graph.link("chunk_next", before.id, after.id)
    for chunk in chunks:
        graph.texts[chunk.id] = f"{chunk.title}\n{chunk.text}"
        graph.add(
            "chunk",
            id=chunk.id,
            source_id=chunk.source_id,
            title=chunk.title,
            text=chunk.text,
            n_tokens=chunk.n_tokens,
            position=chunk.position,
            start=chunk.start,
            end=chunk.end,
        )


def _entities(graph: GraphRows, found: ExtractedChunk) -> dict[str, ExtractedEntity]:
    kinds = {entity_id(entity.name): entity for entity in found.entities}
    for id_, entity in kinds.items():
        graph.add("entity", id=id_, name=entity.name)
    return kinds


def _evidence(name: str, kinds: Mapping[str, ExtractedEntity]) -> Row:
    entity = kinds.get(entity_id(name))
    return {
        "name": name,
        "type": entity.type if entity else UNKNOWN_TYPE,
        "description": (entity.description or None) if entity else None,
    }


def _add_evidence(
    graph: GraphRows,
    statement: ExtractedStatement,
    statement_id: str,
    kinds: Mapping[str, ExtractedEntity],
) -> None:
    names = list(statement.mentions)
    for fact in statement.facts:
        names += _add_fact(graph, fact, statement_id)
    for name in reversed(names):
        graph.link("mentions", statement_id, entity_id(name), **_evidence(name, kinds))


def _add_fact(graph: GraphRows, fact: ExtractedFact, statement_id: str) -> list[str]:
    """Add a fact; returns the names of the entities it joins."""
    subject = entity_id(fact.subject)
    object_ = (
        entity_id(fact.object)
        if fact.object_is_entity
        else f"literal:{normalise_text(fact.object)}"
    )
    fact_id = make_id("fact", subject, normalise_name(fact.predicate), fact.relation_type, object_)
    graph.add(
        "fact",
        id=fact_id,
        text=f"{fact.subject} {fact.predicate} {fact.object}",
        predicate=fact.predicate,
        relation_type=fact.relation_type,
    )
    graph.link("supports", fact_id, statement_id)
    graph.link("subject", subject, fact_id)
    if not fact.object_is_entity:
        return [fact.subject]
    graph.link("object", fact_id, object_)
    return [fact.subject, fact.object]
