"""What the graph has of some sources, and what has to change for it to say what it should.

A source is never taken out and written anew: only what differs is touched. The same comparison
finishes a run that was killed, and deletes a source (which then should say nothing).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from graphrag_neo4j.graph.database import Database, Row
from graphrag_neo4j.graph.writer import row_key
from graphrag_neo4j.ingest.assemble import HANDOVER, GraphRows

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
    "claim_mentioned_in",
    "claim_subject",
    "claim_object",
)
EVIDENCE = ("mentions", "about", "chunk_mentions", "claim_subject", "claim_object")
"""Links from which the entity at their end is derived."""

_PARENTS = frozenset({"source_id", "topic_id", "chunk_id"})  # part of the id already
_EVIDENCE_OF_FACT = ("text", "predicate", "weight", "description")
Key = tuple[str, str]


@dataclass(slots=True)
class State:
    """Nodes and relationships of sources, by kind and key, as rows plus ``ref`` (element id)."""

    rows: dict[str, dict[Key, Row]] = field(default_factory=dict)

    def only(self, keep: Callable[[str, Row], bool]) -> State:
        """The nodes that ``keep(kind, row)`` names, and the links that touch none of the others."""
        nodes = {kind: self.rows.get(kind, {}) for kind in NODES}
        kept = {
            kind: {key: row for key, row in rows.items() if keep(kind, row)}
            for kind, rows in nodes.items()
        }
        gone = {key[0] for kind in NODES for key in nodes[kind].keys() - kept[kind].keys()}
        links = {
            kind: {key: row for key, row in self.rows.get(kind, {}).items() if not gone & {*key}}
            for kind in LINKS
        }
        return State({**kept, **links})


@dataclass(slots=True)
class Changes:
    """What to write, what to remove (element ids), and whose evidence changes thereby."""

    write: dict[str, list[Row]] = field(default_factory=dict)
    stale_links: list[str] = field(default_factory=list)
    stale_nodes: list[str] = field(default_factory=list)
    entities: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)

    def __bool__(self) -> bool:
        return any(self.write.values()) or bool(self.stale_links or self.stale_nodes)


def read_state(database: Database, source_ids: Sequence[str]) -> State:
    """All that the graph has of these sources. Call under the write lock."""
    state = State()
    if not source_ids:
        return state
    for found in database.read("read/source_nodes", ids=list(source_ids)):
        row = {**found["properties"], "ref": found["ref"], "chunk": found["chunk"]}
        state.rows.setdefault(found["kind"], {})[row["id"], ""] = row
    ids = {kind: [key[0] for key in state.rows.get(kind, ())] for kind in NODES}
    links = database.read(
        "read/source_links",
        chunks=ids["chunk"],
        topics=ids["topic"],
        statements=ids["statement"],
        claims=ids["claim"],
    )
    for found in links:
        key = (found["from"], found["to"])
        row = {**found["properties"], "ref": found["ref"]}
        state.rows.setdefault(found["kind"], {})[key] = row
    return state


def own_part(state: State, graph: GraphRows) -> State:
    """``state`` without what another engine said of chunks that stay."""
    stay = {key[0] for key in graph.rows.get("chunk", {})}
    return state.only(lambda _, row: row.get("origin") != HANDOVER or row["chunk"] not in stay)


def compare(state: State, graph: GraphRows) -> Changes:
    """How to get from ``state`` to ``graph``."""
    changes = Changes()
    for kind in (*NODES, *LINKS):
        there, wanted = state.rows.get(kind, {}), graph.rows.get(kind, {})
        new = {key: row for key, row in wanted.items() if not _is_same(kind, row, there.get(key))}
        changes.write[kind] = list(new.values())
        stale = {key: row for key, row in there.items() if key not in wanted}
        if kind in NODES:
            # The parts of a whole go before it, so that a later run still finds what is left.
            changes.stale_nodes[:0] = [row["ref"] for row in stale.values()]
        else:
            changes.stale_links += [row["ref"] for row in stale.values()]
            changed = stale.keys() | (new.keys() & there.keys())
            _touch(changes, kind, changed, new)
    changes.write["chunk_status"] = _statuses(state, graph, changes.write["chunk"])
    return changes


def _touch(changes: Changes, kind: str, changed: Iterable[Key], new: Mapping[Key, Row]) -> None:
    if kind in EVIDENCE:
        changes.entities |= {entity for _, entity in (*changed, *new)}
    elif kind == "supports":
        changes.facts |= {fact for fact, _ in changed}
        changes.entities |= {row["subject"] for row in new.values() if row["subject"]}


def _statuses(state: State, graph: GraphRows, written: Sequence[Row]) -> list[Row]:
    """The statuses to set: of chunks that are written, and of those that differ."""
    there = state.rows.get("chunk", {})
    anew = {row["id"] for row in written}
    rows = [
        _with_attempts(row, there.get(key, {}))
        for key, row in graph.rows.get("chunk_status", {}).items()
    ]
    return [
        row
        for row in rows
        if row["id"] in anew or not _is_same("chunk", row, there.get(row_key(row)))
    ]


def _is_same(kind: str, row: Row, there: Row | None) -> bool:
    if there is None:
        return False
    if kind == "source":
        return _without_nulls(row["properties"]) == _without_nulls(there)
    names = _EVIDENCE_OF_FACT if kind == "supports" else row.keys() - _PARENTS - {"from", "to"}
    return all(row[name] == there.get(name) for name in names)


def _without_nulls(row: Mapping[str, object]) -> Row:
    internal = ("ref", "chunk", "status")
    return {k: v for k, v in row.items() if v is not None and k not in internal}


def _with_attempts(row: Row, there: Row) -> Row:
    """A chunk that failed once more was tried once more."""
    failed = row["status"] == "failed"
    return {**row, "attempts": (there.get("attempts") or 0) + 1 if failed else None}
