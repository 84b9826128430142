"""Cypher that only reads: saved queries, typed ones, and ones that an LLM writes."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field, field_validator
from pydantic_core import PydanticCustomError
from starlette.responses import Response

from graphrag_neo4j.apps.neo4j_browser import saved_queries
from graphrag_neo4j.llm.surrogates import whole
from graphrag_neo4j.results import plain
from graphrag_neo4j.serve import console
from graphrag_neo4j.serve.cypher_limits import within
from graphrag_neo4j.serve.routes.inputs import Body, Question
from graphrag_neo4j.serve.serving import Here, answer
from graphrag_neo4j.serve.write_cypher import write_cypher

router = APIRouter(prefix="/api/cypher", tags=["cypher"])
Integer = Annotated[int, Field(ge=-(2**63), lt=2**63)]
Value = str | bool | Integer | float | None


class Statement(Body):
    """A statement with its parameters."""

    statement: str = Field(max_length=20_000)
    parameters: dict[str, Value] = Field(default_factory=dict)
    limit: int = Field(100, ge=1, le=console.MAX_ROWS, description="Rows at most.")
    seconds: float = Field(
        console.SECONDS, gt=0, le=console.MAX_SECONDS, description="Time at most."
    )

    @field_validator("parameters")
    @classmethod
    def _check_characters(cls, parameters: dict[str, Value]) -> dict[str, Value]:
        for name, value in parameters.items():
            if whole(name) != name or (isinstance(value, str) and whole(value) != value):
                raise PydanticCustomError(
                    "half_character",
                    "a name or value has half a character (a lone surrogate), which cannot be sent",
                )
        return parameters


class Wish(Body):
    """A question that a statement is to answer."""

    question: Question


@router.get("/saved", summary="Queries worth running")
def saved() -> list[dict[str, Any]]:
    return [plain(query) for query in saved_queries()]


@router.post("", summary="Run a statement that only reads")
def run(request: Request, here: Here, asked: Statement) -> Response:
    table = within(
        asked.seconds,
        lambda: console.run(
            here.graph.database,
            asked.statement,
            asked.parameters,
            limit=asked.limit,
            seconds=asked.seconds,
        ),
    )
    return answer(request, table)


@router.post("/explain", summary="How the server would run a statement; nothing is run")
def explain(request: Request, here: Here, asked: Statement) -> Response:
    plan = within(
        asked.seconds,
        lambda: console.explain(
            here.graph.database, asked.statement, asked.parameters, seconds=asked.seconds
        ),
    )
    return answer(request, plan)


@router.post("/write", summary="A statement for a question, by the LLM; it is not run")
async def write(request: Request, here: Here, wish: Wish) -> Response:
    return answer(request, await write_cypher(here.graph, wish.question))
