"""``server start|stop|status|logs|backup|restore``: the local Neo4j."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from graphrag_neo4j.cli.app import App, F, FilePath, json_option, pass_app
from graphrag_neo4j.results import counted

if TYPE_CHECKING:
    from graphrag_neo4j.server import LocalServer
    from graphrag_neo4j.server.releases import Line


def _server(app: App, **given: object) -> LocalServer:
    from graphrag_neo4j.server import LocalServer

    named = {name: value for name, value in given.items() if value is not None}
    return LocalServer.of(app.settings.model_copy(update=named))


def _port_option(name: str, what: str) -> Callable[[F], F]:
    return click.option(
        f"--{name}-port",
        type=click.IntRange(0, 65535),
        metavar="PORT",
        help=f"Port for {what}, kept for later starts; 0 = any free one again. "
        f"[env: GRAPHRAG_{name.upper()}_PORT]",
    )


@click.group()
def server() -> None:
    """The local Neo4j server: one per home, listening on this machine only."""


@server.command()
@click.option(
    "--neo4j",
    "line",
    type=click.Choice(["2026.01", "5.26"]),
    help="Version of a new home. [default: 2026.01; env: GRAPHRAG_NEO4J]",
)
@click.option(
    "--memory",
    metavar="SIZE",
    help="Memory of this start, as 4g or 1500m. [default: 2g; env: GRAPHRAG_SERVER_MEMORY]",
)
@_port_option("bolt", "Bolt")
@_port_option("http", "HTTP and Neo4j Browser")
@json_option
@pass_app
def start(
    app: App,
    line: Line | None,
    memory: str | None,
    bolt_port: int | None,
    http_port: int | None,
) -> None:
    """Start the server, or find the one that runs; the first time its files are fetched.

    \b
    Example: graphrag-neo4j server start
    Example: graphrag-neo4j server start --bolt-port 7800 --http-port 7801 --memory 4g
    """
    app.warn_of_misplaced_home()
    server = _server(
        app, neo4j_line=line, server_memory=memory, bolt_port=bolt_port, http_port=http_port
    )
    info = server.start(app.progress)
    data = asdict(info) | {"credentials_file": info.credentials_file}
    del data["password"]
    app.emit(
        data,
        f"Neo4j {info.version} is ready (pid {info.pid}).\n"
        f"Bolt:     {info.bolt_uri}\n"
        f"Browser:  {info.browser_url}\n"
        f"User:     {info.username}\n"
        f"Password: in {info.credentials_file}\n"
        f"Stop it:  {info.command} server stop",
    )


@server.command()
@json_option
@pass_app
def stop(app: App) -> None:
    """Stop the server; the graph stays.

    Example: graphrag-neo4j server stop
    """
    stopped = _server(app).stop()
    app.emit({"stopped": stopped}, "Stopped." if stopped else "It was not running.")


@server.command()
@click.option("--show-password", is_flag=True, help="Print the password, too.")
@json_option
@pass_app
def status(app: App, show_password: bool) -> None:
    """Say whether the server runs, its version, its addresses and its folders.

    Example: graphrag-neo4j server status --json
    """
    from graphrag_neo4j.artifacts import cache_dir

    local = _server(app)
    found = local.status()
    old = app.misplaced_home
    data = asdict(found) | {"cache": cache_dir(), "misplaced_home": old}
    lines = [f"running (pid {found.pid})" if found.running else "not running"]
    lines += [
        f"{name + ':':9} {value}"
        for name, value in (
            ("Neo4j", found.version),
            ("Bolt", found.bolt_uri),
            ("Browser", found.browser_url),
            ("Started", found.started and f"{found.started.astimezone():%Y-%m-%d %H:%M:%S}"),
            ("Home", found.home),
            ("Cache", cache_dir()),
        )
        if value
    ]
    if show_password:
        data["password"] = local.password()
        lines.append(f"Password: {data['password'] or 'none yet'}")
    app.emit(data, "\n".join(lines))
    app.warn_of_misplaced_home()


@server.command()
@click.option(
    "-n", "--lines", default=50, show_default=True, type=click.IntRange(1), help="Lines at most."
)
@json_option
@pass_app
def logs(app: App, lines: int) -> None:
    """Print the end of Neo4j's own log.

    Example: graphrag-neo4j server logs -n 20
    """
    text = _server(app).logs(lines)
    app.emit({"lines": text.splitlines()}, text or "No log yet.")


@server.command()
@click.argument("file", required=False, type=FilePath())
@json_option
@pass_app
def backup(app: App, file: Path | None) -> None:
    """Write the graph to FILE (default: graphrag-<time>.dump here).

    A server that runs is stopped for it and started again.

    Example: graphrag-neo4j server backup monday.dump
    """
    from graphrag_neo4j.server.backup import backup

    file = file or Path(f"graphrag-{datetime.now():%Y%m%d-%H%M%S}.dump")
    made = backup(_server(app), file, app.progress)
    size = made.stat().st_size
    app.emit({"file": str(made), "bytes": size}, f"{made} ({size / 1e6:.1f} MB)")


@server.command()
@click.argument("file", type=FilePath())
@click.option("--force", is_flag=True, help="Replace a graph that is not empty.")
@json_option
@pass_app
def restore(app: App, file: Path, force: bool) -> None:
    """Replace the graph by the one in FILE, which "server backup" made.

    The present graph gives way only when the file has been read to its end.

    Example: graphrag-neo4j server restore monday.dump --force
    """
    from graphrag_neo4j.server.backup import restore

    n = restore(_server(app), file, force=force, progress=app.progress)
    app.emit({"nodes": n}, f"Restored: {counted(n, 'node')}.")
