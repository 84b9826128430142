"""``reembed``, ``reset``, ``stats`` and ``doctor``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from graphrag_neo4j.cli.app import App, confirm, here, json_option, pass_app
from graphrag_neo4j.results import counted

if TYPE_CHECKING:
    from graphrag_neo4j.resources.stats import LevelStats


@click.command()
@click.option("--dry-run", is_flag=True, help="Only show what is stale, and why.")
@json_option
@pass_app
def reembed(app: App, dry_run: bool) -> None:
    """Make vectors anew where the embedding model, a text or a text rule has changed.

    Example: graphrag-neo4j reembed --dry-run
    """
    with app.graph() as graph:
        report = graph.reembed(dry_run=dry_run)
    app.emit(report, report.summary())


@click.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@pass_app
def reset(app: App, yes: bool) -> None:
    """Remove everything from the graph: all nodes, all relationships. The server stays.

    Example: graphrag-neo4j reset --yes
    """
    from graphrag_neo4j.database.counts import all_nodes

    if app.says_unused({"removed": 0}):
        return
    with app.graph() as graph:
        if not yes:
            nodes, others = all_nodes(graph.database)
            not_ours = f", {others:,} of them not made by graphrag-neo4j" if others else ""
            confirm(f"Remove all {counted(nodes, 'node')} of the graph{not_ours}?")
        removed = graph.reset()
    app.emit({"removed": removed}, f"{counted(removed, 'node')} removed.")


@click.command()
@json_option
@pass_app
def stats(app: App) -> None:
    """Count what is in the graph; say how it was made and what LLM calls used so far.

    Example: graphrag-neo4j stats --json
    """
    from graphrag_neo4j.ingest.made_with import summary as summary_of
    from graphrag_neo4j.resources.stats import GraphStats

    if app.says_unused(GraphStats()):
        return
    with app.graph() as graph:
        data = graph.stats()
    lines = [f"{label:>14} {n:>9,}" for label, n in data.nodes.items()]
    lines += [f"{':' + type_:>14} {n:>9,}" for type_, n in data.relationships.items()]
    lines += [_level_line(level) for level in data.communities.levels]
    lines.append(f"Neo4j {data.neo4j}, embedded with {data.embed_model or 'nothing yet'}")
    if data.vectors_waiting:
        waiting = counted(data.vectors_waiting, "entity")
        lines.append(f"vectors of {waiting} to be made when a search needs them")
    lines.append(f"made with {summary_of(data.made_with)}")
    lines.append(f"LLM so far: {data.llm.summary()}")
    app.emit(data, "\n".join(lines))


def _level_line(level: LevelStats) -> str:
    quality = ""
    if level.modularity is not None:
        quality = f", modularity {level.modularity:.3f}, coverage {level.coverage:.1%}"
    alone = f", {counted(level.alone, 'entity')} alone" if level.alone else ""
    reports = ", ".join(
        f"{getattr(level, f'reports_{x}'):,} {x}" for x in ("fresh", "stale", "missing")
    )
    return (
        f"level {level.level}: {counted(level.communities, 'community')}{alone}{quality}; "
        f"reports: {reports}"
    )


@click.command()
@json_option
@pass_app
def doctor(app: App) -> None:
    """Check driver, Java, server, GDS, indexes, models, disk and memory.

    Exit code 1 if anything that is needed is missing.

    Example: graphrag-neo4j doctor
    """
    from graphrag_neo4j.apps.doctor import examine

    checks = examine(app.settings)
    app.emit(checks, here("\n".join(str(check) for check in checks)))
    if any(check.state == "bad" for check in checks):
        raise click.exceptions.Exit(1)
