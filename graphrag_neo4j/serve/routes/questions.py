"""Asking: retrieve, search (also as it happens), ask; modes and suggestions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from graphrag_neo4j.errors import GraphRagError
from graphrag_neo4j.options import Options, mode_of
from graphrag_neo4j.results import plain
from graphrag_neo4j.retrieve.modes import RETRIEVER_MODES, RetrieverMode
from graphrag_neo4j.search.modes import AUTO, SEARCH_MODES, SearchMode
from graphrag_neo4j.search.result import Event
from graphrag_neo4j.serve.errors import ApiError, body_of
from graphrag_neo4j.serve.event_streams import EventStream, server_sent
from graphrag_neo4j.serve.routes.inputs import Asking
from graphrag_neo4j.serve.serving import Here, answer, checked_options

router = APIRouter(prefix="/api", tags=["questions"])
SUGGESTIONS = 6


class Retrieving(Asking):
    """Of a retriever."""

    mode: RetrieverMode = "traversal"
    explain: bool = Field(False, description="As text: say why each result was found.")
    use_llm: bool = Field(False, description="Let the LLM look for names; one call.")
    shown: int | None = Field(
        None,
        ge=1,
        description="As JSON: only so many statements, the most relevant ones of all, in their "
        "order; a result comes again where others have better ones than its next.",
    )


class Searching(Asking):
    """Of a search."""

    mode: SearchMode = "auto"


class AskingLLM(Asking):
    """Of a retriever whose results an LLM reads."""

    mode: RetrieverMode = "traversal"
    sources: bool = Field(False, description="As text: all that the LLM was given, too.")


def search_kinds(mode: SearchMode) -> Sequence[type[Options]]:
    """The classes whose options a search in ``mode`` takes."""
    if mode == AUTO:
        return [known.options for known in SEARCH_MODES.values()]
    return [mode_of("search", SEARCH_MODES, mode, AUTO).options]


@router.post("/retrieve", summary="What the graph says on a question; no LLM needed")
def retrieve(request: Request, here: Here, asked: Retrieving) -> Response:
    from graphrag_neo4j.retrieve.shown import in_order_shown, render

    options = checked_options([RETRIEVER_MODES[asked.mode].options], asked.options)
    llm = here.graph.llm if asked.use_llm else None
    found = here.graph.retrieve(asked.question, asked.mode, llm=llm, **options)
    told = found if asked.shown is None else in_order_shown(found, asked.shown)
    return answer(request, told, lambda: render(found, explain=asked.explain))


@router.post("/search", summary="An answer in one of several ways, with checked citations")
async def search(request: Request, here: Here, asked: Searching) -> Response:
    from graphrag_neo4j.search.result import render

    options = checked_options(search_kinds(asked.mode), asked.options)
    found = await here.graph.asearch(asked.question, asked.mode, **options)

    def text() -> str:
        if found.error:  # text has no place of its own for it
            raise ApiError(502, found.error)
        return render(found)

    return answer(request, found, text)


@router.post(
    "/search/stream",
    status_code=200,
    response_class=EventStream,
    summary="The same as it happens, as server-sent events",
)
async def stream(here: Here, asked: Searching) -> Response:
    """Events are named as the library names them: context, intermediate, report, text, result; or
    error. Data is JSON: ``{"text": …}``, and of the result all of it."""
    options = checked_options(search_kinds(asked.mode), asked.options)
    events = here.graph.astream(asked.question, asked.mode, **options)
    return EventStream(_sent(events), here.stopping, "error")


@router.post("/ask", summary="An LLM's answer from what a retriever finds")
async def ask(request: Request, here: Here, asked: AskingLLM) -> Response:
    options = checked_options([RETRIEVER_MODES[asked.mode].options], asked.options)
    found = await here.graph.aask(asked.question, asked.mode, **options)
    return answer(request, found, lambda: found.render(sources=asked.sources))


@router.get("/modes", summary="The ways of asking, what each does, and whether there is an LLM")
def modes(here: Here) -> dict[str, Any]:
    told: dict[str, dict[str, str]] = {
        "retrieve": {str(name): mode.meaning for name, mode in RETRIEVER_MODES.items()},
        "search": {
            AUTO: "the one that fits the question",
            **{str(name): mode.meaning for name, mode in SEARCH_MODES.items()},
        },
    }
    return {"has_llm": here.graph.context.has_llm, "model": _model(here), **told}


@router.get("/suggestions", summary="Questions that this graph can be asked")
def suggestions(here: Here) -> list[str]:
    """Made by rules of the entities mentioned most and of their strongest relations."""
    found: list[str] = []
    for row in here.graph.database.read("serve/most_mentioned", limit=SUGGESTIONS):
        if pair := row["strongest"]:
            found.append(f"How are {pair['from']} and {pair['to']} connected?")
        verb = "Who is" if row["type"] == "PERSON" else "What is said about"
        found.append(f"{verb} {row['name']}?")
    return list(dict.fromkeys(found))[:SUGGESTIONS]


async def _sent(events: AsyncIterator[Event]) -> AsyncIterator[bytes]:
    try:
        async for one in events:
            data = {"text": one.text} if one.result is None else plain(one.result)
            yield server_sent(data, one.kind)
    except GraphRagError as error:
        yield server_sent(body_of(error), "error")


def _model(here: Here) -> str | None:
    return here.graph.settings.llm_model if here.graph.context.has_llm else None
