"""``serve``: the graph as a page, an API, and models of OpenAI's protocol."""

from __future__ import annotations

import click

from graphrag_neo4j.cli.app import App, host_option, names_option, pass_app


@click.command()
@host_option
@click.option(
    "--port", default=8765, show_default=True, type=click.IntRange(0, 65535), help="0 = any."
)
@names_option
@pass_app
def serve(app: App, host: str, port: int, names: tuple[str, ...]) -> None:
    """Serve the graph as a web page, an HTTP API and models of OpenAI's protocol.

    Needs the extra "serve": pip install '.[serve]' in the checkout. Prints a link with the token
    that callers need (docs/serve.md). Commands of the same home use it while it runs. Runs until
    Ctrl-C.

    Example: graphrag-neo4j serve --port 8765
    """
    app.graph(to_fill=True).serve(host, port, names=names)
