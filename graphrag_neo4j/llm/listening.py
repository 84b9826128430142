"""An answer heard as it comes, so that a slow model is told from a dead one, and one that repeats
itself is stopped."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import closing

from llama_index.core.base.llms.types import ChatResponse

from graphrag_neo4j.llm.failures import Failure
from graphrag_neo4j.llm.repetition import REPETITION, Repeats
from graphrag_neo4j.llm.response_usage import Heard, ended_because, finish_reason_of
from graphrag_neo4j.llm.under_way import UnderWay

Pieces = Generator[ChatResponse, None, None]


def pieces_of(stream: Pieces, call: Heard, under_way: UnderWay) -> Pieces:
    """``stream``, piece by piece; ``call`` and ``under_way`` hear it."""
    characters = 0
    with under_way.waiting() as heard, closing(stream):
        for piece in stream:
            call.hear((call.text or "") + (piece.delta or ""), piece.additional_kwargs)
            call.reason = ended_because(piece.raw) or call.reason
            thought = piece.additional_kwargs.get("thinking_delta") or ""
            characters += len(piece.delta or "") + len(thought)
            heard(characters)
            yield piece


def heard_at_once(response: ChatResponse, call: Heard) -> str:
    """The answer of a ``response`` that was not streamed; ``call`` hears it, and why it ended."""
    text = response.message.content or ""
    call.hear(text, response.additional_kwargs)
    call.reason = finish_reason_of(response.raw)
    return text


def listened(pieces: Pieces, call: Heard) -> str:
    """The answer that ``pieces`` make; ``call`` has heard each of them, and why they ended."""
    repeats = Repeats()
    with closing(pieces):
        for _ in pieces:
            if (end := repeats.begin(call.text or "")) is not None:
                call.reason = REPETITION
                return (call.text or "")[:end]
    if not call.reason:
        raise _broken_off()
    return call.text or ""


def texts_of(
    pieces: Pieces, call: Heard, cancelled: threading.Event, *, says_its_end: bool = True
) -> Generator[str, None, None]:
    """The texts of ``pieces``, until they repeat themselves; ``call`` hears why they ended.

    ``cancelled`` is looked at between them: while a model thinks, no text reaches who left.
    ``says_its_end``: whether pieces without a word of it are an answer that broke off.
    """
    repeats = Repeats()
    with closing(pieces):
        for piece in pieces:
            if cancelled.is_set():
                raise Failure("it was cancelled")
            if piece.delta:
                yield piece.delta
            if repeats.begin(call.text or "") is not None:
                call.reason = REPETITION
                return
    if says_its_end and not call.reason:
        raise _broken_off()


def _broken_off() -> Failure:
    return Failure(
        "the answer broke off",
        "Ask again.",
        transient=True,
        maybe_billed=True,
        broke_off=True,
    )
