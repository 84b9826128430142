"""What the graph has of some sources, and what has to change for it to say what it should.

A source is never taken out and written anew: only what differs is touched. The same comparison
finishes a run that was killed, and deletes a source (which then should say nothing).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.ingest.rows import HANDOVER, GraphRows

NODES = ("source", "chunk", "topic", "statement", "claim")
LINKS = (
    "chunk_next",
    "topic_mentioned_in",
    "statement_mentioned_in",
    "statement_next",
    "supports",
    "mentions",
    "about",
    "chunk_mentions",
    "topic_mentions",
    "claim_mentioned_in",
    "claim_subject",
    "claim_object",
)
EVIDENCE = (
    "mentions",
    "about",
    "chunk_mentions",
    "topic_mentions",
    "claim_subject",
    "claim_object",
)
"""Links from which the entity at their end is derived."""

_PARENTS = frozenset({"source_id", "topic_id", "chunk_id"})  # part of the id already
_EVIDENCE_OF_FACT = ("text", "predicate", "weight", "description")
Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A node or relationship of the graph: ``ref`` is its element id, ``chunk`` the id of one of
    the chunks that it stands in, ``origin`` whose word it is, ``topic`` that of a statement."""

    ref: str
    properties: Row
    chunk: str | None = None
    origin: str | None = None
    topic: str | None = None


@dataclass(slots=True)
class StoredRows:
    """Nodes and relationships of some sources, by kind and key."""

    found: dict[str, dict[Key, StoredRow]] = field(default_factory=dict)

    def of(self, kind: str) -> dict[Key, StoredRow]:
        """What there is of one kind."""
        return self.found.get(kind, {})

    def own(self, graph: GraphRows) -> StoredRows:
        """Without what another engine said of chunks that stay in ``graph``."""
        stay = {id_ for id_, _ in graph.rows.get("chunk", {})}
        beside = self._nodes(lambda node: node.origin == HANDOVER and node.chunk in stay)
        return self._part(lambda key: not beside & {*key})

    def beside(self) -> StoredRows:
        """Only what another engine said beside our own extraction."""
        beside = self._nodes(lambda node: node.origin == HANDOVER)
        return self._part(lambda key: bool(beside & {*key}))

    def _nodes(self, is_wanted: Callable[[StoredRow], bool]) -> set[str]:
        nodes = (item for kind in NODES for item in self.of(kind).items())
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
    """What to write, what to remove (element ids), and whose evidence changes thereby."""

    write: dict[str, list[Row]] = field(default_factory=dict)
    stale_links: list[str] = field(default_factory=list)
    stale_nodes: list[str] = field(default_factory=list)
    entities: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)

    def __bool__(self) -> bool:
        written = any(rows for kind, rows in self.write.items() if kind != "chunk_status")
        return written or bool(self.stale_links or self.stale_nodes)


def read_state(database: Database, source_ids: Sequence[str]) -> StoredRows:
    """All that the graph has of these sources. Call under the write lock."""
    state = StoredRows()
    for row in database.read("read/source_nodes", ids=list(source_ids)):
        key = (row["properties"]["id"], "")
        found = StoredRow(row["ref"], row["properties"], row["chunk"], row["origin"], row["topic"])
        state.found.setdefault(row["kind"], {})[key] = found
    if not state.found:
        return state
    ids = {kind: [id_ for id_, _ in state.of(kind)] for kind in NODES}
    links = database.read(
        "read/source_links",
        chunks=ids["chunk"],
        topics=ids["topic"],
        statements=ids["statement"],
        claims=ids["claim"],
    )
    for row in links:
        key = (row["from"], row["to"])
        state.found.setdefault(row["kind"], {})[key] = StoredRow(row["ref"], row["properties"])
    return state


def compare(state: StoredRows, graph: GraphRows) -> Diff:
    """How to get from ``state`` to ``graph``."""
    changes = Diff()
    for kind in (*NODES, *LINKS):
        there, wanted = state.of(kind), graph.rows.get(kind, {})
        new = {key: row for key, row in wanted.items() if not _is_same(kind, row, there.get(key))}
        changes.write[kind] = list(new.values())
        stale = {key: found for key, found in there.items() if key not in wanted}
        if kind in NODES:
            # The parts of a whole go before it, so that a later run still finds what is left.
            changes.stale_nodes[:0] = [found.ref for found in stale.values()]
        else:
            changes.stale_links += [found.ref for found in stale.values()]
            changed = stale.keys() | (new.keys() & there.keys())
            _touch(changes, kind, changed, new)
    changes.write["chunk_status"] = _statuses(state, graph, changes.write["chunk"])
    return changes


def _touch(changes: Diff, kind: str, changed: Iterable[Key], new: Mapping[Key, Row]) -> None:
    if kind in EVIDENCE:
        changes.entities |= {entity for _, entity in (*changed, *new)}
    elif kind == "supports":
        changes.facts |= {fact for fact, _ in changed}
        changes.entities |= {row["subject"] for row in new.values() if row["subject"]}


def _statuses(state: StoredRows, graph: GraphRows, written: Sequence[Row]) -> list[Row]:
    """The statuses to set: of chunks that are written, and of those that differ."""
    there = state.of("chunk")
    anew = {row["id"] for row in written}
    rows = []
    for key, row in graph.rows.get("chunk_status", {}).items():
        before = there.get(key)
        attempts = None
        if row["status"] == "failed":  # once more
            attempts = (before.properties.get("attempts") or 0 if before else 0) + 1
        status = {**row, "attempts": attempts}
        if row["id"] in anew or not _is_same("chunk", status, before):
            rows.append(status)
    return rows


def _is_same(kind: str, row: Row, there: StoredRow | None) -> bool:
    if there is None:
        return False
    if kind == "source":
        return _stored(row["properties"]) == _stored(there.properties)
    names = _EVIDENCE_OF_FACT if kind == "supports" else row.keys() - _PARENTS - {"from", "to"}
    return all(row[name] == there.properties.get(name) for name in names)


_ADDED = frozenset({"status", "uri_start"})
"""Properties of a source that tell how far its writing is, and that only an index needs."""


def _stored(properties: Mapping[str, object]) -> Row:
    """What of a source's properties a version of it says: not what writing it adds."""
    return {k: v for k, v in properties.items() if v is not None and k not in _ADDED}
