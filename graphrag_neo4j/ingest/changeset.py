"""What a change of some sources is, from its preparation until the graph says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.ingest.rows import GraphRows

Basis = TypeVar("Basis")
"""What a change was decided from: read of the graph, and comparable."""


@dataclass(frozen=True, slots=True, eq=False)
class Changeset(Generic[Basis]):
    """What the graph is to say of some sources, prepared without the write lock.

    ``basis``: what it was decided from. ``conflict_keys``: names of what no other change of the
    group may touch. ``sources``: ids of those that the graph has, to compare with; ``is_beside``:
    only with what another engine said of them. ``status``: what each source then is. ``after``:
    rows to write last, by statement.
    """

    basis: Basis
    conflict_keys: frozenset[str]
    sources: Sequence[str]
    graph: GraphRows
    status: Mapping[str, str] = field(default_factory=dict)
    after: Mapping[str, Sequence[Row]] = field(default_factory=dict)
    is_beside: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to compare and nothing to write."""
        return not (self.sources or self.graph.rows or any(self.after.values()))


class SourceUpdate(Protocol[Basis]):
    """Something that wants to change what the graph says of some sources."""

    def prepare(self, database: Database) -> Changeset[Basis]:
        """The change, as the graph is now. Without the write lock: may read files, ask models."""
        ...

    def is_current(self, database: Database, changeset: Changeset[Basis]) -> bool:
        """Whether it would still be decided so. Under the write lock: reads the graph only."""
        ...
