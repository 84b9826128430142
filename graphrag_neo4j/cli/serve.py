"""``serve``: the graph as a page, an API, and models of OpenAI's protocol."""

from __future__ import annotations

import click

from graphrag_neo4j.cli.app import App, pass_app


@click.command()
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on; another than this machine's own needs GRAPHRAG_SERVE_TOKEN.",
)
@click.option(
    "--port", default=8765, show_default=True, type=click.IntRange(0, 65535), help="0 = any."
)
@click.option(
    "--allow-host",
    "names",
    multiple=True,
    metavar="NAME",
    help="A name by which it may be called, beside addresses and localhost. May be repeated.",
)
@pass_app
def serve(app: App, host: str, port: int, names: tuple[str, ...]) -> None:
    """Serve the graph as a web page, an HTTP API and models of OpenAI's protocol.

    Needs the extra "serve": pip install 'graphrag-neo4j[serve]'. Prints a link with the token that
    callers need (docs/serve.md). Commands of the same home use it while it runs. Runs until Ctrl-C.

    Example: graphrag-neo4j serve --port 8765
    """
    app.graph(to_fill=True).serve(host, port, names=names)
