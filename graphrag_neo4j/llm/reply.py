"""What a caller is given of an answer."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel

from graphrag_neo4j.llm.adapted import Request
from graphrag_neo4j.llm.cache import CachedAnswer
from graphrag_neo4j.llm.structured import parse
from graphrag_neo4j.llm.thoughts import without_thoughts


@dataclass(frozen=True)
class Reply:
    """An LLM's answer, without what it thought before.

    ``parsed``: the answer as the schema that was asked for, None if there was none or the text
    does not fit it even after repair. ``finish_reason``: "stop", "length" for an answer cut off at
    ``max_tokens``, "repetition" for one that was cut because it repeated itself (what could be
    repaired of these is in ``parsed``; they are never cached).
    Token counts are those of the call that was paid, also when ``cached``.
    """

    text: str
    parsed: BaseModel | None
    cached: bool
    tokens_in: int
    tokens_out: int
    finish_reason: str


def reply_of(answer: CachedAnswer, request: Request, *, cached: bool) -> tuple[Reply, bool]:
    """The reply, and whether its JSON had to be repaired."""
    parsed, repaired = None, False
    text = without_thoughts(answer.text)
    if request.schema is not None:
        parsed, repaired = parse(text, request.schema)
    known = (answer.tokens_in, answer.tokens_out, answer.finish_reason)
    return Reply(text, parsed, cached, *known), repaired
