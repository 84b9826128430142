"""``show``: a picture of a part of the graph."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from graphrag_neo4j.cli.app import App, FilePath, json_option, pass_app
from graphrag_neo4j.results import counted


@click.command()
@click.argument("question", required=False)
@click.option("--communities", is_flag=True, help="The communities, as a map.")
@click.option("--level", default=0, show_default=True, type=click.IntRange(min=0), help="Theirs.")
@click.option(
    "-o",
    "--output",
    default="graph.html",
    show_default=True,
    type=FilePath(),
    help="The file to write.",
)
@click.option(
    "--limit", default=200, show_default=True, type=click.IntRange(1, 2000), help="Nodes at most."
)
@click.option("--open", "open_it", is_flag=True, help="Open it in a web browser.")
@json_option
@pass_app
def show(
    app: App,
    question: str | None,
    communities: bool,
    level: int,
    output: Path,
    limit: int,
    open_it: bool,
) -> None:
    """Draw what the graph says on QUESTION (an entity's name will do) into one HTML file.

    The file needs no server and no network; a click shows texts and sources.

    Example: graphrag-neo4j show "Bob Cratchit" -o bob.html --open
    """
    if communities == bool(question):
        raise click.UsageError("Give a question or an entity, or --communities.")
    with app.graph() as graph:
        picture = graph.show(question, level=level, limit=limit)
    picture.save(output)
    counts = {"nodes": len(picture.nodes), "edges": len(picture.edges)}
    text = f"{output}: {counted(counts['nodes'], 'node')}, {counted(counts['edges'], 'edge')}"
    told = [picture.note] if picture.note else []
    app.emit({"file": str(output), **counts, "note": picture.note}, "\n".join([*told, text]))
    if open_it:
        webbrowser.open(output.resolve().as_uri())
