"""Facts of which not all can hold: two values where there is one, a thing said and denied.

Nothing is decided here: a town may lie in two, a law may change. What is found is for a person to
look at, with the sentences that say it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.extract.relation_types import stems

SINGLE_TYPES = frozenset(
    """
    BORN BORN_IN BORN_ON BORN_AT BIRTHPLACE PLACE_OF_BIRTH DATE_OF_BIRTH BIRTH_DATE
    DIED DIED_IN DIED_ON DIED_AT PLACE_OF_DEATH DATE_OF_DEATH DEATH_DATE BURIED_IN BURIED_AT
    FOUNDED_IN FOUNDED_ON ESTABLISHED_IN ESTABLISHED_ON INCORPORATED_IN INCORPORATED_ON
    OPENED_IN OPENED_ON BUILT_IN COMPLETED_IN DISSOLVED_IN DISSOLVED_ON
    HEADQUARTERED_IN HEADQUARTERS_IN
    """.split()
)
"""Relation types of which a thing has one value, at most one for each kind of value."""

_DENIED = "NOT_"
_PLACED = re.compile(r"_(?:IN|ON|AT)\Z")
_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_Value = tuple[str, str]
"""What two values are compared by: their kind ("year", "number" or "entity"), and which."""


@dataclass(slots=True)
class _Side:
    text: str
    facts: list[str] = field(default_factory=list)
    object_id: str | None = None


@dataclass(frozen=True, slots=True)
class _Case:
    entity_id: str
    entity: str
    type: str
    sides: tuple[_Side, ...]


def find(database: Database, own_types: Collection[str] = ()) -> list[Row]:
    """Disagreements between different sources, of the entities mentioned most first.

    ``own_types``: relation types that hold one value, beside :data:`SINGLE_TYPES`.
    """
    types = sorted(SINGLE_TYPES.union(own_types))
    cases = list(_cases(database.read("entities/contrary_facts", types=types)))
    sides = [side for case in cases for side in case.sides]
    known = {
        row["id"]: row
        for row in database.read(
            "entities/fact_evidence",
            ids=sorted({id_ for side in sides for id_ in side.facts}),
            objects=sorted({side.object_id for side in sides if side.object_id}),
        )
    }
    return [row for case in cases if (row := _row(case, known))]


def _cases(rows: Iterable[Row]) -> Iterator[_Case]:
    for row in rows:
        about = row["entity_id"], row["entity"]
        if row["is_denial"]:
            said, denied = row["facts"]
            type_ = said["type"]
            if _is_same_type(type_, denied["type"].removeprefix(_DENIED)):
                sides = tuple(_Side(fact["text"], [fact["id"]]) for fact in (said, denied))
                yield _Case(*about, type_, sides)
            continue
        for (type_, _), values in sorted(_by_kind(row["facts"]).items()):
            if len(values) > 1:
                yield _Case(*about, type_, tuple(values[key] for key in sorted(values)))


def _by_kind(facts: Iterable[Row]) -> dict[tuple[str, str], dict[str, _Side]]:
    """Values by relation type and kind, as only values of one kind can be compared; facts that
    give the same value are one side."""
    found: dict[tuple[str, str], dict[str, _Side]] = {}
    for fact in facts:
        if (value := _value_of(fact)) is None:
            continue
        kind, which = value
        sides = found.setdefault((_PLACED.sub("", fact["type"]), kind), {})
        object_id = fact["object_id"] if kind == "entity" else None
        side = sides.setdefault(which, _Side(fact["text"], [], object_id))
        side.facts.append(fact["id"])
    return found


def _value_of(fact: Row) -> _Value | None:
    """None for words that say no number: nobody can tell by rules whether two of them differ."""
    if year := _YEAR.search(fact["value"]):
        return "year", year[0]
    if number := _NUMBER.search(fact["value"]):
        return "number", number[0].replace(",", "")
    return ("entity", fact["object_id"]) if fact["object_id"] else None


def _is_same_type(said: str, denied: str) -> bool:
    """Whether two types differ in their inflection alone: ACQUIRED and (NOT_)ACQUIRE."""
    one, other = said.lower().split("_"), denied.lower().split("_")
    return len(one) == len(other) and all(
        not stems(a).isdisjoint(stems(b)) for a, b in zip(one, other, strict=True)
    )


def _row(case: _Case, known: dict[str, Row]) -> Row | None:
    """The case with its evidence; None if one source alone says it, or values go together."""
    sides = _apart(case.sides, known)
    sources = {id_ for side in sides for fact in side.facts for id_ in known[fact]["sources"]}
    if len(sides) < 2 or len(sources) < 2:
        return None
    return {
        "entity_id": case.entity_id,
        "entity": case.entity,
        "type": case.type,
        "sides": [
            {
                "text": side.text,
                "fact_ids": side.facts,
                "statements": [s for fact in side.facts for s in known[fact]["statements"]],
            }
            for side in sides
        ],
    }


def _apart(sides: tuple[_Side, ...], known: dict[str, Row]) -> list[_Side]:
    """Those that contradict another: a town and the country that it is related to go together."""
    related = {
        side.object_id: {id_ for fact in side.facts for id_ in known[fact]["related"]}
        for side in sides
    }
    apart = [
        {id(one), id(other)}
        for one, other in combinations(sides, 2)
        if other.object_id is None or other.object_id not in related[one.object_id]
    ]
    kept: set[int] = set().union(*apart)
    return [side for side in sides if id(side) in kept]
