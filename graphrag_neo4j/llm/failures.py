"""Why a model gave no answer: one clear line, and whether asking again can help."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

import httpx
import openai
from pydantic import ValidationError

from graphrag_neo4j.errors import ModelError, ModelUnavailable

LONGEST_REASON = 300
CHECK_ALL = "Check OPENAI_API_KEY, OPENAI_BASE_URL and GRAPHRAG_LLM_MODEL."
_REFUSED = (
    "Check the model's name, and that text and GRAPHRAG_LLM_MAX_TOKENS together fit its context."
)
_HINTS = {
    400: _REFUSED,
    422: _REFUSED,
    401: "Check OPENAI_API_KEY.",
    403: "Check that OPENAI_API_KEY may use this model.",
    404: "Check OPENAI_BASE_URL and the model's name (GRAPHRAG_LLM_MODEL, GRAPHRAG_EMBED_MODEL).",
    429: "Ask less often: set GRAPHRAG_LLM_RPM, GRAPHRAG_LLM_TPM or GRAPHRAG_LLM_CONCURRENCY.",
}
_CHECK_PROVIDER = "Check GRAPHRAG_LLM_MODEL, GRAPHRAG_LLM_OPTIONS and the provider's own settings."
_PROVIDER_HINTS = {
    401: "Check the provider's key.",
    403: "Check that the provider's key may use this model.",
    404: "Check GRAPHRAG_LLM_MODEL and the address in GRAPHRAG_LLM_OPTIONS.",
}
"""Of providers that ``GRAPHRAG_LLM`` names."""
_STATUS_FOR_ALL = frozenset({401, 403, 404})
"""Said of the key or the model, whatever the text."""
_TRANSIENT_STATUS = frozenset({408, 409, 425, 429})
_NEVER_TRANSIENT_CODES = frozenset({"insufficient_quota", "billing_hard_limit_reached"})
_KEY_LIKE = re.compile(r"\b(sk-[\w-]{6,}|Bearer\s+\S+)|(?<=://)[^/\s]+(?=@)")
# What the OpenAI and LlamaIndex classes raise over a body that is not a chat completion
_MALFORMED = (
    json.JSONDecodeError,
    UnicodeDecodeError,
    ValidationError,
    TypeError,
    AttributeError,
    LookupError,
)


class Failure(Exception):  # noqa: N818 - becomes a ModelError before it leaves this package
    """One attempt that gave no usable answer.

    ``transient``: asking again may help. ``once``: but not a third time. ``retry_after``: seconds
    that the endpoint asked to wait. ``maybe_billed``: the endpoint may have done the work.
    ``refusal``: what it said of a request that it does not accept (status 400 or 422), else
    empty. ``broke_off``: a stream did not say that it ended. ``for_all``: every other request would
    fail as this one did.
    """

    def __init__(
        self,
        reason: str,
        hint: str = CHECK_ALL,
        *,
        transient: bool = False,
        once: bool = False,
        retry_after: float | None = None,
        maybe_billed: bool = False,
        refusal: str = "",
        broke_off: bool = False,
        for_all: bool = False,
    ) -> None:
        self.reason = reason
        self.hint = hint
        self.transient = transient
        self.once = once
        self.retry_after = retry_after
        self.maybe_billed = maybe_billed
        self.refusal = refusal
        self.broke_off = broke_off
        self.for_all = for_all
        super().__init__(reason)

    def to_error(self, what: str, attempts: int = 1) -> ModelError:
        """The error that a user sees; ``what`` is "LLM" or "embedding model"."""
        times = f" {attempts} times" if attempts > 1 else ""
        wait = "" if self.retry_after is None else f" (it asks to wait {self.retry_after:,.0f} s)"
        kind = ModelUnavailable if self.for_all else ModelError
        return kind(f"The {what} failed{times}: {self.reason}{wait}.", self.hint)


def redacted(text: str) -> str:
    """``text`` with ``***`` for what looks like a key, and for user and password in an address."""
    return _KEY_LIKE.sub("***", text)


def failure_of(error: Exception, secrets: Iterable[str] = ()) -> Failure:
    """What ``error``, raised by a LlamaIndex model, means. ``secrets`` are kept out of it."""
    if isinstance(error, Failure):
        return error
    if isinstance(error, openai.APITimeoutError | httpx.TimeoutException | TimeoutError):
        return Failure(
            "no answer in time",
            "Raise GRAPHRAG_LLM_TIMEOUT, or check that the endpoint is well.",
            transient=True,
            once=True,
            maybe_billed=True,
        )
    if isinstance(error, openai.APIStatusError):
        return _of_status(error, secrets)
    if isinstance(error, openai.APIConnectionError | httpx.TransportError | ConnectionError):
        return _of_connection(error)
    if isinstance(error, openai.APIError):  # an error event inside a stream
        return Failure(_line(error.message, secrets), transient=True, maybe_billed=True)
    if isinstance(error, _MALFORMED):
        return Failure(
            "its answer is in no form that an OpenAI-compatible API has",
            "Check OPENAI_BASE_URL (it often ends in /v1).",
            transient=True,
            maybe_billed=True,
        )
    if status := _status_in(error):
        return _of_provider(error, status, secrets)
    return Failure(_line(f"{type(error).__name__}: {error}", secrets), _CHECK_PROVIDER)


def _of_provider(error: Exception, status: int, secrets: Iterable[str]) -> Failure:
    said = _line(str(error), secrets)
    headers = getattr(getattr(error, "response", None), "headers", None)
    return Failure(
        f"HTTP {status}: {said}",
        {**_HINTS, **_PROVIDER_HINTS}.get(
            status, "Try again later." if status >= 500 else _CHECK_PROVIDER
        ),
        transient=status in _TRANSIENT_STATUS or status >= 500,
        retry_after=_retry_after(headers) if isinstance(headers, httpx.Headers) else None,
        for_all=status in _STATUS_FOR_ALL,
    )


def _status_in(error: Exception) -> int | None:
    """The HTTP status in an error of any provider's package: Anthropic's and Ollama's call it
    ``status_code``, Google's ``code``, Amazon's have it in the answer."""
    response = getattr(error, "response", None)
    told = response.get("ResponseMetadata", {}) if isinstance(response, dict) else {}
    found = (
        told.get("HTTPStatusCode"),
        *(getattr(error, n, None) for n in ("status_code", "code")),
    )
    return next((one for one in found if isinstance(one, int) and 400 <= one < 600), None)


def _of_connection(error: Exception) -> Failure:
    cause = error.__cause__ or error
    hint = "Check OPENAI_BASE_URL and that the endpoint is running."
    if isinstance(cause, httpx.ConnectError | ConnectionRefusedError):
        return Failure("it cannot be reached", hint, transient=True, for_all=True)
    reason = f"the connection broke ({type(cause).__name__})"
    return Failure(reason, hint, transient=True, maybe_billed=True)


def _of_status(error: openai.APIStatusError, secrets: Iterable[str]) -> Failure:
    status = error.status_code
    said = _line(_said(error.body), secrets)
    reason = f"HTTP {status}: {said}" if said else f"HTTP {status}"
    if error.code in _NEVER_TRANSIENT_CODES:
        return Failure(reason, "Check the account's plan and billing.", for_all=True)
    return Failure(
        reason,
        _HINTS.get(status, "Try again later." if status >= 500 else CHECK_ALL),
        transient=status in _TRANSIENT_STATUS or status >= 500,
        retry_after=_retry_after(error.response.headers),
        refusal=f"{said} {error.param or ''}" if status in (400, 422) else "",
        for_all=status in _STATUS_FOR_ALL,
    )


def _said(body: object) -> str:
    """The endpoint's own words; each kind of server puts them elsewhere."""
    if isinstance(body, dict):
        for name in ("message", "detail", "error"):
            if body.get(name):
                return _said(body[name])
        return ""
    if isinstance(body, list):
        return json.dumps(body)
    text = str(body or "").strip()
    return "" if text.startswith("<") else text  # a proxy's HTML page tells nobody anything


def _line(text: str, secrets: Iterable[str]) -> str:
    for secret in secrets:
        text = text.replace(secret, "***")
    line = " ".join(redacted(text).split()).rstrip(".")
    return line if len(line) <= LONGEST_REASON else line[: LONGEST_REASON - 1] + "…"


def _retry_after(headers: httpx.Headers) -> float | None:
    """Seconds to wait by ``Retry-After-Ms`` or ``Retry-After`` (seconds or an HTTP date)."""
    try:
        if "retry-after-ms" in headers:
            return max(0.0, float(headers["retry-after-ms"]) / 1000)
        given = headers["retry-after"]
    except (KeyError, ValueError):
        return None
    try:
        return max(0.0, float(given))
    except ValueError:
        pass
    try:
        when = parsedate_to_datetime(given)
    except ValueError:
        return None
    if when.tzinfo is None:  # "-0000", or no zone at all: both are UTC
        when = when.replace(tzinfo=timezone.utc)
    return max(0.0, (when - datetime.now(timezone.utc)).total_seconds())
