"""An embedding model that is fast and always says the same."""

from __future__ import annotations

import hashlib
from typing import Any

from llama_index.core.base.embeddings.base import BaseEmbedding


class HashEmbedding(BaseEmbedding):
    """A fast, deterministic stand-in for a model: words are hashed into 384 dimensions."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"model_name": "hash", "embed_batch_size": 2048, **kwargs})

    def _get_text_embedding(self, text: str) -> list[float]:
        vector = [0.0] * 384
        for word in text.casefold().split() or ["-"]:
            digest = hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=4).digest()
            vector[int.from_bytes(digest, "big") % 384] += 1.0
        norm = sum(x * x for x in vector) ** 0.5
        return [x / norm for x in vector]

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)
