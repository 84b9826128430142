"""The graph as a whole: schema, counts, cost, problems, pictures."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from graphrag_neo4j import visualization
from graphrag_neo4j.results import plain
from graphrag_neo4j.retrieve.modes import RetrieverMode
from graphrag_neo4j.retrieve.results import RetrievalResult
from graphrag_neo4j.serve.routes.inputs import MAX_QUESTION, Limit, Name
from graphrag_neo4j.serve.serving import Here, answer

router = APIRouter(prefix="/api", tags=["graph"])
MAX_NODES = 5_000
STATEMENTS = 4
"""Drawn of each result: a picture of all is none."""
Size = Annotated[int, Query(ge=1, le=MAX_NODES, description="Nodes at most.")]


@router.get("/schema", summary="Kinds of things in the graph, and how many of each")
def schema(request: Request, here: Here, limit: Limit = 50) -> Response:
    return answer(request, here.graph.schema.describe(limit=limit))


@router.get("/stats", summary="How much is in the graph, and how it was made")
def stats(request: Request, here: Here) -> Response:
    return answer(request, here.graph.stats())


@router.get("/usage", summary="What LLM calls cost so far: in all runs, and since this start")
def usage(here: Here) -> dict[str, Any]:
    total = here.graph.stats().llm  # adds what was used until now
    graphs = {"questions": here.graph, "jobs": here.for_jobs}
    now = {
        name: graph.chat.meter.to_dict() if graph.context.has_llm else None
        for name, graph in graphs.items()
    }
    return {"total": plain(total), "since_start": now}


@router.get("/server", summary="Which graph and settings this is, as a fingerprint")
def server(here: Here) -> dict[str, str]:
    return {"digest": here.digest}


@router.get("/problems", summary="What could not be read or extracted or is left to do, and why")
def problems(request: Request, here: Here) -> Response:
    return answer(request, here.graph.problems())


@router.get("/picture/question", summary="The part of the graph that answers a question")
def picture_of_question(
    here: Here,
    question: Annotated[str, Query(max_length=MAX_QUESTION)],
    mode: RetrieverMode = "traversal",
    results: Annotated[int, Query(ge=1, le=100, description="Results drawn, best first.")] = 4,
    limit: Size = 200,
) -> dict[str, Any]:
    """Nodes and directed edges; ``places``: where each statement stands, by its id."""
    found = here.graph.retrieve(
        question, mode, max_search_results=results, max_statements_per_topic=STATEMENTS
    )
    picture = visualization.of_results(here.graph.database, question, found, limit)
    return {**plain(picture), "places": _places(found)}


@router.get("/picture/entity", summary="An entity and what is around it")
def picture_of_entity(
    here: Here,
    name: Name,
    depth: Annotated[int, Query(ge=1, le=3, description="Steps along relations.")] = 1,
    limit: Size = 200,
) -> dict[str, Any]:
    entity = here.graph.entities.get(name, limit=1, statements=1)
    picture = visualization.of_entities(
        here.graph.database, entity.name, [entity.id], depth=depth, limit=limit
    )
    return {**plain(picture), "places": {}}


@router.get("/picture/communities", summary="The communities of a level as a map")
def picture_of_communities(
    here: Here,
    level: Annotated[int, Query(ge=0, le=1_000)] = 0,
    limit: Size = 200,
) -> dict[str, Any]:
    return {**plain(here.graph.show(level=level, limit=limit)), "places": {}}


@router.get("/picture/community", summary="The entities of a community, and their relations")
def picture_of_community(
    here: Here, id: Annotated[str, Query(min_length=4, max_length=100)], limit: Size = 200
) -> dict[str, Any]:
    found = here.graph.communities.get(id)
    picture = visualization.of_entities(
        here.graph.database,
        found.title or found.name,
        [one.id for one in found.entities],
        depth=0,
        limit=limit,
    )
    return {**plain(picture), "places": {}}


def _places(found: list[RetrievalResult]) -> dict[str, Any]:
    return {
        statement.id: {
            "uri": result.source["uri"],
            "start": statement.start,
            "end": statement.end,
            "place": statement.place,
        }
        for result in found
        for statement in result.statements
    }
