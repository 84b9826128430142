"""``cache``: answers that were paid for, vectors, parses, and readings of files."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import click

from graphrag_neo4j.cli.app import App, confirm, json_option, pass_app

if TYPE_CHECKING:
    from graphrag_neo4j.resources.caches import Which


@click.group()
def cache() -> None:
    """What is kept on this machine so that nothing is made twice: answers of the LLM, vectors,
    parses, readings of files."""


@cache.command("size")
@json_option
@pass_app
def cache_size(app: App) -> None:
    """Show where the caches are, how much they hold, and their size.

    Example: graphrag-neo4j cache size --json
    """
    from graphrag_neo4j.resources.caches import cache_sizes

    sizes = cache_sizes(app.settings)
    app.emit(sizes, sizes.summary())


@cache.command("clear")
@click.argument(
    "which",
    type=click.Choice(["answers", "vectors", "parses", "readings", "all"]),
    default="all",
)
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@pass_app
def cache_clear(app: App, which: str, yes: bool) -> None:
    """Remove answers, vectors, parses, readings, or all; the next run makes them anew, and pays
    for answers.

    Example: graphrag-neo4j cache clear vectors --yes
    """
    from graphrag_neo4j.resources.caches import cache_sizes, clear_caches

    if not yes:
        sizes = cache_sizes(app.settings).summary()
        what = "all" if which == "all" else f"the {which}"
        confirm(f"{sizes}\nRemove {what}?")
    removed = clear_caches(app.settings, cast("Which", which))
    app.emit(removed, f"Removed:\n{removed.summary('left alone')}")
