"""Turns what an extractor said, in names, into the rows that the graph is written from.

This is where ids are given: chunks, topics and claims hang on their source, statements on their
topic; facts and entities are shared by the whole graph.

What another engine says *beside* our own extraction (``origin="handover"``) hangs on its chunk
instead: it lives and goes with that chunk, and neither of the two ever touches the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from graphrag_neo4j.database.batching import row_key
from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.ids import entity_id, make_id, normalise_name, normalise_text
from graphrag_neo4j.ingest.embedded_texts import chunk_text, statement_text
from graphrag_neo4j.ingest.statement_ids import StatementIds
from graphrag_neo4j.model import (
    NOT_ASKED,
    OUT_OF_BUDGET,
    UNKNOWN_TYPE,
    Chunk,
    ExtractedChunk,
    ExtractedClaim,
    ExtractedEntity,
    ExtractedFact,
    ExtractedStatement,
)
from graphrag_neo4j.text.places import Places
from graphrag_neo4j.text.truncation import parts_of_compounds, truncated
from graphrag_neo4j.vocabulary import (
    CHUNK_ABOUT,
    CHUNK_MENTIONS,
    CHUNK_NEXT,
    CLAIM_CONCERNS,
    CLAIM_IN_CHUNK,
    FACT_SUPPORTS,
    STATEMENT_IN_CHUNK,
    STATEMENT_MENTIONS,
    STATEMENT_NEXT,
    TOPIC_IN_CHUNK,
    TOPIC_MENTIONS,
    Kind,
    Label,
    Link,
)

RESERVED = frozenset(
    {
        "id",
        "uri",
        "title",
        "content_hash",
        "fingerprint",
        "aliases",
        "alias_count",
        "status",
        "uri_start",
        "record_place",
    }
)
Key = tuple[str, str]
"""What a row is known by: its id and "", or its two ends."""
HANDOVER = "handover"
QUARANTINE_RECORDS = 20
QUARANTINE_LENGTH = 500
_NOBODY = frozenset({"", "none"})


@dataclass(slots=True)
class GraphRows:
    """What sources are to say, without vectors: rows by kind, and by their ids or ends.

    Of two rows for the same thing the later one counts. ``statuses`` says by id of a chunk whether
    it was extracted; ``texts`` holds, for each chunk and statement id, the text that is embedded.
    """

    rows: dict[Kind, dict[Key, Row]] = field(default_factory=dict)
    statuses: dict[str, Row] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    def add(self, label: Label, /, **row: object) -> None:
        """Add one node."""
        self.put(label, row)

    def link(self, link: Link, start: str, end: str, /, **properties: object) -> None:
        """Add one relationship; the direction is from ``start`` to ``end``."""
        self.put(link, {"from": start, "to": end, **properties})

    def put(self, kind: Kind, row: Row) -> None:
        """Add one row of a kind."""
        self.rows.setdefault(kind, {})[row_key(row)] = row

    def of(self, kind: Kind) -> Iterable[Row]:
        """The rows of one kind."""
        return self.keyed(kind).values()

    def keyed(self, kind: Kind) -> Mapping[Key, Row]:
        """The rows of one kind by their ids or ends."""
        return self.rows.get(kind, {})


def source_properties(metadata: Mapping[str, object]) -> Row:
    """Metadata as properties of a source; a name that the source itself uses gets "meta_"."""
    return {f"meta_{k}" if k in RESERVED else k: v for k, v in metadata.items()}


def add_chunks(graph: GraphRows, chunks: Sequence[Chunk], language: str = "") -> None:
    """Add the rows of one document's chunks, in their order; ``language``: the document's."""
    for before, after in pairwise(chunks):
        graph.link(CHUNK_NEXT, before.id, after.id)
    for chunk in chunks:
        graph.texts[chunk.id] = chunk_text(chunk.title, chunk.text, chunk.own)
        text = graph.texts[chunk.id]
        stems = [] if language in _NOT_TRUNCATED else truncated(text)
        stems += parts_of_compounds(text, language)
        graph.add(
            Label.CHUNK,
            id=chunk.id,
            source_id=chunk.source_id,
            title=chunk.title,
            text=chunk.text,
            n_tokens=chunk.n_tokens,
            position=chunk.position,
            start=chunk.start,
            end=chunk.end,
            place=chunk.place or None,
            section=chunk.section or None,
            own=chunk.own,
            stems=" ".join(stems) or None,
        )


_NOT_TRUNCATED = frozenset(("", "en", "ja", "zh"))
"""Languages whose words the full-text index finds as they are: it stems English, and has the signs
of Chinese one by one. "": code, figures, a few words."""


_PENDING = {
    OUT_OF_BUDGET: "the budget did not reach it",
    NOT_ASKED: "the run ended before it was asked about",
}


def add_status(graph: GraphRows, extracted: Iterable[ExtractedChunk]) -> None:
    """Add, for each chunk, whether it was extracted, and what of it could not be used."""
    for found in extracted:
        status, reason = "done", None
        if found.failed:
            status = "pending" if found.failed in _PENDING else "failed"
            reason = _PENDING.get(found.failed, found.failed)[:QUARANTINE_LENGTH]
        unused = [f"{q.reason}: {q.record}"[:QUARANTINE_LENGTH] for q in found.quarantined]
        graph.statuses[found.chunk_id] = {
            "id": found.chunk_id,
            "status": status,
            "reason": reason,
            "quarantine": unused[:QUARANTINE_RECORDS] or None,
        }


def add_extraction(
    graph: GraphRows,
    source_id: str,
    title: str,
    extracted: Sequence[ExtractedChunk],
    origin: str | None = None,
    places: Places | None = None,
) -> None:
    """Add the rows of what was extracted from one document's chunks, in their order.

    ``places`` are those of the document, if it is known.
    """
    between = _facts_between_entities(extracted)
    reading = _Reading(graph, source_id, title, origin, between, places)
    for found in extracted:
        reading.add_chunk(found)


class _Reading:
    """One document while what was said of it is turned into rows."""

    def __init__(
        self,
        graph: GraphRows,
        source_id: str,
        title: str,
        origin: str | None,
        between_entities: set[_Words],
        places: Places | None,
    ) -> None:
        self._graph = graph
        self._source_id = source_id
        self._title = title
        self._origin = origin
        self._between_entities = between_entities
        self._places = places
        self._topics: set[str] = set()
        self._statements: set[str] = set()
        self._statement_ids = StatementIds()
        self._weights: dict[tuple[str, str], dict[object, float]] = {}
        self._last: dict[str, str] = {}  # topic -> its last statement so far

    def add_chunk(self, found: ExtractedChunk) -> None:
        parent = found.chunk_id if self._origin else self._source_id
        kinds = {entity_id(entity.name): entity for entity in found.entities}
        named: set[str] = set()
        for name in () if self._origin else found.about:
            self._add_mention(CHUNK_ABOUT, found.chunk_id, name, kinds, named)
        for topic in found.topics:
            topic_id = make_id("topic", parent, normalise_name(topic.name))
            self._add_topic(topic_id, topic.name, found.chunk_id)
            for statement in topic.statements:
                self._add_statement(topic_id, statement, found.chunk_id, kinds, named)
        for claim in found.claims:
            self._add_claim(parent, claim, found.chunk_id, kinds, named)
        self._add_unnamed(found, parent, kinds, named)

    def _add_unnamed(
        self,
        found: ExtractedChunk,
        parent: str,
        kinds: Mapping[str, ExtractedEntity],
        named: set[str],
    ) -> None:
        """Add entities that were extracted and that nothing names: they are not lost."""
        unnamed = [entity.name for id_, entity in kinds.items() if id_ not in named]
        if not unnamed:
            return
        link, start = CHUNK_MENTIONS, found.chunk_id
        if self._origin:  # chunks are not of this origin, topics are
            topic = found.topics[0].name if found.topics else self._title
            link, start = TOPIC_MENTIONS, make_id("topic", parent, normalise_name(topic))
            self._add_topic(start, topic, found.chunk_id)
        for name in unnamed:
            self._add_mention(link, start, name, kinds, named)

    def _add_mention(
        self,
        link: Link,
        start: str,
        name: str,
        kinds: Mapping[str, ExtractedEntity],
        named: set[str],
    ) -> None:
        """Add evidence of an entity; one that nobody extracted is of type UNKNOWN."""
        id_ = entity_id(name)
        entity = kinds.get(id_)
        named.add(id_)
        more = {} if link.role else _said_of(entity)
        self._graph.link(
            link,
            start,
            id_,
            name=name,
            type=entity.type if entity else UNKNOWN_TYPE,
            description=(entity.description or None) if entity else None,
            **more,
        )

    def _add_topic(self, id_: str, name: str, chunk_id: str) -> None:
        self._graph.link(TOPIC_IN_CHUNK, id_, chunk_id)
        if id_ not in self._topics:
            self._topics.add(id_)
            self._graph.add(Label.TOPIC, id=id_, name=name, origin=self._origin, chunk_id=chunk_id)

    def _add_statement(
        self,
        topic_id: str,
        statement: ExtractedStatement,
        chunk_id: str,
        kinds: Mapping[str, ExtractedEntity],
        named: set[str],
    ) -> None:
        graph = self._graph
        id_ = self._statement_ids.of(topic_id, statement)
        start, end = statement.start, statement.end
        place = self._places.of(start, end) if self._places else ""
        stands = {"start": start, "end": end, "place": place or None}
        graph.link(STATEMENT_IN_CHUNK, id_, chunk_id, **stands)
        where = (statement.start, statement.end) if statement.start >= 0 else chunk_id
        names = list(statement.mentions)
        for fact in statement.facts:
            names += self._add_fact(fact, id_, where)
        for name in reversed(names):  # the first form of a name counts
            self._add_mention(STATEMENT_MENTIONS, id_, name, kinds, named)
        if id_ in self._statements:
            return
        self._statements.add(id_)
        resolved = statement.resolved or None
        graph.add(
            Label.STATEMENT, id=id_, topic_id=topic_id, text=statement.text, resolved=resolved
        )
        graph.texts[id_] = statement_text(self._title, resolved or statement.text)
        if topic_id in self._last:
            graph.link(STATEMENT_NEXT, self._last[topic_id], id_)
        self._last[topic_id] = id_

    def _add_fact(self, fact: ExtractedFact, statement_id: str, where: object) -> list[str]:
        """Add a fact and its evidence; returns the names of the entities it joins.

        ``where``: the place in the text. What is said at several places weighs their sum, what
        one place says twice (chunks that overlap) the more of it.
        """
        words = _words(fact)
        is_joined = fact.object_is_entity or words in self._between_entities
        subject = entity_id(fact.subject) if fact.subject_is_entity else None
        object_ = entity_id(fact.object) if is_joined else None
        id_ = make_id(
            "fact",
            subject or f"literal:{normalise_text(fact.subject)}",
            normalise_name(fact.predicate),
            fact.relation_type,
            object_ or f"literal:{normalise_text(fact.object)}",
        )
        before = self._graph.keyed(FACT_SUPPORTS).get((id_, statement_id))
        said = [before["description"]] if before and before["description"] else []
        if fact.description and fact.description not in said:
            said.append(fact.description)
        weights = self._weights.setdefault((id_, statement_id), {})
        weights[where] = max(float(fact.weight), weights.get(where, 0.0))
        self._graph.link(
            FACT_SUPPORTS,
            id_,
            statement_id,
            subject=subject,
            object=object_,
            text=f"{fact.subject} {fact.predicate} {fact.object}",
            predicate=fact.predicate,
            relation_type=fact.relation_type,
            weight=sum(weights.values()),
            description="; ".join(said) or None,
        )
        names = [fact.subject] if subject else []
        return [*names, fact.object] if object_ else names

    def _add_claim(
        self,
        parent: str,
        claim: ExtractedClaim,
        chunk_id: str,
        kinds: Mapping[str, ExtractedEntity],
        named: set[str],
    ) -> None:
        graph = self._graph
        ends = {
            role: name
            for role, name in (("subject", claim.subject), ("object", claim.object))
            if name.strip().casefold() not in _NOBODY
        }
        said = (claim.type, claim.status, claim.description, claim.start_date, claim.end_date)
        id_ = make_id(
            "claim",
            parent,
            *(normalise_name(ends.get(role, "")) for role in ("subject", "object")),
            *(normalise_text(part) for part in said),
        )
        graph.link(CLAIM_IN_CHUNK, id_, chunk_id)
        for role, name in ends.items():
            link = CLAIM_CONCERNS._replace(role=role)
            self._add_mention(link, id_, name, kinds, named)
        if (id_, "") not in graph.keyed(Label.CLAIM):
            graph.add(
                Label.CLAIM,
                id=id_,
                chunk_id=chunk_id,
                origin=self._origin,
                type=claim.type or None,
                status=claim.status or None,
                description=claim.description or None,
                start_date=claim.start_date or None,
                end_date=claim.end_date or None,
                source_text=claim.source_text or None,
            )


_Words = tuple[str, str, str, str]


def _words(fact: ExtractedFact) -> _Words:
    subject, object_ = normalise_name(fact.subject), normalise_name(fact.object)
    return subject, normalise_name(fact.predicate), fact.relation_type, object_


def _facts_between_entities(extracted: Iterable[ExtractedChunk]) -> set[_Words]:
    """Facts whose object is an entity: said again with mere words, they are the same facts."""
    return {
        _words(fact)
        for found in extracted
        for topic in found.topics
        for statement in topic.statements
        for fact in statement.facts
        if fact.object_is_entity and fact.subject_is_entity
    }


def _said_of(entity: ExtractedEntity | None) -> Row:
    """What a mention keeps beside name, type and description."""
    alias, type_from = (entity.alias, entity.type_from) if entity else ("", "")
    return {"alias": alias or None, "type_from": type_from or None}
