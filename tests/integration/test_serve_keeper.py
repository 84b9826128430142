"""``graphrag-neo4j serve`` while its local Neo4j is killed, or stopped."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from socketserver import BaseRequestHandler, TCPServer

import httpx
import psutil
import pytest

from graphrag_neo4j.server import LocalServer
from tests.support.served import serving


@pytest.fixture
def server(tmp_path: Path) -> LocalServer:
    return LocalServer(tmp_path / "home")


def wait_for(what: Callable[[], bool], seconds: float = 180) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.2)


class Other(TCPServer):
    """Hangs up at once."""

    allow_reuse_address = True


@contextmanager
def taken(port: int) -> Iterator[None]:
    """The port, in the hands of another program as soon as it is free."""
    end = time.monotonic() + 10
    while True:
        try:
            other = Other(("127.0.0.1", port), BaseRequestHandler)
            break
        except OSError:
            assert time.monotonic() < end
    threading.Thread(target=other.serve_forever, daemon=True).start()
    try:
        yield
    finally:
        other.shutdown()
        other.server_close()


def test_a_killed_neo4j_is_started_again_elsewhere_if_its_port_is_taken(
    server: LocalServer,
) -> None:
    env = {"GRAPHRAG_HOME": str(server.home), "GRAPHRAG_AOT_CACHE": "off"}
    with serving(env) as (url, token, _):
        client = httpx.Client(
            base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=180
        )

        def answers() -> bool:
            return client.get("/api/sources").status_code == 200

        try:
            before = server.status()
            assert before.pid and before.bolt_uri and answers()
            psutil.Process(before.pid).kill()
            with taken(int(before.bolt_uri.rpartition(":")[2])):
                wait_for(lambda: server.status().pid not in (None, before.pid))
                wait_for(answers)
            assert server.status().bolt_uri != before.bolt_uri
        finally:
            server.stop()
        time.sleep(5)  # two looks of the keeper
        assert not server.status().running, "it was stopped on purpose"
