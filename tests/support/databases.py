"""Graphs on a test's server: connecting, emptying, comparing, counting."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from graphrag_neo4j.database import cypher, migrations
from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.embeddings.embedder import Embedder
from graphrag_neo4j.entities.vectors import make_vectors
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.server import ServerInfo
from graphrag_neo4j.settings import Settings
from tests.support.hash_embedding import HashEmbedding

Snapshot = tuple[frozenset[Any], frozenset[Any]]


def connect(info: ServerInfo, **parts: Any) -> KnowledgeGraph:
    """A graph on a running server, with the fast stand-in for an embedding model."""
    settings = parts.pop("settings", None) or Settings(_env_file=None)
    parts.setdefault("embed_model", HashEmbedding())
    return KnowledgeGraph.connect(
        info.bolt_uri, info.username, info.password, "neo4j", settings, **parts
    )


def empty(database: Database) -> None:
    """Remove all content. A schema that fits stays: to make one takes half a second, and all
    statements are planned anew after it."""
    if not _has_usual_schema(database):
        bare(database)
        return
    _run(
        database,
        "MATCH (n) WHERE NOT n:__Graph AND NOT n:__SchemaMigration DETACH DELETE n",
    )
    _run(
        database,
        "MATCH (g:__Graph) SET g = {id: g.id, embed_model: 'hash', dimensions: 384}",
    )


def bare(database: Database) -> None:
    """Remove everything, schema records and vector indexes included."""
    _run(database, "MATCH (n) DETACH DELETE n")
    for row in _run(database, "SHOW VECTOR INDEXES YIELD name RETURN name"):
        _run(database, f"DROP INDEX {row['name']}")


def _has_usual_schema(database: Database) -> bool:
    info = next(iter(database.read("database/graph_info")), None)
    if info is None:
        return False
    files = migrations.migrations()
    if {m["version"]: m["checksum"] for m in info["migrations"]} != {
        file.version: file.checksum for file in files
    }:
        return False
    made = r"^CREATE (?:VECTOR|FULLTEXT) INDEX (\w+)"
    wanted = {name for file in files for name in re.findall(made, file.text, re.MULTILINE)}
    lengths = {
        row["name"]: row["options"]["indexConfig"].get("vector.dimensions", 384)
        for row in database.read("database/indexes")
    }
    return wanted <= lengths.keys() and set(lengths.values()) == {384}


def snapshot(graph: KnowledgeGraph) -> Snapshot:
    """Every node and relationship with all properties, to compare two states of a graph."""
    nodes = run_cypher(
        graph,
        "MATCH (n) WHERE NOT any(l IN labels(n) WHERE l STARTS WITH '__') "
        "RETURN labels(n) AS labels, properties(n) AS properties",
    )
    links = run_cypher(
        graph,
        "MATCH (a)-[r]->(b) RETURN a.id AS a, type(r) AS type, b.id AS b, "
        "properties(r) AS properties",
    )
    return (
        frozenset((tuple(r["labels"]), _frozen(r["properties"])) for r in nodes),
        frozenset((r["a"], r["type"], r["b"], _frozen(r["properties"])) for r in links),
    )


def embed_entities(graph: KnowledgeGraph) -> int:
    """Make the vectors of entities that wait for it, as who needs them does; returns how many."""
    context = graph.context
    embedder = Embedder(context.embed_model, context.progress)
    with_types = context.settings.embed_entity_types
    return make_vectors(graph.database, embedder, context.progress, with_types=with_types)


def rebuilt(graph: KnowledgeGraph, *documents: Document) -> Snapshot:
    """The graph that ``documents`` make from nothing."""
    empty(graph.database)
    graph.ingest(list(documents))
    return snapshot(graph)


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return frozenset((key, _frozen(item)) for key, item in value.items())
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    return value


def count(graph: KnowledgeGraph, label: str) -> int:
    """Nodes with a label."""
    return int(graph.stats().nodes[label])


def database_hits(graph: KnowledgeGraph, name: str, **parameters: Any) -> int:
    """How often ``cypher/<name>.cypher`` reads or writes a record. It leaves no trace."""

    def hits(plan: Any) -> int:
        return int(plan["args"].get("DbHits", 0)) + sum(map(hits, plan.get("children", [])))

    return hits(_profile(graph, name, parameters))


def database_memory(graph: KnowledgeGraph, name: str, **parameters: Any) -> int:
    """Bytes that ``cypher/<name>.cypher`` holds at once, by Neo4j's count. It leaves no trace."""
    return int(_profile(graph, name, parameters)["args"]["GlobalMemory"])


def _profile(graph: KnowledgeGraph, name: str, parameters: Mapping[str, Any]) -> Any:
    with graph.database.driver_session() as driver, driver.session() as session:
        transaction = session.begin_transaction()
        text: Any = f"PROFILE {cypher.load(name)}"
        profile = transaction.run(text, dict(parameters)).consume().profile
        transaction.rollback()
    return profile


def run_cypher(graph: KnowledgeGraph, text: str, **parameters: Any) -> list[dict[str, Any]]:
    """Rows of a statement that only a test needs."""
    return _run(graph.database, text, **parameters)


def _run(database: Database, text: str, **parameters: Any) -> list[dict[str, Any]]:
    with database.driver_session() as driver:
        return [dict(r) for r in driver.execute_query(text, parameters).records]
