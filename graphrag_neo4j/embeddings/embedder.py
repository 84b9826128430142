"""What is embedded, and by which key a vector is known to be up to date."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.embeddings.vector_cache import VectorCache
from graphrag_neo4j.embeddings.vector_checks import Vector, check_vectors, fault_of, model_errors
from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.progress import Progress

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

TEXTS_PER_STEP = 256


def entity_text(row: Row, with_type: bool) -> str:
    """What is embedded for an entity: ``name [TYPE] description``, or without the type."""
    kind = f" [{row['type']}]" if with_type else ""
    return f"{row['name']}{kind} {row['description'] or ''}".strip()


def report_text(title: str, summary: str) -> str:
    """What is embedded for a community with a report."""
    return f"{title}\n{summary}"


def key_of(model: str, text: str) -> str:
    """The key of a vector that ``model`` makes of ``text``."""
    return content_hash(f"{model}\n{text}")


class Embedder:
    """An embedding model that is asked once for each text as long as it lives.

    Vectors are kept in ``cache``, too, so that neither a run that goes on where one was
    killed asks again, nor one that makes a graph anew. A vector that Neo4j could not compare is
    neither kept nor given: it raises :class:`ModelError`, as a model that fails does.
    """

    def __init__(
        self, model: BaseEmbedding, progress: Progress, cache: VectorCache | None = None
    ) -> None:
        self._model = model
        self._progress = progress
        self._vectors: dict[str, Vector] = {}
        self._cache = cache or VectorCache(None)
        self._dimensions: int | None = None  # of what the model gave

    @property
    def model_name(self) -> str:
        """What the model is known by."""
        return self._model.model_name

    def key(self, text: str) -> str:
        """Changes with the text and with the model."""
        return key_of(self.model_name, text)

    def vectors(
        self, texts: Mapping[str, str], on_share: Callable[[float], None] | None = None
    ) -> dict[str, Vector]:
        """The vector of each text, by the same keys; what is asked for is remembered.

        ``on_share`` is told, step by step, how much of it is done, from 0 to 1.
        """
        wanted = {self.key(text): text for text in texts.values()}
        missing = [key for key in wanted if key not in self._vectors]
        kept = self._kept(missing)
        self._vectors |= kept
        missing = [key for key in missing if key not in kept]
        missing.sort(key=lambda key: len(wanted[key]))  # alike in length: less padding
        if missing:
            with self._progress.task("Embedding texts", len(missing)) as advance:
                for start in range(0, len(missing), TEXTS_PER_STEP):
                    step = missing[start : start + TEXTS_PER_STEP]
                    found = self._made([wanted[key] for key in step])
                    new = dict(zip(step, found, strict=True))
                    self._vectors.update(new)
                    self._cache.add(new)
                    advance(len(step))
                    if on_share:
                        on_share((start + len(step)) / len(missing))
        return {name: self._vectors[self.key(text)] for name, text in texts.items()}

    def beside(self) -> Embedder:
        """Another one of the same model, which remembers nothing yet."""
        other = Embedder(self._model, self._progress, self._cache)
        other._dimensions = self._dimensions
        return other

    def learn(self, other: Embedder) -> None:
        """Remember what another embedder of the same model remembers."""
        self.know(other._vectors)

    def know(self, vectors: Mapping[str, Vector]) -> None:
        """Remember vectors that the model made elsewhere, by their keys."""
        self._vectors |= vectors

    def forget(self) -> None:
        """Let the remembered vectors go: they are in the graph."""
        self._vectors.clear()

    def _kept(self, keys: Sequence[str]) -> dict[str, Vector]:
        """Those that are in the cache, where they are such as the model gives now."""
        found = self._cache.find(keys)
        return {k: v for k, v in found.items() if not fault_of(v, self._dimensions)}

    def _made(self, texts: Sequence[str]) -> list[Vector]:
        with model_errors(self.model_name):
            vectors: list[Vector] = self._model.get_text_embedding_batch(list(texts))
        dimensions = self._dimensions or max(map(len, vectors), default=None)
        check_vectors(self.model_name, texts, vectors, dimensions)
        self._dimensions = dimensions
        return vectors
