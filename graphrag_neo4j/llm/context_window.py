"""How many tokens a model takes, text and answer together: said by the settings, by the endpoint,
or known of the model."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

import httpx
from llama_index.core.constants import DEFAULT_CONTEXT_WINDOW
from llama_index.core.llms import LLM
from llama_index.llms.openai import OpenAI
from llama_index.llms.openai.utils import openai_modelname_to_contextsize

from graphrag_neo4j.errors import PromptTooLong

_OPENAI_API = "https://api.openai.com/"
_ASKED_SECONDS = 3.0
_SAID_AS = (
    "max_model_len", "loaded_context_length", "n_ctx", "context_window", "context_length",
    "max_context_length",
)  # fmt: skip
"""The names that servers give it in their lists of models, what is loaded first."""
_TEXT_SHARE = 0.6
_COUNTED_TOO_FEW = 1.1  # the model's own tokens, for each that we count
_LEAST_ANSWER = 256


def window_of(llm: LLM) -> int | None:
    """The context window of ``llm`` in tokens; None if nobody knows it.

    Of a model behind another endpoint than OpenAI's own that endpoint is asked.
    """
    if not isinstance(llm, OpenAI):
        known = llm.metadata.context_window
        return known if known > 0 and known != DEFAULT_CONTEXT_WINDOW else None
    said = getattr(llm, "context_window", None)
    if said is None and not str(llm.api_base).startswith(_OPENAI_API):
        said = _asked(str(llm.api_base), llm.model, llm.api_key)
    with suppress(ValueError):
        said = said or openai_modelname_to_contextsize(llm.model)
    return said


def text_room(window: int | None, wanted: int) -> int:
    """Tokens of text to send: ``wanted``, or three fifths of the window if that is less. The rest
    is for instructions and the answer."""
    return wanted if window is None else min(wanted, int(_TEXT_SHARE * window))


def answer_room(window: int | None, text: int, wanted: int) -> int:
    """Tokens of an answer to ``text`` tokens: ``wanted``, or what is left of the window.

    Raises :class:`PromptTooLong` if too little is left.
    """
    if window is None:
        return wanted
    left = window - math.ceil(_COUNTED_TOO_FEW * text)
    if left < min(wanted, _LEAST_ANSWER):
        raise PromptTooLong(
            f"{text:,} tokens of text leave no room for an answer: the model takes {window:,}.",
            "Use a smaller GRAPHRAG_CHUNK_SIZE, or a model with more; "
            "set GRAPHRAG_LLM_CONTEXT_WINDOW if it takes more than that.",
        )
    return min(wanted, left)


def _asked(api_base: str, model: str, key: str | None) -> int | None:
    """What the endpoint says in its list of models, or as llama.cpp's server in its properties."""
    base = httpx.URL(api_base.rstrip("/") + "/")
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        with httpx.Client(timeout=_ASKED_SECONDS, headers=headers) as client:
            properties = _json(client.get(base.join("/props")))
            serving = properties.get("default_generation_settings")
            if isinstance(serving, Mapping) and (said := _number([serving.get("n_ctx")])):
                return said
            models = _json(client.get(base.join("models"))).get("data")
    except httpx.HTTPError:
        return None
    listed = models if isinstance(models, list) else []
    cards = [card for card in listed if isinstance(card, Mapping)]
    for card in cards:
        if card.get("id") == model or len(cards) == 1:
            meta = card.get("meta")  # as llama.cpp's server has it
            all_said = {**meta, **card} if isinstance(meta, Mapping) else card
            return _number(all_said.get(name) for name in _SAID_AS)
    return None


def _json(response: httpx.Response) -> Mapping[str, Any]:
    try:
        body = response.json() if response.is_success else {}
    except ValueError:
        return {}
    return body if isinstance(body, Mapping) else {}


def _number(said: Iterable[object]) -> int | None:
    return next((n for n in said if isinstance(n, int) and n > 0), None)
