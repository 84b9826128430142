"""The retrievers by mode: what ``retrieve``, ``ask`` and the LlamaIndex engines choose from.

A new retriever is an entry here: Python, the command line and the MCP tools take it from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from graphrag_neo4j.options import Mode, mode_of
from graphrag_neo4j.retrieve.options import (
    ChunkOptions,
    EntityOptions,
    RetrieverOptions,
    TraversalOptions,
    VectorGuidedOptions,
)

if TYPE_CHECKING:
    from graphrag_neo4j.context import HasContext
    from graphrag_neo4j.retrieve.base import GraphRetriever

RetrieverMode = Literal["traversal", "vector_guided", "hybrid", "chunk_based", "entity_based"]
"""How far a retriever walks; see :data:`RETRIEVER_MODES`."""

_HERE = "graphrag_neo4j.retrieve"
RETRIEVER_MODES: Mapping[RetrieverMode, Mode[RetrieverOptions]] = {
    "traversal": Mode(
        "texts near the question and about the entities it names, and one step along the graph",
        TraversalOptions,
        f"{_HERE}.traversal:TraversalBasedRetriever",
    ),
    "vector_guided": Mode(
        "a wider walk, for questions that need several documents",
        VectorGuidedOptions,
        f"{_HERE}.vector_guided:VectorGuidedRetriever",
    ),
    "hybrid": Mode(
        "texts compared with the question by vectors and words, without a walk",
        RetrieverOptions,
        f"{_HERE}.hybrid:HybridRetriever",
    ),
    "chunk_based": Mode(
        "the half of traversal that starts from chunks",
        ChunkOptions,
        f"{_HERE}.traversal:ChunkBasedSearch",
    ),
    "entity_based": Mode(
        "the half of traversal that starts from the entities named",
        EntityOptions,
        f"{_HERE}.traversal:EntityBasedSearch",
    ),
}


def make_retriever(graph: HasContext, mode: RetrieverMode, **options: Any) -> GraphRetriever:
    """The retriever of a mode over an open graph.

    Raises :class:`UsageError` for a mode or option that does not exist, or a filter, given as a
    text, by a field that no source has; :class:`SchemaError` for a graph that is empty or was
    embedded by another model.
    """
    retriever: GraphRetriever = mode_of("retriever", RETRIEVER_MODES, mode).load()(graph, **options)
    database = graph.context.ready()
    if isinstance(filters := options.get("filters"), list | tuple) and filters:
        from graphrag_neo4j.retrieve.filter_fields import check_fields
        from graphrag_neo4j.retrieve.filters import filters_from, keys_of

        check_fields(database, sorted(keys_of(filters_from(filters))))
    return retriever
