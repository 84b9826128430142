"""Embedding models as LlamaIndex's ``BaseEmbedding``: the local one, or any OpenAI endpoint."""

from __future__ import annotations

import asyncio
from typing import Any

from llama_index.core.base.embeddings.base import BaseEmbedding
from pydantic import PrivateAttr

from graphrag_neo4j.embeddings.onnx_model import (
    DIMENSIONS,
    MODEL_NAME,
    QUERY_PREFIX,
    OnnxModel,
    TokenVectors,
)
from graphrag_neo4j.embeddings.vector_checks import check_vectors, model_errors
from graphrag_neo4j.errors import SettingsError
from graphrag_neo4j.progress import Progress
from graphrag_neo4j.settings import LOCAL_EMBED_MODEL, MULTILINGUAL_EMBED_MODEL, Settings

Vector = list[float]


class LocalEmbedding(BaseEmbedding):
    """bge-small-en-v1.5 on this machine's CPU: 384 dimensions, no account, no network.

    Questions get the model's query prefix, passages none.
    """

    _model: OnnxModel = PrivateAttr()

    def __init__(self, progress: Progress | None = None, **kwargs: Any) -> None:
        super().__init__(**{"model_name": MODEL_NAME, "embed_batch_size": 2048, **kwargs})
        self._model = OnnxModel(progress)

    @classmethod
    def class_name(cls) -> str:
        return "LocalEmbedding"

    def knows(self, word: str) -> bool:
        """Whether ``word`` is a common one, and so no slip of another."""
        return self._model.knows(word)

    def tokens(self, texts: list[str]) -> list[TokenVectors]:
        """The tokens of each text, where they stand in it and what each is like anywhere."""
        return self._model.tokens(texts)

    def _get_query_embedding(self, query: str) -> Vector:
        return self._get_text_embedding(QUERY_PREFIX + query)

    async def _aget_query_embedding(self, query: str) -> Vector:
        return await asyncio.to_thread(self._get_query_embedding, query)

    def _get_text_embedding(self, text: str) -> Vector:
        return self._get_text_embeddings([text])[0]

    def _get_text_embeddings(self, texts: list[str]) -> list[Vector]:
        vectors: list[Vector] = self._model.encode(texts).tolist()
        return vectors

    async def _aget_text_embeddings(self, texts: list[str]) -> list[Vector]:
        return await asyncio.to_thread(self._get_text_embeddings, texts)


def make_embedding(settings: Settings, progress: Progress | None = None) -> BaseEmbedding:
    """The embedding model that the settings name. Raises :class:`SettingsError`."""
    if settings.embedding is not None:
        from graphrag_neo4j.llm.provider import make_of_class

        kind: type[BaseEmbedding] = BaseEmbedding  # type: ignore[type-abstract]
        return make_of_class(
            "GRAPHRAG_EMBEDDING", settings.embedding, kind, settings.embedding_options, {}
        )
    if settings.embed_model == LOCAL_EMBED_MODEL:
        return LocalEmbedding(progress)
    if settings.embed_model == MULTILINGUAL_EMBED_MODEL:
        from graphrag_neo4j.embeddings.multilingual import MultilingualEmbedding

        return MultilingualEmbedding()
    if not settings.has_llm:
        raise SettingsError(
            f"Embedding model {settings.embed_model!r} needs an endpoint.",
            "Set OPENAI_API_KEY (and OPENAI_BASE_URL), or GRAPHRAG_EMBED_MODEL=local.",
        )
    from graphrag_neo4j.embeddings.endpoint import EndpointEmbedding

    return EndpointEmbedding.of(settings)


def dimensions_of(model: BaseEmbedding) -> int:
    """Length of the model's vectors; asks it once if it is not the local one.

    Raises :class:`ModelError` if it fails or gives nothing that Neo4j can compare.
    """
    if isinstance(model, LocalEmbedding):
        return DIMENSIONS
    text = "dimensions"
    with model_errors(model.model_name):
        vector = model.get_text_embedding(text)
    check_vectors(model.model_name, [text], [vector])
    return len(vector)
