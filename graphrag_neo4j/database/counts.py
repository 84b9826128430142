"""How many nodes and relationships of each kind there are; what Neo4j counts by itself anyway."""

from __future__ import annotations

from graphrag_neo4j.database import cypher
from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.vocabulary import LABELS, USAGE_LABEL


def node_counts(database: Database) -> dict[str, int]:
    """Label -> nodes, for all labels of the graph."""
    rows = database.read(cypher.of_all("database/node_counts"))
    return {row["label"]: row["n"] for row in rows}


def all_nodes(database: Database) -> tuple[int, int]:
    """How many nodes a reset removes, and how many of them are not of our making."""
    row = database.read("database/all_nodes", labels=[*LABELS, USAGE_LABEL])[0]
    return row["n"], row["others"]


def relationship_counts(database: Database) -> list[Row]:
    """Rows ``from``, ``type``, ``to`` and ``n``, for all kinds of relationships of the graph."""
    return database.read(cypher.of_all("database/relationship_counts"))
