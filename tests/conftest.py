"""One real Neo4j per run, emptied before each test that asks for a graph."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import pytest

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.server import LocalServer, ServerInfo
from graphrag_neo4j.server.releases import Line
from tests.support.databases import bare, connect, empty
from tests.support.fake_llm import FakeLLM

# Servers of a test run are short-lived: Java's second compiler costs more than it gains
os.environ.setdefault("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1")

# A busy machine is no failure
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")

RARELY_PLANNED_ANEW = "dbms.cypher.min_replan_interval=1h\n"
"""Each test changes how much is in the graph, and the large statements take seconds to plan."""

pytest_plugins = ["tests.support.chromium"]


@pytest.fixture(scope="session", autouse=True)
def no_llm_cache() -> Iterator[None]:
    """No test touches the user's cached answers; a test of the cache names a file of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRAPHRAG_LLM_CACHE", "off")
        yield


@pytest.fixture(scope="session", autouse=True)
def no_vector_cache() -> Iterator[None]:
    """No test finds the user's vectors, or leaves its own; one of the cache names a file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRAPHRAG_VECTOR_CACHE", "off")
        yield


@pytest.fixture(scope="session", autouse=True)
def no_parse_cache() -> Iterator[None]:
    """Nor the user's parses."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRAPHRAG_PARSE_CACHE", "off")
        yield


@pytest.fixture(scope="session", autouse=True)
def no_reading_cache() -> Iterator[None]:
    """Nor what the user's files gave."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRAPHRAG_READING_CACHE", "off")
        yield


@pytest.fixture(scope="session", autouse=True)
def no_parser() -> Iterator[None]:
    """Tests read by word lists, which is fast; those of the parser name it themselves."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRAPHRAG_NLP", "none")
        yield


@pytest.fixture
def fake_llm() -> Iterator[FakeLLM]:
    """A scripted OpenAI endpoint; see :mod:`tests.support.fake_llm`."""
    with FakeLLM() as fake:
        yield fake


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerInfo]:
    """The run's own local server; its home has a space and a letter to trip on."""
    yield from _running(tmp_path_factory.mktemp("neo4j") / "Zoë's graph", "2026.01")


@pytest.fixture(scope="session")
def lts_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerInfo]:
    """A server of the 5.26 line."""
    yield from _running(tmp_path_factory.mktemp("neo4j-lts") / "home", "5.26")


def _running(home: Path, line: Line) -> Iterator[ServerInfo]:
    home.mkdir(0o700)
    (home / "conf").mkdir()
    (home / "conf" / "extra.conf").write_text(RARELY_PLANNED_ANEW)
    local = LocalServer(home, line, "1g")
    try:
        yield local.start()
    finally:
        local.stop()


@pytest.fixture
def fresh_graph(server: ServerInfo) -> Iterator[KnowledgeGraph]:
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
def make_graph(server: ServerInfo, fresh_graph: KnowledgeGraph) -> Callable[..., KnowledgeGraph]:
    """Makes further, unopened graphs on the same, emptied database."""
    return lambda **parts: connect(server, **parts)


@pytest.fixture
def remote(server: ServerInfo) -> dict[str, str]:
    """Environment that names the test server, emptied, as any Neo4j."""
    with connect(server) as graph:
        empty(graph.database)
    return {
        "NEO4J_URI": server.bolt_uri,
        "NEO4J_USERNAME": server.username,
        "NEO4J_PASSWORD": server.password,
    }
