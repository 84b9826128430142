"""``schema apply|status|describe``."""

from __future__ import annotations

import click

from graphrag_neo4j.cli.app import App, json_option, pass_app


@click.group()
def schema() -> None:
    """Constraints and indexes."""


@schema.command("apply")
@json_option
@pass_app
def schema_apply(app: App) -> None:
    """Create what is missing and wait until it is online.

    Example: graphrag-neo4j schema apply
    """
    with app.graph(to_fill=True) as graph:
        change = graph.schema.apply()
    app.emit(change, change.summary())


@schema.command("status")
@json_option
@pass_app
def schema_status(app: App) -> None:
    """Show which schema files are applied, and how the graph was embedded and made.

    Example: graphrag-neo4j schema status
    """
    from graphrag_neo4j.database.migrations import nothing_applied
    from graphrag_neo4j.ingest.made_with import summary as summary_of

    if app.says_unused(nothing_applied()):
        return
    with app.graph() as graph:
        status = graph.schema.status()
    text = (
        f"applied: {', '.join(status.applied) or 'none'}\n"
        f"pending: {', '.join(status.pending) or 'none'}\n"
        f"not online: {', '.join(status.not_online) or 'none'}\n"
        f"embedding: {status.embed_model or 'none'} ({status.dimensions or '-'} dimensions)\n"
        f"made with: {summary_of(status.made_with)}"
    )
    app.emit(status, text)


@schema.command("describe")
@click.option("--limit", default=50, show_default=True, type=click.IntRange(min=1), help="Types.")
@json_option
@pass_app
def schema_describe(app: App, limit: int) -> None:
    """Show what kinds of things the graph has: labels, relationships, types, how many of each.

    Example: graphrag-neo4j schema describe --json
    """
    from graphrag_neo4j.resources.schema import SchemaDescription

    if app.says_unused(SchemaDescription()):
        return
    with app.graph() as graph:
        data = graph.schema.describe(limit=limit)
    lines = [f"{n:>9,}  (:{label})" for label, n in data.labels.items()]
    lines += [
        f"{one.count:>9,}  (:{one.start})-[:{one.type}]->(:{one.end})" for one in data.relationships
    ]
    for kind in ("entity_types", "relation_types"):
        counts = "; ".join(f"{type_} {n:,}" for type_, n in getattr(data, kind).items())
        about = f" (about, by one entity in {data.one_in})" if data.one_in > 1 else ""
        lines.append(f"{kind.replace('_', ' ').capitalize()}{about}: {counts or 'none'}")
    app.emit(data, "\n".join(lines))
