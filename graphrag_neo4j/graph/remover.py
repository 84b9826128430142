"""Takes sources out of the graph, with everything that only they support."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import uuid4

from graphrag_neo4j.graph.database import Database

_STEPS = ["delete/mark_entities", "delete/facts", "delete/statements", "delete/sources"]
SOURCES_PER_TRANSACTION = 50


def remove_sources(database: Database, ids: Sequence[str]) -> None:
    """Remove sources, their chunks, topics, statements and the facts nobody else supports.

    A source goes in one transaction. Entities that lose evidence are only marked:
    :func:`graphrag_neo4j.graph.derive.derive` then corrects or removes them.
    """
    for start in range(0, len(ids), SOURCES_PER_TRANSACTION):
        batch = list(ids[start : start + SOURCES_PER_TRANSACTION])
        database.write_together(_STEPS, ids=batch, todo=uuid4().hex)
