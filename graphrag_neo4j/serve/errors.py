"""Errors as answers: one line of JSON that says what is wrong and what to do.

The shape is that of OpenAI's API on all routes, with ``hint`` beside it, so that one client
understands both.
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel
from starlette.responses import JSONResponse, Response

from graphrag_neo4j.errors import (
    BudgetExceeded,
    DatabaseUnavailable,
    GraphRagError,
    MissingExtraError,
    ModelError,
    NotFoundError,
    ReadError,
    SchemaError,
    ServerError,
    SettingsError,
    UsageError,
)

_STATUS: tuple[tuple[type[GraphRagError], int], ...] = (
    (UsageError, 400),
    (NotFoundError, 404),
    (SettingsError, 409),
    (SchemaError, 409),
    (ReadError, 422),
    (MissingExtraError, 501),
    (BudgetExceeded, 402),
    (ModelError, 502),
    (DatabaseUnavailable, 503),
    (ServerError, 503),
)

_MEANINGS = {
    400: "It cannot be asked so",
    401: "The token is missing or wrong",
    402: "The budget is used up",
    403: "This token may only read, or a page of another site asks",
    404: "There is nothing of that name",
    409: "A setting is missing, or the graph is of another version",
    413: "The request is too large",
    421: "This server has another name",
    422: "A field is wrong, or a file cannot be read",
    429: "Too much runs at once",
    501: "A package is missing on the server",
    502: "The LLM or the embedding model failed",
    503: "The database or the server does not answer",
}


class ApiError(GraphRagError):
    """An error of the HTTP interface itself, with its status."""

    def __init__(self, status: int, message: str, hint: str = "") -> None:
        self.status = status
        super().__init__(message, hint)


class ErrorDetail(BaseModel):
    """What is wrong, and what to do; ``type``: the library's class of it."""

    message: str
    hint: str
    type: str
    param: None
    code: None


class ErrorAnswer(BaseModel):
    """An error as it is sent, for the description of the API."""

    error: ErrorDetail


_SCHEMA = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}}
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"description": meaning, "content": _SCHEMA} for status, meaning in _MEANINGS.items()
}
"""The errors of a route, for the description of the API: JSON also where a stream is sent, which
``model`` cannot say."""
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"description": _MEANINGS[status], "model": ErrorAnswer} for status in (403, 421)
}
"""Those of a route that anybody may call; they put the schema that :data:`ERRORS` names there."""


class Json(JSONResponse):
    """JSON of any text: half a surrogate pair, which UTF-8 cannot say, becomes "?"."""

    def render(self, content: Any) -> bytes:
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), default=str)
        return text.encode("utf-8", "replace")


def status_of(error: GraphRagError) -> int:
    """The HTTP status of an error."""
    if isinstance(error, ApiError):
        return error.status
    if type(error) is GraphRagError:  # what was asked for cannot be done
        return 400
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 500)


def body_of(error: GraphRagError) -> dict[str, Any]:
    """An error as plain data."""
    return body(error.message, error.hint, type(error).__name__)


def answer_of(error: GraphRagError) -> Response:
    """An error as an answer."""
    return Json(body_of(error), status_of(error))


def body(message: str, hint: str, kind: str) -> dict[str, Any]:
    """What is said of an error."""
    return {"error": {"message": message, "hint": hint, "type": kind, "param": None, "code": None}}
