"""Moving single entities between communities until none gains by it."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence

from graphrag_neo4j.communities.entity_graph import EntityGraph, Partition

MIN_GAIN = 1e-9
"""In units of edge weight: below it, a gain is rounding."""


def settled(partition: Partition, graph: EntityGraph, gamma: float) -> Partition:
    """``partition`` after local moves, each community connected: a second call changes nothing.

    Communities keep their numbers; new ones get numbers above all others.
    """
    while True:
        moved = local_moves(partition, graph, gamma)
        partition = _connected(moved, graph)
        if partition == moved:
            return moved


def local_moves(partition: Partition, graph: EntityGraph, gamma: float) -> Partition:
    """Move single nodes while modularity grows; a node may also leave for one of its own."""
    labels = list(partition)
    weight_of = _degrees(labels, graph)
    scale = gamma / (2 * graph.total_weight) if graph.edges else 0.0
    unused = max(labels) + 1
    queue, queued = deque(range(len(labels))), [True] * len(labels)
    while queue:
        node = queue.popleft()
        queued[node] = False
        here, degree = labels[node], graph.degrees[node]
        weight_of[here] -= degree
        ties: dict[int, float] = defaultdict(float, {here: 0.0})
        for other, weight in graph.neighbours[node]:
            ties[labels[other]] += weight
        gains = {c: tie - scale * degree * weight_of[c] for c, tie in ties.items()}
        best = min(gains, key=lambda c: (-gains[c], c))
        if gains[best] <= gains[here] + MIN_GAIN:
            best = here
        if gains[best] < -MIN_GAIN:
            best, unused = unused, unused + 1
        weight_of[best] += degree
        if best == here:
            continue
        labels[node] = best
        for other, _ in graph.neighbours[node]:
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


def _degrees(labels: Partition, graph: EntityGraph) -> dict[int, float]:
    weight_of: dict[int, float] = defaultdict(float)
    for node, community in enumerate(labels):
        weight_of[community] += graph.degrees[node]
    return weight_of
