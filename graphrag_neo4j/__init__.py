"""graphrag-neo4j: documents in, a lexical graph in one Neo4j database, answers with sources out.

from graphrag_neo4j import KnowledgeGraph

with KnowledgeGraph.local() as graph:
    graph.ingest("my_documents/")
    print(graph.retrieve("Who signed the register?"))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphrag_neo4j.errors import GraphRagError
    from graphrag_neo4j.knowledge_graph import KnowledgeGraph
    from graphrag_neo4j.model import Document
    from graphrag_neo4j.retrieve.hybrid import HybridRetriever
    from graphrag_neo4j.retrieve.postprocess import StatementPostprocessor
    from graphrag_neo4j.retrieve.traversal import (
        ChunkBasedSearch,
        EntityBasedSearch,
        TraversalBasedRetriever,
    )
    from graphrag_neo4j.retrieve.vector_guided import VectorGuidedRetriever
    from graphrag_neo4j.settings import Settings, load_settings

__all__ = [
    "ChunkBasedSearch",
    "Document",
    "EntityBasedSearch",
    "GraphRagError",
    "HybridRetriever",
    "KnowledgeGraph",
    "Settings",
    "StatementPostprocessor",
    "TraversalBasedRetriever",
    "VectorGuidedRetriever",
    "load_settings",
]

_HOMES = {
    "ChunkBasedSearch": "retrieve.traversal",
    "Document": "model",
    "EntityBasedSearch": "retrieve.traversal",
    "GraphRagError": "errors",
    "HybridRetriever": "retrieve.hybrid",
    "KnowledgeGraph": "knowledge_graph",
    "Settings": "settings",
    "StatementPostprocessor": "retrieve.postprocess",
    "TraversalBasedRetriever": "retrieve.traversal",
    "VectorGuidedRetriever": "retrieve.vector_guided",
    "load_settings": "settings",
}


def __getattr__(name: str) -> Any:  # imported at first use: LlamaIndex alone takes a second
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
