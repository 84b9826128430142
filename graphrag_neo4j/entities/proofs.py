"""Merges that rules made for what a text said, and that no text proves any more.

Names prove that they are spelled alike, as long as there are names. That "WPL" is the World Port
League a text has to say, that Wren is Ada Holm a note about her, and that Dr. Berg is Berg a source
that names both: when these are gone, a graph made anew would not have the merge.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.entities.acronyms import acronym_pairs, introduction
from graphrag_neo4j.entities.matching import decide, titled_pairs
from graphrag_neo4j.entities.resolvable import Pair, ResolvableEntity, pair
from graphrag_neo4j.model import UNKNOWN_TYPE

_BY_TEXT = ("acronym", "title", "alias")
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class UnprovenMerge:
    """A merged entity (its ``id`` and ``name`` of before) that no text shows to be ``into``."""

    id: str
    name: str
    into_id: str
    into: str


def unproven_merges(database: Database) -> list[UnprovenMerge]:
    """What rules would not merge now, of what they merged."""
    rows = database.read("entities/rule_merges", reasons=list(_BY_TEXT))
    return [
        merge
        for start in range(0, len(rows), _AT_ONCE)
        for merge in _unproven(database, rows[start : start + _AT_ONCE])
    ]


def _unproven(database: Database, groups: Sequence[Row]) -> Iterator[UnprovenMerge]:
    members = {group["id"]: _members(group) for group in groups}
    sources = _sources(database, members)
    said = _introduced(database, members, sources)
    for group in groups:
        own = members[group["id"]]
        titled = {pair(a.id, b.id) for a, b in titled_pairs(own) if sources[a.id] & sources[b.id]}
        spelled = {match.pair for match in decide(own, lambda _: {}, lambda _: ()).same}
        others = {
            pair(alias["id"], group["id"])
            for alias in group["merged"]
            if alias["decided_by"] != "rules"
        }
        tied = _tied(group["id"], titled | spelled | others | said[group["id"]])
        for alias in group["merged"]:
            if alias["decided_by"] == "rules" and alias["id"] not in tied:
                yield UnprovenMerge(alias["id"], alias["name"], group["id"], group["name"])


def _members(group: Row) -> list[ResolvableEntity]:
    """The entity and each that was merged into it, as they were alone."""
    called: dict[str, list[str]] = defaultdict(list)
    for said in group["said"]:
        called[said["id"]] += said["alias"].split("; ")
    return [
        ResolvableEntity(
            one["id"], one["name"], UNKNOWN_TYPE, 0, "", (one["id"],), (), tuple(called[one["id"]])
        )
        for one in (group, *group["merged"])
    ]


def _sources(
    database: Database, members: Mapping[str, Sequence[ResolvableEntity]]
) -> dict[str, set[str]]:
    rows = [{"id": one.id, "into": into} for into, own in members.items() for one in own]
    found = database.read("entities/sources_of_members", rows=rows)
    return {row["id"]: set(row["sources"]) for row in found}


def _introduced(
    database: Database,
    members: Mapping[str, Sequence[ResolvableEntity]],
    sources: Mapping[str, set[str]],
) -> dict[str, set[Pair]]:
    """Short and long names of each entity that a text of it introduces so."""
    rows: list[Row] = []
    pairs: list[tuple[str, Pair]] = []
    for into, own in members.items():
        for short, long in acronym_pairs(own):
            if sources[short.id] & sources[long.id]:
                pattern = f"(?s).*(?:{introduction(short, long)}).*"
                rows.append({"short": str(len(pairs)), "long": into, "pattern": pattern})
                pairs.append((into, pair(short.id, long.id)))
    found: dict[str, set[Pair]] = defaultdict(set)
    for row in database.read("entities/introduced_names", rows=rows) if rows else ():
        into, proven = pairs[int(row["short"])]
        found[into].add(proven)
    return found


def _tied(start: str, pairs: set[Pair]) -> set[str]:
    """All ids that a way of pairs leads to."""
    near: dict[str, set[str]] = defaultdict(set)
    for one, other in pairs:
        near[one].add(other)
        near[other].add(one)
    reached, front = {start}, [start]
    while front:
        new = near[front.pop()] - reached
        reached |= new
        front += new
    return reached
