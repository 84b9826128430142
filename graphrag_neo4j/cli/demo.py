"""``demo``: from nothing to an answered question."""

from __future__ import annotations

import click

from graphrag_neo4j.cli.app import App, json_option, pass_app


@click.command()
@json_option
@pass_app
def demo(app: App) -> None:
    """Start a local Neo4j, read "A Christmas Carol" into it and ask three questions.

    Example: graphrag-neo4j demo
    """
    from graphrag_neo4j.apps.demo import run_demo

    app.warn_of_misplaced_home()
    result = run_demo(app.settings, app.progress)
    app.emit(result.to_dict(), result.render())
