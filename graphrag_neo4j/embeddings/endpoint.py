"""Vectors from any OpenAI-compatible endpoint, with the retries and clear errors of ``chat``."""

from __future__ import annotations

import asyncio

from llama_index.embeddings.openai import OpenAIEmbedding
from pydantic import PrivateAttr

from graphrag_neo4j.llm.failures import Failure
from graphrag_neo4j.llm.retry import Retry
from graphrag_neo4j.settings import Settings

Vector = list[float]


class EndpointEmbedding(OpenAIEmbedding):  # type: ignore[misc, unused-ignore]
    """LlamaIndex's class for any model name, known to it or not.

    Batches are LlamaIndex's (``embed_batch_size``). The asynchronous calls await the blocking
    one in a thread, so the model works from any event loop. Raises :class:`ModelError`.
    """

    _retry: Retry = PrivateAttr(default_factory=Retry)

    @classmethod
    def class_name(cls) -> str:
        return "EndpointEmbedding"

    @classmethod
    def of(cls, settings: Settings) -> EndpointEmbedding:
        """As the settings say."""
        secret = settings.openai_api_key
        key = secret.get_secret_value() if secret else "none"
        model = cls(
            model_name=settings.embed_model,
            api_key=key,
            api_base=settings.openai_base_url,
            timeout=settings.llm_timeout,
            max_retries=0,  # neither LlamaIndex's retries nor the client's multiply ours
        )
        model._retry = Retry.of(settings, "embedding model", (key,) if secret else ())
        return model

    def _get_query_embedding(self, query: str) -> Vector:
        return self._checked([query])[0]

    def _get_text_embedding(self, text: str) -> Vector:
        return self._checked([text])[0]

    def _get_text_embeddings(self, texts: list[str]) -> list[Vector]:
        return self._checked(texts)

    async def _aget_query_embedding(self, query: str) -> Vector:
        return await asyncio.to_thread(self._get_query_embedding, query)

    async def _aget_text_embedding(self, text: str) -> Vector:
        return await asyncio.to_thread(self._get_text_embedding, text)

    async def _aget_text_embeddings(self, texts: list[str]) -> list[Vector]:
        return await asyncio.to_thread(self._get_text_embeddings, texts)

    def _checked(self, texts: list[str]) -> list[Vector]:
        def ask() -> list[Vector]:
            vectors: list[Vector] = super(EndpointEmbedding, self)._get_text_embeddings(texts)
            if len(vectors) != len(texts) or not all(vectors):
                raise Failure("it did not give one vector for each text", transient=True)
            return vectors

        return self._retry(ask)
