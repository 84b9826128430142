"""The tree of communities: levels from the most granular (0) up, each inside the next."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from graphrag_neo4j.communities.clustering import split
from graphrag_neo4j.communities.entity_graph import EntityGraph, Partition
from graphrag_neo4j.communities.local_moving import settled
from graphrag_neo4j.ids import make_id
from graphrag_neo4j.settings import Settings

NAMES_IN_CAPTION = 3
FEWER = 0.9
"""Of the communities below, that a level may have at most."""


@dataclass(frozen=True)
class Hierarchy:
    """``levels``: one partition of all entities per level, finest first, each inside the next.

    ``base``: the level that Leiden found first: 1 when a finer one was made by splitting, else 0.
    """

    levels: Sequence[Partition]
    base: int = 0


@dataclass(frozen=True)
class Community:
    """A community as it is stored. ``members`` are node numbers, ascending.

    ``id`` is the hash of level and member ids: it stands as long as the members do.
    """

    id: str
    level: int
    members: Sequence[int]
    parent: str | None
    name: str


def build(levels: Sequence[Partition], graph: EntityGraph, settings: Settings) -> Hierarchy:
    """A hierarchy of Leiden's levels: nested, none repeated, large communities split.

    The finest level is settled first (GDS leaves it a little earlier), so that bringing it up
    to date after a small change begins from a partition in which nothing wants to move.

    A level above says something new if it joins: with hardly fewer communities it is left out.
    Where the finest level has communities above ``max_community_size`` that can be split, a
    level of their pieces is put below it; the whole ones stay as the pieces' parents.
    """
    first = settled(levels[0], graph, settings.community_gamma)
    distinct = [first]
    for level in nested([first, *levels[1:]])[1:]:
        if _joins(distinct[-1], level):
            distinct.append(level)
    pieces = split_large(distinct[0], graph, settings)
    if len(set(pieces)) == len(set(distinct[0])):
        return Hierarchy(distinct)
    return Hierarchy([pieces, *distinct], base=1)


def _joins(below: Partition, above: Partition) -> bool:
    """Whether ``above`` has clearly fewer communities, of those who are not alone in it."""
    sizes = Counter(above)
    joined = [place for place, community in enumerate(above) if sizes[community] > 1]
    before, after = (len({level[place] for place in joined}) for level in (below, above))
    return after < before and after <= FEWER * before


def nested(levels: Sequence[Partition]) -> list[Partition]:
    """Make a tree of Leiden's levels: each community goes, whole, where most members went.

    A level of Leiden moves the parts that the refinement made of a community, so that a few
    communities lie across two of the next level. Of equal shares the smaller number counts.
    """
    tree: list[Partition] = []
    for level in levels:
        if tree:
            votes: dict[int, Counter[int]] = defaultdict(Counter)
            for below, above in zip(tree[-1], level, strict=True):
                votes[below][above] += 1
            parent = {
                below: min(count, key=lambda above: (-count[above], above))
                for below, count in votes.items()
            }
            level = [parent[below] for below in tree[-1]]
        tree.append(level)
    return tree


def split_large(partition: Partition, graph: EntityGraph, settings: Settings) -> Partition:
    """``partition`` with the communities above ``max_community_size`` split, renumbered."""
    pieces: Partition = [0] * len(partition)
    number = 0
    for members in groups(partition).values():
        for piece in split(members, graph, settings):
            for node in piece:
                pieces[node] = number
            number += 1
    return pieces


def groups(partition: Partition) -> dict[int, list[int]]:
    """Members, ascending, of each community."""
    members: dict[int, list[int]] = defaultdict(list)
    for node, community in enumerate(partition):
        members[community].append(node)
    return members


def communities_of(hierarchy: Hierarchy, graph: EntityGraph) -> list[Community]:
    """All communities with their ids, level by level from 0 up.

    An entity that is alone on a level has a community of its own on level 0 only, which is part
    of the first larger one above, if there is one.
    """
    by_level = [groups(partition) for partition in hierarchy.levels]
    ids_by_level = [
        {c: community_id(level, [graph.ids[n] for n in members]) for c, members in its.items()}
        for level, its in enumerate(by_level)
    ]
    found = []
    for level, its in enumerate(by_level):
        for c, members in its.items():
            if level and len(members) == 1:
                continue
            above = (
                ids_by_level[up][hierarchy.levels[up][members[0]]]
                for up in range(level + 1, len(hierarchy.levels))
                if len(by_level[up][hierarchy.levels[up][members[0]]]) > 1
            )
            parent = next(above, None)
            name = caption(members, graph)
            found.append(Community(ids_by_level[level][c], level, members, parent, name))
    return found


def community_id(level: int, member_ids: Sequence[str]) -> str:
    """The id of the community of these entities on this level."""
    return make_id("community", str(level), *sorted(member_ids))


def caption(members: Sequence[int], graph: EntityGraph) -> str:
    """The best connected members, as a name until a report gives a title."""
    top = sorted(members, key=lambda n: (-graph.degrees[n], graph.names[n]))[:NAMES_IN_CAPTION]
    more = f" +{len(members) - len(top)}" if len(members) > len(top) else ""
    return ", ".join(graph.names[n] for n in top) + more
