"""The entities of the graph, their neighbours, and which of them are the same."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from graphrag_neo4j.serve.guard import require_writer
from graphrag_neo4j.serve.routes.inputs import Body, Limit, Name, NameInBody, Skip
from graphrag_neo4j.serve.serving import Here, answer

router = APIRouter(prefix="/api/entities", tags=["entities"])


class Pair(Body):
    """Two entities, by id or name."""

    one: NameInBody
    other: NameInBody


class Merging(Body):
    """An entity that is another one under a second name."""

    name: NameInBody
    into: NameInBody


class Unmerging(Body):
    """A merged entity, by id or name."""

    name: NameInBody


@router.get("", summary="Entities: the most often mentioned, or those whose names are like a text")
def list_entities(
    request: Request,
    here: Here,
    text: Annotated[
        str, Query(max_length=1_000, description="Part of a name; a typo is fine.")
    ] = "",
    type: Annotated[str | None, Query(max_length=200, description="Only of this type.")] = None,
    skip: Skip = 0,
    limit: Limit = 100,
) -> Response:
    entities = here.graph.entities
    if text.strip():
        return answer(request, entities.find(text, type=type, skip=skip, limit=limit))
    return answer(request, entities.list(type=type, skip=skip, limit=limit))


@router.get("/get", summary="One entity: relations with places, statements, sources")
def get_entity(
    request: Request,
    here: Here,
    name: Name,
    limit: Limit = 100,
    statements: Annotated[int, Query(ge=1, le=100, description="Statements at most.")] = 10,
) -> Response:
    return answer(request, here.graph.entities.get(name, limit=limit, statements=statements))


@router.get("/merges", summary="Merges that were made, each can be taken back")
def list_merges(request: Request, here: Here, skip: Skip = 0, limit: Limit = 100) -> Response:
    return answer(request, here.graph.entities.merges(skip=skip, limit=limit))


@router.get("/duplicates", summary="Entities that may be the same; nothing is changed")
def list_duplicates(request: Request, here: Here) -> Response:
    return answer(request, here.edits.entities.resolve(dry_run=True, use_llm=False))


@router.get("/disagreements", summary="Facts that cannot all hold, with what says them")
def list_disagreements(
    request: Request, here: Here, skip: Skip = 0, limit: Limit = 100
) -> Response:
    return answer(request, here.graph.entities.disagreements(skip=skip, limit=limit))


@router.post(
    "/merge", summary="Make two entities one, reversibly", dependencies=[Depends(require_writer)]
)
def merge_entities(request: Request, here: Here, asked: Merging) -> Response:
    return answer(request, here.edits.entities.merge(asked.name, into=asked.into))


@router.post("/unmerge", summary="Take a merge back", dependencies=[Depends(require_writer)])
def unmerge_entities(request: Request, here: Here, asked: Unmerging) -> Response:
    return answer(request, here.edits.entities.unmerge(asked.name))


@router.post(
    "/keep-apart",
    summary="Say that two entities are not the same",
    dependencies=[Depends(require_writer)],
)
def keep_entities_apart(request: Request, here: Here, asked: Pair) -> Response:
    return answer(request, here.edits.entities.keep_apart(asked.one, asked.other))
