"""The documents of the graph."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urldefrag

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from graphrag_neo4j.ingest.removals import names_under
from graphrag_neo4j.serve import uploads
from graphrag_neo4j.serve.guard import require_writer
from graphrag_neo4j.serve.routes.inputs import MAX_SKIP, Limit, Name, Skip
from graphrag_neo4j.serve.serving import Here, answer

router = APIRouter(prefix="/api/sources", tags=["sources"])


@router.get("", summary="Documents by title")
def list_sources(
    request: Request,
    here: Here,
    text: Annotated[
        str | None, Query(max_length=1_000, description="Part of a title or URI, or a glob.")
    ] = None,
    skip: Skip = 0,
    limit: Limit = 100,
) -> Response:
    return answer(request, here.graph.sources.list(text, skip=skip, limit=limit))


@router.get("/text", summary="Characters of a document's text")
def text_of_source(
    request: Request,
    here: Here,
    name: Name,
    start: Annotated[int, Query(ge=0, le=MAX_SKIP, description="First character.")] = 0,
    length: Annotated[int, Query(ge=1, le=100_000, description="Characters.")] = 4_000,
) -> Response:
    return answer(request, here.graph.sources.text(name, start=start, length=length))


@router.get("/contents", summary="What a document added to the graph")
def contents_of_source(request: Request, here: Here, name: Name) -> Response:
    return answer(request, here.graph.sources.contents(name))


@router.delete(
    "",
    summary="Take documents out of the graph, with all that only they support",
    dependencies=[Depends(require_writer)],
)
def delete_sources(request: Request, here: Here, name: Name) -> Response:
    gone = [uri for one in here.graph.sources.find(name) for uri in one.named]
    report = here.edits.sources.delete(name)
    files = sorted({urldefrag(uri).url for uri in gone})
    left = {urldefrag(uri).url for uri in names_under(here.graph.database, files)}
    for file in files:
        if file not in left:  # other rows of a table are still read from it
            uploads.remove(here.documents, file)
    return answer(request, report)
