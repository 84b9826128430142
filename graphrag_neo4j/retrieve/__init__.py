"""Retrieval: from a question to statements with their sources, without any LLM."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.retrieve.options import OPTIONS

if TYPE_CHECKING:
    from graphrag_neo4j.retrieve.base import GraphRetriever

MODES = tuple(OPTIONS)


def retriever_class(mode: str) -> type[GraphRetriever]:
    """The retriever of a mode. Raises :class:`UsageError` for one that does not exist."""
    from graphrag_neo4j.retrieve.hybrid import HybridRetriever
    from graphrag_neo4j.retrieve.traversal import (
        ChunkBasedSearch,
        EntityBasedSearch,
        TraversalBasedRetriever,
    )
    from graphrag_neo4j.retrieve.vector_guided import VectorGuidedRetriever

    classes: dict[str, type[GraphRetriever]] = {
        "traversal": TraversalBasedRetriever,
        "vector_guided": VectorGuidedRetriever,
        "hybrid": HybridRetriever,
        "chunk_based": ChunkBasedSearch,
        "entity_based": EntityBasedSearch,
    }
    if mode not in classes:
        raise UsageError(f"Unknown retriever {mode!r}.", f"Use one of {', '.join(MODES)}.")
    return classes[mode]
