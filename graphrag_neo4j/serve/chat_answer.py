"""Answers as a chat client reads them: a text with its citations below, and as annotations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from graphrag_neo4j.llm.meter import Usage
from graphrag_neo4j.retrieve.results import RetrievalResult, source_title, unlikely_note
from graphrag_neo4j.search.result import (
    NOTHING,
    Citation,
    Place,
    SearchAnswer,
    cited_lines,
    unknown_warning,
)
from graphrag_neo4j.text.citation_marks import REFERENCE, groups
from graphrag_neo4j.text.places import place_text

if TYPE_CHECKING:
    from graphrag_neo4j.search.answer import Answer

NO_LLM = "No LLM is set; this is the evidence."


@dataclass(frozen=True)
class ChatAnswer:
    """``text`` with what is ``below`` the answer proper; ``annotations`` in OpenAI's format, their
    characters those of ``text``."""

    text: str
    below: str = ""
    annotations: list[dict[str, Any]] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)


def of_search(result: SearchAnswer, page: str) -> ChatAnswer:
    """The answer of a search. ``page``: address of this server, for links."""
    return _cited(result.answer or NOTHING, result.citations, result.total, page)


def of_answer(result: Answer, page: str) -> ChatAnswer:
    """The answer of ``ask``."""
    return _cited(result.text or NOTHING, result.citations, result.total, page)


def of_evidence(results: Sequence[RetrievalResult], page: str) -> ChatAnswer:
    """What a retriever found: statements, each numbered with its place."""
    if not results:
        return ChatAnswer(NOTHING)
    text = NO_LLM
    if note := unlikely_note(results):
        text += f" {note} The nearest:"
    text += "\n"
    annotations, number = [], 0
    for result in results:
        title = source_title(result.source)
        text += f"\n{title}\n"
        for statement in result.statements:
            number += 1
            where = place_text(statement.start, statement.end, statement.place)
            line = f"- {statement.shown} [{number}: {where}]\n"
            uri = str(result.source["uri"])
            place = Place(
                statement.chunk_id, uri, title, statement.start, statement.end, statement.place
            )
            start = len(text) + 2
            annotations.append(_annotation(place, page, start, len(text) + len(line) - 1))
            text += line
    return ChatAnswer(text.rstrip(), annotations=annotations)


def link(page: str, place: Place) -> str:
    """The page of this server that shows a place in its source."""
    at = {"name": place.uri}
    if place.start is not None and place.end is not None:
        at |= {"start": str(place.start), "end": str(place.end)}
    return f"{page}#/source?{urlencode(at)}"


def _cited(answer: str, citations: Sequence[Citation], used: Usage, page: str) -> ChatAnswer:
    parts = []
    if lines := cited_lines(citations):
        parts.append("Sources:\n" + "\n".join(lines))
    if warning := unknown_warning(citations):
        parts.append(warning)
    below = "".join(f"\n\n{part}" for part in parts)
    return ChatAnswer(answer + below, below, list(_annotations(answer, citations, page)), used)


def _annotations(answer: str, citations: Sequence[Citation], page: str) -> Iterable[dict[str, Any]]:
    """One for each place of each record that a mark in the text cites."""
    known = {(one.dataset.casefold(), one.id): one for one in citations if one.known}
    for mark in REFERENCE.finditer(answer):
        for dataset, ids in groups(mark[0]):
            for id_ in ids:
                one = known.get((dataset.casefold(), id_))
                for place in one.places if one else ():
                    yield _annotation(place, page, mark.start(), mark.end())


def _annotation(place: Place, page: str, start: int, end: int) -> dict[str, Any]:
    where = place_text(place.start, place.end, place.place)
    cited = {
        "url": link(page, place),
        "title": f"{place.title or place.uri}, {where}",
        "start_index": start,
        "end_index": end,
    }
    return {"type": "url_citation", "url_citation": cited}
