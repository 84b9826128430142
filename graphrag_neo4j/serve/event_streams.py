"""Server-sent events, as every client reads them, which end with the server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import StreamingResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphrag_neo4j.serve.errors import body_of
from graphrag_neo4j.serve.stopping import stopped

_LINE_ENDS = str.maketrans({end: f"\\u{ord(end):04x}" for end in "\x85\u2028\u2029"})
"""No ends of lines in JSON or in this protocol, but for many clients, as ``str.splitlines`` is."""


def server_sent(data: Any, kind: str = "") -> bytes:
    """One event: ``data`` as JSON on one line, with the name ``kind`` if it has one."""
    text = json.dumps(data, ensure_ascii=False, default=str).translate(_LINE_ENDS)
    name = f"event: {kind}\n" if kind else ""
    return f"{name}data: {text}\n\n".encode("utf-8", "replace")


class LineEnds:
    """ASGI middleware for events that others make: what ends a line for many clients is escaped in
    them, as :func:`server_sent` does."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, and change bodies of events alone."""
        are_events = False

        async def sent(message: Message) -> None:
            nonlocal are_events
            if message["type"] == "http.response.start":
                are_events = EventStream.media_type in Headers(raw=message["headers"]).get(
                    "content-type", ""
                )
            elif are_events and message.get("body"):
                text = message["body"].decode("utf-8", "surrogateescape").translate(_LINE_ENDS)
                message = {**message, "body": text.encode("utf-8", "surrogateescape")}
            await send(message)

        await self._app(scope, receive, sent)


class EventStream(StreamingResponse):
    """A stream of ``events``; when ``stopping`` is set, it ends with an error, named ``kind``."""

    media_type = "text/event-stream"

    def __init__(
        self, events: AsyncIterator[bytes], stopping: asyncio.Event, kind: str = ""
    ) -> None:
        super().__init__(events)
        self._stopping = stopping
        self._kind = kind

    async def stream_response(self, send: Send) -> None:
        """Send events until there are no more, or the server stops."""
        sending = asyncio.ensure_future(super().stream_response(send))
        stop = asyncio.ensure_future(self._stopping.wait())
        try:
            await asyncio.wait({sending, stop}, return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                await sending
                return
        finally:
            stop.cancel()
            sending.cancel()
        await asyncio.wait({sending})
        last = server_sent(body_of(stopped()), self._kind)
        await send({"type": "http.response.body", "body": last, "more_body": False})
