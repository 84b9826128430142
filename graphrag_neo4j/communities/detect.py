"""Finds the communities of the entity graph and keeps them in the database."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from graphrag_neo4j.communities import clustering, store
from graphrag_neo4j.communities.entity_graph import EntityGraph, read_entity_graph
from graphrag_neo4j.communities.hierarchy import Hierarchy, build, communities_of
from graphrag_neo4j.communities.incremental import updated
from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.errors import EMPTY_GRAPH, DatabaseError
from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.progress import Progress
from graphrag_neo4j.results import Result, counted
from graphrag_neo4j.settings import Settings

log = logging.getLogger(__name__)

MAX_MODULARITY_LOSS = 0.05
"""An updated hierarchy that is worse than the last full one by more is found anew."""

_LOCK = "communities"
_CUTS = 2
"""Changes with the way in which communities are cut: else those of before would be cut anew."""

How = Literal["unchanged", "updated", "new"]
Method = Literal["leiden", "louvain", "none"]


@dataclass(frozen=True)
class Level(Result):
    """A level of the hierarchy: ``communities`` of several entities.

    ``alone``: entities that are in none of these (each has a community of its own on level 0).
    Coverage is the share of edge weight inside communities.
    """

    level: int
    communities: int
    largest: int
    alone: int
    modularity: float
    coverage: float


@dataclass(frozen=True)
class Detection(Result):
    """What a detection did.

    ``how``: "new" from scratch, "updated" from the last communities, or "unchanged" when
    neither graph nor settings did. ``edges``: joined pairs. ``method``: "none" without edges.
    """

    how: How
    method: Method
    entities: int
    edges: int
    levels: tuple[Level, ...]
    added: int
    removed: int
    kept: int

    def summary(self) -> str:
        """For people, one line per level."""
        what = {
            "unchanged": "Nothing changed since the last detection.",
            "updated": "The communities were brought up to date.",
            "new": "The communities were found from scratch.",
        }[self.how]
        if self.method == "louvain":
            what += " By Louvain in this process: the server has no Graph Data Science."
        lines = [
            f"{what} {counted(self.entities, 'entity')}, {counted(self.edges, 'edge')}; "
            f"{counted(self.added, 'community')} added, {self.removed:,} removed, "
            f"{self.kept:,} kept."
        ]
        lines += [
            f"level {x.level}: {counted(x.communities, 'community')}, "
            f"the largest of {x.largest:,}, {counted(x.alone, 'entity')} alone; "
            f"modularity {x.modularity:.3f}, coverage {x.coverage:.1%}"
            for x in self.levels
        ]
        return "\n".join(lines)


def detect(
    database: Database, settings: Settings, progress: Progress, *, fresh: bool = False
) -> Detection:
    """Find communities and write what differs from the stored ones.

    From scratch the outcome depends on the graph's content and the settings alone. After a
    small change (at most ``community_update_share`` of the entities since the last time from
    scratch) the stored communities are brought up to date instead, so that the rest keeps its
    ids and reports; ``fresh`` starts from scratch all the same. A second detection waits.
    Raises :class:`DatabaseError` for a graph without entities.
    """
    clustering.begin_import()
    with database.lock(_LOCK), progress.task("Finding communities", 4) as advance:
        graph = read_entity_graph(database, comention_weight=settings.comention_weight)
        advance(1)
        if not graph.ids:
            return _nothing(database)
        method = _method(database, graph)
        parameters = _parameters(settings, method)
        last = store.last_detection(database)
        if last and last["parameters"] != parameters:
            last = None
        hierarchy, changed = None, 0
        if last and not fresh:
            if last["key"] == graph.key and _is_complete(database, graph):
                return _unchanged(database, graph, last, method)
            hierarchy, changed = _continued(database, graph, last, settings)
        how: How = "updated" if hierarchy else "new"
        if not hierarchy:
            hierarchy = build(_clusters(database, graph, method, settings), graph, settings)
        advance(1)
        communities = communities_of(hierarchy, graph)
        anchor = last["anchor"] if last and how == "updated" else None
        record = {
            **_quality(graph, hierarchy, anchor),
            "key": graph.key,
            "parameters": parameters,
            "method": method,
            "base": hierarchy.base,
            "entities": len(graph.ids),
            "changed": changed,
        }
        advance(1)
        changes = store.write(database, graph, communities, record)
        advance(1)
    sizes = [(c.level, len(c.members)) for c in communities]
    result = Detection(
        how, method, len(graph.ids), len(graph.edges), _levels(sizes, record),
        changes.added, changes.removed, changes.kept,
    )  # fmt: skip
    log.info("communities: %s", result.summary())
    return result


def _quality(graph: EntityGraph, hierarchy: Hierarchy, anchor: float | None) -> Row:
    """Modularity and coverage of each level, and with what modularity an update is compared:
    ``anchor``, or the best one here without it."""
    quality = [graph.quality(level) for level in hierarchy.levels]
    modularity = [modularity for modularity, _ in quality]
    return {
        "modularity": modularity,
        "coverage": [coverage for _, coverage in quality],
        "anchor": max(modularity) if anchor is None else anchor,
    }


def _method(database: Database, graph: EntityGraph) -> Method:
    if not graph.edges:
        return "none"
    if clustering.has_gds(database):
        return "leiden"
    log.warning("The server has no Graph Data Science: Louvain in this process instead.")
    return "louvain"


def _clusters(
    database: Database, graph: EntityGraph, method: Method, settings: Settings
) -> list[list[int]]:
    if method == "leiden":
        return clustering.leiden(database, graph, settings)
    if method == "louvain":
        return clustering.louvain(graph, settings)
    return [list(range(len(graph.ids)))]


def _parameters(settings: Settings, method: Method) -> str:
    """Hash of all that the outcome depends on besides the graph."""
    names = ("gamma", "theta", "tolerance", "max_levels", "seed")
    values = [getattr(settings, f"community_{name}") for name in names]
    rest = [settings.max_community_size, settings.comention_weight, _CUTS]
    return content_hash(json.dumps([method, *values, *rest]))


def _continued(
    database: Database, graph: EntityGraph, last: Row, settings: Settings
) -> tuple[Hierarchy | None, int]:
    """The last hierarchy brought up to date, unless too much changed; and how much did."""
    levels = store.read_levels(database, graph)
    if not levels:
        return None, 0
    known = sum(community is not None for community in levels[0])
    changed = last["changed"] + (len(graph.ids) - known) + (last["entities"] - known)
    if changed > settings.community_update_share * len(graph.ids):
        return None, 0
    hierarchy = updated(levels, last["base"], graph, settings)
    best = max(graph.quality(level)[0] for level in hierarchy.levels)
    if best < last["anchor"] - MAX_MODULARITY_LOSS:
        return None, 0
    return hierarchy, changed


def _is_complete(database: Database, graph: EntityGraph) -> bool:
    """Whether nobody took communities or memberships away since, and none is a mere copy."""
    stored = database.read("communities/stored_communities")
    top = max((row["level"] for row in stored), default=0)
    return sum(row["members"] for row in stored if row["level"] == 0) == len(graph.ids) and all(
        row["members"] == row["size"] and (row["level"] == 0 or row["size"] > 1)
        and (row["parent"] is not None or row["level"] == top or row["size"] == 1)
        for row in stored
    )  # fmt: skip


def _unchanged(database: Database, graph: EntityGraph, last: Row, method: Method) -> Detection:
    stored = database.read("communities/stored_communities")
    levels = _levels([(row["level"], row["size"]) for row in stored], last)
    return Detection(
        "unchanged", method, len(graph.ids), len(graph.edges), levels, 0, 0, len(stored)
    )


def _nothing(database: Database) -> Detection:
    """A graph without entities: its last communities go."""
    stored = database.read("communities/stored_communities")
    if not stored:
        raise DatabaseError(
            "The graph has no entities yet, so there are no communities.", EMPTY_GRAPH[1]
        )
    database.write("communities/begin_detection")
    database.write("communities/delete_communities", ids=[row["id"] for row in stored])
    return Detection("new", "none", 0, 0, (), 0, len(stored), 0)


def _levels(sizes: Sequence[tuple[int, int]], record: Row) -> tuple[Level, ...]:
    by_level: dict[int, list[int]] = {}
    for level, size in sizes:
        by_level.setdefault(level, []).append(size)
    return tuple(
        Level(
            level,
            sum(size > 1 for size in found),
            max(found),
            record["entities"] - sum(size for size in found if size > 1),
            record["modularity"][level],
            record["coverage"][level],
        )
        for level, found in sorted(by_level.items())
    )
