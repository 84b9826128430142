"""What is kept on this machine so that nothing is paid for, or embedded, twice."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import Literal

from graphrag_neo4j.cache_files import CacheSize
from graphrag_neo4j.embeddings.vector_cache import VectorCache, cache_file
from graphrag_neo4j.llm.cache import AnswerCache
from graphrag_neo4j.results import Result
from graphrag_neo4j.settings import Settings

Which = Literal["answers", "vectors", "all"]


@dataclass(frozen=True, slots=True)
class CacheSizes(Result):
    """``answers`` of the LLM and ``vectors`` of the embedding model; None = switched off."""

    answers: CacheSize | None
    vectors: CacheSize | None

    def summary(self, missing: str = "off") -> str:
        """For people, a line each; ``missing``: what is said of one that is None."""
        return f"answers of the LLM: {self.answers or missing}\nvectors: {self.vectors or missing}"


def cache_sizes(settings: Settings) -> CacheSizes:
    """What the caches that the settings name hold; a file that is not there is not made."""
    answers = AnswerCache.of(settings)
    vectors = cache_file(settings)
    return CacheSizes(
        _size(answers) if answers else None, VectorCache(vectors).size() if vectors else None
    )


def clear_caches(settings: Settings, which: Which = "all") -> CacheSizes:
    """Empty the caches that the settings name, and give their space back; returns what went
    (None: was off, or stays). Raises :class:`SettingsError` for a file that cannot be used."""
    answers = AnswerCache.of(settings) if which != "vectors" else None
    vectors = cache_file(settings) if which != "answers" else None
    return CacheSizes(
        _clear(answers) if answers else None, VectorCache(vectors).clear() if vectors else None
    )


def _size(cache: AnswerCache) -> CacheSize:
    with closing(cache):
        return cache.size()


def _clear(cache: AnswerCache) -> CacheSize:
    with closing(cache):
        return cache.clear()
