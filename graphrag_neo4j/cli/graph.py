"""``ingest``, ``reembed``, ``reset``, ``stats``, ``schema`` and ``doctor``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from graphrag_neo4j.cli.app import (
    App,
    Failure,
    extractor_option,
    json_option,
    pass_app,
    reading_options,
)


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option(
    "--sync",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Ingest a folder, and take out what came from it and is gone.",
)
@click.option(
    "--extracted",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="What another engine extracted, as JSON lines (docs/handover.md).",
)
@extractor_option
@click.option(
    "--budget",
    type=click.FloatRange(min=0),
    metavar="USD",
    help="Stop before LLM calls of this run could cost more. [env: GRAPHRAG_BUDGET]",
)
@reading_options
@click.option(
    "--switch-extractor",
    is_flag=True,
    help="Make sources in another way than those in the graph, and these anew.",
)
@click.option(
    "--report", is_flag=True, help="List what failed or is left; alone, of all runs so far."
)
@json_option
@pass_app
def ingest(
    app: App,
    /,
    paths: tuple[Path, ...],
    sync: Path | None,
    extracted: Path | None,
    extractor: str | None,
    budget: float | None,
    switch_extractor: bool,
    report: bool,
    **reading: Any,
) -> None:
    """Read files and folders into the graph: PDF, Office and OpenDocument, HTML, EPUB, mail,
    tables, JSON, notebooks, subtitles, any text (docs/formats.md).

    Every file is read, or listed with the reason. A .graphragignore in a folder names what to
    leave out, by the rules of a .gitignore.

    What is there already, unchanged, is left alone; of a changed file only what changed is
    replaced. Exit code 1 if anything was unreadable, could not be extracted or is left to do:
    the same command goes on, and pays nothing twice.

    The graph remembers how it was made (extractor, model, chunks, types) and takes sources made
    in another way only with --switch-extractor.

    \b
    Example: graphrag-neo4j ingest reports/ notes.md
    Example: graphrag-neo4j ingest --extractor llm --budget 2.50 reports/
    """
    ways = [bool(paths), sync is not None, extracted is not None]
    if sum(ways) > 1 or not (any(ways) or report):
        raise click.UsageError("Give paths, or --sync FOLDER, or --extracted FILE, or --report.")
    if not any(ways) and app.says_unused([]):
        return
    with app.graph(to_fill=True, extractor=extractor, budget=budget, **reading) as graph:
        if not any(ways):
            rows = graph.ingest_problems()
            app.emit(rows, "\n".join(map(_problem, rows)) or "Nothing failed.")
            return
        if sync is not None:
            done = graph.sync(sync, switch_extractor=switch_extractor)
        elif extracted is not None:
            done = graph.ingest_extracted(extracted)
        else:
            done = graph.ingest(*paths, switch_extractor=switch_extractor)
        by_llm = graph.settings.extractor == "llm" and extracted is None
        used = graph.chat.meter if by_llm else None
    problems = done.problems(full=report)
    lines = [*problems, done.summary(), *([used.summary()] if used else ())]
    app.emit(asdict(done) | {"llm": used.to_dict() if used else None}, "\n".join(lines))
    if done.stopped:
        raise Failure(done.stopped, 1)
    if not done.is_clean:
        raise click.exceptions.Exit(1)


def _problem(row: dict[str, Any]) -> str:
    lines = [f"{row['uri']} [{row['position']}]"]
    if row["status"] == "pending":
        lines.append(f"  still to do: {row['reason']}")
    elif row["reason"]:
        lines.append(f"  failed {row['attempts']} times: {row['reason']}")
    return "\n".join([*lines, *(f"  not used: {record}" for record in row["quarantine"])])


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
    app.emit(asdict(report), report.summary())


@click.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@pass_app
def reset(app: App, yes: bool) -> None:
    """Remove everything from the graph: all nodes, all relationships. The server stays.

    Example: graphrag-neo4j reset --yes
    """
    if app.says_unused({"removed": 0}):
        return
    with app.graph() as graph:
        if not yes:
            nodes = sum(graph.stats()["nodes"].values())
            click.confirm(f"Remove all {nodes:,} nodes of the graph?", abort=True, err=True)
        removed = graph.reset()
    app.emit({"removed": removed}, f"{removed:,} nodes removed.")


@click.command()
@json_option
@pass_app
def stats(app: App) -> None:
    """Count what is in the graph; say how it was made and what LLM calls used so far.

    Example: graphrag-neo4j stats --json
    """
    from graphrag_neo4j.graph_api.looking import no_stats
    from graphrag_neo4j.ingest.made_with import summary as summary_of

    if app.says_unused(no_stats()):
        return
    with app.graph() as graph:
        data = graph.stats()
    lines = [f"{label:>14} {n:>9,}" for label, n in data["nodes"].items()]
    lines += [f"{':' + type_:>14} {n:>9,}" for type_, n in data["relationships"].items()]
    lines += [_level_line(level) for level in data["communities"]["levels"]]
    lines.append(f"Neo4j {data['neo4j']}, embedded with {data['embed_model'] or 'nothing yet'}")
    lines.append(f"made with {summary_of(data['made_with'])}")
    lines.append(f"LLM so far: {_spent(data['llm'])}")
    app.emit(data, "\n".join(lines))


def _spent(llm: dict[str, Any]) -> str:
    """The running total, and what of it each purpose had."""
    total = llm["total"]
    if not total["calls"]:
        return "no calls"
    cost = f"${total['cost']:,.4f}"
    if total["unpriced"]:
        cost += f" and {total['unpriced']:,} calls of unknown price"
    stages = ", ".join(f"{name} {used['calls']:,}" for name, used in llm["stages"].items())
    return (
        f"{total['calls']:,} calls ({stages}), {total['tokens_in']:,} tokens in, "
        f"{total['tokens_out']:,} out, {cost}"
    )


def _level_line(level: dict[str, Any]) -> str:
    quality = ""
    if level["modularity"] is not None:
        quality = f", modularity {level['modularity']:.3f}, coverage {level['coverage']:.1%}"
    alone = f", {level['alone']:,} entities alone" if level["alone"] else ""
    reports = ", ".join(f"{level[f'reports_{x}']:,} {x}" for x in ("fresh", "stale", "missing"))
    return (
        f"level {level['level']}: {level['communities']:,} communities{alone}{quality}; "
        f"reports: {reports}"
    )


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
        applied = graph.apply_schema()
    app.emit({"applied": applied}, f"Applied: {', '.join(applied) or 'nothing, up to date'}.")


@schema.command("status")
@json_option
@pass_app
def schema_status(app: App) -> None:
    """Show which schema files are applied, and how the graph was embedded and made.

    Example: graphrag-neo4j schema status
    """
    from graphrag_neo4j.database.migrations import nothing_applied
    from graphrag_neo4j.ingest.made_with import summary as summary_of

    if app.says_unused(asdict(nothing_applied())):
        return
    with app.graph() as graph:
        status = graph.schema_status()
    text = (
        f"applied: {', '.join(status.applied) or 'none'}\n"
        f"pending: {', '.join(status.pending) or 'none'}\n"
        f"not online: {', '.join(status.not_online) or 'none'}\n"
        f"embedding: {status.embed_model or 'none'} ({status.dimensions or '-'} dimensions)\n"
        f"made with: {summary_of(status.made_with)}"
    )
    app.emit(asdict(status), text)


@schema.command("show")
@click.option("--limit", default=50, show_default=True, type=click.IntRange(min=1), help="Types.")
@json_option
@pass_app
def schema_show(app: App, limit: int) -> None:
    """Show what kinds of things the graph has: labels, relationships, types, how many of each.

    Example: graphrag-neo4j schema show --json
    """
    if app.says_unused(
        {"labels": {}, "relationships": [], "entity_types": {}, "relation_types": {}}
    ):
        return
    with app.graph() as graph:
        data = graph.describe_schema(limit=limit)
    lines = [f"{n:>9,}  (:{label})" for label, n in data["labels"].items()]
    lines += [
        f"{row['n']:>9,}  (:{row['from']})-[:{row['type']}]->(:{row['to']})"
        for row in data["relationships"]
    ]
    for kind in ("entity_types", "relation_types"):
        counts = "; ".join(f"{type_} {n:,}" for type_, n in data[kind].items())
        lines.append(f"{kind.replace('_', ' ').capitalize()}: {counts or 'none'}")
    app.emit(data, "\n".join(lines))


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
    app.emit([asdict(check) for check in checks], "\n".join(str(check) for check in checks))
    if any(check.state == "bad" for check in checks):
        raise click.exceptions.Exit(1)
