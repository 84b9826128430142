"""Any Neo4j: what is wrong with the connection is said in one clear line."""

from __future__ import annotations

import asyncio
import gc
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import psutil
import pytest

from graphrag_neo4j.database.connection import Database, ServerVersion
from graphrag_neo4j.errors import DatabaseError, DatabaseUnavailable
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.server import ServerInfo
from tests.support.databases import connect, empty, run_cypher
from tests.support.documents import HARBOUR


def test_wrong_password(server: ServerInfo) -> None:
    with pytest.raises(DatabaseUnavailable, match="NEO4J_PASSWORD") as caught:
        Database(server.bolt_uri, "neo4j", "wrong-password").open()
    assert "wrong-password" not in str(caught.value)


def test_wrong_database(server: ServerInfo) -> None:
    with pytest.raises(DatabaseUnavailable, match="no database 'other'"):
        Database(server.bolt_uri, server.username, server.password, "other").open()


def test_too_old_server_is_refused(server: ServerInfo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Database, "version", ServerVersion("4.4.30", "community"))
    with pytest.raises(DatabaseUnavailable, match=r"4\.4\.30 .* too old"):
        Database(server.bolt_uri, server.username, server.password).open()


def test_refused_statement_is_an_error_of_the_database(fresh_graph: KnowledgeGraph) -> None:
    with pytest.raises(DatabaseError, match="refused the statement"):
        fresh_graph.database.run_schema("CREATE NONSENSE")


def test_use_outside_the_with_block_is_refused(server: ServerInfo) -> None:
    graph = KnowledgeGraph.connect(server.bolt_uri, server.username, server.password)
    with pytest.raises(DatabaseUnavailable, match="with block"):
        graph.stats()


def test_routing_address_works_for_writes_and_reads(server: ServerInfo) -> None:
    routed = server.bolt_uri.replace("bolt://", "neo4j://")
    info = replace(server, bolt_uri=routed)
    with connect(info) as graph:
        empty(graph.database)
        graph.ingest(HARBOUR)
        assert graph.retrieve("Who manages the Port of Melby?")[0].source["uri"] == HARBOUR.uri


async def test_asynchronous_read_sees_what_was_just_written(server: ServerInfo) -> None:
    with connect(server) as graph:
        empty(graph.database)
        graph.ingest(HARBOUR)
        nodes = await graph.as_retriever().aretrieve("Who manages the Port of Melby?")
        await graph.database.aclose()
        assert nodes


def test_a_graph_opens_and_closes_without_a_block(server: ServerInfo) -> None:
    graph = connect(server)
    database = graph.open().database
    assert graph.open().database is database
    graph.close()
    graph.close()
    with pytest.raises(DatabaseUnavailable, match=r"open\(\)"):
        _ = graph.database
    with graph:
        assert graph.schema.status()


def test_a_statement_is_planned_once_for_lists_of_any_length(fresh_graph: KnowledgeGraph) -> None:
    def plans() -> int:
        [row] = run_cypher(fresh_graph, "CALL db.clearQueryCaches() YIELD value RETURN value")
        return int(re.findall(r"\d+", row["value"])[0])

    def ask(n: int) -> None:
        texts = ["x"] * n
        fresh_graph.database.read(
            "ingest/known_sources", ids=texts, content_hashes=texts, uris=texts
        )

    plans()
    ask(1)
    once = plans()
    for n in (0, 1, 5, 50, 500):
        ask(n)
    assert plans() == once


def test_connections_of_event_loops_that_ended_are_let_go(server: ServerInfo) -> None:
    def sockets() -> int:
        gc.collect()
        return len(psutil.Process().net_connections("tcp"))

    with connect(server) as graph:
        empty(graph.database)
        graph.ingest(HARBOUR)
        retriever = graph.as_retriever()
        asyncio.run(retriever.aretrieve("Melby"))
        before = sockets()
        for _ in range(6):
            asyncio.run(retriever.aretrieve("Melby"))
        assert sockets() <= before + 1


def test_connections_close_with_their_event_loop_and_wait_for_no_garbage_collection(
    server: ServerInfo,
) -> None:
    with connect(server) as graph:
        empty(graph.database)
        graph.ingest(HARBOUR)
        retriever = graph.as_retriever()
        asyncio.run(retriever.aretrieve("Melby"))
        gc.collect()
        before = len(psutil.Process().net_connections("tcp"))
        gc.disable()
        try:
            with ThreadPoolExecutor(4) as threads:
                asked = [
                    threads.submit(asyncio.run, retriever.aretrieve("Melby")) for _ in range(12)
                ]
            assert all(one.result() for one in asked)
            assert len(psutil.Process().net_connections("tcp")) <= before
        finally:
            gc.enable()
