"""A small change of the graph moves few entities: the hierarchy goes on from the last one.

The same idea as seeding Leiden with the last communities (dynamic community detection; Sahu
2024 calls it "naive-dynamic"), done here because GDS's ``seedProperty`` starts the first level
only and lays out all upper levels anew. Entities new or badly placed now move, one at a time,
to the neighbouring community with the highest gain of modularity, as in Leiden's first phase;
every other community keeps its members and its parent.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from graphrag_neo4j.communities.clustering import split
from graphrag_neo4j.communities.entity_graph import EntityGraph, Partition
from graphrag_neo4j.communities.hierarchy import Hierarchy, groups, split_large
from graphrag_neo4j.communities.local_moving import MIN_GAIN, settled
from graphrag_neo4j.settings import Settings

Known = Sequence[int | None]
"""For each node its community in the last hierarchy, None for a new entity."""


def updated(
    levels: Sequence[Known], base: int, graph: EntityGraph, settings: Settings
) -> Hierarchy:
    """The hierarchy of ``graph`` that follows from the ``levels`` of the last one.

    ``base`` is that of the last hierarchy. Community numbers are unique within a level. Which
    entities are new makes no difference to the order of work, which is that of the ids.
    """
    gamma = settings.community_gamma
    moved = settled(_singletons(levels[base]), graph, gamma)
    tree = [moved]
    for level in range(base + 1, len(levels)):
        tree.append(_lift(tree[-1], levels[level - 1], levels[level], graph, gamma))
    if base:
        tree.insert(0, _pieces(levels[0], levels[base], moved, graph, settings))
        return Hierarchy(tree, base)
    return Hierarchy([split_large(moved, graph, settings), *tree[1:]])


def _singletons(known: Known) -> Partition:
    """New entities start on their own."""
    unused = max((c for c in known if c is not None), default=-1) + 1
    labels = []
    for community in known:
        labels.append(unused if community is None else community)
        unused += community is None
    return labels


def _lift(
    below: Partition, known_below: Known, known: Known, graph: EntityGraph, gamma: float
) -> Partition:
    """The level above ``below``: known communities keep their parents, new ones find one.

    ``known_below`` and ``known`` are the two levels of the last hierarchy.
    """
    parent = {
        child: above
        for child, above in zip(known_below, known, strict=True)
        if child is not None and above is not None
    }
    children = groups(below)
    labels: list[int | None] = [parent.get(child) for child in below]
    weight_of: dict[int, float] = defaultdict(float)
    for node, label in enumerate(labels):
        if label is not None:
            weight_of[label] += graph.degrees[node]
    scale = gamma / (2 * graph.total_weight) if graph.edges else 0.0
    unused = max(parent.values(), default=-1) + 1
    for members in children.values():
        if labels[members[0]] is not None:
            continue
        ties: dict[int, float] = defaultdict(float)
        for node in members:
            for other, weight in graph.neighbours[node]:
                near = labels[other]
                if near is not None:
                    ties[near] += weight
        degree = sum(graph.degrees[node] for node in members)
        gains = {c: tie - scale * degree * weight_of[c] for c, tie in ties.items()}
        best = min(gains, key=lambda c: (-gains[c], c), default=unused)
        if gains.get(best, 0.0) <= MIN_GAIN:
            best, unused = unused, unused + 1
        for node in members:
            labels[node] = best
        weight_of[best] += degree
    return [label for label in labels if label is not None]


def _pieces(
    known_pieces: Known, known_base: Known, base: Partition, graph: EntityGraph, settings: Settings
) -> Partition:
    """The level below the base: pieces stay, who came joins the piece with most ties to it."""
    labels: Partition = [0] * len(base)
    sizes = Counter(known_pieces)
    number = 0
    for community, members in groups(base).items():
        parts: dict[int, list[int]] = defaultdict(list)
        for node in members:
            piece = known_pieces[node]
            if piece is not None and known_base[node] == community:
                parts[piece].append(node)
        if len(members) <= settings.max_community_size:
            found = [members]
        elif not parts:
            found = split(members, graph, settings)
        else:
            whole = {piece for piece, part in parts.items() if len(part) == sizes[piece]}
            _join(parts, members, graph)
            found = []
            for piece, part in parts.items():
                same = piece in whole and len(part) == sizes[piece]
                found += [part] if same else split(part, graph, settings)
        for piece_members in found:
            for node in piece_members:
                labels[node] = number
            number += 1
    return labels


def _join(parts: dict[int, list[int]], members: Sequence[int], graph: EntityGraph) -> None:
    part_of = {node: part for part, nodes in parts.items() for node in nodes}
    for node in members:
        if node in part_of:
            continue
        ties: dict[int, float] = defaultdict(float)
        for other, weight in graph.neighbours[node]:
            if other in part_of:
                ties[part_of[other]] += weight
        best = min(ties, key=lambda p: (-ties[p], p), default=max(parts) + 1)
        parts[best].append(node)
        part_of[node] = best
