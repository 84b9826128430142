"""``communities detect|report|list|get``."""

from __future__ import annotations

import click

from graphrag_neo4j.cli.app import App, here, json_option, page_options, pass_app
from graphrag_neo4j.results import counted
from graphrag_neo4j.text.places import place_text


@click.group()
def communities() -> None:
    """Groups of entities that belong together, and the reports on them."""


@communities.command()
@click.option("--fresh", is_flag=True, help="From scratch, even after a small change.")
@json_option
@pass_app
def detect(app: App, fresh: bool) -> None:
    """Find communities by Leiden, as a hierarchy; level 0 is the most granular.

    After a small change of the graph they are brought up to date, and those that it does not
    touch keep their ids and reports.

    Example: graphrag-neo4j communities detect
    """
    with app.graph() as graph:
        found = graph.communities.detect(fresh=fresh)
    app.emit(found, found.summary())


@communities.command()
@click.option("--by-rules", is_flag=True, help="By rules, even where an LLM wrote the report.")
@json_option
@pass_app
def report(app: App, by_rules: bool) -> None:
    """Write a report on each community, by the LLM if one is set, else by rules.

    Reports whose input did not change are reused; without an LLM, those that one wrote stay.
    Exit code 1 if a report failed.

    Example: graphrag-neo4j communities report
    """
    with app.graph() as graph:
        run = graph.communities.report(by_rules=by_rules)
        used = graph.chat.meter if run.asked else None
    text = f"{run.summary()}\n{used.summary()}" if used else run.summary()
    app.emit(run.to_dict() | {"llm": used.to_dict() if used else None}, text)
    if run.failed or run.stopped:
        raise click.exceptions.Exit(1)


@communities.command("list")
@click.option("--level", type=click.IntRange(min=0), help="Only this level.")
@page_options()
@click.option("--alone", is_flag=True, help="Also entities that belong to no other.")
@json_option
@pass_app
def list_(app: App, level: int | None, limit: int, skip: int, alone: bool) -> None:
    """List communities level by level, the highest rated first.

    Entities that belong to no other are counted at the end, and listed with --alone.

    Example: graphrag-neo4j communities list --level 0
    """
    if app.says_unused([]):
        return
    with app.graph() as graph:
        rows = graph.communities.list(level, skip=skip, limit=limit, alone=alone)
        levels = graph.stats().communities.levels
    lines = [
        f"{row.id[:8]}  level {row.level}  {row.size:>6,} entities  "
        f"{'-' if row.rating is None else format(row.rating, '.1f'):>4}  {row.title}"
        for row in rows
    ]
    hidden = levels[0].alone if levels and not alone and level in (None, 0) else 0
    if hidden:
        lines.append(f"{counted(hidden, 'entity')} alone (--alone lists them).")
    app.emit(rows, "\n".join(lines) or here("No communities: graphrag-neo4j communities detect"))


@communities.command()
@click.argument("id_", metavar="ID")
@json_option
@pass_app
def get(app: App, id_: str) -> None:
    """Show one community: its report, its parts, its entities. A beginning of ID will do.

    Example: graphrag-neo4j communities get 3fa2c1
    """
    with app.graph() as graph:
        row = graph.communities.get(id_)
    parts = [row.full_content or f"# {row.name}\n\nNo report yet.\n"]
    if row.title:
        by = f"{'outdated, ' if row.outdated else ''}written by {row.written_by}"
        parts.append(f"Rating {row.rating:.1f}: {row.rating_explanation} ({by})")
    parts += [
        f"From {e.uri}, {place_text(e.start, e.end, e.place)}: {e.text}" for e in row.evidence
    ]
    names = "; ".join(entity.name for entity in row.entities)
    parts.append(f"Level {row.level}, {counted(row.size, 'entity')}: {names}")
    parts += [f"Part {s.id[:8]}: {s.title} ({s.size:,})" for s in row.sub_communities]
    if row.parent:
        parts.append(f"Part of {row.parent[:8]}")
    app.emit(row, "\n".join(parts))
