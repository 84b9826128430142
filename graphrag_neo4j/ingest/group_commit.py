"""Carries changes out, one group at a time: group commit, as databases do with their logs.

Only one builder writes at a time. Threads of one process that wait for it are served together:
whoever has the turn carries out what all of them prepared, for the price of one. Builders of
other processes wait for the lock in the database.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from weakref import WeakValueDictionary

from graphrag_neo4j.database.batching import Writes
from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.embeddings.embedder import Embedder
from graphrag_neo4j.ingest.apply import WRITE_LOCK, store
from graphrag_neo4j.ingest.derive import absorb
from graphrag_neo4j.ingest.diff import StoredRows, read_state
from graphrag_neo4j.ingest.kept_extractions import keep_extracted
from graphrag_neo4j.ingest.rows import GraphRows


@dataclass(slots=True, eq=False)
class Changeset:
    """What the graph is to say of some sources, prepared without the write lock.

    ``is_current``: whether that is still so, asked under the lock. ``conflict_keys``: names of
    what no other change of the group may touch. ``sources``: ids of those that the graph has, to
    compare with; ``is_beside``: only with what another engine said of them. ``after``: rows to
    write last, by statement. ``outcome``: None if it was not carried out, else whether more than
    vectors changed.
    """

    database: Database
    embedder: Embedder
    is_current: Callable[[Database], bool]
    conflict_keys: frozenset[str]
    sources: Sequence[str]
    graph: GraphRows
    status: Mapping[str, str]
    after: Mapping[str, Sequence[Row]] = field(default_factory=dict)
    is_beside: bool = False
    outcome: bool | None = None


class _Turns:
    """A queue of changes, all of which are carried out by the thread that comes first."""

    def __init__(self) -> None:
        self._waiting: list[Changeset] = []
        self._guard = threading.Lock()
        self._turn = threading.Lock()

    def take(self, change: Changeset, carry_out: Callable[[list[Changeset]], None]) -> None:
        with self._guard:
            self._waiting.append(change)
        with self._turn:
            with self._guard:
                if change not in self._waiting:
                    return  # somebody else had it in a group
                group, self._waiting = self._waiting, []
            try:
                carry_out(group)
            except Exception:
                if len(group) == 1:
                    raise
                carry_out([change])  # what is wrong with another is for that one to hear


_TURNS: WeakValueDictionary[tuple[str, ...], _Turns] = WeakValueDictionary()
_TURNS_GUARD = threading.Lock()


def commit(change: Changeset) -> bool | None:
    """Carry out a change, maybe with others; None if it no longer holds and is to be made anew."""
    database = change.database
    key = (*database.identity, change.embedder.model_name)
    with _TURNS_GUARD:
        turns = _TURNS.setdefault(key, _Turns())
    turns.take(change, partial(_carry_out, database))
    return change.outcome


def _carry_out(database: Database, group: Sequence[Changeset]) -> None:
    with database.lock(WRITE_LOCK):
        ready = _ready(database, group)
        if ready:
            absorb(database)  # else a killed run's links would be compared twice
        if whole := [change for change in ready if not change.is_beside]:
            _store(database, whole)
        for change in ready:
            if change.is_beside:
                _store(database, [change])
    for change in ready:
        if change.database is not database:
            change.database.adopt_bookmarks(database)


def _ready(database: Database, group: Sequence[Changeset]) -> list[Changeset]:
    """The changes that hold, and do not touch what one before them does."""
    ready: list[Changeset] = []
    touched: set[str] = set()
    for change in group:
        if touched.isdisjoint(change.conflict_keys) and change.is_current(database):
            touched |= change.conflict_keys
            ready.append(change)
    return ready


def _store(database: Database, changes: Sequence[Changeset]) -> None:
    first = changes[0]
    graph = first.graph if len(changes) == 1 else _united(changes)
    for change in changes[1:]:
        first.embedder.learn(change.embedder)
    ids = sorted({id_ for change in changes for id_ in change.sources})
    state = read_state(database, ids) if ids else StoredRows()
    if first.is_beside:
        part = state.beside()
    else:
        part = state.own(graph)
        keep_extracted(part, graph)
    status = {id_: value for change in changes for id_, value in change.status.items()}
    is_changed = store(database, part, graph, first.embedder, status)
    writes = Writes()
    for name, rows in (item for change in changes for item in change.after.items()):
        writes.add(name, rows)
    writes.run(database)
    for change in changes:
        change.outcome = is_changed
        change.embedder.forget()


def _united(changes: Sequence[Changeset]) -> GraphRows:
    graph = GraphRows()
    for change in changes:
        graph.texts |= change.graph.texts
        graph.statuses |= change.graph.statuses
        for kind, rows in change.graph.rows.items():
            graph.rows.setdefault(kind, {}).update(rows)
    return graph
