"""Moving single entities between communities until none gains by it."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from typing import Protocol

from graphrag_neo4j.communities.entity_graph import EntityGraph, Partition

MIN_GAIN = 1e-9
"""In units of edge weight: below it, a gain is rounding."""


class Weighted(Protocol):
    """An undirected graph: for each node its neighbours, other than itself, with the weights of the
    edges to them, and the sum of all its edges' weights; and the weight of all edges."""

    @property
    def neighbours(self) -> Sequence[Sequence[tuple[int, float]]]: ...

    @property
    def degrees(self) -> Sequence[float]: ...

    @property
    def total_weight(self) -> float: ...


def settled(partition: Partition, graph: EntityGraph, gamma: float) -> Partition:
    """``partition`` after local moves, each community connected: a second call changes nothing.

    Communities keep their numbers; new ones get numbers above all others.
    """
    while True:
        moved = local_moves(partition, graph, gamma)
        partition = _connected(moved, graph)
        if partition == moved:
            return moved


def local_moves(partition: Sequence[int], graph: Weighted, gamma: float) -> Partition:
    """Move single nodes while modularity grows; a node may also leave for one of its own."""
    labels = list(partition)
    neighbours, degrees = graph.neighbours, graph.degrees
    weight_of = _degrees(labels, graph)
    scale = gamma / (2 * graph.total_weight) if graph.total_weight else 0.0
    unused = max(labels) + 1
    queue, queued = deque(range(len(labels))), [True] * len(labels)
    while queue:
        node = queue.popleft()
        queued[node] = False
        here, degree = labels[node], degrees[node]
        weight_of[here] -= degree
        ties = {here: 0.0}
        for other, weight in neighbours[node]:
            label = labels[other]
            ties[label] = ties.get(label, 0.0) + weight
        stays = ties[here] - scale * degree * weight_of[here]
        best, gain = here, stays
        for label, tie in ties.items():
            its = tie - scale * degree * weight_of[label]
            if its > gain or (its == gain and label < best):
                best, gain = label, its
        if gain <= stays + MIN_GAIN:
            best, gain = here, stays
        if gain < -MIN_GAIN:
            best, unused = unused, unused + 1
        weight_of[best] += degree
        if best == here:
            continue
        labels[node] = best
        for other, _ in neighbours[node]:
            if labels[other] != best and not queued[other]:
                queue.append(other)
                queued[other] = True
    return labels


def parts_of(members: Sequence[int], graph: EntityGraph) -> list[list[int]]:
    """The connected parts of the graph between ``members``."""
    left, parts = set(members), []
    for start in sorted(members):
        if start not in left:
            continue
        left.discard(start)
        part, edge = [start], [start]
        while edge:
            near = [b for b, _ in graph.neighbours[edge.pop()] if b in left]
            left.difference_update(near)
            part += near
            edge += near
        parts.append(sorted(part))
    return parts


def _connected(labels: Partition, graph: EntityGraph) -> Partition:
    """Where a move tore a community apart, all but its largest part get numbers of their own."""
    members: dict[int, list[int]] = defaultdict(list)
    for node, community in enumerate(labels):
        members[community].append(node)
    unused = max(members) + 1
    result = list(labels)
    for nodes in members.values():
        parts = sorted(parts_of(nodes, graph), key=len, reverse=True)
        for part in parts[1:]:
            for node in part:
                result[node] = unused
            unused += 1
    return result


def _degrees(labels: Partition, graph: Weighted) -> dict[int, float]:
    weight_of: dict[int, float] = defaultdict(float)
    for community, degree in zip(labels, graph.degrees, strict=True):
        weight_of[community] += degree
    return weight_of
