"""Leiden by Graph Data Science, or Louvain in this process where the server has none.

Leiden: Traag, Waltman, van Eck (2019), "From Louvain to Leiden: guaranteeing well-connected
communities". It is given the same node numbers and edges in the same order for the same content,
one thread and a seed, so that the same graph always gives the same communities.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from graphrag_neo4j.communities.entity_graph import PAGE, EntityGraph, Partition
from graphrag_neo4j.communities.local_moving import parts_of
from graphrag_neo4j.communities.louvain import louvain as louvain_levels
from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.errors import DatabaseError
from graphrag_neo4j.llm.concurrency import Workers

if TYPE_CHECKING:
    from graphrag_neo4j.settings import Settings

PROJECTION = "graphrag_entities"
"""Name of the graph in the catalog of GDS while a detection runs."""
SPLIT_ROUNDS = 6


def begin_import() -> None:
    """Load GDS's client in the background: it takes a second, in which the graph is read."""
    threading.Thread(target=_import).start()


def _import() -> None:
    # in a notebook it warns that it cannot draw bars, which we do not show
    warnings.filterwarnings("ignore", message="IProgress not found")
    import_module("graphdatascience")


def has_gds(database: Database) -> bool:
    """Whether the server has Graph Data Science."""
    try:
        database.read("communities/gds_version")
    except DatabaseError:
        return False
    return True


def leiden(database: Database, graph: EntityGraph, settings: Settings) -> list[Partition]:
    """Leiden's levels on the server, finest first.

    The projected graph is dropped whatever happens; one that a crash left is replaced.
    Raises :class:`DatabaseError` when the server has too little memory.
    """
    above, weights = _adjacency(graph)
    with database.driver_session() as driver, warnings.catch_warnings():
        # about Arrow, which is not for everyone, and in a notebook about widgets for bars
        warnings.simplefilter("ignore")
        from graphdatascience import GraphDataScience

        gds = GraphDataScience(driver, database=database.database, arrow=False, show_progress=False)
        gds.graph.drop(PROJECTION, fail_if_missing=False)
        try:
            database.write(
                "communities/project", graph=PROJECTION, neighbours=above, weights=weights
            )
            computed = Workers(1).submit(graph.compute)  # this process has nothing else to do
            nodes = _run_leiden(database, settings)
            computed.result()
        except Exception as error:
            if "exceeds available memory" in str(error):
                raise DatabaseError(
                    f"The server has too little memory for Leiden on {len(graph.ids):,} entities.",
                    "Raise GRAPHRAG_SERVER_MEMORY and restart the server.",
                ) from error
            raise
        finally:
            gds.graph.drop(PROJECTION, fail_if_missing=False)
    return [list(level) for level in zip(*nodes, strict=True)]


def _adjacency(graph: EntityGraph) -> tuple[list[list[int]], list[list[float]]]:
    """For each node its neighbours of higher numbers, and the weights of the edges to them."""
    above: list[list[int]] = [[] for _ in graph.ids]
    weights: list[list[float]] = [[] for _ in graph.ids]
    for a, b, weight in graph.edges:
        above[a].append(b)
        weights[a].append(weight)
    return above, weights


def _run_leiden(database: Database, settings: Settings) -> list[Sequence[int]]:
    """For each node, in order, its community on each level."""
    pages = database.read(
        "communities/leiden",
        graph=PROJECTION,
        gamma=settings.community_gamma,
        theta=settings.community_theta,
        tolerance=settings.community_tolerance,
        max_levels=settings.community_max_levels,
        random_seed=settings.community_seed,
        page=PAGE,
    )
    return [levels for page in pages for levels in page["communities"]]


def louvain(graph: EntityGraph, settings: Settings) -> list[Partition]:
    """Louvain's levels in this process, finest first."""
    found = louvain_levels(range(len(graph.ids)), graph, settings.community_gamma)
    levels = []
    for communities in found[: settings.community_max_levels]:
        level = [0] * len(graph.ids)
        for number, members in enumerate(communities):
            for node in members:
                level[node] = number
        levels.append(level)
    return levels


def split(members: Sequence[int], graph: EntityGraph, settings: Settings) -> list[list[int]]:
    """Cut a community into connected pieces of at most ``max_community_size`` where it can be.

    Louvain inside the community, with double the resolution each round for what is still too
    large. A cut that would leave mostly single entities (a star, a clique) is not made: such
    a piece stays whole. What comes out depends on the community alone, so one that did not
    change is never cut otherwise than before.
    """
    limit = settings.max_community_size
    todo, done = [(sorted(members), settings.community_gamma, SPLIT_ROUNDS)], []
    while todo:
        piece, gamma, left = todo.pop()
        if len(piece) <= limit or not left:
            done.append(piece)
            continue
        parts = [
            part
            for community in louvain_levels(piece, graph, gamma)[-1]
            for part in parts_of(community, graph)
        ]
        if 2 * len(parts) > len(piece):
            done.append(piece)
        else:
            todo += [(part, gamma if len(parts) > 1 else 2 * gamma, left - 1) for part in parts]
    return sorted(done)
