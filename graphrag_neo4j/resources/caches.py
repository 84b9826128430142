"""What is kept on this machine so that nothing is paid for, embedded, parsed or read twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from graphrag_neo4j.cache_files import CacheSize, NumbersCache
from graphrag_neo4j.embeddings.vector_cache import vectors_kept
from graphrag_neo4j.extract.parse.parse_cache import parses_kept
from graphrag_neo4j.ingest.readings import readings_kept
from graphrag_neo4j.llm.cache import AnswerCache
from graphrag_neo4j.results import Result
from graphrag_neo4j.settings import Settings

Which = Literal["answers", "vectors", "parses", "readings", "all"]


@dataclass(frozen=True, slots=True)
class CacheSizes(Result):
    """``answers`` of the LLM, ``vectors`` of the embedding model, ``parses`` of sentences,
    ``readings`` of files; None = switched off."""

    answers: CacheSize | None
    vectors: CacheSize | None
    parses: CacheSize | None
    readings: CacheSize | None

    def summary(self, missing: str = "off") -> str:
        """For people, a line each; ``missing``: what is said of one that is None."""
        return (
            f"answers of the LLM: {self.answers or missing}\n"
            f"vectors: {self.vectors or missing}\n"
            f"parses: {self.parses or missing}\n"
            f"readings of files: {self.readings or missing}"
        )


def cache_sizes(settings: Settings) -> CacheSizes:
    """What the caches that the settings name hold; a file that is not there is not made."""
    return _of_each(settings, "all", lambda cache: cache.size())


def clear_caches(settings: Settings, which: Which = "all") -> CacheSizes:
    """Empty the caches that the settings name, and give their space back; returns what went
    (None: was off, or stays). Raises :class:`SettingsError` for a file that cannot be used."""
    return _of_each(settings, which, lambda cache: cache.clear())


def _of_each(
    settings: Settings, which: Which, act: Callable[[AnswerCache | NumbersCache], CacheSize]
) -> CacheSizes:
    answers = AnswerCache.of(settings) if which in ("answers", "all") else None
    vectors = vectors_kept(settings) if which in ("vectors", "all") else None
    parses = parses_kept(settings) if which in ("parses", "all") else None
    readings = readings_kept(settings) if which in ("readings", "all") else None
    caches = (answers, vectors, parses, readings)
    sizes = [act(cache) if cache is not None else None for cache in caches]
    if answers is not None:
        answers.close()
    return CacheSizes(*sizes)
