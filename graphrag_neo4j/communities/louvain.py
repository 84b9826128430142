"""Louvain in this process, for servers without Graph Data Science and for cutting communities.

Blondel, Guillaume, Lambiotte, Lefebvre (2008), "Fast unfolding of communities in large networks".
Nodes are visited in their order, not in one drawn by lot: the same graph gives the same
communities without a seed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from graphrag_neo4j.communities.entity_graph import EntityGraph, Partition
from graphrag_neo4j.communities.local_moving import local_moves


@dataclass(frozen=True, slots=True)
class _Part:
    """An undirected graph: for each node its neighbours with the weights of the edges to them, and
    its degree, in which a loop counts twice; the weight of all edges."""

    neighbours: Sequence[Sequence[tuple[int, float]]]
    degrees: Sequence[float]
    total_weight: float


def louvain(members: Sequence[int], graph: EntityGraph, gamma: float) -> list[list[list[int]]]:
    """The levels of the graph between ``members``, finest first: the members of each community,
    ascending. ``gamma``: the resolution."""
    groups = [[node] for node in members]
    part = _between(members, graph)
    levels: list[list[list[int]]] = []
    while part.total_weight:
        found = local_moves(range(len(groups)), part, gamma)
        numbers = {label: number for number, label in enumerate(dict.fromkeys(found))}
        if len(numbers) == len(groups):
            break
        labels = [numbers[label] for label in found]
        merged: list[list[int]] = [[] for _ in numbers]
        for group, label in zip(groups, labels, strict=True):
            merged[label] += group
        groups = merged
        levels.append(sorted(map(sorted, groups)))
        part = _condensed(part, labels, len(groups))
    return levels or [groups]


def _between(members: Sequence[int], graph: EntityGraph) -> _Part:
    """The part of the graph between ``members``, which are numbered anew."""
    numbers = {node: number for number, node in enumerate(members)}
    neighbours = [
        [(numbers[other], weight) for other, weight in graph.neighbours[node] if other in numbers]
        for node in members
    ]
    degrees = [sum(weight for _, weight in near) for near in neighbours]
    return _Part(neighbours, degrees, sum(degrees) / 2)


def _condensed(part: _Part, labels: Partition, n: int) -> _Part:
    """The graph between the ``n`` communities; what is inside of one counts in its degree."""
    ties = [defaultdict[int, float](float) for _ in range(n)]
    degrees = [0.0] * n
    for node, near in enumerate(part.neighbours):
        here = labels[node]
        degrees[here] += part.degrees[node]
        for other, weight in near:
            if labels[other] != here:
                ties[here][labels[other]] += weight
    return _Part([list(found.items()) for found in ties], degrees, part.total_weight)
