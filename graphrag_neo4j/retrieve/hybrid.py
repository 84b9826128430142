"""``HybridRetriever``: vectors and words together, without a walk through the graph."""

from __future__ import annotations

from graphrag_neo4j.retrieve.base import GraphRetriever
from graphrag_neo4j.retrieve.candidates.seeds import SeedLimits


class HybridRetriever(GraphRetriever):
    """Finds statements by chunk and statement vectors, full text and named titles alone.

    What search engines call hybrid search, in two Cypher calls. The options are those of
    :class:`~graphrag_neo4j.retrieve.base.GraphRetriever`.
    """

    mode = "hybrid"
    _reach = SeedLimits(100, 200)
    _weights = None
