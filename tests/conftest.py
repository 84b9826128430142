"""One real Neo4j per run, emptied before each test that asks for a graph."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from llama_index.core.base.embeddings.base import BaseEmbedding

from graphrag_neo4j.database import migrations
from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.server import LocalServer, ServerInfo
from graphrag_neo4j.settings import Settings
from tests.fake_llm import FakeLLM

pytest_plugins = ["tests.chromium"]
Snapshot = tuple[frozenset[Any], frozenset[Any]]


class HashEmbedding(BaseEmbedding):
    """A fast, deterministic stand-in for a model: words are hashed into 384 dimensions."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"model_name": "hash", "embed_batch_size": 2048, **kwargs})

    def _get_text_embedding(self, text: str) -> list[float]:
        vector = [0.0] * 384
        for word in text.casefold().split() or ["-"]:
            digest = hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=4).digest()
            vector[int.from_bytes(digest, "big") % 384] += 1.0
        norm = sum(x * x for x in vector) ** 0.5
        return [x / norm for x in vector]

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)


@pytest.fixture(scope="session", autouse=True)
def no_llm_cache() -> Iterator[None]:
    """No test touches the user's cached answers; a test of the cache names a file of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRAPHRAG_LLM_CACHE", "off")
        yield


@pytest.fixture
def fake_llm() -> Iterator[FakeLLM]:
    """A scripted OpenAI endpoint; see :mod:`tests.fake_llm`."""
    with FakeLLM() as fake:
        yield fake


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerInfo]:
    """The run's own local server, in a home of its own."""
    local = LocalServer(tmp_path_factory.mktemp("neo4j"), "2026.01", "1g")
    yield local.start()
    local.stop()


@pytest.fixture(scope="session")
def lts_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerInfo]:
    """A server of the 5.26 line."""
    local = LocalServer(tmp_path_factory.mktemp("neo4j-lts"), "5.26", "1g")
    yield local.start()
    local.stop()


def connect(info: ServerInfo, **parts: Any) -> KnowledgeGraph:
    """A graph on a running server, with the fast stand-in for an embedding model."""
    settings = parts.pop("settings", None) or Settings(_env_file=None)
    parts.setdefault("embed_model", HashEmbedding())
    return KnowledgeGraph.connect(
        info.bolt_uri, info.username, info.password, "neo4j", settings, **parts
    )


def empty(database: Database) -> None:
    """Remove all content. A schema that fits stays: to make one takes half a second."""
    if not _has_usual_schema(database):
        bare(database)
        return
    driver = database._driver
    assert driver is not None
    driver.execute_query(
        "MATCH (n) WHERE NOT n:__Graph AND NOT n:__SchemaMigration DETACH DELETE n"
    )
    driver.execute_query(
        "MATCH (g:__Graph) SET g = {id: g.id, embed_model: g.embed_model, dimensions: g.dimensions}"
    )


def bare(database: Database) -> None:
    """Remove everything, schema records and vector indexes included."""
    driver = database._driver
    assert driver is not None
    driver.execute_query("MATCH (n) DETACH DELETE n")
    vector = "SHOW VECTOR INDEXES YIELD name RETURN name"
    for record in driver.execute_query(vector).records:
        driver.execute_query(f"DROP INDEX {record['name']}")


def _has_usual_schema(database: Database) -> bool:
    info = next(iter(database.read("admin/graph_info")), None)
    if info is None or (info["embed_model"], info["dimensions"]) != ("hash", 384):
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
        for row in database.read("admin/indexes")
    }
    return wanted <= lengths.keys() and set(lengths.values()) == {384}


@pytest.fixture
def graph(server: ServerInfo) -> Iterator[KnowledgeGraph]:
    """A graph without content; with or without a schema."""
    with connect(server) as opened:
        empty(opened.database)
        yield opened


@pytest.fixture
def bare_graph(server: ServerInfo) -> Iterator[KnowledgeGraph]:
    """An empty graph without schema."""
    with connect(server) as opened:
        bare(opened.database)
        yield opened


@pytest.fixture
def make_graph(server: ServerInfo, graph: KnowledgeGraph) -> Callable[..., KnowledgeGraph]:
    """Makes further, unopened graphs on the same, emptied database."""
    return lambda **parts: connect(server, **parts)


def snapshot(graph: KnowledgeGraph) -> Snapshot:
    """Every node and relationship with all properties, to compare two states of a graph."""
    driver = graph.database._driver
    assert driver is not None
    nodes = driver.execute_query(
        "MATCH (n) WHERE NOT any(l IN labels(n) WHERE l STARTS WITH '__') "
        "RETURN labels(n) AS labels, properties(n) AS properties"
    ).records
    links = driver.execute_query(
        "MATCH (a)-[r]->(b) RETURN a.id AS a, type(r) AS type, b.id AS b, "
        "properties(r) AS properties"
    ).records
    return (
        frozenset((tuple(r["labels"]), _frozen(r["properties"])) for r in nodes),
        frozenset((r["a"], r["type"], r["b"], _frozen(r["properties"])) for r in links),
    )


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return frozenset((key, _frozen(item)) for key, item in value.items())
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    return value


def count(graph: KnowledgeGraph, label: str) -> int:
    """Nodes with a label."""
    return int(graph.stats()["nodes"][label])


def run_cypher(graph: KnowledgeGraph, text: str, **parameters: Any) -> list[dict[str, Any]]:
    """Rows of a statement that only a test needs."""
    driver = graph.database._driver
    assert driver is not None
    return [dict(r) for r in driver.execute_query(text, parameters).records]
