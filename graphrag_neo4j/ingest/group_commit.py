"""Carries changes out, one group at a time: group commit, as databases do with their logs.

Only one builder writes at a time. Threads of one process that wait for it are served together:
whoever has the turn carries out what all of them prepared, for the price of one. Builders of
other processes wait for the lock in the database.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from graphrag_neo4j.database.batching import Writes
from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.embeddings.embedder import Embedder
from graphrag_neo4j.ingest.apply import WRITE_LOCK, apply
from graphrag_neo4j.ingest.changeset import Changeset, SourceUpdate
from graphrag_neo4j.ingest.derive import absorb
from graphrag_neo4j.ingest.diff import StoredRows, compare, read_stored
from graphrag_neo4j.ingest.kept_extractions import keep_extracted
from graphrag_neo4j.ingest.rows import GraphRows


@dataclass(slots=True, eq=False)
class _Member:
    """A change in the queue; ``is_changed`` is None until it was carried out."""

    database: Database
    embedder: Embedder
    update: SourceUpdate[Any]
    changeset: Changeset[Any]
    is_changed: bool | None = None


class _Turns:
    """A queue of changes, all of which are carried out by the thread that comes first."""

    def __init__(self) -> None:
        self._waiting: list[_Member] = []
        self._guard = threading.Lock()
        self._turn = threading.Lock()

    def take(self, member: _Member, carry_out: Callable[[list[_Member]], None]) -> None:
        with self._guard:
            self._waiting.append(member)
        with self._turn:
            with self._guard:
                if member not in self._waiting:
                    return  # somebody else had it in a group
                group, self._waiting = self._waiting, []
            try:
                carry_out(group)
            except Exception:
                if len(group) == 1:
                    raise
                carry_out([member])  # what is wrong with another is for that one to hear


_TURNS: WeakValueDictionary[tuple[str, ...], _Turns] = WeakValueDictionary()
_TURNS_GUARD = threading.Lock()


def commit(
    database: Database, embedder: Embedder, update: SourceUpdate[Any], changeset: Changeset[Any]
) -> bool | None:
    """Carry out a change, maybe with others; returns whether more than vectors changed.

    None if it is not current any more and is to be prepared anew; then nothing was done.
    """
    key = (*database.identity, embedder.model_name)
    with _TURNS_GUARD:
        turns = _TURNS.setdefault(key, _Turns())
    member = _Member(database, embedder, update, changeset)
    turns.take(member, partial(_carry_out, database))
    return member.is_changed


def _carry_out(database: Database, group: Sequence[_Member]) -> None:
    with database.lock(WRITE_LOCK):
        ready = _ready(database, group)
        if ready:
            absorb(database)  # else a killed run's links would be compared twice
        if whole := [member for member in ready if not member.changeset.is_beside]:
            _bring_in(database, whole)
        for member in ready:
            if member.changeset.is_beside:
                _bring_in(database, [member])
    for member in ready:
        if member.database is not database:
            member.database.adopt_bookmarks(database)


def _ready(database: Database, group: Iterable[_Member]) -> list[_Member]:
    """The changes that are current, and do not touch what one before them does."""
    ready: list[_Member] = []
    touched: set[str] = set()
    for member in group:
        keys = member.changeset.conflict_keys
        if touched.isdisjoint(keys) and member.update.is_current(database, member.changeset):
            touched |= keys
            ready.append(member)
    return ready


def _bring_in(database: Database, members: Sequence[_Member]) -> None:
    """Compare what members want with the graph, and make it so: the stages diff and apply."""
    changesets = [member.changeset for member in members]
    embedder = members[0].embedder
    for member in members[1:]:
        embedder.learn(member.embedder)
    wanted = changesets[0].graph if len(changesets) == 1 else _united(changesets)
    ids = sorted({id_ for changeset in changesets for id_ in changeset.sources})
    stored = read_stored(database, ids) if ids else StoredRows()
    if changesets[0].is_beside:
        stored = stored.beside()
    else:
        stored = stored.own(wanted)
        keep_extracted(stored, wanted)
    diff = compare(stored, wanted, embedder.key)
    status = {id_: value for one in changesets for id_, value in one.status.items()}
    apply(database, diff, embedder, status)
    writes = Writes()
    for name, rows in (item for one in changesets for item in one.after.items()):
        writes.add(name, rows)
    writes.run(database)
    for member in members:
        member.is_changed = bool(diff)
        member.embedder.forget()


def _united(changesets: Iterable[Changeset[Any]]) -> GraphRows:
    united = GraphRows()
    for changeset in changesets:
        united.texts |= changeset.graph.texts
        united.statuses |= changeset.graph.statuses
        for kind, rows in changeset.graph.rows.items():
            united.rows.setdefault(kind, {}).update(rows)
    return united
