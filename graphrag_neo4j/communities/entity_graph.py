"""The entity graph as clustering sees it: undirected, weighted, its nodes in the order of ids.

This form exists for clustering only; nothing of it is written back. Numbering the entities by
their sorted ids makes it the same for the same content, whatever order it was ingested in.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.ids import make_id

Edge = tuple[int, int, float]
"""Two different node numbers, the smaller first, and a positive weight."""
PAGE = 5_000
"""Entities in one row of what is read: a row costs as much as some hundred values."""
Partition = list[int]
"""For each node the number of its community."""


@dataclass(frozen=True)
class EntityGraph:
    """``ids`` and ``names`` by node number; ``edges`` sorted, one per joined pair."""

    ids: Sequence[str]
    names: Sequence[str]
    edges: Sequence[Edge]

    @cached_property
    def neighbours(self) -> list[list[tuple[int, float]]]:
        """For each node its neighbours with the weights of the edges to them."""
        found: list[list[tuple[int, float]]] = [[] for _ in self.ids]
        for a, b, weight in self.edges:
            found[a].append((b, weight))
            found[b].append((a, weight))
        return found

    @cached_property
    def degrees(self) -> list[float]:
        """For each node the sum of its edges' weights."""
        return [math.fsum(weight for _, weight in near) for near in self.neighbours]

    @cached_property
    def total_weight(self) -> float:
        """Sum of all edges' weights."""
        return math.fsum(weight for _, _, weight in self.edges)

    @cached_property
    def key(self) -> str:
        """Hash of the content."""
        edges = (f"{a} {b} {weight!r}" for a, b, weight in self.edges)
        return make_id("entity graph", *self.ids, *edges)

    @cached_property
    def _columns(self) -> tuple[Any, Any, Any]:
        """The edges as arrays of their ends and weights."""
        import numpy as np

        starts, ends, weights = zip(*self.edges, strict=True)
        return np.array(starts), np.array(ends), np.array(weights)

    def compute(self) -> None:
        """Compute all but the quality of a partition now, which else waits for its first use."""
        _ = self.degrees, self.total_weight, self.key
        if self.edges:
            _ = self._columns

    def quality(self, partition: Partition) -> tuple[float, float]:
        """Modularity (Newman 2004, resolution 1) and coverage: share of weight inside."""
        if not self.edges:
            return 0.0, 0.0
        import numpy as np

        community_of = np.array(partition)
        starts, ends, weights = self._columns
        is_inside = community_of[starts] == community_of[ends]
        coverage = math.fsum(weights[is_inside].tolist()) / self.total_weight
        degree_of = np.bincount(community_of, self.degrees)
        expected = math.fsum(((degree_of / (2 * self.total_weight)) ** 2).tolist())
        return coverage - expected, coverage


def read_entity_graph(database: Database, *, comention_weight: float) -> EntityGraph:
    """Read all entities, their relations and, if they weigh anything, who is named with whom.

    The weights of all relations between two entities are added up, whatever their types and
    directions; a missing weight counts 1, one that is not a positive number 0, and self-loops
    do not count. A pair that is named together adds ``comention_weight`` for each such chunk, times
    the weight of its ``CO_OCCURS_WITH``.
    """
    entities = database.read("communities/entities", page=PAGE)
    nodes = (node for row in entities for node in row["nodes"])
    numbers = {node: number for number, node in enumerate(nodes)}
    ties = [(row, 1.0) for row in database.read("communities/relation_weights", page=PAGE)]
    if comention_weight:
        pairs = database.read("communities/neighbours", page=PAGE)
        ties += [(row, comention_weight) for row in pairs]
    ids = [id_ for row in entities for id_ in row["ids"]]
    names = [name for row in entities for name in row["names"]]
    return EntityGraph(ids, names, edges_of(numbers, ties))


def edges_of(numbers: dict[int, int], ties: Sequence[tuple[Row, float]]) -> list[Edge]:
    """One edge per pair. ``numbers``: by those of the server; ``ties``: rows of ``nodes``, what
    each is tied to (``others``) and the ``weights``, and a factor of the weights."""
    import numpy as np

    def numbered(name: str) -> Any:
        return np.array([numbers.get(one, -1) for row, _ in ties for one in row[name]], dtype=int)

    starts, ends = numbered("nodes"), numbered("others")
    weights = np.array([weight for row, _ in ties for weight in row["weights"]], dtype=float)
    weights *= np.repeat([factor for _, factor in ties], [len(row["weights"]) for row, _ in ties])
    # -1: written since the entities were read
    wanted = (starts >= 0) & (ends >= 0) & (starts != ends) & (weights > 0) & np.isfinite(weights)
    starts, ends, weights = starts[wanted], ends[wanted], weights[wanted]
    a, b = np.minimum(starts, ends), np.maximum(starts, ends)
    if not len(a):
        return []
    order = np.lexsort((weights, b, a))  # a sum depends on the order of its parts
    a, b, weights = a[order], b[order], weights[order]
    first = np.flatnonzero(np.r_[True, (a[1:] != a[:-1]) | (b[1:] != b[:-1])])
    sums = np.add.reduceat(weights, first)
    return list(zip(a[first].tolist(), b[first].tolist(), sums.tolist(), strict=True))
