"""What the tools of :mod:`graphrag_neo4j.apps.mcp_tools` answer: short text, for a model to read.

A source is named by the first 8 digits of its id, which every tool takes, and a place by
``start-end``, characters of the source's text. What the documents say makes up most of an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.ids import source_id
from graphrag_neo4j.results import counted
from graphrag_neo4j.retrieve.results import unlikely_note
from graphrag_neo4j.text.tokens import first_tokens

if TYPE_CHECKING:
    from graphrag_neo4j.resources.entities import (
        Entity,
        EntityDetails,
        EntityRelation,
        EntityStatement,
        Evidence,
    )
    from graphrag_neo4j.resources.schema import SchemaDescription
    from graphrag_neo4j.resources.sources import Source, SourcePage
    from graphrag_neo4j.retrieve.results import RetrievalResult
    from graphrag_neo4j.search.result import Citation, Place, SearchAnswer, ShownSource

ID_DIGITS = 8
MAX_DESCRIPTION = 1_000
MAX_METADATA = 300


def of_results(results: Sequence[RetrievalResult]) -> str:
    """Statements below the title and topic of each result; first, whether an answer is unlikely."""
    note = unlikely_note(results)
    lines = [f"{note} The nearest:"] if note else []
    lines += [line for result in results for line in _result(result)]
    return "\n".join(lines) or "Nothing found."


def _result(result: RetrievalResult) -> Iterator[str]:
    title = result.source.get("title") or result.source["uri"]
    topic = "" if result.topic == title else f" | {result.topic}"
    yield f"[{short(result.source['id'])}] {title}{topic}"
    for statement in result.statements:
        yield f"{_span(statement.start, statement.end, statement.place)}{statement.shown}"


def of_answer(found: SearchAnswer, max_tokens: int) -> str:
    """The answer and what it cites, or the context and where its sources stand."""
    lines = [f"mode: {found.mode}", *(f"note: {note}" for note in found.notes)]
    if found.error:
        lines.append(f"no answer: {found.error}")
    if found.answer:
        return "\n".join([*lines, "", found.answer, *map(_citation, found.citations)])
    lines += ["", first_tokens(found.context.text, max_tokens)]  # global shows several contexts
    return "\n".join([*lines, *_shown(found.sources)])


def _citation(one: Citation) -> str:
    if not one.known:
        return f"{one.dataset} {one.id}: was never shown to the model; do not rely on it"
    places = "; ".join(f"{_source(place)} {_of(place)}" for place in one.places)
    return f"{one.dataset} {one.id}: {cut(one.name)} ({places})"


def _shown(sources: Iterable[ShownSource]) -> Iterator[str]:
    """Where the rows of the table of sources stand, a line for each source."""
    rows: dict[str, list[str]] = {}
    for one in sources:
        rows.setdefault(_source(one.place), []).append(f"{one.id} at {_of(one.place)}")
    if rows:
        yield "Places of the rows of table Sources:"
    yield from (f"{source}: {', '.join(places)}" for source, places in rows.items())


def _source(place: Place) -> str:
    return f"[{short(source_id(place.uri))}] {place.title or place.uri}"


def _of(place: Place) -> str:
    return _span(place.start, place.end, place.place).strip() or "an unknown place"


def of_entity(row: EntityDetails) -> str:
    """Who or what it is, its relations in their direction, what is said of it, its sources."""
    lines = [f"{row.name} [{row.type}], in {counted(row.chunk_count, 'chunk')}, id {short(row.id)}"]
    if row.aliases:
        lines.append(f"also: {'; '.join(row.aliases)}")
    if row.description:
        lines.append(cut(row.description))
    shown, every = len(row.relations), row.n_relations
    lines.append(f"relations ({shown} of {every}):" if every else "relations: none")
    lines += map(_relation, row.relations)
    if row.neighbours:
        named = "; ".join(one.name for one in row.neighbours)
        lines.append(f"named together with, which is no relation: {named}")
    if row.statements:
        lines.append("statements that mention it:")
        lines += [f"{_cited(one)}{one.text}" for one in row.statements]
    lines.append("sources:")
    return "\n".join([*lines, *(f"[{short(one.id)}] {one.title}" for one in row.sources)])


def _cited(one: Evidence | EntityStatement) -> str:
    """ "[3fa2c1b0] page 3, 10-42 "; a blank at its end."""
    return f"[{short(one.source_id)}] {_span(one.start, one.end, one.place)}"


def _relation(row: EntityRelation) -> str:
    said = f": {cut(row.description)}" if row.description else ""
    places = "; ".join(_cited(one).strip() for one in row.evidence)
    return f"{row.from_name} -{row.type}-> {row.to_name}{said} ({places})"


def of_entities(rows: Sequence[Entity]) -> str:
    """A line for each."""
    return "\n".join(
        f"{row.name} [{row.type}], in {counted(row.chunk_count, 'chunk')}"
        + (f"; also: {'; '.join(row.aliases)}" if row.aliases else "")
        for row in rows
    )


def of_sources(rows: Sequence[Source]) -> str:
    """A line for each."""
    return "\n".join(
        f"[{short(row.id)}] {row.title} <{row.uri}>{_metadata(row.metadata)}" for row in rows
    )


def _metadata(metadata: Mapping[str, Any]) -> str:
    told = "; ".join(f"{name}={value!r}" for name, value in sorted(metadata.items()))
    return f" {cut(told, MAX_METADATA)}" if told else ""


def of_page(page: SourcePage) -> str:
    """Each piece of the text below its characters; last, where to go on."""
    source = page.source
    lines = [f"[{short(source['id'])}] {source['title']} <{source['uri']}>"]
    for piece in page.pieces:
        lines += [f"[{piece.start}-{piece.end}]", piece.text]
    if page.unplaced:
        lines.append(
            f"{counted(page.unplaced, 'chunk')} without a known place; only retrieve finds them."
        )
    last = "end" if page.next_start is None else f"next offset: {page.next_start}"
    return "\n".join([*lines, last])


def of_schema(data: SchemaDescription) -> str:
    """Counts, a line for each kind."""
    lines = [f"(:{label}) {n}" for label, n in data.labels.items()]
    lines += [
        f"(:{row.start})-[:{row.type}]->(:{row.end}) {row.count}" for row in data.relationships
    ]
    for kind in ("entity_types", "relation_types"):
        told = ", ".join(f"{type_} {n}" for type_, n in getattr(data, kind).items())
        about = " (about)" if data.one_in > 1 else ""
        lines.append(f"{kind.replace('_', ' ')}{about}: {told or 'none'}")
    return "\n".join(lines)


def short(id_: str) -> str:
    """The part of an id that is shown."""
    return id_[:ID_DIGITS]


def cut(text: str, length: int = MAX_DESCRIPTION) -> str:
    """``text``, with an ellipsis where it would be too long."""
    return text if len(text) <= length else text[: length - 1] + "…"


def _span(start: int | None, end: int | None, place: str | None = None) -> str:
    """ "page 3, 10-42 "; a blank at its end, so that what stands there can follow."""
    span = f"{start}-{end}" if start is not None and start >= 0 else ""
    said = ", ".join(filter(None, (place, span)))
    return f"{said} " if said else ""
