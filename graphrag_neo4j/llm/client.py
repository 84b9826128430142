"""The LLM behind ``ask``: any OpenAI-compatible endpoint, through LlamaIndex's OpenAI class."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import openai
from llama_index.core.base.llms.types import LLMMetadata
from llama_index.llms.openai import OpenAI

from graphrag_neo4j.errors import ModelError
from graphrag_neo4j.settings import Settings

UNKNOWN_CONTEXT_WINDOW = 32_768
"""Tokens assumed for a model that the OpenAI package does not know."""


class EndpointLLM(OpenAI):
    """OpenAI's chat protocol spoken to any model, known to the OpenAI package or not."""

    @classmethod
    def class_name(cls) -> str:
        return "EndpointLLM"

    @property
    def metadata(self) -> LLMMetadata:
        try:
            return super().metadata
        except ValueError:
            return LLMMetadata(
                context_window=UNKNOWN_CONTEXT_WINDOW,
                num_output=self.max_tokens or -1,
                is_chat_model=True,
                model_name=self.model,
            )


def make_llm(settings: Settings) -> EndpointLLM:
    """The LLM that the settings name. Raises :class:`ModelError` when none is set."""
    if not settings.has_llm:
        raise ModelError(
            "No LLM is set.",
            "Set OPENAI_API_KEY, or OPENAI_BASE_URL for a local model; "
            "graphrag-neo4j retrieve answers without one.",
        )
    key = settings.openai_api_key
    return EndpointLLM(
        model=settings.llm_model,
        api_key=key.get_secret_value() if key else "none",
        api_base=settings.openai_base_url,
        temperature=settings.llm_temperature,
        max_tokens=settings.llm_max_tokens,
        timeout=settings.llm_timeout,
    )


@contextmanager
def translated() -> Iterator[None]:
    """Turns the OpenAI client's errors into :class:`ModelError`, one line each."""
    try:
        yield
    except openai.OpenAIError as error:
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise ModelError(
            f"The LLM failed: {reason.rstrip('.')}.",
            "Check OPENAI_API_KEY, OPENAI_BASE_URL and GRAPHRAG_LLM_MODEL.",
        ) from error
