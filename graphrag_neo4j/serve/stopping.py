"""The stop of the server, as those meet it who wait for an answer: an error, not silence."""

from __future__ import annotations

import asyncio
import socket

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphrag_neo4j.errors import ServerError
from graphrag_neo4j.serve.errors import answer_of


def stopped() -> ServerError:
    """What they are told."""
    return ServerError("The server was stopped before the answer was whole.", "Ask again later.")


class WebServer(uvicorn.Server):
    """uvicorn, which sets ``stopping`` before it waits for the open requests."""

    def __init__(self, config: uvicorn.Config, stopping: asyncio.Event) -> None:
        super().__init__(config)
        self._stopping = stopping

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more requests, and end those that are open."""
        self._stopping.set()
        await super().shutdown(sockets)


class AnswerAtStop:
    """ASGI middleware: a request that is cancelled, as none is but at the stop, is answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        has_begun = False

        async def sending(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except asyncio.CancelledError:  # uvicorn would print a traceback of it
            if not has_begun:
                await answer_of(stopped())(scope, receive, send)
