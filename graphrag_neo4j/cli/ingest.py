"""``plan``, ``extract``, ``ingest``, ``build``, ``sync`` and ``problems``."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graphrag_neo4j.cli.app import (
    App,
    F,
    Failure,
    FilePath,
    extractor_option,
    json_option,
    pass_app,
    reading_options,
)
from graphrag_neo4j.results import counted

if TYPE_CHECKING:
    from graphrag_neo4j.ingest.report import IngestReport
    from graphrag_neo4j.llm.meter import Meter
    from graphrag_neo4j.parts.engines import Engine
    from graphrag_neo4j.resources.stats import ChunkProblem

budget_option = click.option(
    "--budget",
    type=click.FloatRange(min=0),
    metavar="USD",
    help="Stop before LLM calls of this run could cost more. [env: GRAPHRAG_BUDGET]",
)
paths_argument = click.argument(
    "paths", nargs=-1, required=True, type=FilePath(), metavar="PATH..."
)


def ingest_options(command: F) -> F:
    """What ``ingest`` and ``sync`` can be told."""
    for option in (
        click.option("--report", is_flag=True, help="List all that failed or is left."),
        click.option(
            "--switch-extractor",
            is_flag=True,
            help="Make sources in another way than those in the graph, and these anew.",
        ),
        budget_option,
        reading_options,
        extractor_option,
    ):
        command = option(command)
    return command


@click.command()
@paths_argument
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
    graph = app.graph(to_fill=True, extractor=extractor, **reading)
    with nullcontext() if graph.is_unused else graph:  # no server is started to find nothing
        planned = graph.plan(*paths)
    app.emit(planned, planned.summary())


@click.command()
@paths_argument
@click.option(
    "--out", required=True, metavar="DIR", help="Folder of the parts, or an address like s3://…"
)
@click.option(
    "--engine",
    type=click.Choice(["local", "ray", "spark"]),
    default="local",
    show_default=True,
    help="What they are made on: processes of this machine, Ray or Spark (extras ray, spark).",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="How many at once. [default: local: a core each, up to 4; else what there is]",
)
@click.option(
    "--part-size",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="MB",
    help="Of the files that a part is made of, about.",
)
@click.option("--force", is_flag=True, help="Replace other parts in DIR.")
@click.option("--report", is_flag=True, help="List all that was not read.")
@budget_option
@reading_options
@extractor_option
@json_option
@pass_app
def extract(
    app: App,
    /,
    paths: tuple[Path, ...],
    out: str,
    engine: Engine,
    workers: int | None,
    part_size: int,
    force: bool,
    report: bool,
    **given: Any,
) -> None:
    """Read, chunk, extract and embed files and folders into DIR, without a database.

    DIR gets parts, parquet files that "ingest --extracted" loads into a graph, and a manifest
    (docs/scaling.md). The same files give the same bytes, whatever the engine and however many
    its workers. The same command goes on where it ended, and makes only what is missing. Exit
    code 1 if anything was unreadable or could not be extracted.

    \b
    Example: graphrag-neo4j extract reports/ --out parts/
    Example: graphrag-neo4j extract reports/ --out s3://bucket/parts --engine ray
    """
    from graphrag_neo4j.parts.extract import extract_parts

    done = extract_parts(
        *paths,
        out=out,
        engine=engine,
        workers=workers,
        settings=app.settings_with(**given),
        progress=app.progress,
        part_bytes=part_size << 20,
        force=force,
    )
    app.emit(done, "\n".join([*done.problems(full=report), done.summary()]))
    if not done.is_clean:
        raise click.exceptions.Exit(1)


@click.command()
@click.argument("paths", nargs=-1, type=FilePath(), metavar="[PATH...]")
@click.option(
    "--extracted", metavar="DIR", help='Load the parts that "extract" wrote, in place of paths.'
)
@ingest_options
@json_option
@pass_app
def ingest(
    app: App,
    /,
    paths: tuple[Path, ...],
    extracted: str | None,
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
    the same command goes on, and pays nothing twice. "problems" lists it later.

    The graph remembers how it was made (extractor, model, chunks, types) and takes sources made
    in another way only with --switch-extractor.

    \b
    Example: graphrag-neo4j ingest reports/ notes.md
    Example: graphrag-neo4j ingest --extracted parts/
    Example: graphrag-neo4j ingest --extractor llm --budget 2.50 reports/
    """
    from graphrag_neo4j.readers.folders import check_paths

    if not paths and extracted is None:
        raise click.UsageError("Missing argument 'PATH...'.")
    if extracted is None:
        check_paths(paths)  # before a server is started for nothing
    with app.graph(to_fill=True, extractor=extractor, budget=budget, **reading) as graph:
        done = graph.ingest(*paths, extracted=extracted, switch_extractor=switch_extractor)
        used = graph.chat.meter if graph.settings.extractor == "llm" else None
    emit_report(app, done, used, full=report)


@click.command()
@click.argument("folders", nargs=-1, required=True, metavar="DIR...")
@click.option(
    "--into",
    required=True,
    type=FilePath(),
    metavar="HOME",
    help="New home for the graph.",
)
@json_option
@pass_app
def build(app: App, folders: tuple[str, ...], into: Path) -> None:
    """Make the graph of parts that "extract" wrote in a new home, by Neo4j's bulk import.

    It is the graph that "ingest --extracted" makes; "ingest" then goes on with it. HOME appears
    when all is done, or not at all. Needs the extra build, and room for about ten times the parts.

    Example: graphrag-neo4j build parts/ --into ~/graph
    """
    from graphrag_neo4j.bulk.build import build_graph

    done = build_graph(*folders, into=into, settings=app.settings, progress=app.progress)
    app.emit(done, done.summary())


@click.command()
@click.argument("folders", nargs=-1, required=True, type=FilePath(), metavar="FOLDER...")
@ingest_options
@json_option
@pass_app
def sync(
    app: App,
    /,
    folders: tuple[Path, ...],
    extractor: str | None,
    budget: float | None,
    switch_extractor: bool,
    report: bool,
    **reading: Any,
) -> None:
    """Ingest folders, and take out of the graph what came from them and is gone.

    Sources from elsewhere are left alone, and so are files that --include and --exclude leave
    out; what a .graphragignore names is taken out. A folder in which nothing is found, while the
    graph has files from it, may not be mounted: then nothing is changed, and "sources delete
    FOLDER" is the way to take them out. Exit codes and options are those of "ingest".

    Example: graphrag-neo4j sync reports/
    """
    from graphrag_neo4j.readers.folders import check_folders

    check_folders(folders)  # before a server is started for nothing
    with app.graph(to_fill=True, extractor=extractor, budget=budget, **reading) as graph:
        done = graph.sync(*folders, switch_extractor=switch_extractor)
        used = graph.chat.meter if graph.settings.extractor == "llm" else None
    emit_report(app, done, used, full=report)


def emit_report(app: App, done: IngestReport, used: Meter | None = None, *, full: bool) -> None:
    """Print what an ingest did; its failures decide the exit code."""
    lines = [*done.problems(full=full), done.summary(), *([used.summary()] if used else ())]
    app.emit(done.to_dict() | {"llm": used.to_dict() if used else None}, "\n".join(lines))
    if done.stopped:
        raise Failure(done.stopped, 1)
    if not done.is_clean:
        raise click.exceptions.Exit(1)


@click.command()
@json_option
@pass_app
def problems(app: App) -> None:
    """List what no ingest so far could read or extract, what is left to do, and why.

    What was read before of a file that cannot be read now stays until it can, or "sources delete"
    takes it out.

    Example: graphrag-neo4j problems
    """
    if app.says_unused([]):
        return
    with app.graph() as graph:
        rows = graph.problems()
    app.emit(rows, "\n".join(map(_problem, rows)) or "Nothing failed.")


def _problem(row: ChunkProblem) -> str:
    if row.status == "unreadable":
        lines = [row.uri, f"  cannot be read: {row.reason}"]
        if row.statements:
            said = counted(row.statements, "statement")
            lines.append(f"  {said} of before stay: mend the file, or sources delete NAME")
        return "\n".join(lines)
    lines = [f"{row.uri} [{row.position}]"]
    if row.status == "pending":
        lines.append(f"  still to do: {row.reason}")
    elif row.reason:
        lines.append(f"  failed {row.attempts} times: {row.reason}")
    return "\n".join([*lines, *(f"  not used: {record}" for record in row.quarantine)])
