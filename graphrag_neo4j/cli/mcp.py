"""``mcp``: the graph as tools for an agent."""

from __future__ import annotations

from typing import Literal

import click

from graphrag_neo4j.cli.app import App, host_option, names_option, pass_app


@click.command()
@click.option(
    "--transport",
    type=click.Choice(["stdio", "http"]),
    default="stdio",
    show_default=True,
    help="stdio: the client starts this command; http: streamable HTTP.",
)
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="http: its port; 0 = any.",
)
@host_option
@names_option
@pass_app
def mcp(
    app: App, transport: Literal["stdio", "http"], port: int, host: str, names: tuple[str, ...]
) -> None:
    """Serve the graph to agents by the Model Context Protocol; the tools only read.

    Needs the extra "mcp": pip install '.[mcp]' in the checkout. docs/agents.md says how to name it
    to a client. If GRAPHRAG_SERVE_TOKEN is set, http asks for it. Runs until the client goes, or
    Ctrl-C.

    Example: graphrag-neo4j mcp --transport http --port 8000
    """
    from graphrag_neo4j.apps.mcp import serve

    serve(app.graph(to_fill=True), transport, port, host=host, names=names)
