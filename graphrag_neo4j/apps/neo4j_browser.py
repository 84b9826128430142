"""Neo4j Browser for this graph: its address, our saved queries, and the guide that it plays."""

from __future__ import annotations

import html
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode, urlsplit

from graphrag_neo4j.database import cypher
from graphrag_neo4j.database.error_table import shown_address
from graphrag_neo4j.errors import ServerError, SettingsError, UsageError
from graphrag_neo4j.prompts import fill
from graphrag_neo4j.settings import Settings

HOSTED = "https://browser.neo4j.io/"
"""Neo4j's own Browser, for servers without one (Aura)."""

GUIDE_PORT = 8001
_PORTS_TRIED = 20


@dataclass(frozen=True, slots=True)
class SavedQuery:
    """A query for people: its name, what it shows, and its text, to be pasted as it is."""

    name: str
    purpose: str
    text: str


def _folder() -> Path:
    return cypher.folder() / "browser"


def saved_queries() -> list[SavedQuery]:
    """All saved queries, by name."""
    return [_read(path) for path in sorted(_folder().glob("*.cypher"))]


def saved_query(name: str) -> SavedQuery:
    """One saved query. Raises :class:`UsageError` for an unknown name."""
    for query in saved_queries():
        if query.name == name:
            return query
    known = ", ".join(query.name for query in saved_queries())
    raise UsageError(f"There is no saved query {name!r}.", f"There are: {known}.")


def _read(path: Path) -> SavedQuery:
    text = path.read_text("utf-8")
    return SavedQuery(path.stem, text.splitlines()[0].removeprefix("// "), text)


@dataclass(frozen=True, slots=True)
class Address:
    """Where Neo4j Browser is, and the connection that it should make."""

    page: str
    bolt_uri: str
    username: str
    database: str
    password_from: str

    @property
    def login(self) -> str:
        """Who logs in, and where the password is; never the password itself."""
        return f"User: {self.username}. Password: {self.password_from}."

    def url(self, *, command: str | None = None, argument: str = "") -> str:
        """The page with the connection filled in.

        ``command`` "edit" puts ``argument`` (a query) into the editor, "guide" plays the guide
        at that URL.
        """
        scheme, _, rest = self.bolt_uri.partition("://")
        query = {"dbms": f"{scheme}://{self.username}@{rest}"}
        if self.database != "neo4j":  # the usual one, which Browser looks for before it knows it
            query["db"] = self.database
        if command:
            query |= {"cmd": command, "arg": argument}
        return f"{self.page}?{urlencode(query)}"

    @property
    def origins(self) -> frozenset[str]:
        """The origins from which that page may ask for the guide."""
        parts = urlsplit(self.page)
        port = f":{parts.port}" if parts.port else ""
        hosts = {parts.hostname or ""}
        if hosts & {"127.0.0.1", "localhost"}:
            hosts = {"127.0.0.1", "localhost"}
        return frozenset(f"{parts.scheme}://{host}{port}" for host in hosts)


def browser_address(settings: Settings) -> Address:
    """Where the Browser of the settings' graph is. Starts nothing.

    A server with TLS (Aura) is reached from Neo4j's hosted Browser, any other has its own.
    Raises :class:`ServerError` when the local server does not run.
    """
    if settings.neo4j_uri:
        uri = shown_address(settings.neo4j_uri)
        host = urlsplit(uri).hostname
        if not host:
            raise SettingsError(f"NEO4J_URI {uri!r} names no host.", "Write bolt://host:7687.")
        if ":" in host:
            host = f"[{host}]"
        page = HOSTED if "+s" in uri.partition("://")[0] else f"http://{host}:7474/browser/"
        return Address(
            page, uri, settings.neo4j_username, settings.neo4j_database, "NEO4J_PASSWORD"
        )
    from graphrag_neo4j.server import LocalServer
    from graphrag_neo4j.server.config import shell_command
    from graphrag_neo4j.server.credentials import USERNAME, credentials_path

    status = LocalServer.of(settings).status()
    if not status.running or not status.browser_url or not status.bolt_uri:
        raise ServerError("The local server does not run.", "Run: graphrag-neo4j server start.")
    file = credentials_path(status.home)
    shown = f"in {file}, or run: {shell_command(status.home)} server status --show-password"
    return Address(status.browser_url, status.bolt_uri, USERNAME, "neo4j", shown)


class GuideServer:
    """Serves guide and style on 127.0.0.1, to the Browser's page only.

    ``port`` None means 8001 or the next free one; a given port that is taken raises
    :class:`ServerError`.
    """

    def __init__(self, address: Address, port: int | None = None) -> None:
        self._http = _bind(port)
        # Browser plays guides of "localhost", but not of "127.0.0.1", unless told otherwise
        base = f"http://localhost:{self._http.server_address[1]}"
        self.guide_url = f"{base}/guide.html"
        self.style_url = f"{base}/style.grass"
        self._http.origins = address.origins
        self._http.pages = {
            "/guide.html": ("text/html", guide_page(self.style_url, address.login)),
            "/style.grass": ("text/plain", (_folder() / "style.grass").read_text("utf-8")),
        }

    def serve(self) -> None:
        """Serve until :meth:`stop` is called elsewhere, or Ctrl-C."""
        self._http.serve_forever(poll_interval=0.1)

    def stop(self) -> None:
        """End :meth:`serve`."""
        self._http.shutdown()

    def close(self) -> None:
        """Give the port back."""
        self._http.server_close()

    @contextmanager
    def running(self) -> Iterator[GuideServer]:
        """Serve in a thread while the block runs."""
        from threading import Thread

        thread = Thread(target=self.serve, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.stop()
            thread.join()
            self.close()


def guide_page(style_url: str, login: str) -> str:
    """The guide with our queries in the place of their names, and how to log in."""
    template = (_folder() / "guide.html").read_text("utf-8")
    queries = {query.name: html.escape(query.text.strip()) for query in saved_queries()}
    return fill(template, style_url=style_url, login=html.escape(login), **queries)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = os.name != "nt"  # there it would let two servers share a port
    origins: frozenset[str] = frozenset()
    pages: Mapping[str, tuple[str, str]] = MappingProxyType({})


def _bind(port: int | None) -> _Server:
    candidates = [port] if port is not None else range(GUIDE_PORT, GUIDE_PORT + _PORTS_TRIED)
    for one in candidates:
        try:
            return _Server(("127.0.0.1", one), _Handler)
        except OSError:
            continue
    taken = f"Port {port} is taken" if port is not None else f"No port from {GUIDE_PORT} on is free"
    raise ServerError(f"{taken} on this machine.", "Name a free one with --port.")


class _Handler(BaseHTTPRequestHandler):
    """Two pages, and leave for the Browser's page to read them."""

    server: _Server

    def do_OPTIONS(self) -> None:
        self._answer(204, "text/plain", "")

    def do_GET(self) -> None:
        page = self.server.pages.get(urlsplit(self.path).path)
        if page is None:
            self._answer(404, "text/plain", "There are /guide.html and /style.grass.")
        else:
            self._answer(200, *page)

    def _answer(self, status: int, kind: str, text: str) -> None:
        body = text.encode()
        self.send_response(status)
        origin = self.headers.get("Origin")
        if origin in self.server.origins:
            self.send_header("Access-Control-Allow-Origin", origin)
            self.send_header("Access-Control-Allow-Headers", "*")
            self.send_header("Access-Control-Allow-Private-Network", "true")
        self.send_header("Vary", "Origin")
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Nobody needs a log of two pages."""
