"""What the graph has of some sources, and what has to change for it to say what it should.

A source is never taken out and written anew: only what differs is touched. The same comparison
finishes a run that was killed, and deletes a source (which then should say nothing).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.ingest.rows import HANDOVER, GraphRows, Key
from graphrag_neo4j.vocabulary import (
    CHUNK_MENTIONS,
    EMBEDDED,
    EVIDENCE,
    FACT_SUPPORTS,
    SOURCE_LINKS,
    SOURCE_NODES,
    STATEMENT_IN_CHUNK,
    STATEMENT_MENTIONS,
    Kind,
    Label,
    Link,
)

_PARENTS = frozenset({"source_id", "topic_id", "chunk_id"})  # part of the id already
_EVIDENCE_OF_FACT = ("text", "predicate", "weight", "description")
_NAMING = (STATEMENT_MENTIONS, CHUNK_MENTIONS, STATEMENT_IN_CHUNK)
"""Relationships that say who is named in which chunk."""
_LINK_OF = {(link.start, link.type, link.role): link for link in SOURCE_LINKS}


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A node or relationship of the graph: ``ref`` is its element id, ``chunk`` the id of one of
    the chunks that it stands in, ``origin`` whose word it is, ``topic`` that of a statement;
    ``source`` has a node."""

    ref: str
    properties: Row
    chunk: str | None = None
    origin: str | None = None
    topic: str | None = None
    source: str | None = None


@dataclass(slots=True)
class StoredRows:
    """Nodes and relationships of some sources, by kind and key."""

    found: dict[Kind, dict[Key, StoredRow]] = field(default_factory=dict)

    def keyed(self, kind: Kind) -> dict[Key, StoredRow]:
        """What there is of one kind, by ids or ends."""
        return self.found.get(kind, {})

    def own(self, graph: GraphRows) -> StoredRows:
        """Without what another engine said of chunks that stay in ``graph``."""
        stay = {id_ for id_, _ in graph.keyed(Label.CHUNK)}
        beside = self._nodes(lambda node: node.origin == HANDOVER and node.chunk in stay)
        return self._part(lambda key: not beside & {*key})

    def beside(self) -> StoredRows:
        """Only what another engine said beside our own extraction."""
        beside = self._nodes(lambda node: node.origin == HANDOVER)
        return self._part(lambda key: bool(beside & {*key}))

    def _nodes(self, is_wanted: Callable[[StoredRow], bool]) -> set[str]:
        nodes = (item for label in SOURCE_NODES for item in self.keyed(label).items())
        return {key[0] for key, node in nodes if is_wanted(node)}

    def _part(self, is_wanted: Callable[[Key], bool]) -> StoredRows:
        return StoredRows(
            {
                kind: {key: one for key, one in found.items() if is_wanted(key)}
                for kind, found in self.found.items()
            }
        )


@dataclass(slots=True)
class Diff:
    """What to write, what to remove (element ids), whose evidence changes thereby, in which
    ``chunks`` others are named than before, which statuses of chunks to set, which texts to embed
    (by id), and the sources that the graph has of these.

    True if more than statuses and vectors differ.
    """

    write: dict[Kind, list[Row]] = field(default_factory=dict)
    stale_links: list[str] = field(default_factory=list)
    stale_nodes: list[str] = field(default_factory=list)
    entities: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    chunks: set[str] = field(default_factory=set)
    statuses: list[Row] = field(default_factory=list)
    texts: dict[Label, dict[str, str]] = field(default_factory=dict)
    stored_sources: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return any(self.write.values()) or bool(self.stale_links or self.stale_nodes)


def read_stored(database: Database, source_ids: Sequence[str]) -> StoredRows:
    """All that the graph has of these sources. Call under the write lock."""
    state = StoredRows()
    for row in database.read("ingest/source_nodes", ids=list(source_ids)):
        key = (row["properties"]["id"], "")
        whose = row["chunk"], row["origin"], row["topic"], row["source"]
        found = StoredRow(row["ref"], row["properties"], *whose)
        state.found.setdefault(Label(row["label"]), {})[key] = found
    if not state.found:
        return state
    ids = {label: [id_ for id_, _ in state.keyed(label)] for label in SOURCE_NODES}
    links = database.read(
        "ingest/source_links",
        chunks=ids[Label.CHUNK],
        topics=ids[Label.TOPIC],
        statements=ids[Label.STATEMENT],
        claims=ids[Label.CLAIM],
    )
    for row in links:
        link = _LINK_OF[row["start"], row["type"], row["role"]]
        found = StoredRow(row["ref"], row["properties"])
        state.found.setdefault(link, {})[row["from"], row["to"]] = found
    return state


def compare(state: StoredRows, graph: GraphRows, key: Callable[[str], str]) -> Diff:
    """How to get from ``state`` to ``graph``; ``key``: of what a text's vector is made."""
    changes = Diff()
    renamed = set[str]()  # statements and chunks that name others than before, or elsewhere
    for kind in (*SOURCE_NODES, *SOURCE_LINKS):
        there, wanted = state.keyed(kind), graph.keyed(kind)
        new = {key: row for key, row in wanted.items() if not _is_same(kind, row, there.get(key))}
        changes.write[kind] = list(new.values())
        stale = {key: found for key, found in there.items() if key not in wanted}
        refs = [found.ref for found in stale.values()]
        if isinstance(kind, Label):
            # The parts of a whole go before it, so that a later run still finds what is left.
            changes.stale_nodes[:0] = refs
        else:
            changes.stale_links += refs
            changed = stale.keys() | (new.keys() & there.keys())
            _touch(changes, kind, changed, new)
            if kind in _NAMING:
                renamed |= {start for start, _ in there.keys() ^ wanted.keys()}
    changes.entities |= _named_by(state, graph, renamed)
    changes.chunks = _chunks_with(state, graph, renamed)
    changes.statuses = _statuses(state, graph, changes.write[Label.CHUNK])
    changes.stored_sources = [id_ for id_, _ in state.keyed(Label.SOURCE)]
    for label in EMBEDDED:
        known = {
            id_: found.properties.get("embedding_key")
            for (id_, _), found in state.keyed(label).items()
        }
        changes.texts[label] = stale_texts(graph, label, known, key)
    return changes


def stale_texts(
    graph: GraphRows, label: Label, known: Mapping[str, str | None], key: Callable[[str], str]
) -> dict[str, str]:
    """The texts, by id, whose vectors the graph does not have; ``known``: the keys of those that
    it has, by id."""
    texts = {row["id"]: graph.texts[row["id"]] for row in graph.of(label)}
    return {id_: text for id_, text in texts.items() if known.get(id_) != key(text)}


def _touch(changes: Diff, link: Link, changed: Iterable[Key], new: Mapping[Key, Row]) -> None:
    if link in EVIDENCE:
        changes.entities |= {entity for _, entity in (*changed, *new)}
    elif link == FACT_SUPPORTS:
        changes.facts |= {fact for fact, _ in changed}
        ends = (row[end] for row in new.values() for end in ("subject", "object"))
        changes.entities |= {entity for entity in ends if entity}


def _named_by(state: StoredRows, graph: GraphRows, statements: Collection[str]) -> set[str]:
    """The entities that these statements name, before or after."""
    named = (*state.keyed(STATEMENT_MENTIONS), *graph.keyed(STATEMENT_MENTIONS))
    return {entity for statement, entity in named if statement in statements}


def _chunks_with(state: StoredRows, graph: GraphRows, starts: Collection[str]) -> set[str]:
    """The chunks of these statements, and these that are chunks; without those that are new."""
    chunks_of = defaultdict[str, set[str]](set)
    for statement, chunk in (*state.keyed(STATEMENT_IN_CHUNK), *graph.keyed(STATEMENT_IN_CHUNK)):
        chunks_of[statement].add(chunk)
    new = {id_ for id_, _ in graph.keyed(Label.CHUNK).keys() - state.keyed(Label.CHUNK).keys()}
    return {chunk for start in starts for chunk in chunks_of.get(start, {start})} - new


def _statuses(state: StoredRows, graph: GraphRows, written: Sequence[Row]) -> list[Row]:
    """The statuses to set: of chunks that are written, and of those that differ."""
    there = state.keyed(Label.CHUNK)
    anew = {row["id"] for row in written}
    rows = []
    for id_, row in graph.statuses.items():
        before = there.get((id_, ""))
        attempts = None
        if row["status"] == "failed":  # once more
            attempts = (before.properties.get("attempts") or 0 if before else 0) + 1
        status = {**row, "attempts": attempts}
        if id_ in anew or not _is_same(Label.CHUNK, status, before):
            rows.append(status)
    return rows


def _is_same(kind: Kind, row: Row, there: StoredRow | None) -> bool:
    if there is None:
        return False
    if kind == Label.SOURCE:
        return _stored(row["properties"]) == _stored(there.properties)
    names = _EVIDENCE_OF_FACT if kind == FACT_SUPPORTS else row.keys() - _PARENTS - {"from", "to"}
    return all(row[name] == there.properties.get(name) for name in names)


_ADDED = frozenset({"status", "uri_start"})
"""Properties of a source that tell how far its writing is, and that only an index needs."""


def _stored(properties: Mapping[str, object]) -> Row:
    """What of a source's properties a version of it says: not what writing it adds."""
    return {k: v for k, v in properties.items() if v is not None and k not in _ADDED}
