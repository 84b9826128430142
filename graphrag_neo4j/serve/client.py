"""Asking a server of this machine that has the graph open: no start, no model to load.

Standard library only, as it is there to be quick.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit

from graphrag_neo4j.errors import GraphRagError, UsageError
from graphrag_neo4j.serve.state import Running, digest_of, folder_of, is_alive, read_running
from graphrag_neo4j.settings import Settings

CONNECT_SECONDS = 1.0
ANSWER_SECONDS = 900.0


class Remote:
    """A server that runs."""

    def __init__(self, running: Running) -> None:
        self._running = running

    @classmethod
    def of(cls, settings: Settings) -> Remote | None:
        """The server of the graph that the settings name, if one runs with the same settings."""
        running = read_running(folder_of(settings))
        if running is None or not is_alive(running) or running.digest != digest_of(settings):
            return None
        remote = cls(running)
        return remote if remote.answers() else None

    def answers(self) -> bool:
        """Whether it is there, and not another one at its address."""
        try:
            status, text = self._send(
                "GET", "/api/server", None, "application/json", CONNECT_SECONDS
            )
            return status == 200 and json.loads(text) == {"digest": self._running.digest}
        except (OSError, HTTPException, ValueError):
            return False

    def both(self, path: str, body: Mapping[str, Any], *, as_text: bool) -> tuple[Any, str]:
        """Data and text for a command to print; only the one that it wants is asked for."""
        answer = self._post(path, body, as_text)
        return (None, answer.rstrip("\n")) if as_text else (answer, "")

    def _post(self, path: str, body: Mapping[str, Any], as_text: bool) -> Any:
        """The answer to POST: data, or with ``as_text`` what the command line prints."""
        accept = "text/plain" if as_text else "application/json"
        sent = json.dumps(body, default=str).encode()
        try:
            status, text = self._send("POST", path, sent, accept, ANSWER_SECONDS)
        except (OSError, HTTPException) as error:
            raise GraphRagError(
                f"The server at {self._running.url} does not answer ({error}).", "Start it again."
            ) from error
        if status < 400:
            return text if as_text else json.loads(text)
        told = json.loads(text)["error"]
        kind = UsageError if status in (400, 422) else GraphRagError
        raise kind(told["message"], told["hint"])

    def _send(
        self, method: str, path: str, body: bytes | None, accept: str, seconds: float
    ) -> tuple[int, str]:
        parts = urlsplit(self._running.url)
        connection = HTTPConnection(parts.hostname or "", parts.port, timeout=seconds)
        headers = {"Authorization": f"Bearer {self._running.token}", "Accept": accept}
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return response.status, response.read().decode("utf-8")
        finally:
            connection.close()
