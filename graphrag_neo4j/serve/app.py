"""The application: one graph, its routes, its page."""

from __future__ import annotations

import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from fastapi import Depends, FastAPI
from fastapi.security import HTTPBearer
from starlette.routing import Match, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.serve.agents import Agents
from graphrag_neo4j.serve.error_handlers import add_handlers
from graphrag_neo4j.serve.errors import ERRORS, REFUSALS
from graphrag_neo4j.serve.guard import GUARDED, Access, Guard
from graphrag_neo4j.serve.routes import (
    communities,
    cypher,
    documents,
    entities,
    openai_chat,
    overview,
    questions,
    sources,
)
from graphrag_neo4j.serve.serving import Serving
from graphrag_neo4j.serve.state import Running, forget_running, write_running
from graphrag_neo4j.serve.stopping import AnswerAtStop

PAGE = Path(__file__).parent / "page"
_TOKEN = HTTPBearer(
    auto_error=False, description="What the server printed at its start, or a reader's."
)
"""For the description of the API alone: tokens are checked by the guard."""
_DESCRIPTION = """
One knowledge graph. Every answer is what the Python library gives, as JSON; every error is
`{"error": {"message", "hint", "type"}}`. Send the token that the server printed at its start as
`Authorization: Bearer TOKEN`; a reader's token cannot write. `/v1` speaks OpenAI's protocol: each
way of asking is a model.
"""


def make_app(
    graph: KnowledgeGraph, access: Access, folder: Path, running: Running | None = None
) -> FastAPI:
    """The application over an open graph; ``folder`` keeps jobs and uploaded documents. While it
    lives, others on this machine are told of ``running``."""
    serving = Serving(graph, access, folder, running.digest if running else "")
    agents = Agents(graph)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        serving.start()
        if running:
            write_running(folder, running)
        try:
            async with agents.running():
                yield
        finally:
            forget_running(folder)
            await serving.stop()

    app = FastAPI(
        title="graphrag-neo4j",
        version=_version(),
        description=_DESCRIPTION,
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        separate_input_output_schemas=False,
    )
    app.state.serving = serving
    add_handlers(app)
    for noun in (
        questions, sources, entities, communities, overview, documents, cypher, openai_chat
    ):  # fmt: skip
        app.include_router(noun.router, responses=ERRORS, dependencies=[Depends(_TOKEN)])
    app.add_api_route(
        "/health", _health, summary="Whether it runs", tags=["graph"], responses=REFUSALS
    )
    app.add_api_route("/health", _health, methods=["HEAD"], include_in_schema=False)
    app.add_middleware(AnswerAtStop)
    app.add_middleware(Guard, access=access)
    app.router.routes.extend(agents.routes)
    mimetypes.add_type("text/javascript", ".js")  # some systems call it something else
    mimetypes.add_type("text/javascript", ".mjs")
    app.router.routes.append(_Page("/", StaticFiles(directory=PAGE, html=True), name="page"))
    return app


class _Page(Mount):
    """The files of the page; other methods of the API's paths are no files that are missing."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["path"].startswith(GUARDED):
            return Match.NONE, {}
        return super().matches(scope)


async def _health() -> dict[str, str]:
    return {"status": "ok"}


def _version() -> str:
    try:
        return version("graphrag-neo4j")
    except PackageNotFoundError:  # a checkout that was never installed
        return "0"
