"""A scripted LLM behind a real HTTP server on loopback that speaks OpenAI's protocol.

    def test_x(fake_llm: FakeLLM) -> None:
        fake_llm.answer = lambda request: "Anna Berg does."     # for every request, or
        fake_llm.script(status(500), "first", Answer("cut", finish_reason="length"), hang(3))
        graph = connect(server, settings=fake_llm.settings(llm_max_tokens=500))
        ...
        assert len(fake_llm.requests) == 2                       # the JSON bodies, in order
        assert "Port of Melby" in prompt_of(fake_llm.requests[0])

``answer(request)`` gets the request's JSON body (``messages``, ``response_format``, …) and gives
a ``str``, an :class:`Answer`, a :class:`Fault`, or anything else, which is sent as JSON text. The
same answer is sent plain or, when the request says ``stream``, as server-sent events.
``script(...)`` plays its steps in order and repeats the last. ``/v1/embeddings`` gives vectors of
hashed words, after the faults in ``embedding_fault``.
"""

from __future__ import annotations

import hashlib
import json
import re
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from graphrag_neo4j.settings import Settings

API_KEY = "sk-test-0123456789abcdef"
MODEL = "a-local-model"
DIMENSIONS = 384


@dataclass(frozen=True)
class Answer:
    """A completion. ``usage`` = (tokens in, tokens out), None = the endpoint does not say;
    ``tool_calls`` in the format of the protocol, in plain answers only."""

    text: str
    finish_reason: str | None = "stop"
    usage: tuple[Any, Any] | None = (10, 5)
    tool_calls: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True)
class Fault:
    """Something else than a completion; made by the functions below."""

    kind: str
    code: int = 0
    seconds: float = 0.0
    message: str = ""
    headers: dict[str, str] = field(default_factory=dict)


def status(code: int, message: str = "scripted", error_code: str = "") -> Fault:
    """An error in OpenAI's format; ``error_code`` as "insufficient_quota"."""
    return Fault("status", code, message=json.dumps([message, error_code]))


def too_many(retry_after: str | float | None = None) -> Fault:
    """429, with ``Retry-After`` when given (seconds, or an HTTP date)."""
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return Fault("status", 429, message=json.dumps(["slow down", ""]), headers=headers)


def hang(seconds: float) -> Fault:
    """Says nothing for so long (the fixture's end releases it), then answers "late"."""
    return Fault("hang", seconds=seconds)


def reset() -> Fault:
    """The connection is reset before the answer, or after the first pieces of a stream."""
    return Fault("reset")


def cut_body() -> Fault:
    """Half of the body of a JSON answer, sent as if it were whole."""
    return Fault("cut")


def not_json(text: str = "<html>Welcome to the proxy</html>") -> Fault:
    """Status 200 and a body that is not an OpenAI answer."""
    return Fault("page", message=text)


AnswerFunction = Callable[[dict[str, Any]], "str | Answer | Fault | Any"]


class _Server(HTTPServer):
    """Answers in threads, and stops at once."""

    def __init__(self) -> None:
        super().__init__(host="127.0.0.1", threaded=True)

    def thread_target(self) -> None:
        assert self.server is not None
        self.server.serve_forever(poll_interval=0.01)


class FakeLLM:
    """The server and what it saw.

    ``requests``, ``embedding_requests``: JSON bodies in the order of arrival; ``times``: when
    each chat request came (``time.monotonic``); ``headers``: of each chat request;
    ``most_at_once``: the most chat requests that were open together; ``latency``: seconds
    before each answer; ``formats``: the types of ``response_format`` that it takes, others are
    refused with 400; ``refuse``: names of request fields that it refuses with 400;
    ``refuses_streams``: whether it refuses ``stream``; ``pause``: seconds before each piece of one,
    and ``pieces_sent``, how many there were of all;
    ``serving``: places to answer in, before which streams say nothing; ``card``: what the list of
    models says of the model, ``properties``: what /props does;
    ``embedding_fault``: what the next embedding requests meet, first to last.
    """

    def __init__(self) -> None:
        self.answer: AnswerFunction = lambda _: "ok"
        self.requests: list[dict[str, Any]] = []
        self.embedding_requests: list[dict[str, Any]] = []
        self.times: list[float] = []
        self.headers: list[dict[str, str]] = []
        self.most_at_once = 0
        self.latency = 0.0
        self.formats = {"json_schema", "json_object", "text"}
        self.refuse: set[str] = set()
        self.refuses_streams = False
        self.pause = 0.0
        self.pieces_sent = 0
        self.properties: dict[str, Any] = {}
        self.card: dict[str, Any] = {}
        self.serving = threading.Semaphore(1_000)
        self.embedding_fault: list[Fault] = []
        self._open = 0
        self._lock = threading.Lock()
        self._released = threading.Event()
        self._server = _Server()

    def __enter__(self) -> FakeLLM:
        self._server.start()  # type: ignore[no-untyped-call, unused-ignore]
        self._server.expect_request("/v1/chat/completions").respond_with_handler(self._chat)
        self._server.expect_request("/v1/models").respond_with_handler(self._models)
        self._server.expect_request("/props").respond_with_handler(
            lambda _: _json(self.properties, 200 if self.properties else 404)
        )
        self._server.expect_request("/v1/embeddings").respond_with_handler(self._embeddings)
        return self

    def __exit__(self, *_: object) -> None:
        self._released.set()
        self._server.stop()  # type: ignore[no-untyped-call, unused-ignore]

    @property
    def url(self) -> str:
        """What to set OPENAI_BASE_URL to."""
        return self._server.url_for("/v1")

    def settings(self, **more: Any) -> Settings:
        """Settings that name this server; no cache file, quick retries, a short timeout."""
        quick = {"llm_cache": "off", "llm_backoff": 0.01, "llm_timeout": 5.0, "llm_model": MODEL}
        given = {"openai_base_url": self.url, "openai_api_key": API_KEY, **quick, **more}
        return Settings(_env_file=None, **given)

    def script(self, *steps: Any) -> None:
        """Answer with ``steps`` in order; the last one again and again."""
        waiting = list(steps)

        def play(_: dict[str, Any]) -> Any:
            with self._lock:
                return waiting.pop(0) if len(waiting) > 1 else waiting[0]

        self.answer = play

    def wait_for(self, n: int, seconds: float = 10.0) -> None:
        """Wait until ``n`` chat requests have arrived (answered or not)."""
        until = time.monotonic() + seconds
        while len(self.requests) < n:
            assert time.monotonic() < until, f"{len(self.requests)} requests, not {n}"
            time.sleep(0.01)

    def _chat(self, request: Request) -> Response:
        asked = request.get_json()
        with self._lock:
            self.requests.append(asked)
            self.times.append(time.monotonic())
            self.headers.append(dict(request.headers))
            self._open += 1
            self.most_at_once = max(self.most_at_once, self._open)
        try:
            time.sleep(self.latency)
            refused = self._refusal(asked)
            return self._play(refused or self.answer(asked), asked, request)
        finally:
            with self._lock:
                self._open -= 1

    def _refusal(self, asked: dict[str, Any]) -> Fault | None:
        wanted = asked.get("response_format", {}).get("type", "text")
        if wanted not in self.formats:
            return status(400, f"'response_format' of type '{wanted}' is not supported")
        if self.refuses_streams and asked.get("stream"):
            return status(400, "streaming is not supported")
        for name in self.refuse & asked.keys():
            return status(400, f"Unknown field: {name}")
        return None

    def _play(self, step: Any, asked: dict[str, Any], request: Request) -> Response:
        if isinstance(step, Fault):
            if step.kind == "hang":
                self._released.wait(step.seconds)
                return self._play("late", asked, request)
            if step.kind == "reset" and asked.get("stream"):
                return self._streamed(Answer("one two three"), asked, breaks=request)
            return _faulty(step, request)
        if not isinstance(step, str | Answer):
            step = json.dumps(step)
        answer = Answer(step) if isinstance(step, str) else step
        return self._streamed(answer, asked) if asked.get("stream") else _plain(answer, asked)

    def _streamed(
        self, answer: Answer, asked: dict[str, Any], breaks: Request | None = None
    ) -> Response:
        head = _head(asked, "chat.completion.chunk")

        def event(delta: dict[str, Any], reason: str | None = None) -> str:
            choice = {"index": 0, "delta": delta, "finish_reason": reason}
            return f"data: {json.dumps({**head, 'choices': [choice]})}\n\n"

        def events() -> Iterator[str]:
            with self.serving:
                yield event({"role": "assistant", "content": ""})
                for word in re.findall(r"\s*\S+\s*?(?=\s|\Z)|\s+\Z", answer.text):
                    time.sleep(self.pause)
                    self.pieces_sent += 1
                    yield event({"content": word})
                if breaks is not None:
                    time.sleep(0.05)  # let the pieces out
                    _reset(breaks)
                    return
                yield event({}, answer.finish_reason)
                if (asked.get("stream_options") or {}).get("include_usage") and answer.usage:
                    yield f"data: {json.dumps({**head, 'choices': [], **_usage(answer)})}\n\n"
                yield "data: [DONE]\n\n"

        return Response(events(), mimetype="text/event-stream")

    def _models(self, _: Request) -> Response:
        return _json({"object": "list", "data": [{"id": MODEL, "object": "model", **self.card}]})

    def _embeddings(self, request: Request) -> Response:
        asked = request.get_json()
        with self._lock:
            self.embedding_requests.append(asked)
            fault = self.embedding_fault.pop(0) if self.embedding_fault else None
        if fault is not None:
            if fault.kind == "hang":
                self._released.wait(fault.seconds)
            return _faulty(fault, request)
        texts = [asked["input"]] if isinstance(asked["input"], str) else asked["input"]
        data = [
            {"object": "embedding", "index": i, "embedding": _vector(text)}
            for i, text in enumerate(texts)
        ]
        usage = {"prompt_tokens": len(texts), "total_tokens": len(texts)}
        return _json({"object": "list", "data": data, "model": asked["model"], "usage": usage})


def prompt_of(request: dict[str, Any]) -> str:
    """All texts of a request's messages, one after the other."""
    return "\n".join(str(message["content"]) for message in request["messages"])


def _json(body: Any, code: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(json.dumps(body), code, headers=headers, mimetype="application/json")


def _plain(answer: Answer, asked: dict[str, Any]) -> Response:
    message: dict[str, Any] = {"role": "assistant", "content": answer.text}
    if answer.tool_calls:
        message["tool_calls"] = list(answer.tool_calls)
    choice = {"index": 0, "finish_reason": answer.finish_reason, "message": message}
    return _json({**_head(asked, "chat.completion"), "choices": [choice], **_usage(answer)})


def _head(asked: dict[str, Any], kind: str) -> dict[str, Any]:
    return {"id": "1", "object": kind, "created": 0, "model": asked["model"]}


def _usage(answer: Answer) -> dict[str, Any]:
    if answer.usage is None:
        return {}
    n_in, n_out = answer.usage
    total = {"prompt_tokens": n_in, "completion_tokens": n_out, "total_tokens": n_in + n_out}
    return {"usage": total}


def _faulty(fault: Fault, request: Request) -> Response:
    if fault.kind == "reset":
        _reset(request)
        return Response("")
    if fault.kind == "cut":
        return Response('{"id": "1", "choices": [{"mess', mimetype="application/json")
    if fault.kind == "page":
        return Response(fault.message, mimetype="text/html")
    if fault.kind == "hang":
        return Response("", 504)
    message, code = json.loads(fault.message)
    error = {"message": message, "type": "scripted", "code": code or None}
    return _json({"error": error}, fault.code, fault.headers)


def _reset(request: Request) -> None:
    connection: socket.socket = request.environ["werkzeug.socket"]
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.shutdown(socket.SHUT_RDWR)


def _vector(text: str) -> list[float]:
    """Words hashed into dimensions, of unit length: texts with common words are near."""
    vector = [0.0] * DIMENSIONS
    for word in text.casefold().split() or ["-"]:
        digest = hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=4).digest()
        vector[int.from_bytes(digest, "big") % DIMENSIONS] += 1.0
    norm = sum(x * x for x in vector) ** 0.5
    return [x / norm for x in vector]
