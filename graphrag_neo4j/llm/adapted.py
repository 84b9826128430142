"""An LLM asked in the form that its endpoint takes, which its refusals teach."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

import httpx
from llama_index.core.base.llms.types import ChatMessage, ChatResponse
from llama_index.core.llms import LLM
from llama_index.llms.openai import OpenAI
from pydantic import BaseModel

from graphrag_neo4j.llm.failures import Failure
from graphrag_neo4j.llm.response_usage import ended_because
from graphrag_neo4j.llm.structured import Arguments, RequestAdapter, schema_text

Message = tuple[Literal["system", "user", "assistant"], str]
"""Role and text."""

T = TypeVar("T")
_ANSWERING_PARAMETERS = (
    "api_base", "temperature", "top_p", "seed", "reasoning_effort", "system_prompt",
    "additional_kwargs",
)  # fmt: skip
"""Of OpenAI's protocol."""
_NOT_ANSWERING = ("key", "key_id", "token", "secret", "password", "timeout", "retries")
"""Ends of the names of what an answer of another provider does not depend on."""
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


@dataclass(frozen=True)
class Request:
    """What is asked, and how long the answer may be."""

    messages: tuple[Message, ...]
    stage: str
    schema: type[BaseModel] | None
    max_tokens: int
    cancelled: threading.Event = field(default_factory=threading.Event)
    """Set when nobody waits any more: what is not sent yet is not sent."""
    ended: Callable[[str], object] | None = None
    """Told why a streamed answer ended."""


def key_of(llm: LLM, request: Request, max_tokens: int) -> str:
    """Everything that the answer depends on, hashed; the endpoint, too, as another one may serve
    another model under the same name. ``max_tokens`` are the model's: an answer that ended by
    itself does not depend on those of its request."""
    schema = schema_text(request.schema) if request.schema else None
    parts = [
        llm.class_name(),
        llm.metadata.model_name,
        _parameters(llm),
        max_tokens,
        schema,
        request.messages,
    ]
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=_said).encode()).hexdigest()


def _parameters(llm: LLM) -> dict[str, Any]:
    """What the model was told of how to answer, and where it is."""
    if isinstance(llm, OpenAI):
        return {name: getattr(llm, name, None) for name in _ANSWERING_PARAMETERS}
    return {k: v for k, v in llm.to_dict().items() if not k.endswith(_NOT_ANSWERING)}


def _said(value: object) -> str:
    """The same in each process: an object is not known by where it is in memory."""
    return _ADDRESS.sub("", str(value))


class AdaptedLLM:
    """``llm`` with a schema and a limit of tokens for each request.

    ``max_tokens``: the limit that it has by itself. Any LLM will do; schemas are sent to those
    that speak OpenAI's protocol and left to the prompt with others.
    """

    def __init__(self, llm: LLM, max_tokens: int) -> None:
        self.llm = llm
        self._max_tokens = max_tokens
        self._adapter = RequestAdapter() if isinstance(llm, OpenAI) else None
        self._guard = threading.Lock()
        self._bare: LLM | None = None
        self._sent = _Sent()

    @property
    def provider(self) -> str:
        """Whose protocol it speaks."""
        return "openai" if self._adapter else type(self.llm).__name__.lower()

    @property
    def takes_schemas(self) -> bool:
        """Whether a schema is part of what is sent."""
        return self._adapter is not None

    @property
    def streams(self) -> bool:
        """Whether answers are better asked for as streams, which then say that they ended."""
        return self._adapter is not None and self._adapter.streams

    @property
    def can_stream(self) -> bool:
        """Whether answers can be had in pieces: the endpoint has not shown that they cannot."""
        return self._adapter is None or self._adapter.streams

    def chat(self, request: Request) -> ChatResponse:
        """The whole answer."""
        llm, arguments = self._prepared(request, stream=False)
        return llm.chat(_chat_messages(request), **arguments)

    def stream(self, request: Request) -> Generator[ChatResponse, None, None]:
        """The answer in pieces. Closing it ends the connection, so the endpoint stops, too."""
        llm, arguments = self._prepared(request, stream=True)
        response: httpx.Response | None = None
        self._sent.response = None
        try:
            for piece in llm.stream_chat(_chat_messages(request), **arguments):
                if response is None:
                    response = self._sent.response
                if self._adapter is not None and ended_because(piece.raw):
                    self._adapter.heard_end()
                yield piece
        finally:
            if response is not None:
                response.close()

    def adapting(self, send: Callable[[], T], request: Request) -> T:
        """``send()``, again in another form when the endpoint refuses the form of the request."""
        while True:
            streamed, n_broken_off = self.streams, self.n_broken_off
            sent = self._arguments(request, streamed)
            try:
                return send()
            except Failure as failure:
                if not self._learns(failure, sent, streamed, n_broken_off):
                    raise

    @property
    def n_broken_off(self) -> int:
        """How often streams broke off so far."""
        return self._adapter.n_broken_off if self._adapter else 0

    def learn_from_stream(self, failure: Failure, request: Request, n_broken_off: int) -> None:
        """Remember what a stream that failed after its first pieces teaches for the next answer;
        ``n_broken_off``: as it was when the stream was asked for."""
        sent = self._arguments(request, stream=True)
        self._learns(failure, sent, streamed=True, n_broken_off=n_broken_off)

    def _learns(self, failure: Failure, sent: Arguments, streamed: bool, n_broken_off: int) -> bool:
        if self._adapter is None:
            return False
        if failure.broke_off:
            return self._adapter.broke_off(n_broken_off)
        return self._adapter.learn(failure.refusal, sent, streamed=streamed)

    def _arguments(self, request: Request, stream: bool) -> Arguments:
        if self._adapter is None:
            return {}
        if stream:
            return self._adapter.stream(request.schema, request.max_tokens)
        return self._adapter.chat(request.schema, request.max_tokens)

    def _prepared(self, request: Request, *, stream: bool) -> tuple[LLM, Arguments]:
        """The model and the arguments to call it with.

        ``max_tokens`` is a field of LlamaIndex's models that wins over an argument, so what is
        called is a copy: of OpenAI's class one without the field and without retries of its own.
        """
        arguments = self._arguments(request, stream)
        if self._adapter is not None:
            with self._guard:
                self._bare = self._bare or self._copy(self.llm)
            return self._bare, arguments
        if (
            request.max_tokens == self._max_tokens
            or "max_tokens" not in type(self.llm).model_fields
        ):
            return self.llm, arguments
        return self.llm.model_copy(update={"max_tokens": request.max_tokens}), arguments

    def _copy(self, llm: LLM) -> LLM:
        copy = llm.model_copy(update={"max_tokens": None, "max_retries": 0})
        assert isinstance(copy, OpenAI)
        client = copy._get_client()  # may have been given with retries
        client._client.event_hooks = _with_hook(client._client.event_hooks, self._sent.note)
        copy._client = client.with_options(max_retries=0)
        return copy


class _Sent(threading.local):
    """The response to what this thread sent last. OpenAI's streams refer to themselves, so a
    stream that is left early keeps its connection until the garbage is collected."""

    response: httpx.Response | None = None

    def note(self, response: httpx.Response) -> None:
        self.response = response


def _with_hook(
    hooks: dict[str, list[Callable[..., Any]]], hook: Callable[[httpx.Response], None]
) -> dict[str, list[Callable[..., Any]]]:
    return {**hooks, "response": [*hooks.get("response", []), hook]}


def _chat_messages(request: Request) -> list[ChatMessage]:
    """Half of a surrogate pair, as a cut text may end with, cannot be sent and becomes "?"."""
    return [
        ChatMessage(role=role, content=text.encode("utf-8", "replace").decode())
        for role, text in request.messages
    ]
