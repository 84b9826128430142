"""Turns the tables of a Microsoft GraphRAG index into the rows that our graph is written from.

A text unit becomes a chunk. What the index says becomes statements that stand in its chunks, as
if an extractor had read them there, so that everything else is *derived* as usual:

* each description of an entity is a statement that mentions it (an entity without one is
  mentioned by its chunks);
* each relationship is a fact, from source to target, of the statement that its description is.
  Its weight goes with the evidence: a relationship of several documents is split among them by
  the number of text units, in parts whose sum is exactly its weight.

Statements belong to one topic per text unit: that of the first one they stand in.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.ids import (
    content_hash,
    make_id,
    normalise_name,
    normalise_text,
    source_id,
)
from graphrag_neo4j.ingest.embedded_texts import statement_text
from graphrag_neo4j.ingest.rows import GraphRows, add_chunks, add_status
from graphrag_neo4j.interop.defects import Defects
from graphrag_neo4j.interop.msgraphrag_index import (
    ClaimRow,
    DocumentRow,
    EntityRow,
    RelationRow,
    Tables,
    UnitRow,
)
from graphrag_neo4j.interop.msgraphrag_names import Names
from graphrag_neo4j.model import UNKNOWN_TYPE, Chunk, ExtractedChunk
from graphrag_neo4j.text.language import language_of
from graphrag_neo4j.text.tokens import count_tokens
from graphrag_neo4j.vocabulary import (
    CHUNK_MENTIONS,
    CLAIM_CONCERNS,
    CLAIM_IN_CHUNK,
    FACT_SUPPORTS,
    STATEMENT_IN_CHUNK,
    STATEMENT_MENTIONS,
    STATEMENT_NEXT,
    TOPIC_IN_CHUNK,
    Label,
    Link,
)

FORMAT = "msgraphrag-1"
"""Of the rows made of the same tables; a new one writes imported sources anew."""
_GRAIN = 1024.0  # weights are split in multiples of 1/1024, which floats add exactly


@dataclass(slots=True)
class _Said:
    """What is said in one document: of an entity, or a relationship with its share of weight."""

    unit_ids: list[str]
    entity: EntityRow | None = None
    relation: RelationRow | None = None
    weight: float = 0.0


@dataclass(slots=True)
class _Place:
    """A document with its text units, in order, and what is said in them."""

    document: DocumentRow
    units: list[UnitRow] = field(default_factory=list)
    said: list[_Said] = field(default_factory=list)
    claims: list[ClaimRow] = field(default_factory=list)


class Index:
    """A whole index, laid out by document."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.names = Names(tables)
        self._units = {unit.id: unit for unit in tables.units}
        self._documents_of: dict[str, list[str]] = {}
        self._places: dict[str, _Place] = {}
        self._lay_out_units()
        for entity in tables.entities:
            for document, unit_ids, _ in self._spread(entity.unit_ids, entity.title, 0.0):
                self._places[document].said.append(_Said(unit_ids, entity=entity))
        pairs = Counter((r.source, r.type, r.target) for r in tables.relations)
        for relation in tables.relations:
            name = f"{relation.source} -> {relation.target}"
            if pairs[relation.source, relation.type, relation.target] > 1:
                tables.defects.add("relationships given more than once (weights added)", name)
            for document, unit_ids, weight in self._spread(
                relation.unit_ids, name, relation.weight
            ):
                said = _Said(unit_ids, relation=relation, weight=weight)
                self._places[document].said.append(said)
        for claim in tables.claims:
            for document, unit_ids, _ in self._spread([claim.unit_id], claim.id, 0.0):
                self._places[document].claims.append(claim)
                claim.unit_id = unit_ids[0]
                break  # a claim stands in one text unit

    @property
    def relations(self) -> int:
        """Number of relationships that the graph gets: same ends and type are one."""
        return len({(r.source, r.type, r.target) for r in self.tables.relations})

    def batches(self, characters: int, documents: int) -> Iterable[list[_Place]]:
        """The documents, some at a time."""
        batch: list[_Place] = []
        size = 0
        for place in self._places.values():
            batch.append(place)
            size += sum(len(unit.text) for unit in place.units)
            if size >= characters or len(batch) >= documents:
                yield batch
                batch, size = [], 0
        if batch:
            yield batch

    def __len__(self) -> int:
        return len(self._places)

    def _lay_out_units(self) -> None:
        tables = self.tables
        documents = {document.id: document for document in tables.documents}
        self._places = {id_: _Place(document) for id_, document in documents.items()}
        listed = defaultdict(list)
        order: dict[str, int] = {}
        for document in tables.documents:
            for unit_id in document.unit_ids:
                listed[unit_id].append(document.id)
                order.setdefault(unit_id, len(order))
        for unit in sorted(tables.units, key=lambda u: order.get(u.id, len(order))):
            ids = list(dict.fromkeys([*unit.document_ids, *listed[unit.id]]))
            for id_ in ids or [self._homeless(tables.defects, unit)]:
                if id_ not in self._places:
                    tables.defects.add("documents known only by their text units", id_)
                    self._places[id_] = _Place(DocumentRow(id_, id_))
                self._places[id_].units.append(unit)
                self._documents_of.setdefault(unit.id, []).append(id_)

    def _homeless(self, defects: Defects, unit: UnitRow) -> str:
        defects.add("text units of no document", unit.id)
        return self._rest().document.id

    def _rest(self) -> _Place:
        """Where things go that the index has no place for."""
        id_ = "rest-" + make_id("index", *sorted(self._units))
        if id_ not in self._places:
            self._places[id_] = _Place(DocumentRow(id_, "Microsoft GraphRAG index"))
        return self._places[id_]

    def _spread(
        self, unit_ids: Iterable[str], name: str, weight: float
    ) -> list[tuple[str, list[str], float]]:
        """(document, its text units, share of ``weight``) for each document of these units."""
        known = [id_ for id_ in dict.fromkeys(unit_ids) if id_ in self._units]
        if not known:
            self.tables.defects.add("records without a text unit that is there", name)
            known = [self._unit_for_the_rest()]
        by_document: dict[str, list[str]] = {}
        for unit_id in known:
            for document in self._documents_of[unit_id]:
                by_document.setdefault(document, []).append(unit_id)
        total = sum(map(len, by_document.values()))
        shares = [
            int(weight * len(units) / total * _GRAIN) / _GRAIN for units in by_document.values()
        ]
        shares[0] = weight - sum(shares[1:])
        return [(d, u, s) for (d, u), s in zip(by_document.items(), shares, strict=True)]

    def _unit_for_the_rest(self) -> str:
        place = self._rest()
        id_ = place.document.id
        if id_ not in self._units:
            text = "Entities, relationships and claims whose text units the index does not have."
            unit = self._units[id_] = UnitRow(id_, text)
            self._documents_of[id_] = [id_]
            place.units.append(unit)
        return id_


def uri_of(document: DocumentRow) -> str:
    """Imported documents are sources of their own, apart from the same file read by us."""
    return f"msgraphrag:{document.id}"


@dataclass(slots=True)
class Batch:
    """Rows of some documents; ``originals``: rows (id, original_id) by label."""

    graph: GraphRows = field(default_factory=GraphRows)
    source_ids: list[str] = field(default_factory=list)
    originals: dict[Label, list[Row]] = field(default_factory=lambda: defaultdict(list))


def rows_of(places: Iterable[_Place], names: Names) -> Batch:
    """The rows of some documents."""
    batch = Batch()
    for place in places:
        _Writer(batch, place, names).write()
    return batch


class _Writer:
    """Makes the rows of one document."""

    def __init__(self, batch: Batch, place: _Place, names: Names) -> None:
        self._batch = batch
        self._graph = batch.graph
        self._place = place
        self._names = names
        self._source = source_id(uri_of(place.document))
        self._chunks: dict[str, str] = {}
        self._topics: dict[str, tuple[str, str]] = {}  # text unit -> topic id and name
        self._statements: dict[str, list[str]] = defaultdict(list)  # of each topic, in order

    def write(self) -> None:
        self._add_source()
        self._add_chunks()
        for said in self._place.said:
            if said.relation is not None:
                self._add_relation(said, said.relation)
            elif said.entity is not None:
                self._add_entity(said, said.entity)
        claims = Counter[str]()
        for claim in self._place.claims:
            self._add_claim(claim, claims)
        for statements in self._statements.values():
            for before, after in pairwise(statements):
                self._graph.link(STATEMENT_NEXT, before, after)

    def _add_source(self) -> None:
        document = self._place.document
        properties = {
            "id": self._source,
            "uri": uri_of(document),
            "title": document.title,
            "content_hash": content_hash(f"{FORMAT}\n{document.id}\n{document.text}"),
            "fingerprint": FORMAT,
            "original_id": document.id,
            "creation_date": document.created or None,
        }
        self._graph.add(Label.SOURCE, id=self._source, properties=properties)
        self._batch.source_ids.append(self._source)

    def _add_chunks(self) -> None:
        document, at = self._place.document, 0
        chunks = []
        for position, unit in enumerate(self._place.units):
            id_ = make_id("chunk", self._source, document.title, unit.text, unit.id)
            start, end = _located(unit.text, document.text, at)
            at = max(at, start + 1)
            tokens = unit.n_tokens if unit.n_tokens is not None else count_tokens(unit.text)
            title, source = document.title, self._source
            chunks.append(Chunk(id_, source, title, "", unit.text, start, end, position, tokens))
            self._chunks[unit.id] = id_
            name = f"{document.title}, part {position + 1}"
            topic = make_id("topic", self._source, normalise_name(name))
            self._topics[unit.id] = topic, name
            self._batch.originals[Label.CHUNK].append({"id": id_, "original_id": unit.id})
        add_chunks(self._graph, chunks, language_of(document.text))
        add_status(self._graph, [ExtractedChunk(chunk.id) for chunk in chunks])

    def _add_statement(self, text: str, unit_ids: list[str]) -> str:
        topic, name = self._topics[unit_ids[0]]
        first = self._chunks[unit_ids[0]]
        id_ = make_id("statement", topic, normalise_text(text))
        self._graph.add(Label.TOPIC, id=topic, name=name, origin=None, chunk_id=first)
        for unit_id in unit_ids:
            chunk = self._chunks[unit_id]
            self._graph.link(TOPIC_IN_CHUNK, topic, chunk)
            self._graph.link(STATEMENT_IN_CHUNK, id_, chunk, start=-1, end=-1)
        if id_ not in self._graph.texts:
            self._graph.add(Label.STATEMENT, id=id_, topic_id=topic, text=text)
            self._graph.texts[id_] = statement_text(self._place.document.title, text)
            self._statements[topic].append(id_)
        return id_

    def _add_mention(self, link: Link, start: str, title: str, description: str = "") -> str:
        """Add evidence of an entity; what is said of it there before stays."""
        id_ = self._names.ids[title]
        before: Mapping[str, object] = self._graph.keyed(link).get((start, id_), {})
        self._graph.link(
            link,
            start,
            id_,
            name=title,
            type=self._names.types.get(title, UNKNOWN_TYPE),
            description=description or before.get("description"),
        )
        if title in self._names.originals:
            row = {"id": id_, "original_id": self._names.originals[title]}
            self._batch.originals[Label.ENTITY].append(row)
        return id_

    def _add_entity(self, said: _Said, entity: EntityRow) -> None:
        if entity.description:
            statement = self._add_statement(entity.description, said.unit_ids)
            self._add_mention(STATEMENT_MENTIONS, statement, entity.title, entity.description)
            return
        for unit_id in said.unit_ids:
            self._add_mention(CHUNK_MENTIONS, self._chunks[unit_id], entity.title)

    def _add_relation(self, said: _Said, relation: RelationRow) -> None:
        text = f"{relation.source} {relation.predicate} {relation.target}"
        statement = self._add_statement(relation.description or text, said.unit_ids)
        subject = self._add_mention(STATEMENT_MENTIONS, statement, relation.source)
        object_ = self._add_mention(STATEMENT_MENTIONS, statement, relation.target)
        predicate = normalise_name(relation.predicate)
        fact = make_id("fact", subject, predicate, relation.type, object_)
        before = self._graph.keyed(FACT_SUPPORTS).get((fact, statement))
        self._graph.link(
            FACT_SUPPORTS,
            fact,
            statement,
            subject=subject,
            object=object_,
            text=text,
            predicate=relation.predicate,
            relation_type=relation.type,
            weight=said.weight + (before["weight"] if before else 0.0),
            description=relation.description or None,
        )
        self._batch.originals[Label.FACT].append({"id": fact, "original_id": relation.id})

    def _add_claim(self, claim: ClaimRow, seen: Counter[str]) -> None:
        ends = {
            role: self._names.end_of_claim(name)
            for role, name in (("subject", claim.subject), ("object", claim.object))
            if name
        }
        parts = [self._source, ends.get("subject", ""), ends.get("object", "")]
        parts += [claim.properties[name] for name in sorted(claim.properties)]
        id_ = make_id("claim", *parts)
        seen[id_] += 1
        if seen[id_] > 1:  # the index has it twice, under two ids
            id_ = make_id("claim", *parts, str(seen[id_]))
        chunk = self._chunks[claim.unit_id]
        said = {name: value or None for name, value in claim.properties.items()}
        self._graph.add(Label.CLAIM, id=id_, chunk_id=chunk, origin=None, **said)
        self._graph.link(CLAIM_IN_CHUNK, id_, chunk)
        for role, title in ends.items():
            self._add_mention(CLAIM_CONCERNS._replace(role=role), id_, title)
        self._batch.originals[Label.CLAIM].append({"id": id_, "original_id": claim.id})


def _located(text: str, whole: str, after: int) -> tuple[int, int]:
    """Where a text unit stands in its document; (-1, -1) if nowhere.

    The index may have put lines of metadata before its text.
    """
    for part in (text, text.partition("\n")[2]):
        start = whole.find(part, after) if part.strip() else -1
        if start >= 0:
            return start, start + len(part)
    return -1, -1
