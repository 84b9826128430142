"""Takes nodes and relationships out of the graph, by the element ids that a read just gave."""

from __future__ import annotations

from collections.abc import Sequence

from graphrag_neo4j.graph.database import Database

PER_TRANSACTION = 5_000


def remove_links(database: Database, refs: Sequence[str]) -> None:
    """Delete relationships. Call under the lock under which ``refs`` were read."""
    _remove(database, "delete/links", refs)


def remove_nodes(database: Database, refs: Sequence[str]) -> None:
    """Delete nodes with all their relationships, in the order given."""
    _remove(database, "delete/nodes", refs)


def _remove(database: Database, name: str, refs: Sequence[str]) -> None:
    for start in range(0, len(refs), PER_TRANSACTION):
        database.write(name, ids=list(refs[start : start + PER_TRANSACTION]))
