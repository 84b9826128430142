"""``sources list|text|contents|delete``."""

from __future__ import annotations

import click

from graphrag_neo4j.cli.app import App, here, json_option, page_options, pass_app
from graphrag_neo4j.errors import EMPTY_GRAPH
from graphrag_neo4j.results import counted
from graphrag_neo4j.text.places import place_text


@click.group()
def sources() -> None:
    """The documents in the graph."""


@sources.command("list")
@click.argument("text", required=False)
@page_options()
@json_option
@pass_app
def sources_list(app: App, text: str | None, limit: int, skip: int) -> None:
    """List sources by title; with TEXT, those whose title or URI contains it or fits it as a glob.

    \b
    Example: graphrag-neo4j sources list minutes
    Example: graphrag-neo4j sources list "reports/*.pdf" --json
    """
    if app.says_unused([]):
        return
    with app.graph() as graph:
        rows = graph.sources.list(text, skip=skip, limit=limit)
    lines = [f"{r.title}  ({counted(r.chunks, 'chunk')}, {r.status})  {r.uri}" for r in rows]
    lines += [f"  also known as {alias}" for r in rows for alias in r.aliases]
    nothing = f"No source fits {text!r}." if text else here(" ".join(EMPTY_GRAPH))
    app.emit(rows, "\n".join(lines) or nothing)


@sources.command("text")
@click.argument("name")
@click.option(
    "--start", default=0, show_default=True, type=click.IntRange(min=0), help="From here."
)
@click.option(
    "--length",
    default=4_000,
    show_default=True,
    type=click.IntRange(1, 100_000),
    help="Characters.",
)
@json_option
@pass_app
def sources_text(app: App, name: str, start: int, length: int) -> None:
    """Show the text of a source, with the chunks that keep it and their characters.

    NAME is a path, a title, a URI or an id (or its first 8 digits).

    \b
    Example: graphrag-neo4j sources text reports/old.txt --start 4000
    Example: graphrag-neo4j sources text "Board minutes"
    """
    with app.graph() as graph:
        page = graph.sources.text(name, start=start, length=length)
    lines = [f"{page.source['title']}  {page.source['uri']}"]
    for piece in page.pieces:
        place = f"chunk {piece.chunk_id[:8]}, {place_text(piece.start, piece.end, piece.place)}"
        lines += [f"\n[{place}]", piece.text]
    if page.unplaced:
        lines.append(f"\n{counted(page.unplaced, 'chunk')} without a known place in the text.")
    if page.next_start is not None:
        lines.append(f"\nMore: --start {page.next_start}")
    app.emit(page, "\n".join(lines))


@sources.command("contents")
@click.argument("name")
@json_option
@pass_app
def sources_contents(app: App, name: str) -> None:
    """Show what a source added to the graph: counts, and the entities that it mentions most.

    Example: graphrag-neo4j sources contents "Board minutes"
    """
    with app.graph() as graph:
        row = graph.sources.contents(name)
    counts = f"{row.chunks} chunks, {row.topics} topics, {row.statements} statements"
    lines = [
        f"{row.title}  ({row.status})  {row.uri}",
        f"{counts}, {row.facts} facts, {row.n_entities} entities",
        *(
            f"- {one.name} [{one.type}], {one.statements}{', only here' * one.only_here}"
            for one in row.entities
        ),
    ]
    app.emit(row, "\n".join(lines))


@sources.command("delete")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--dry-run", is_flag=True, help="Only list what would be taken out.")
@json_option
@pass_app
def sources_delete(app: App, names: tuple[str, ...], dry_run: bool) -> None:
    """Take sources out, with everything that only they support.

    NAME is a path, a folder, a glob ("*" stops at folders, "**" does not), a title, a URI or an id
    (or its first 8 digits); the file may be gone. If one NAME fits nothing, or is the title of
    several sources, nothing is deleted.

    \b
    Example: graphrag-neo4j sources delete reports/old.txt "Board minutes"
    Example: graphrag-neo4j sources delete --dry-run "reports/2024/**"
    """
    with app.graph() as graph:
        if dry_run:
            rows = graph.sources.find(*names)
            lines = [f"{row.title}  {uri}" for row in rows for uri in row.named]
            app.emit(rows, "\n".join([*lines, f"{len(lines)} would be removed."]))
            return
        done = graph.sources.delete(*names)
    app.emit(done, "\n".join([*done.problems(), f"{done.removed} removed."]))
    if not done.is_clean:
        raise click.exceptions.Exit(1)
