"""What a model said in one attempt: text, tokens, and why it stopped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graphrag_neo4j.llm.failures import Failure

_REASONS = {"end_turn": "stop", "stop_sequence": "stop", "eos": "stop", "max_tokens": "length"}
_MOST_TOKENS = 4_000_000
"""More than any model takes or says: a greater count is a mistake, and would use up a budget."""


@dataclass
class Heard:
    """``tokens_in``: our count until the endpoint says its own; ``text``: None until it speaks;
    ``reason``: why it ended, in OpenAI's words, empty until somebody says."""

    tokens_in: int
    tokens_out: int = 0
    text: str | None = None
    reason: str = ""

    def hear(self, text: str, usage: Mapping[str, Any]) -> None:
        """The text so far, and the token counts that came with it."""
        self.text = text
        self.tokens_in = _count(usage.get("prompt_tokens")) or self.tokens_in
        self.tokens_out = _count(usage.get("completion_tokens")) or self.tokens_out


def _count(said: object) -> int | None:
    """A count of tokens as an endpoint says it; None if it cannot be one."""
    if not isinstance(said, int) or isinstance(said, bool):
        return None
    return said if 0 < said <= _MOST_TOKENS else None


def finish_reason_of(raw: Any) -> str:
    """Why the answer ended, in OpenAI's words; "stop" where the model does not say."""
    return ended_because(raw) or "stop"


def ended_because(raw: Any) -> str | None:
    """Why the answer ended, in OpenAI's words; None if ``raw`` does not say that it did."""
    choices = raw.get("choices") if isinstance(raw, dict) else getattr(raw, "choices", None)
    said: Any = raw
    if choices:
        said = choices[0]
    names = ("finish_reason", "stop_reason", "done_reason")
    values = (said.get(n) if isinstance(said, dict) else getattr(said, n, None) for n in names)
    reason = next((value for value in values if value), None)
    return None if reason is None else _REASONS.get(reason, str(reason))


def empty_answer(reason: str, max_tokens: int, most_tokens: int) -> Failure:
    """Why there is no text, or nothing but thoughts, by the reason for which the model stopped;
    ``most_tokens``: what it could be given."""
    if reason == "length" and max_tokens < most_tokens:
        return Failure(f"its thoughts took all {max_tokens} tokens", transient=True)
    if reason == "length":
        return Failure(
            f"it used up its {max_tokens} tokens before it said anything",
            "Raise GRAPHRAG_LLM_MAX_TOKENS.",
        )
    if reason == "content_filter":
        return Failure("the endpoint's content filter withheld the answer", "Change the text.")
    return Failure("its answer is empty", transient=True)
