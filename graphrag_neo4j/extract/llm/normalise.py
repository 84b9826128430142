"""From parsed records to an :class:`ExtractedChunk`: final types, one form for each name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from graphrag_neo4j.extract.llm.ontology import Ontology
from graphrag_neo4j.extract.llm.records import (
    LONGEST_NAME,
    Parsed,
    find_name,
    make_statement,
    quarantine,
)
from graphrag_neo4j.extract.llm.sentence_alignment import Sentences
from graphrag_neo4j.extract.rules.clean_names import clean_name
from graphrag_neo4j.extract.rules.titles import reads_like_name, title_names
from graphrag_neo4j.ids import normalise_name
from graphrag_neo4j.model import (
    Chunk,
    Document,
    ExtractedChunk,
    ExtractedClaim,
    ExtractedEntity,
    ExtractedFact,
    ExtractedStatement,
    ExtractedTopic,
    Quarantined,
)


def finish(parsed: Parsed, document: Document, chunk: Chunk, ontology: Ontology) -> ExtractedChunk:
    """The record of a chunk.

    Each name in a fact, claim or mention is an entity, one that nobody described as a
    placeholder of unknown type. A statement mentions the entities of its facts and those whose
    names stand in it; it is located where most of its words stand together. What is said of an
    entity that no statement names becomes a statement. What the ontology drops is in
    ``quarantined``.
    """
    parsed = replace(parsed, topics=(*parsed.topics, *_on_unnamed(parsed)))
    finishing = _Finishing(parsed, chunk, ontology)
    section = _section(document, chunk)
    topics = [
        ExtractedTopic(topic.name or section, tuple(map(finishing.statement, topic.statements)))
        for topic in parsed.topics
    ]
    claims = [claim for claim in map(finishing.claim, parsed.claims) if claim]
    return ExtractedChunk(
        chunk.id,
        tuple(topics),
        tuple(finishing.entities.values()),
        finishing.about(document, chunk),
        tuple(claims),
        quarantined=(*parsed.quarantined, *finishing.dropped),
    )


class _Finishing:
    """``entities`` by normalised name, and what was ``dropped``."""

    def __init__(self, parsed: Parsed, chunk: Chunk, ontology: Ontology) -> None:
        self._ontology = ontology
        self._sentences = Sentences(chunk)
        self.dropped: list[Quarantined] = []
        self.entities: dict[str, ExtractedEntity] = {}
        for entity in _all_entities(parsed):
            typed = ontology.entity(entity)
            if typed is None:
                reason = f"entity type {entity.type or 'UNKNOWN'} is not in the ontology"
                self.dropped.append(quarantine(f"{entity.name}: {entity.description}", reason))
            else:
                self.entities[normalise_name(entity.name)] = typed
        names = sorted((e.name for e in self.entities.values()), key=len, reverse=True)
        alternatives = "|".join(map(re.escape, names))
        self._named = re.compile(rf"(?<!\w)(?:{alternatives or '(?!)'})(?!\w)")

    def statement(self, statement: ExtractedStatement) -> ExtractedStatement:
        facts = tuple(fact for fact in map(self._fact, statement.facts) if fact)
        names = [name for name in map(self._name, statement.mentions) if name]
        for fact in facts:
            names += [fact.subject, fact.object] if fact.object_is_entity else [fact.subject]
        names += [name for name in map(self._name, self._named.findall(statement.text)) if name]
        start, end = self._sentences.find(statement.text)
        mentions = tuple(dict.fromkeys(names))
        return ExtractedStatement(statement.text, start, end, mentions, facts)

    def claim(self, claim: ExtractedClaim) -> ExtractedClaim | None:
        subject = self._name(claim.subject)
        if subject is None:
            self._drop(claim.description, f"its subject {claim.subject}")
            return None
        object_ = self._name(claim.object) if claim.object else ""
        if object_ is None:
            self._drop(claim.description, f"its object {claim.object}")
        return replace(claim, subject=subject, object=object_ or "")

    def about(self, document: Document, chunk: Chunk) -> tuple[str, ...]:
        """The entities that the title or the heading names."""
        names = list(title_names(document.title))
        if chunk.heading and reads_like_name(chunk.heading):
            names.append(clean_name(chunk.heading))
        return tuple(dict.fromkeys(name for name in map(self._name, names) if name))

    def _fact(self, fact: ExtractedFact) -> ExtractedFact | None:
        shown = f"{fact.subject} [{fact.relation_type}] {fact.object}"
        subject = self._name(fact.subject)
        object_ = self._name(fact.object) if fact.object_is_entity else fact.object
        if subject is None or object_ is None:
            self._drop(shown, f"its end {fact.subject if subject is None else fact.object}")
            return None
        typed = self._ontology.fact(replace(fact, subject=subject, object=object_))
        if typed is None:
            self._drop(shown, f"relation type {fact.relation_type or 'RELATED'}")
        return typed

    def _name(self, name: str) -> str | None:
        """The form under which an entity is listed, None for one that is not."""
        entity = self.entities.get(normalise_name(name))
        return entity.name if entity else None

    def _drop(self, record: str, what: str) -> None:
        self.dropped.append(quarantine(record, f"{what[:LONGEST_NAME]} is not in the ontology"))


def _all_entities(parsed: Parsed) -> Iterable[ExtractedEntity]:
    """Those described, then a placeholder for each other name."""
    found = {normalise_name(entity.name): entity for entity in parsed.entities}
    for name in _used_names(parsed):
        found.setdefault(normalise_name(name), ExtractedEntity(name, ""))
    return found.values()


def _used_names(parsed: Parsed) -> Iterator[str]:
    for topic in parsed.topics:
        for statement in topic.statements:
            yield from statement.mentions
            for fact in statement.facts:
                yield fact.subject
                if fact.object_is_entity:
                    yield fact.object
    for claim in parsed.claims:
        yield claim.subject
        if claim.object:
            yield claim.object


def _on_unnamed(parsed: Parsed) -> Iterator[ExtractedTopic]:
    """What is said of entities that no statement names: weak models describe and state nothing."""
    used = {normalise_name(name) for name in _used_names(parsed)}
    said = [statement.text for topic in parsed.topics for statement in topic.statements]
    whole = "\n".join(said)
    found = tuple(
        make_statement(entity.description, (entity.name,))
        for entity in parsed.entities
        if entity.description and normalise_name(entity.name) not in used
        if entity.description not in said and not find_name(entity.name, whole)
    )
    if found:
        yield ExtractedTopic("", found)


def _section(document: Document, chunk: Chunk) -> str:
    for name in (chunk.heading, document.title, chunk.title, document.uri):
        plain = " ".join(name.split())
        if plain:
            return plain[:LONGEST_NAME]
    return "Document"
