"""Vectors by text and model, kept on disk: what was embedded once is not embedded again.

A run that is killed goes on where it was, a graph that is made anew embeds nothing, and texts that
several graphs share are embedded once. One SQLite file for all graphs and processes of a user,
bounded: what was not used for longest goes first. It holds no text, and no address or key.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.cache_files import NumbersCache, cache_path
from graphrag_neo4j.embeddings.vector_checks import Vector
from graphrag_neo4j.ids import content_hash

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

    from graphrag_neo4j.settings import Settings

MAX_BYTES = 1 << 30
_UNNAMED = "unknown"
"""What LlamaIndex calls a model that does not say its name."""
_OURS = "graphrag_neo4j."


def vectors_kept(settings: Settings) -> NumbersCache | None:
    """The file of vectors, of all models, that ``GRAPHRAG_VECTOR_CACHE`` names, or None when
    off."""
    path = vectors_file(settings)
    return _file(path) if path else None


def vectors_file(settings: Settings) -> Path | None:
    """Where it is."""
    return cache_path(settings.vector_cache, "vectors.sqlite")


def _file(path: Path | None) -> NumbersCache:
    return NumbersCache(path, "vector", MAX_BYTES, "GRAPHRAG_VECTOR_CACHE")


class VectorCache:
    """Vectors of one model by the keys of their texts. Numbers have 32 bits, as in the graph.
    ``path``: None keeps nothing. ``model``: what tells the model and its settings from others.
    """

    def __init__(self, path: Path | None, model: str = "") -> None:
        self._file = _file(path)
        self._model = model

    @classmethod
    def of(cls, settings: Settings, model: BaseEmbedding) -> VectorCache:
        """As the settings say, for this model: its class and options, but no key of an account.

        Nothing is kept of a model without a name: what another one makes looks the same.
        """
        if model.model_name == _UNNAMED:
            return cls(None)
        try:
            options = {k: v for k, v in model.to_dict().items() if not k.endswith("key")}
            kind = type(model)
            if not kind.__module__.startswith(_OURS):  # whose class names tell enough
                options["python_class"] = f"{kind.__module__}.{kind.__qualname__}"
            said = json.dumps(options, sort_keys=True, default=str)
        except Exception:
            return cls(None)
        return cls(vectors_file(settings), said)

    def find(self, keys: Sequence[str]) -> dict[str, Vector]:
        """Those of ``keys`` that are here."""
        stored = {self._stored(key): key for key in keys}
        found: dict[str, Vector] = {}
        for key, numbers in self._file.find([*stored]).items():
            vector = array("f")
            vector.frombytes(numbers)
            found[stored[key]] = vector.tolist()
        return found

    def add(self, vectors: Mapping[str, Vector]) -> None:
        """Keep these."""
        self._file.add(
            {self._stored(key): array("f", vector).tobytes() for key, vector in vectors.items()}
        )

    def _stored(self, key: str) -> str:
        return content_hash(f"{self._model}\n{key}")
