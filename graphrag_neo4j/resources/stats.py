"""What ``graph.stats()`` counts and ``graph.problems()`` lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from graphrag_neo4j.database import migrations
from graphrag_neo4j.database.counts import node_counts, relationship_counts
from graphrag_neo4j.llm.usage_total import UsageTotals, spent
from graphrag_neo4j.results import Result
from graphrag_neo4j.vocabulary import LABELS

if TYPE_CHECKING:
    from graphrag_neo4j.database.connection import Database


@dataclass(frozen=True, slots=True)
class LevelStats(Result):
    """A level of the communities (0 = most granular): ``communities`` of several entities, the
    ``largest``, entities ``alone`` (told of level 0), how good the division is (None if nobody
    measured it), and its reports: fresh, stale (the graph under them changed) or missing."""

    level: int
    communities: int
    largest: int
    alone: int
    reports_fresh: int
    reports_stale: int
    reports_missing: int
    modularity: float | None = None
    coverage: float | None = None


@dataclass(frozen=True, slots=True)
class CommunityStats(Result):
    """``method``: "leiden", "louvain" or "none"; None before the first detection."""

    method: str | None = None
    levels: tuple[LevelStats, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphStats(Result):
    """How much is in a graph, how it was made, what it cost.

    ``nodes`` by label, ``relationships`` by type; ``embed_model`` and ``dimensions`` of its
    vectors; ``made_with``: settings by name; ``llm``: what LLM calls used so far, in all runs;
    ``neo4j``: version of the server; ``vectors_waiting``: entities whose vectors are made by the
    first search that needs them. The defaults are those of a graph that was never made.
    """

    nodes: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(LABELS, 0))
    relationships: Mapping[str, int] = field(default_factory=dict)
    communities: CommunityStats = field(default_factory=CommunityStats)
    embed_model: str | None = None
    dimensions: int | None = None
    made_with: Mapping[str, Any] = field(default_factory=dict)
    llm: UsageTotals = field(default_factory=UsageTotals)
    neo4j: str | None = None
    vectors_waiting: int = 0


@dataclass(frozen=True, slots=True)
class ChunkProblem(Result):
    """A chunk (its source's ``uri`` and ``position`` in it) that could not be extracted ("failed",
    after so many ``attempts``), is still to do ("pending"), or is "done" but for records of the
    answer that could not be used (``quarantine``); or a file that the last run could not read
    ("unreadable", without a position), of which so many ``statements`` of before stay."""

    uri: str
    position: int | None
    status: Literal["failed", "pending", "done", "unreadable"]
    reason: str | None
    attempts: int | None
    quarantine: tuple[str, ...]
    statements: int = 0


def stats_of(database: Database) -> GraphStats:
    """The figures of a database; counts come from its count store."""
    status = migrations.status(database)
    relationships: Counter[str] = Counter()
    for row in relationship_counts(database):
        relationships[row["type"]] += row["n"]
    return GraphStats(
        node_counts(database),
        dict(relationships),
        _communities(database),
        status.embed_model,
        status.dimensions,
        status.made_with,
        spent(database),
        database.version.text,
        database.read("entities/stale_vector_count")[0]["n"],
    )


def _communities(database: Database) -> CommunityStats:
    record = next(iter(database.read("communities/last_detection")), None)
    levels = database.read("communities/levels")
    for row in levels:
        for name in ("modularity", "coverage"):
            known = record[name] if record else []
            row[name] = known[row["level"]] if row["level"] < len(known) else None
    return CommunityStats(record["method"] if record else None, tuple(map(LevelStats.of, levels)))
