"""What a report is written from, read for many communities at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.model import DEFAULT_RELATION_TYPE, UNKNOWN_TYPE

ENTITIES_PER_READ = 5_000
COMMUNITIES_PER_READ = 200
STATEMENTS = 40
"""Statements read per community, those that mention most of its entities first."""
OUTWARD = 10
"""Relations read per community that lead out of it, the strongest first."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A community as the database has it, without its members."""

    id: str
    level: int
    size: int
    children: tuple[str, ...]
    input_hash: str | None
    written_by: str | None
    outdated: bool


@dataclass(frozen=True, slots=True)
class EntityIn:
    """A member. ``degree``: its relations inside the community; ``child``: its sub-community."""

    id: str
    name: str
    type: str
    description: str
    degree: int
    child: str | None


@dataclass(frozen=True, slots=True)
class RelationIn:
    """A relation of a member, in its stored direction; ends are entity ids, ``evidence`` ids of
    some statements that say so."""

    source: str
    target: str
    source_name: str
    target_name: str
    type: str
    description: str
    weight: float
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimIn:
    """A claim that concerns a member; ``about`` are ids of members."""

    id: str
    subject: str
    object: str
    type: str
    status: str
    description: str
    start_date: str
    end_date: str
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StatementIn:
    """A statement; ``mentions`` are ids of members."""

    id: str
    text: str
    mentions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SubReport:
    """The report of a sub-community, as its parent's report is given it."""

    id: str
    size: int
    title: str
    summary: str
    full_content: str


@dataclass(frozen=True, slots=True)
class CommunityInput:
    """All that a report may say of one community; each list in order of importance.

    ``relations`` join members; ``outward``: a few that join a member to an entity outside.
    """

    community: Stored
    entities: list[EntityIn] = field(default_factory=list)
    relations: list[RelationIn] = field(default_factory=list)
    claims: list[ClaimIn] = field(default_factory=list)
    statements: list[StatementIn] = field(default_factory=list)
    reports: list[SubReport] = field(default_factory=list)
    outward: list[RelationIn] = field(default_factory=list)


def read_communities(database: Database) -> list[list[Stored]]:
    """All communities, level by level from 0 up."""
    levels: dict[int, list[Stored]] = defaultdict(list)
    for row in database.read("communities/communities_to_report"):
        row["children"] = tuple(row["children"])
        levels[row["level"]].append(Stored(**row))
    return [levels[level] for level in sorted(levels)]


def read_inputs(database: Database, communities: Sequence[Stored]) -> Iterator[CommunityInput]:
    """The inputs of these communities, read in batches: six queries for each batch."""
    for batch in _batches(communities):
        yield from _read_batch(database, batch)


def _read_batch(database: Database, batch: Sequence[Stored]) -> list[CommunityInput]:
    inputs = {community.id: CommunityInput(community) for community in batch}
    ids = list(inputs)
    child_of = {child: c.id for c in batch for child in c.children}
    for row in database.read("communities/input_entities", ids=ids):
        row["type"] = row["type"] or UNKNOWN_TYPE
        inputs[row.pop("community")].entities.append(EntityIn(**_filled(row, keep="child")))
    for row in database.read("communities/input_relations", ids=ids):
        inputs[row.pop("community")].relations.append(_relation(row))
    for row in database.read("communities/input_outward", ids=ids, limit=OUTWARD):
        inputs[row.pop("community")].outward.append(_relation(row))
    for row in database.read("communities/input_claims", ids=ids):
        row["about"] = tuple(row["about"])
        inputs[row.pop("community")].claims.append(ClaimIn(**_filled(row)))
    for row in database.read("communities/input_statements", ids=ids, limit=STATEMENTS):
        statement = StatementIn(row["id"], row["text"], tuple(row["mentions"]))
        inputs[row["community"]].statements.append(statement)
    for row in database.read("communities/reports", ids=list(child_of)):
        inputs[child_of[row["id"]]].reports.append(SubReport(**_filled(row)))
    return list(inputs.values())


def _relation(row: Row) -> RelationIn:
    row["type"] = row["type"] or DEFAULT_RELATION_TYPE
    row["evidence"] = tuple(row["evidence"])
    return RelationIn(**_filled(row))


def _filled(row: Row, keep: str = "") -> dict[str, Any]:
    """Missing texts as empty ones."""
    return {k: "" if v is None and k != keep else v for k, v in row.items()}


def _batches(communities: Sequence[Stored]) -> Iterator[list[Stored]]:
    batch: list[Stored] = []
    size = 0
    for community in communities:
        full = len(batch) >= COMMUNITIES_PER_READ or size + community.size > ENTITIES_PER_READ
        if batch and full:
            yield batch
            batch, size = [], 0
        batch.append(community)
        size += community.size
    if batch:
        yield batch
