"""The process: an address, a link to open, and an orderly end."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.errors import MissingExtraError, ServerError, UsageError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.serve.state import Running, digest_of, folder_of, read_running, token_of
from graphrag_neo4j.settings import Settings, megabytes

if TYPE_CHECKING:
    from graphrag_neo4j.serve.guard import Access

HOST = "127.0.0.1"
PORT = 8765
_LOCAL = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True)
class Address:
    """Where to listen: an open socket, and the address that people type."""

    socket: socket.socket
    url: str
    is_local: bool


@dataclass(frozen=True)
class ServeOptions:
    """``host``: an address of this machine; ``port``: 0 = any free one; ``names``: what else this
    server is called in addresses; tokens that are None come from the settings or the home."""

    host: str = HOST
    port: int = PORT
    names: Sequence[str] = ()
    token: str | None = field(default=None, repr=False)
    reader_token: str | None = field(default=None, repr=False)


def serve(graph: KnowledgeGraph, options: ServeOptions | None = None) -> None:
    """Serve ``graph`` until Ctrl-C or SIGTERM. See :meth:`KnowledgeGraph.serve`."""
    options = options or ServeOptions()
    try:
        import uvicorn

        from graphrag_neo4j.serve.app import make_app
        from graphrag_neo4j.serve.stopping import WebServer
    except ImportError:
        raise MissingExtraError("The web server", "serve") from None
    from graphrag_neo4j.serve.guard import new_token

    settings = graph.settings
    folder = folder_of(settings)
    given = own_token(settings, options)
    with _alone(folder), listening(options.host, options.port) as address, graph:
        token = given or token_of(folder, new_token())
        access = access_of(settings, options, token)
        graph.schema.apply()
        running = Running(address.url, os.getpid(), digest_of(settings), token)
        app = make_app(graph, access, folder, running)
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, server_header=False,
            timeout_graceful_shutdown=5, lifespan="on",
        )  # fmt: skip
        server = WebServer(config, app.state.serving.stopping)
        _announce(address, token, folder)
        try:
            server.run(sockets=[address.socket])
        except KeyboardInterrupt:
            print("Ended.", file=sys.stderr)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """No other server of this folder, whose jobs both would do, runs within. Raises
    :class:`ServerError` if one does."""
    from filelock import FileLock, Timeout

    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = FileLock(folder / ".lock", timeout=0, mode=0o600)
    try:
        lock.acquire()
    except Timeout:
        running = read_running(folder)
        where = f" at {running.url}" if running else ""
        raise ServerError(
            f"This graph is served already{where}.", "Use that server, or end it first."
        ) from None
    try:
        yield
    finally:
        lock.release()


def own_token(settings: Settings, options: ServeOptions) -> str | None:
    """The token that the user gave. Raises :class:`UsageError` where one is needed, for other
    machines than this one, or where it is too short."""
    given = options.token or _secret(settings.serve_token)
    if options.host not in _LOCAL and not given:
        raise UsageError(
            f"{options.host} can be reached from other machines.",
            "Set a token for it: GRAPHRAG_SERVE_TOKEN, 20 characters or more.",
        )
    if given is not None and len(given) < 20:
        raise UsageError("The token is too short.", "Use 20 characters or more.")
    return given


def access_of(settings: Settings, options: ServeOptions, token: str) -> Access:
    """Who may call, with ``token`` or the reader's."""
    from graphrag_neo4j.serve.guard import Access, names_of

    return Access(
        token,
        options.reader_token or _secret(settings.serve_reader_token),
        names_of([options.host, *options.names]),
        megabytes(settings.max_upload) << 20,
    )


def _secret(value: object) -> str | None:
    return None if value is None else str(value.get_secret_value())  # type: ignore[attr-defined]


@contextmanager
def listening(host: str, port: int) -> Iterator[Address]:
    """An open socket while the block runs. Raises :class:`ServerError` if it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name != "nt":  # there it would let two programs have one port
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            opened.bind((host, port))
            opened.listen(2_048)  # who comes before the application is ready waits for it
        except OSError as error:
            raise ServerError(
                f"{host}:{port} cannot be listened on: {error.strerror or error}.",
                "Name another with --port, or 0 for any.",
            ) from error
        shown = host if host not in ("0.0.0.0", "::", "") else "127.0.0.1"  # noqa: S104 - compared
        shown = f"[{shown}]" if ":" in shown else shown
        url = f"http://{shown}:{opened.getsockname()[1]}"
        yield Address(opened, url, host in _LOCAL)
    finally:
        opened.close()


def _announce(address: Address, token: str, folder: Path) -> None:
    lines = [
        f"Page:   {address.url}/#token={token}",
        f"API:    {address.url}/docs.html   (Authorization: Bearer {token})",
        f"OpenAI: {address.url}/v1   (the token is the key)",
        f"Files:  {folder}",
    ]
    if not address.is_local:
        lines.append("Other machines reach this: put TLS before it, and keep the token secret.")
    print("\n".join([*lines, "End with Ctrl-C."]), file=sys.stderr, flush=True)
