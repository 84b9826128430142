"""An answer heard as it comes, so that a slow model is told from a dead one, and one that repeats
itself is stopped."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing

from llama_index.core.base.llms.types import ChatResponse

from graphrag_neo4j.llm.failures import Failure
from graphrag_neo4j.llm.repetition import REPETITION, Repeats
from graphrag_neo4j.llm.response_usage import Heard, ended_because
from graphrag_neo4j.llm.under_way import UnderWay

Pieces = Generator[ChatResponse, None, None]


def pieces_of(stream: Pieces, call: Heard, under_way: UnderWay) -> Pieces:
    """``stream``, piece by piece; ``call`` and ``under_way`` hear it."""
    characters = 0
    with under_way.waiting() as heard, closing(stream):
        for piece in stream:
            call.hear((call.text or "") + (piece.delta or ""), piece.additional_kwargs)
            thought = piece.additional_kwargs.get("thinking_delta") or ""
            characters += len(piece.delta or "") + len(thought)
            heard(characters)
            yield piece


def listened(pieces: Pieces, call: Heard) -> tuple[str, str]:
    """The answer that ``pieces`` make, and why it ended; ``call`` has heard each of them."""
    reason, repeats = "", Repeats()
    with closing(pieces):
        for piece in pieces:
            reason = ended_because(piece.raw) or reason
            if (end := repeats.begin(call.text or "")) is not None:
                return (call.text or "")[:end], REPETITION
    if not reason:
        raise Failure(
            "the answer broke off",
            transient=True,
            maybe_billed=True,
            refusal="the stream did not say that it ended",
        )
    return call.text or "", reason


def texts_of(pieces: Pieces, call: Heard) -> Generator[str, None, None]:
    """The texts of ``pieces``, until they repeat themselves."""
    repeats = Repeats()
    with closing(pieces):
        for piece in pieces:
            if piece.delta:
                yield piece.delta
            if repeats.begin(call.text or "") is not None:
                return
