"""The LLM that the settings name: any OpenAI-compatible endpoint, through LlamaIndex's class."""

from __future__ import annotations

import asyncio
from typing import Any
from weakref import WeakKeyDictionary

import openai
from llama_index.core.base.llms.types import LLMMetadata
from llama_index.core.llms import LLM
from llama_index.llms.openai import OpenAI
from pydantic import Field, PrivateAttr

from graphrag_neo4j.errors import ModelError
from graphrag_neo4j.llm.provider import make_of_class
from graphrag_neo4j.settings import Settings

UNKNOWN_CONTEXT_WINDOW = 32_768
"""Tokens assumed for a model that the OpenAI package does not know."""
_ANSWERS_IN_WINDOW = 4
_SHORTEST_SECRET = 6  # "none", the key of a local server, is not worth hiding


class EndpointLLM(OpenAI):
    """OpenAI's chat protocol spoken to any model, known to the OpenAI package or not.

    ``max_retries`` is LlamaIndex's own; the OpenAI client below does not multiply it.
    """

    context_window: int | None = Field(
        default=None, description="Tokens of text and answer, for models that are not known."
    )
    _aclients: WeakKeyDictionary[asyncio.AbstractEventLoop, openai.AsyncOpenAI] = PrivateAttr(
        default_factory=WeakKeyDictionary
    )

    @classmethod
    def class_name(cls) -> str:
        return "EndpointLLM"

    @property
    def metadata(self) -> LLMMetadata:
        try:
            known = super().metadata
            window = self.context_window or known.context_window
            said = {"context_window": window, "num_output": self._answer_tokens or -1}
            return known.model_copy(update=said)
        except ValueError:
            return LLMMetadata(
                context_window=self.context_window or UNKNOWN_CONTEXT_WINDOW,
                num_output=self._answer_tokens or -1,
                is_chat_model=True,
                is_function_calling_model=True,  # an endpoint that cannot will say so
                model_name=self.model,
            )

    @property
    def _answer_tokens(self) -> int | None:
        """Tokens of an answer to a prompt that LlamaIndex made to fit beside it."""
        if self.max_tokens is None or self.context_window is None:
            return self.max_tokens
        return min(self.max_tokens, self.context_window // _ANSWERS_IN_WINDOW)

    def _get_model_kwargs(self, **kwargs: Any) -> dict[str, Any]:
        arguments = super()._get_model_kwargs(**kwargs)
        for name in ("max_tokens", "max_completion_tokens"):
            if self._answer_tokens is not None and name in arguments:
                arguments[name] = min(arguments[name], self._answer_tokens)
        return arguments

    def _get_credential_kwargs(self, is_async: bool = False) -> dict[str, Any]:
        return {**super()._get_credential_kwargs(is_async), "max_retries": 0}

    def _get_aclient(self) -> openai.AsyncOpenAI:
        """One client for each event loop: its connections belong to the loop they were made in."""
        loop = asyncio.get_running_loop()
        if loop not in self._aclients:
            self._aclients[loop] = openai.AsyncOpenAI(**self._get_credential_kwargs(is_async=True))
        return self._aclients[loop]


def make_llm(settings: Settings, *, to_ask: bool = True) -> LLM:
    """The LLM that the settings name. Raises :class:`ModelError` when none is set.

    One that is not ``to_ask``, only to count and to look up, needs no key.
    """
    if to_ask and not settings.has_llm:
        raise ModelError(
            "No LLM is set.",
            "Set OPENAI_API_KEY, OPENAI_BASE_URL for a local model, or GRAPHRAG_LLM; "
            "graphrag-neo4j retrieve answers without one.",
        )
    if settings.llm is not None:
        return make_of_class(
            "GRAPHRAG_LLM",
            settings.llm,
            LLM,  # type: ignore[type-abstract]
            settings.llm_options,
            {
                "model": settings.llm_model,
                "temperature": settings.llm_temperature,
                "max_tokens": settings.llm_max_tokens,
                "timeout": settings.llm_timeout,
                "request_timeout": settings.llm_timeout,
                "max_retries": 0,  # ChatModel asks again, within its limits
            },
        )
    key = settings.openai_api_key
    try:
        return EndpointLLM(
            model=settings.llm_model,
            api_key=key.get_secret_value() if key else "none",
            api_base=settings.openai_base_url,
            temperature=settings.llm_temperature,
            max_tokens=settings.llm_max_tokens,
            context_window=settings.llm_context_window,
            timeout=settings.llm_timeout,
            max_retries=settings.llm_retries,
        )
    except ValueError as error:
        reason = str(error).splitlines()[0].rstrip(".")
        raise ModelError(f"No LLM can be made: {reason}.", "Set another GRAPHRAG_LLM_MODEL.") from (
            error
        )


def secrets_of(llm: LLM) -> tuple[str, ...]:
    """What of ``llm`` must not be in any message."""
    key = str(getattr(llm, "api_key", None) or "")
    return (key,) if len(key) >= _SHORTEST_SECRET else ()
