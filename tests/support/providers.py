"""Stand-ins for providers of models: each answers over HTTP on loopback in its own protocol."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

from werkzeug import Request, Response

TEXT = "Anna Berg."
PIECES = ("Anna ", "Berg.")
Body = Mapping[str, Any]


@dataclass(frozen=True)
class Provider:
    """How one of them is named in settings, and what it sends. ``options`` are given the address of
    the stand-in; ``key`` is what a request has to show; ``stream`` are the bytes of an answer in
    pieces, of the type ``stream_type``. ``asks_again``: its own client does, however it is told."""

    place: str
    model: str
    options: Callable[[str], dict[str, Any]]
    env: dict[str, str]
    path: str
    key: Callable[[Request], str]
    answer: Body
    stream: bytes
    stream_type: str
    stream_path: str = ""
    extra: dict[str, Body] = field(default_factory=dict)
    asks_again: bool = False

    def __str__(self) -> str:
        return self.place.rpartition(":")[2]


def respond(provider: Provider, request: Request) -> Response:
    """What the provider says to a request."""
    if request.path in provider.extra:
        return _json(provider.extra[request.path])
    body = json.loads(request.get_data() or b"{}")
    if body.get("stream") or request.path == provider.stream_path:
        return Response(provider.stream, content_type=provider.stream_type)
    return _json(provider.answer)


def _json(data: Body) -> Response:
    return Response(json.dumps(data), content_type="application/json")


def _events(*bodies: Body) -> bytes:
    """Server-sent events; those with a type are named by it."""
    lines = []
    for body in bodies:
        name = f"event: {body['type']}\n" if "type" in body else ""
        lines.append(f"{name}data: {json.dumps(body)}\n\n")
    return "".join(lines).encode()


def _amazon_events(*events: tuple[str, Body]) -> bytes:
    """Amazon's binary event stream: lengths, headers and body, each part with its checksum."""

    def frame(name: str, body: Body) -> bytes:
        said = {":event-type": name, ":content-type": "application/json", ":message-type": "event"}
        headers = b"".join(
            bytes([len(k)]) + k.encode() + b"\x07" + struct.pack("!H", len(v)) + v.encode()
            for k, v in said.items()
        )
        payload = json.dumps(body).encode()
        lengths = struct.pack("!II", 16 + len(headers) + len(payload), len(headers))
        message = lengths + struct.pack("!I", crc32(lengths)) + headers + payload
        return message + struct.pack("!I", crc32(message))

    return b"".join(frame(*event) for event in events)


def _ollama(text: str, *, done: bool) -> Body:
    message = {"role": "assistant", "content": text}
    counts = {"prompt_eval_count": 7, "eval_count": 3} if done else {}
    told = {"model": "llama3.1", "created_at": "2026-01-01T00:00:00Z", "message": message}
    return told | {"done": done} | counts


def _openai(kind: str, **choice: Any) -> Body:
    choices = [{"index": 0, "finish_reason": None, **choice}]
    return {"id": "1", "object": kind, "created": 1, "model": "gpt-4o-mini", "choices": choices}


def _gemini(text: str) -> Body:
    candidate = {"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": "STOP"}
    counts = {"promptTokenCount": 7, "candidatesTokenCount": 3, "totalTokenCount": 10}
    return {"candidates": [candidate], "usageMetadata": counts}


def _anthropic_stream() -> Iterator[Body]:
    message = {**_ANTHROPIC, "content": [], "stop_reason": None}
    yield {"type": "message_start", "message": message}
    yield {
        "type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}
    }  # fmt: skip
    for piece in PIECES:
        delta = {"type": "text_delta", "text": piece}
        yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    ended = {"stop_reason": "end_turn", "stop_sequence": None}
    yield {"type": "message_delta", "delta": ended, "usage": {"output_tokens": 3}}
    yield {"type": "message_stop"}


_ANTHROPIC: Body = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-sonnet-4-0",
    "content": [{"type": "text", "text": TEXT}],
    "stop_reason": "end_turn",
    "stop_sequence": None,
    "usage": {"input_tokens": 7, "output_tokens": 3},
}
_BEDROCK = "/model/anthropic.claude-3-haiku-20240307-v1:0"
_GEMINI = "/v1beta/models/gemini-2.5-flash"
PROVIDERS = (
    Provider(
        place="llama_index.llms.ollama:Ollama",
        model="llama3.1",
        options=lambda url: {"base_url": url, "context_window": 8_000},
        env={},
        path="/api/chat",
        key=lambda _: "no key",
        answer=_ollama(TEXT, done=True),
        stream=b"".join(
            json.dumps(one).encode() + b"\n"
            for one in (*(_ollama(p, done=False) for p in PIECES), _ollama("", done=True))
        ),
        stream_type="application/x-ndjson",
    ),
    Provider(
        place="llama_index.llms.anthropic:Anthropic",
        model="claude-sonnet-4-0",
        options=lambda url: {"base_url": url},
        env={"ANTHROPIC_API_KEY": "a-key-for-tests"},
        path="/v1/messages",
        key=lambda request: request.headers["x-api-key"],
        answer=_ANTHROPIC,
        stream=_events(*_anthropic_stream()),
        stream_type="text/event-stream",
    ),
    Provider(
        place="llama_index.llms.azure_openai:AzureOpenAI",
        model="gpt-4o-mini",
        options=lambda url: {
            "engine": "mine",
            "azure_endpoint": url,
            "api_version": "2024-10-21",
        },
        env={"AZURE_OPENAI_API_KEY": "a-key-for-tests"},
        path="/openai/deployments/mine/chat/completions",
        key=lambda request: request.headers["api-key"],
        answer={
            **_openai(
                "chat.completion",
                message={"role": "assistant", "content": TEXT},
                finish_reason="stop",
            ),
            "usage": {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10},
        },
        stream=_events(
            *(_openai("chat.completion.chunk", delta={"content": p}) for p in PIECES),
            _openai("chat.completion.chunk", delta={}, finish_reason="stop"),
        )
        + b"data: [DONE]\n\n",
        stream_type="text/event-stream",
    ),
    Provider(
        place="llama_index.llms.google_genai:GoogleGenAI",
        model="gemini-2.5-flash",
        options=lambda url: {"http_options": {"base_url": url}},
        env={"GOOGLE_API_KEY": "a-key-for-tests"},
        path=f"{_GEMINI}:generateContent",
        key=lambda request: request.headers["x-goog-api-key"],
        answer=_gemini(TEXT),
        stream=_events(*map(_gemini, PIECES)),
        stream_type="text/event-stream",
        stream_path=f"{_GEMINI}:streamGenerateContent",
        extra={
            _GEMINI: {
                "name": "models/gemini-2.5-flash",
                "inputTokenLimit": 1_000_000,
                "outputTokenLimit": 8_000,
            }
        },
    ),
    Provider(
        place="llama_index.llms.bedrock_converse:BedrockConverse",
        model="anthropic.claude-3-haiku-20240307-v1:0",
        options=lambda _: {"region_name": "us-east-1"},
        env={
            "AWS_ACCESS_KEY_ID": "a-key-for-tests",
            "AWS_SECRET_ACCESS_KEY": "a-secret-for-tests",
            "AWS_ENDPOINT_URL_BEDROCK_RUNTIME": "{url}",
        },
        path=f"{_BEDROCK}/converse",
        key=lambda request: request.headers["authorization"].split("=")[1].split("/")[0],
        answer={
            "output": {"message": {"role": "assistant", "content": [{"text": TEXT}]}},
            "stopReason": "end_turn",
            "usage": {"inputTokens": 7, "outputTokens": 3, "totalTokens": 10},
            "metrics": {"latencyMs": 1},
        },
        stream=_amazon_events(
            ("messageStart", {"role": "assistant"}),
            *(
                ("contentBlockDelta", {"delta": {"text": p}, "contentBlockIndex": 0})
                for p in PIECES
            ),
            ("contentBlockStop", {"contentBlockIndex": 0}),
            ("messageStop", {"stopReason": "end_turn"}),
        ),
        stream_type="application/vnd.amazon.eventstream",
        stream_path=f"{_BEDROCK}/converse-stream",
        asks_again=True,
    ),
)
