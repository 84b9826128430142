"""Entities as resolution sees them, and what it finds about two of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.entities.names import NameForm, take_apart
from graphrag_neo4j.model import UNKNOWN_TYPE

Pair = tuple[str, str]
"""Two entity ids, the smaller one first."""


def pair(one: str, other: str) -> Pair:
    """Two ids in order: which is which means nothing here."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True)
class ResolvableEntity:
    """An entity with all names that were merged into it; ``members`` are their ids and its own,
    ``aliases`` all that it is called besides, also what a text only says it is."""

    id: str
    name: str
    type: str
    chunk_count: int
    description: str
    members: tuple[str, ...]
    other_names: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()

    @classmethod
    def of(cls, row: Row) -> ResolvableEntity:
        """From a row of ``cypher/entities/resolvable_entities.cypher``."""
        merged = row["merged"]
        return cls(
            row["id"],
            row["name"],
            row["type"] or UNKNOWN_TYPE,
            row["chunk_count"] or 0,
            row["description"] or "",
            (row["id"], *(alias["id"] for alias in merged)),
            tuple(alias["name"] for alias in merged),
            tuple(row["aliases"]),
        )

    @cached_property
    def forms(self) -> tuple[NameForm, ...]:
        """Its names taken apart, its own first."""
        return tuple(dict.fromkeys(map(take_apart, (self.name, *self.other_names))))

    @cached_property
    def legal(self) -> frozenset[str]:
        """Legal forms that its names give."""
        return frozenset(form.legal for form in self.forms if form.legal)

    @cached_property
    def titles(self) -> frozenset[str]:
        """Titles that its names give."""
        return frozenset(form.title for form in self.forms if form.title)

    @property
    def is_typed(self) -> bool:
        return self.type != UNKNOWN_TYPE


def types_contradict(one: ResolvableEntity, other: ResolvableEntity) -> bool:
    """Two known types that differ; an unknown one contradicts nothing."""
    return one.is_typed and other.is_typed and one.type.casefold() != other.type.casefold()


def names_contradict(one: ResolvableEntity, other: ResolvableEntity) -> bool:
    """Acme Inc. is not Acme GmbH, Mr. Berg not Mrs. Berg, and Apollo 11 not Apollo 13."""
    return (
        _differ(one.legal, other.legal)
        or _differ(one.titles, other.titles)
        or _differ([one.forms[0].digits], [other.forms[0].digits])
    )


def contradict(one: ResolvableEntity, other: ResolvableEntity) -> bool:
    """Whether rules may not make them one."""
    return types_contradict(one, other) or names_contradict(one, other)


def _differ(one: Iterable[object], other: Iterable[object]) -> bool:
    """Whether both say something, and not the same."""
    first, second = {*filter(None, one)}, {*filter(None, other)}
    return bool(first and second) and first != second


@dataclass(frozen=True, slots=True)
class Match:
    """Somebody's word that two entities are the same. ``by``: "rules" or "llm"."""

    pair: Pair
    reason: str
    by: str = "rules"
