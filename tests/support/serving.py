"""A real server of pages and clients on loopback, in a thread of this process."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.serve.app import make_app
from graphrag_neo4j.serve.guard import Access
from graphrag_neo4j.serve.run import listening

TOKEN = "a-token-for-tests-0123456789"
READER = "a-readers-token-0123456789"


@dataclass(frozen=True)
class Served:
    """A server that runs; ``client`` sends the writer's token, ``reader`` the other."""

    url: str
    client: httpx.Client
    reader: httpx.Client
    folder: Path

    def get(self, path: str, **query: Any) -> Any:
        """The data of an answer that has to be good."""
        response = self.client.get(path, params=query)
        assert response.status_code == 200, response.text
        return response.json()

    def post(self, path: str, **body: Any) -> Any:
        """The same by POST."""
        response = self.client.post(path, json=body)
        assert response.status_code in (200, 202), response.text
        return response.json()

    def upload(self, *files: tuple[str, bytes]) -> Any:
        """The job that reads these files, names and contents."""
        parts = [("files", file) for file in files]
        response = self.client.post("/api/documents", files=parts)
        assert response.status_code == 202, response.text
        return response.json()

    def finished(self, job_id: str, seconds: float = 60) -> Any:
        """A job, once it is over."""
        return self.once(job_id, {"done", "failed", "cancelled"}, seconds)

    def once(self, job_id: str, states: set[str], seconds: float = 60) -> Any:
        """A job, once it is in one of ``states``."""
        end = time.monotonic() + seconds
        while (job := self.get(f"/api/jobs/{job_id}"))["state"] not in states:
            assert time.monotonic() < end, job
            time.sleep(0.05)
        return job


@contextmanager
def served(graph: KnowledgeGraph, folder: Path, **access: Any) -> Iterator[Served]:
    """Serve an open graph while the block runs."""
    allowed = Access(**{"token": TOKEN, "reader_token": READER, **access})
    with listening("127.0.0.1", 0) as address:
        app = make_app(graph, allowed, folder)
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, lifespan="on", timeout_graceful_shutdown=2
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [address.socket]})
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        try:
            with _client(address.url, TOKEN) as client, _client(address.url, READER) as reader:
                yield Served(address.url, client, reader, folder)
        finally:
            server.should_exit = True
            thread.join()


def _client(url: str, token: str) -> httpx.Client:
    return httpx.Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=60)
