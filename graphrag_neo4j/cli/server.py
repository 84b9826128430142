"""``server start|stop|status|logs|backup|restore``: the local Neo4j."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from graphrag_neo4j.cli.app import App, json_option, pass_app

if TYPE_CHECKING:
    from graphrag_neo4j.server import LocalServer
    from graphrag_neo4j.server.lock import Line


def _server(app: App, line: Line | None = None) -> LocalServer:
    from graphrag_neo4j.server import LocalServer

    settings = app.settings
    return LocalServer(settings.home, line or settings.neo4j_line, settings.server_memory)


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
@json_option
@pass_app
def start(app: App, line: Line | None) -> None:
    """Start the server, or find the one that runs; the first time its files are fetched.

    Example: graphrag-neo4j server start
    """
    info = _server(app, line).start(app.progress)
    data = asdict(info) | {"credentials_file": info.credentials_file}
    del data["password"]
    app.emit(
        data,
        f"Neo4j {info.version} is ready (pid {info.pid}).\n"
        f"Bolt:     {info.bolt_uri}\n"
        f"Browser:  {info.browser_url}\n"
        f"User:     {info.username}\n"
        f"Password: in {info.credentials_file}\n"
        "Stop it:  graphrag-neo4j server stop",
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
    """Say whether the server runs, its version and its addresses.

    Example: graphrag-neo4j server status --json
    """
    local = _server(app)
    found = local.status()
    data = asdict(found)
    lines = [f"running (pid {found.pid})" if found.running else "not running"]
    lines += [
        f"{name + ':':9} {value}"
        for name, value in (
            ("Neo4j", found.version),
            ("Bolt", found.bolt_uri),
            ("Browser", found.browser_url),
            ("Started", found.started and f"{found.started.astimezone():%Y-%m-%d %H:%M:%S}"),
            ("Home", found.home),
        )
        if value
    ]
    if show_password:
        data["password"] = local.password()
        lines.append(f"Password: {data['password'] or 'none yet'}")
    app.emit(data, "\n".join(lines))


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
@click.argument("file", required=False, type=click.Path(path_type=Path))
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
@click.argument("file", type=click.Path(path_type=Path))
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
    app.emit({"nodes": n}, f"Restored: {n:,} nodes.")
