"""``plan``: what an ingest would take."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from graphrag_neo4j.cli.app import App, extractor_option, json_option, pass_app, reading_options


@click.command()
@click.argument(
    "paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH..."
)
@extractor_option
@reading_options
@json_option
@pass_app
def plan(app: App, /, paths: tuple[Path, ...], extractor: str | None, **reading: Any) -> None:
    """Tell what an ingest would take: chunks, LLM calls, tokens and cost.

    What is in the graph or in the cache of answers already costs nothing and is left out. No
    model is asked, no key is needed, and nothing is changed.

    Example: graphrag-neo4j plan --extractor llm reports/ notes.md
    """
    with app.graph(to_fill=True, extractor=extractor, **reading) as graph:
        planned = graph.plan(*paths)
    app.emit(asdict(planned), planned.summary())
