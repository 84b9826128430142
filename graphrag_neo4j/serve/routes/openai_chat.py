"""OpenAI's protocol, as far as a chat client speaks it: each way of asking is a model.

``graph-local``, ``graph-global`` … are the ways of search, ``traversal``, ``vector_guided`` … the
retrievers whose results an LLM reads. Without an LLM the answer is the evidence. Citations are
listed below the text, and are annotations of the kind ``url_citation`` that lead to the place in
the source. What a client says of sampling is not used: that is a setting of the server.
"""

from __future__ import annotations

import base64
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Any, Literal

import numpy as np
from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from starlette.responses import Response

from graphrag_neo4j.errors import GraphRagError, ModelError
from graphrag_neo4j.llm.meter import Usage
from graphrag_neo4j.retrieve.modes import RETRIEVER_MODES, RetrieverMode
from graphrag_neo4j.search.modes import SEARCH_MODE_NAMES, SearchMode
from graphrag_neo4j.serve.chat_answer import ChatAnswer, of_answer, of_evidence, of_search
from graphrag_neo4j.serve.errors import ApiError, Json, body_of
from graphrag_neo4j.serve.event_streams import EventStream, server_sent
from graphrag_neo4j.serve.routes.inputs import MAX_QUESTION
from graphrag_neo4j.serve.serving import Here

router = APIRouter(prefix="/v1", tags=["OpenAI's protocol"])
PREFIX = "graph-"
SEARCHES: dict[str, SearchMode] = {f"{PREFIX}{mode}": mode for mode in SEARCH_MODE_NAMES}
RETRIEVERS: dict[str, RetrieverMode] = {str(mode): mode for mode in RETRIEVER_MODES}
MODELS = (*SEARCHES, *RETRIEVERS)
EVIDENCE_RESULTS = 5
MAX_TEXTS = 2_048


class Part(BaseModel):
    """A part of a message; only texts are read."""

    model_config = ConfigDict(extra="allow")
    type: str = "text"
    text: str | None = Field(None, max_length=100_000)


class ChatMessage(BaseModel):
    """A message of the conversation."""

    model_config = ConfigDict(extra="allow")
    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: Annotated[str, StringConstraints(max_length=100_000)] | list[Part] | None = None

    @property
    def text(self) -> str:
        """What it says."""
        if isinstance(self.content, str):
            return self.content
        return "\n".join(part.text for part in self.content or () if part.text)


class StreamOptions(BaseModel):
    """What a stream tells beside its text."""

    model_config = ConfigDict(extra="allow")
    include_usage: bool = False


class Completion(BaseModel):
    """A conversation; its last message of the user is the question, the ones before it are told to
    the ways of search."""

    model_config = ConfigDict(extra="allow")
    model: str = Field(max_length=200, json_schema_extra={"enum": [*MODELS]})
    messages: list[ChatMessage] = Field(min_length=1, max_length=1_000)
    stream: bool = False
    stream_options: StreamOptions | None = None
    n: Literal[1] | None = None


class Embedding(BaseModel):
    """Texts to embed."""

    model_config = ConfigDict(extra="allow")
    model: str = Field(max_length=200)
    input: (
        Annotated[str, StringConstraints(min_length=1, max_length=100_000)]
        | Annotated[
            list[Annotated[str, StringConstraints(min_length=1, max_length=100_000)]],
            Field(min_length=1, max_length=MAX_TEXTS),
        ]
    )
    encoding_format: Literal["float", "base64"] = "float"


@router.get("/models", summary="The ways of asking, and the embedding model")
def models(here: Here) -> dict[str, Any]:
    names = [*MODELS, here.graph.embed_model.model_name]
    return {"object": "list", "data": [_model(name) for name in names]}


@router.get("/models/{name:path}", summary="One of them")
def model(here: Here, name: str) -> dict[str, Any]:
    if name not in (*MODELS, here.graph.embed_model.model_name):
        raise _unknown(name)
    return _model(name)


@router.post(
    "/chat/completions",
    summary="An answer with citations, whole or as it is written",
    responses={200: {"content": {EventStream.media_type: {"schema": {"type": "string"}}}}},
)
async def complete(request: Request, here: Here, asked: Completion) -> Response:
    question = _question(asked.messages)
    page = str(request.base_url)
    if asked.model not in MODELS:
        raise _unknown(asked.model)
    head = {"id": f"chatcmpl-{secrets.token_hex(12)}", "created": int(time.time())}
    head |= {"model": asked.model}
    if asked.stream:
        with_usage = bool(asked.stream_options and asked.stream_options.include_usage)
        pieces = _pieces(here, asked, question, page)
        first = await anext(pieces)  # what is wrong from the start is an error, not a stream
        return EventStream(_chunks(first, pieces, head, with_usage), here.stopping)
    *_, last = [piece async for piece in _pieces(here, asked, question, page)]
    assert isinstance(last, ChatAnswer)
    message = {
        "role": "assistant",
        "content": last.text,
        "refusal": None,
        "annotations": last.annotations,
    }
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    body = {**head, "object": "chat.completion", "choices": [choice], "usage": _usage(last.usage)}
    return Json(body)


@router.post("/embeddings", summary="Vectors by the embedding model of this graph")
def embed(here: Here, asked: Embedding) -> Response:
    embedder = here.graph.embed_model
    if asked.model != embedder.model_name:
        raise _unknown(asked.model)
    texts = [asked.input] if isinstance(asked.input, str) else asked.input
    vectors = embedder.get_text_embedding_batch(texts)
    data = [
        {"object": "embedding", "index": n, "embedding": _encoded(vector, asked.encoding_format)}
        for n, vector in enumerate(vectors)
    ]
    from graphrag_neo4j.text.tokens import count_tokens

    n = sum(map(count_tokens, texts))
    used = {"prompt_tokens": n, "total_tokens": n}
    return Json({"object": "list", "model": asked.model, "data": data, "usage": used})


async def _pieces(
    here: Here, asked: Completion, question: str, page: str
) -> AsyncIterator[str | ChatAnswer]:
    """Pieces of the text as they come, if they do; at last the answer, whose text has all."""
    graph = here.graph
    if not graph.context.has_llm:
        mode = RETRIEVERS.get(asked.model, "traversal")
        found = await run_in_threadpool(
            graph.retrieve, question, mode, max_search_results=EVIDENCE_RESULTS
        )
        yield of_evidence(found, page)
        return
    if asked.model in RETRIEVERS:
        yield of_answer(await graph.aask(question, RETRIEVERS[asked.model]), page)
        return
    mode_of_search = SEARCHES[asked.model]
    history = _history(asked.messages)
    if not asked.stream:
        result = await graph.asearch(question, mode_of_search, history=history)
        if result.error:
            raise ModelError(result.error)
        yield of_search(result, page)
        return
    async for event in graph.astream(question, mode_of_search, history=history):
        if event.result is not None:
            if event.result.error:
                raise ModelError(event.result.error)
            yield of_search(event.result, page)
        elif event.kind == "text" and event.text:
            yield event.text


async def _chunks(
    first: str | ChatAnswer,
    rest: AsyncIterator[str | ChatAnswer],
    head: dict[str, Any],
    with_usage: bool,
) -> AsyncIterator[bytes]:
    head = {**head, "object": "chat.completion.chunk"}
    yield _chunk(head, {"role": "assistant", "content": ""})
    said, piece = "", first
    try:
        while not isinstance(piece, ChatAnswer):
            said += piece
            yield _chunk(head, {"content": piece})
            piece = await anext(rest)
    except GraphRagError as error:
        yield server_sent(body_of(error))
        return
    # what was streamed is the text as it came; the rest is what it lacks: all, or the citations
    left = piece.text.removeprefix(said.strip()) if said else piece.text
    left = left if len(left) < len(piece.text) or not said else piece.below
    yield _chunk(head, {"content": left, "annotations": piece.annotations})
    yield _chunk(head, {}, "stop")
    if with_usage:
        yield server_sent({**head, "choices": [], "usage": _usage(piece.usage)})
    yield b"data: [DONE]\n\n"


def _chunk(head: dict[str, Any], delta: dict[str, Any], finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
    return server_sent({**head, "choices": [choice]})


def _question(messages: Sequence[ChatMessage]) -> str:
    question = messages[-1].text.strip() if messages[-1].role == "user" else ""
    if not question:
        raise ApiError(400, "The last message is no question.", "Let the user say it in words.")
    if len(question) > MAX_QUESTION:
        raise ApiError(
            400, f"The question has {len(question):,} characters.", f"Use {MAX_QUESTION:,} at most."
        )
    return question


def _history(messages: Sequence[ChatMessage]) -> list[tuple[str, str]]:
    return [
        (message.role, message.text)
        for message in messages[:-1]
        if message.role in ("user", "assistant") and message.text.strip()
    ]


def _unknown(name: str) -> ApiError:
    return ApiError(404, f"There is no model {name[:100]!r}.", f"There are: {', '.join(MODELS)}.")


def _model(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 0, "owned_by": "graphrag-neo4j"}


def _usage(used: Usage) -> dict[str, int]:
    both = used.tokens_in + used.tokens_out
    return {
        "prompt_tokens": used.tokens_in,
        "completion_tokens": used.tokens_out,
        "total_tokens": both,
    }


def _encoded(vector: Sequence[float], how: str) -> Any:
    if how == "float":
        return list(map(float, vector))
    return base64.b64encode(np.asarray(vector, dtype="<f4").tobytes()).decode()
