"""``cache``: the LLM answers that were paid for."""

from __future__ import annotations

import click

from graphrag_neo4j.cli.app import App, json_option, pass_app


@click.group()
def cache() -> None:
    """LLM answers kept on this machine, so that none is paid for twice."""


@cache.command("size")
@json_option
@pass_app
def cache_size(app: App) -> None:
    """Show where the cache is, how many answers it holds, and its size.

    Example: graphrag-neo4j cache size --json
    """
    from graphrag_neo4j.llm.cache import cache_size

    size = cache_size(app.settings)
    app.emit(size, str(size))


@cache.command("clear")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@pass_app
def cache_clear(app: App, yes: bool) -> None:
    """Remove all answers; the next run pays for them anew.

    Example: graphrag-neo4j cache clear --yes
    """
    from graphrag_neo4j.llm.cache import cache_size, clear_cache

    if not yes:
        size = cache_size(app.settings)
        click.confirm(f"{size}\nRemove all answers?", abort=True, err=True)
    removed = clear_cache(app.settings)
    app.emit(removed, f"Removed: {removed}")
