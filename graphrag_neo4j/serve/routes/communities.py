"""Communities and their reports."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from graphrag_neo4j.serve.routes.inputs import Limit, Skip
from graphrag_neo4j.serve.serving import Here, answer

router = APIRouter(prefix="/api/communities", tags=["communities"])


@router.get("", summary="Communities of one or all levels, the highest rated first")
def list_communities(
    request: Request,
    here: Here,
    level: Annotated[int | None, Query(ge=0, le=1_000, description="0 = most granular.")] = None,
    skip: Skip = 0,
    limit: Limit = 100,
) -> Response:
    return answer(request, here.graph.communities.list(level, skip=skip, limit=limit))


@router.get("/{id}", summary="One community with its report, parts and entities")
def get_community(
    request: Request,
    here: Here,
    id: Annotated[str, Path(min_length=4, max_length=100, description="Its id or the beginning.")],
) -> Response:
    return answer(request, here.graph.communities.get(id))
