"""Who may call: a token, its role, and no page of another site.

Three checks, each enough against one way in:

- a *token* in ``Authorization: Bearer …``, which no browser sends on its own;
- the *Host* must be an address or a name that we were told: a name that an attacker lets point
  here (DNS rebinding) is refused;
- an *Origin* must be ours. No CORS header is ever sent, so no other page could read an answer.

Bodies are counted while they come, whatever their length claims to be.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphrag_neo4j.serve.errors import ApiError, answer_of

Role = Literal["writer", "reader"]
MAX_BODY = 2 << 20
"""Bytes of a request that uploads nothing."""
UPLOADS = ("/api/documents", "/api/plan")
GUARDED = ("/api/", "/v1/", "/mcp")
_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
}


def new_token() -> str:
    """256 random bits, fit for a URL."""
    return secrets.token_urlsafe(32)


@dataclass(frozen=True)
class Access:
    """Tokens of the two roles, and names of this server beside its addresses and "localhost"."""

    token: str = field(repr=False)
    reader_token: str | None = field(default=None, repr=False)
    names: frozenset[str] = frozenset()
    max_upload: int = 200 << 20

    def role_of(self, token: str) -> Role | None:
        """Whose token it is; compared in constant time."""
        given = token.encode("utf-8", "replace")
        if hmac.compare_digest(given, self.token.encode()):
            return "writer"
        if self.reader_token and hmac.compare_digest(given, self.reader_token.encode()):
            return "reader"
        return None

    def knows_host(self, host: str) -> bool:
        """Whether a Host header names this server: by an address, "localhost", or a name given."""
        name = urlsplit(f"//{host}").hostname or ""
        if name == "localhost" or name in self.names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


class Guard:
    """The checks, around the application."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app = app
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            scope.setdefault("state", {})["role"] = self._checked(scope)
            limit = self._limit(scope)
        except ApiError as error:
            await answer_of(error)(scope, receive, _with_headers(send, scope))
            return
        await self._app(scope, _counted(receive, limit), _with_headers(send, scope))

    def _checked(self, scope: Scope) -> Role | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not _is_host(host) or not self._access.knows_host(host):
            raise ApiError(
                421,
                f"This server is not called {host[:100]!r}.",
                "Use its address, or name it with --allow-host.",
            )
        origin = headers.get("origin")
        is_foreign = origin is not None and _host_of(origin) != host
        guarded = scope["path"].startswith(GUARDED)
        if is_foreign or (guarded and headers.get("sec-fetch-site") == "cross-site"):
            raise ApiError(403, "Pages of other sites may not call this server.", "Open its own.")
        if not guarded:
            return None
        scheme, _, token = headers.get("authorization", "").partition(" ")
        role = self._access.role_of(token.strip()) if scheme.lower() == "bearer" else None
        if role is None:
            what = "The token is wrong." if token else "A token is needed."
            raise ApiError(
                401, what, "Send it as 'Authorization: Bearer TOKEN'; serve prints it at its start."
            )
        return role

    def _limit(self, scope: Scope) -> int:
        limit = self._access.max_upload if scope["path"] in UPLOADS else MAX_BODY
        length = Headers(scope=scope).get("content-length", "")
        if length.isascii() and length.isdigit() and int(length) > limit:
            raise _too_large(limit)
        return limit


def require_writer(request: Request) -> None:
    """A route's dependency: refuses the reader role."""
    if request.state.role != "writer":
        raise ApiError(403, "This token may only read.", "Use the other token of this server.")


def _is_host(host: str) -> bool:
    try:
        parts = urlsplit(f"//{host}")
        return bool(parts.hostname) and parts.netloc == host and (parts.port or 1) > 0
    except ValueError:
        return False


def _too_large(limit: int) -> ApiError:
    return ApiError(
        413,
        f"The request is larger than {limit / (1 << 20):,.0f} MB.",
        "Send less at once, or raise GRAPHRAG_MAX_UPLOAD.",
    )


def _counted(receive: Receive, limit: int) -> Receive:
    seen = 0

    async def counting() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > limit:
            error = _too_large(limit)
            raise HTTPException(error.status, f"{error.message} {error.hint}".rstrip("."))
        return message

    return counting


def _with_headers(send: Send, scope: Scope) -> Send:
    no_store = scope["path"].startswith(GUARDED)

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store" if no_store else "no-cache")
            if message["status"] == 401:
                headers["www-authenticate"] = "Bearer"
        await send(message)

    return sending


def names_of(hosts: Iterable[str]) -> frozenset[str]:
    """Names as they are compared."""
    return frozenset(host.strip().lower() for host in hosts if host.strip())


def _host_of(origin: str) -> str | None:
    """The host and port of an Origin header; None if it is no address."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None
