"""``entities list|find|get|resolve|merge|keep-apart|merges|disagreements|unmerge``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from graphrag_neo4j.cli.app import App, here, json_option, page_options, pass_app
from graphrag_neo4j.results import counted

if TYPE_CHECKING:
    from graphrag_neo4j.resources.entities import Disagreement, Entity, EntityRelation


@click.group()
def entities() -> None:
    """What the documents speak of, and which of it is the same."""


type_option = click.option("--type", "type_", metavar="T", help="Only of this type.")


@entities.command("list")
@type_option
@page_options()
@json_option
@pass_app
def list_(app: App, type_: str | None, limit: int, skip: int) -> None:
    """List entities, the most mentioned first.

    Example: graphrag-neo4j entities list --type PERSON --limit 20
    """
    if app.says_unused([]):
        return
    with app.graph() as graph:
        rows = graph.entities.list(type=type_, skip=skip, limit=limit)
    nothing = here("No entities: graphrag-neo4j schema describe lists their types.")
    app.emit(rows, "\n".join(map(_line, rows)) or nothing)


@entities.command()
@click.argument("text")
@type_option
@page_options(20)
@json_option
@pass_app
def find(app: App, text: str, type_: str | None, limit: int, skip: int) -> None:
    """Find entities by their names: parts of them, in any case, even with a typo.

    Example: graphrag-neo4j entities find marly
    """
    if app.says_unused([]):
        return
    with app.graph() as graph:
        rows = graph.entities.find(text, type=type_, skip=skip, limit=limit)
    app.emit(rows, "\n".join(map(_line, rows)) or f"No entity has a name like {text!r}.")


def _line(row: Entity) -> str:
    also = f"  also: {'; '.join(row.aliases)}" if row.aliases else ""
    return f"{row.name} [{row.type}]  in {counted(row.chunk_count, 'chunk')}  {row.id[:8]}{also}"


@entities.command()
@click.argument("name", metavar="NAME_OR_ID")
@click.option(
    "--limit",
    default=100,
    show_default=True,
    type=click.IntRange(min=1),
    help="Relations each way.",
)
@json_option
@pass_app
def get(app: App, name: str, limit: int) -> None:
    """Show one entity: what it is called, its relations, what is said of it, its sources.

    Example: graphrag-neo4j entities get "Ebenezer Scrooge"
    """
    with app.graph() as graph:
        row = graph.entities.get(name, limit=limit)
    lines = [f"{row.name} [{row.type}]  in {counted(row.chunk_count, 'chunk')}  {row.id}"]
    if row.aliases:
        lines.append(f"Also: {'; '.join(row.aliases)}")
    if row.description:
        lines.append(row.description)
    lines += [_relation(relation) for relation in row.relations]
    if row.neighbours:
        lines.append(f"Named with: {'; '.join(one.name for one in row.neighbours)}")
    lines += [f"- {said.text}  [{said.title}]" for said in row.statements]
    lines += [f"Source: {source.title}  {source.uri}" for source in row.sources]
    app.emit(row, "\n".join(lines))


def _relation(row: EntityRelation) -> str:
    said = f" — {row.description}" if row.description else ""
    return f"{row.from_name} [{row.type}] {row.to_name}{said} (weight: {row.weight:g})"


@entities.command()
@click.option("--dry-run", is_flag=True, help="Only show what would be merged.")
@click.option("--no-llm", is_flag=True, help="By rules alone, even if an LLM is set.")
@click.option("--force", is_flag=True, help="Also merge pairs that were taken apart.")
@json_option
@pass_app
def resolve(app: App, dry_run: bool, no_llm: bool, force: bool) -> None:
    """Merge entities that are the same under different names.

    Decided by rules, and by the LLM if one is set. A first or last name alone, and whom it may be,
    is only listed, for "entities merge". "entities merges" lists the merges, "entities unmerge"
    takes one back. Exit code 1 if the LLM could not judge all pairs.

    Example: graphrag-neo4j entities resolve --dry-run
    """
    with app.graph() as graph:
        done = graph.entities.resolve(dry_run=dry_run, use_llm=not no_llm, force=force)
        used = graph.chat.meter if done.asked else None
    text = f"{done.summary()}\n{used.summary()}" if used else done.summary()
    app.emit(done.to_dict() | {"llm": used.to_dict() if used else None}, text)
    if done.failed or done.stopped:
        raise click.exceptions.Exit(1)


@entities.command()
@click.argument("names", nargs=-1, required=True, metavar="ID_OR_NAME...")
@click.option("--into", required=True, metavar="ID_OR_NAME", help="What they are.")
@json_option
@pass_app
def merge(app: App, names: tuple[str, ...], into: str) -> None:
    """Say that entities are one thing under several names; "entities unmerge" takes it back.

    Example: graphrag-neo4j entities merge "W.H.O." --into "World Health Organization"
    """
    with app.graph() as graph:
        rows = graph.entities.merge(*names, into=into)
    app.emit(rows, "\n".join(f"{row.alias} -> {row.name}" for row in rows))


@entities.command("keep-apart")
@click.argument("one")
@click.argument("other")
@json_option
@pass_app
def keep_apart(app: App, one: str, other: str) -> None:
    """Say that two entities are not the same; "entities resolve" will not merge them.

    Example: graphrag-neo4j entities keep-apart "Anna Berg" "Anna Bergh"
    """
    with app.graph() as graph:
        row = graph.entities.keep_apart(one, other)
    app.emit(row, f"{row.one} and {row.other} are two.")


@entities.command()
@page_options()
@json_option
@pass_app
def merges(app: App, limit: int, skip: int) -> None:
    """List merges: which name into which entity, why, by whom and when.

    Example: graphrag-neo4j entities merges
    """
    if app.says_unused([]):
        return
    with app.graph() as graph:
        rows = graph.entities.merges(skip=skip, limit=limit)
    lines = [
        f"{row.alias_id}  {row.alias} -> {row.name}  "
        f"({row.reason}; {row.decided_by}; {row.at[:16]})"
        for row in rows
    ]
    app.emit(rows, "\n".join(lines) or here("Nothing is merged: graphrag-neo4j entities resolve"))


@entities.command()
@page_options()
@json_option
@pass_app
def disagreements(app: App, limit: int, skip: int) -> None:
    """List facts that cannot all hold, with the sentences that say them.

    What one source says and another denies, and two values where there is one (where somebody was
    born, when a firm was founded). GRAPHRAG_SINGLE_TYPES names more such relation types.

    Example: graphrag-neo4j entities disagreements
    """
    if app.says_unused([]):
        return
    with app.graph() as graph:
        rows = graph.entities.disagreements(skip=skip, limit=limit)
    app.emit(rows, "\n".join(map(_disagreement, rows)) or "No facts disagree.")


def _disagreement(row: Disagreement) -> str:
    lines = [f"{row.entity} [{row.type}]"]
    for side in row.sides:
        lines.append(f"  {side.text}")
        lines += [f"  - {said.text}  [{said.title}]" for said in side.statements]
    return "\n".join(lines)


@entities.command()
@click.argument("names", nargs=-1, required=True, metavar="ID_OR_NAME...")
@json_option
@pass_app
def unmerge(app: App, names: tuple[str, ...]) -> None:
    """Take merges back, by the id or name of the alias; they are not made again.

    Example: graphrag-neo4j entities unmerge WHO
    """
    with app.graph() as graph:
        rows = graph.entities.unmerge(*names)
    app.emit(rows, "\n".join(f"{row.name} is apart from {row.into}." for row in rows))
