"""``prompts tune``."""

from __future__ import annotations

from pathlib import Path

import click

from graphrag_neo4j.cli.app import App, FilePath, json_option, pass_app, reading_options


@click.group()
def prompts() -> None:
    """What the LLM is told."""


@prompts.command("tune")
@click.argument("paths", nargs=-1, required=True, type=FilePath())
@click.option(
    "-o",
    "--output",
    default="prompts",
    show_default=True,
    type=FilePath(),
    help="Folder for the files.",
)
@reading_options
@json_option
@pass_app
def prompts_tune(app: App, /, paths: tuple[Path, ...], output: Path, **reading: object) -> None:
    """Fit the instructions for extraction to the texts in PATHS; needs an LLM.

    It names domain, language and types, and makes examples of your passages. Look at the files;
    they are used when a setting names them (GRAPHRAG_EXTRACT_PROMPT).

    Example: graphrag-neo4j prompts tune my_documents/ -o prompts/
    """
    found = app.graph(to_fill=True, **reading).tune_prompts(*paths, folder=output)
    app.emit(found, found.render())
