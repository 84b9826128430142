"""Communities in the database: what is there, and writing only what differs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import wait
from dataclasses import dataclass
from functools import partial
from threading import Event

from graphrag_neo4j.communities.entity_graph import EntityGraph
from graphrag_neo4j.communities.hierarchy import Community
from graphrag_neo4j.database.batching import batches, write_rows
from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.llm.concurrency import Workers

MEMBERS_AT_ONCE = 10_000
WRITERS = 2
"""Of memberships. Neo4j writes on one core what one of them sends."""


@dataclass(frozen=True)
class Changes:
    """Number of communities written, removed and left as they were."""

    added: int
    removed: int
    kept: int


def last_detection(database: Database) -> Row | None:
    """What was recorded when the last detection was complete; None if there was none."""
    return next(iter(database.read("communities/last_detection")), None)


def read_levels(database: Database, graph: EntityGraph) -> list[list[int | None]]:
    """The stored communities of each node, level by level; None for entities without.

    An entity without one on level 0 counts as new on all levels. Where it has none on a higher
    level it is alone there.
    """
    rows = {row["id"]: dict(row["communities"]) for row in database.read("communities/memberships")}
    depth = 1 + max((max(communities) for communities in rows.values()), default=-1)
    numbers: list[dict[str, int]] = [{} for _ in range(depth)]
    levels: list[list[int | None]] = [[None] * len(graph.ids) for _ in range(depth)]
    for node, id_ in enumerate(graph.ids):
        communities = rows.get(id_, {})
        if 0 not in communities:
            continue
        for level in range(depth):
            community = communities.get(level, f"alone {id_}")
            number = numbers[level].setdefault(community, len(numbers[level]))
            levels[level][node] = number
    return levels


def write(
    database: Database, graph: EntityGraph, communities: Sequence[Community], record: Row
) -> Changes:
    """Make the stored communities these ones; ``record`` is kept with the graph at the end.

    A community that is there with all its members is left alone, with its report. While this
    runs the graph has no record of a detection, so that a run that was killed is seen.
    """
    stored = {row["id"]: row for row in database.read("communities/stored_communities")}
    wanted = {c.id: c for c in communities}
    whole = {id_ for id_, row in stored.items() if row["size"] == row["members"]}
    new = [c for id_, c in wanted.items() if id_ not in whole]
    stale = [row for id_, row in stored.items() if id_ not in wanted]
    database.write("communities/begin_detection")
    for ids in _batches(stale):
        database.write("communities/delete_communities", ids=ids)
    created = [c for c in new if c.id not in stored]
    for rows in batches(_nodes(created)):
        database.write("communities/create_communities", rows=rows)
    _create_members(database, graph, created, {c.id: c.parent for c in communities})
    for rows in _membership([c for c in new if c.id in stored], graph):  # some of theirs are there
        database.write("communities/write_members", rows=rows)
    moved = [c for c in communities if c.id in stored and c.parent != stored[c.id]["parent"]]
    links = [{"from": c.id, "to": c.parent} for c in moved if c.parent]
    write_rows(database, "communities/write_parents", links)
    top = [c.id for c in moved if c.parent is None]
    database.write("communities/delete_parents", ids=top)
    database.write("communities/finish_detection", **record)
    added = len(wanted.keys() - stored.keys())
    return Changes(added, len(stale), len(wanted) - added)


def _create_members(
    database: Database,
    graph: EntityGraph,
    created: Sequence[Community],
    parents: Mapping[str, str | None],
) -> None:
    """Write who is in new communities, by several writers. A tree of communities is left to one of
    them, so that none waits for a node that another writes."""
    is_over = Event()

    def write_all(some: Sequence[Community]) -> None:
        try:
            for rows in _membership(some, graph):
                if is_over.is_set():
                    return
                database.write("communities/create_members", rows=rows)
        except BaseException:
            is_over.set()
            raise

    workers = Workers(WRITERS)
    writing = [workers.submit(partial(write_all, some)) for some in _shares(created, parents)]
    try:
        for one in writing:
            one.result()
    finally:  # nothing is written any more once this is left
        is_over.set()
        wait(writing)


def _shares(
    communities: Sequence[Community], parents: Mapping[str, str | None]
) -> list[list[Community]]:
    """``communities`` for each writer, of about as many members, no tree in two of them."""
    trees: dict[str, list[Community]] = defaultdict(list)
    for community in communities:
        root = community.id
        while parent := parents[root]:
            root = parent
        trees[root].append(community)
    shares: list[list[Community]] = [[] for _ in range(WRITERS)]
    members = [0] * WRITERS
    for tree in trees.values():
        least = members.index(min(members))
        shares[least] += tree
        members[least] += sum(len(community.members) for community in tree)
    return [share for share in shares if share]


def _nodes(communities: Sequence[Community]) -> Iterator[Row]:
    """Rows of new communities, each after its parent."""
    for c in sorted(communities, key=lambda c: (-c.level, c.id)):
        size = len(c.members)
        yield {"id": c.id, "level": c.level, "size": size, "name": c.name, "parent": c.parent}


def _batches(stale: Sequence[Row]) -> Iterator[list[str]]:
    """Ids of communities that have a bounded number of members together."""
    batch: list[str] = []
    members = 0
    for row in stale:
        if batch and members + row["members"] > MEMBERS_AT_ONCE:
            yield batch
            batch, members = [], 0
        batch.append(row["id"])
        members += row["members"] + 1
    if batch:
        yield batch


def _membership(communities: Sequence[Community], graph: EntityGraph) -> Iterator[list[Row]]:
    """Rows of entities that are in the same communities, on all levels, and these communities; of
    a bounded number of memberships together."""
    of_node: dict[int, list[str]] = defaultdict(list)
    for community in communities:
        for node in community.members:
            of_node[node].append(community.id)
    together: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for node, ids in of_node.items():
        together[tuple(ids)].append(graph.ids[node])
    batch: list[Row] = []
    n = 0
    for shared, left in together.items():
        most = max(1, MEMBERS_AT_ONCE // len(shared))
        for start in range(0, len(left), most):
            members = left[start : start + most]
            batch.append({"communities": shared, "members": members})
            n += len(shared) * len(members)
            if n >= MEMBERS_AT_ONCE:
                yield batch
                batch, n = [], 0
    if batch:
        yield batch
