"""``graph.schema``: constraints, indexes, and what kinds of things a graph has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphrag_neo4j.context import GraphContext
from graphrag_neo4j.database import migrations
from graphrag_neo4j.database.counts import node_counts, relationship_counts
from graphrag_neo4j.database.migrations import SchemaStatus
from graphrag_neo4j.results import Result, called
from graphrag_neo4j.vocabulary import Label

MOST_COUNTED = 100_000
"""Entities whose types are counted one by one."""


@dataclass(frozen=True, slots=True)
class SchemaChange(Result):
    """What bringing the schema up to date did: versions of the files ``applied`` now."""

    applied: tuple[str, ...]

    def summary(self) -> str:
        """One line for people."""
        return f"Applied: {', '.join(self.applied) or 'nothing, up to date'}."


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationshipCount(Result):
    """How many relationships of a type lead from one label to another, in stored direction
    (``from``, ``to`` and ``n`` in plain data)."""

    start: str = called("from")
    type: str
    end: str = called("to")
    count: int = called("n")


@dataclass(frozen=True, slots=True)
class SchemaDescription(Result):
    """What kinds of things a graph has, and how many of each; ``relation_types`` are those of
    RELATED, the relations between entities. The most frequent types come first. Of more than
    100,000 entities the types of one in ``one_in`` are counted, and of its relations: what is told
    of types is about right then, and rare ones may be missing."""

    labels: Mapping[str, int] = field(default_factory=dict)
    relationships: tuple[RelationshipCount, ...] = ()
    entity_types: Mapping[str, int] = field(default_factory=dict)
    relation_types: Mapping[str, int] = field(default_factory=dict)
    one_in: int = 1


class Schema:
    """The schema of a graph."""

    def __init__(self, context: GraphContext) -> None:
        self._context = context

    def apply(self) -> SchemaChange:
        """Create missing constraints and indexes.

        Raises :class:`SchemaError` when an applied file was edited, or when the graph was built
        with another embedding model.
        """
        return SchemaChange(tuple(self._context.apply_schema()))

    def status(self) -> SchemaStatus:
        """Schema versions applied and pending, and how the graph was embedded and made."""
        return migrations.status(self._context.database)

    def describe(self, *, limit: int = 50) -> SchemaDescription:
        """What kinds of things this graph has; of entity and relation types the ``limit`` most
        frequent."""
        database = self._context.database
        labels = node_counts(database)
        prefix = _sampled(labels.get(Label.ENTITY, 0))
        types = database.read("entities/type_counts", limit=limit, prefix=prefix)
        one_in = 16 ** len(prefix)
        return SchemaDescription(
            labels,
            tuple(map(RelationshipCount.of, relationship_counts(database))),
            {r["type"]: r["n"] * one_in for r in types if r["kind"] == "entity"},
            {r["type"]: r["n"] * one_in for r in types if r["kind"] == "relation"},
            one_in,
        )


def _sampled(n_entities: int) -> str:
    """What ids of entities begin with that are counted, so that they are not many more than
    :data:`MOST_COUNTED`."""
    prefix = ""
    while n_entities > MOST_COUNTED:
        prefix += "0"
        n_entities //= 16
    return prefix
