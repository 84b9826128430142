"""The application's handlers of errors: every one becomes an answer of one shape."""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from graphrag_neo4j.errors import GraphRagError
from graphrag_neo4j.serve.errors import Json, answer_of, body

log = logging.getLogger(__name__)


def add_handlers(app: FastAPI) -> None:
    """Let ``app`` answer every error in this way."""
    app.add_exception_handler(GraphRagError, _known)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unexpected)


def _known(_: Request, error: Exception) -> Response:
    assert isinstance(error, GraphRagError)
    return answer_of(error)


def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
    return Json(body(f"{where}: {first['msg']}.", "See /openapi.json.", "UsageError"), 422)


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = f"{request.method} {request.url.path}: {error.detail}."
    return Json(
        body(message, "See /openapi.json.", "HttpError"), error.status_code, headers=error.headers
    )


def _unexpected(_: Request, error: Exception) -> Response:
    log.error("Unexpected error", exc_info=error)
    first = (str(error).splitlines() or [""])[0]
    message = f"Unexpected {type(error).__name__}: {first}"
    return Json(body(message, "The server's log has the details.", "InternalError"), 500)
