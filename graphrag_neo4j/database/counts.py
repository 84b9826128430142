"""How many nodes and relationships of each kind there are; what Neo4j counts by itself anyway."""

from __future__ import annotations

from graphrag_neo4j.database import cypher
from graphrag_neo4j.database.connection import Database, Row


def node_counts(database: Database) -> dict[str, int]:
    """Label -> nodes, for all labels of the graph."""
    rows = database.read(cypher.of_all("database/node_counts"))
    return {row["label"]: row["n"] for row in rows}


def relationship_counts(database: Database) -> list[Row]:
    """Rows ``from``, ``type``, ``to`` and ``n``, for all kinds of relationships of the graph."""
    return database.read(cypher.of_all("database/relationship_counts"))
