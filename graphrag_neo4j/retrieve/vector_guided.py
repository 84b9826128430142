"""``VectorGuidedRetriever``: vectors choose where to start and which way to walk, the graph
says where one can walk.

graphrag-toolkit announced a retriever of this name and never described it; this is our own.
Three things are added up for each chunk, without any model but the embedder:

* *base*: nearness of the chunk and of its best statement, shared words, a named title;
* *hop*: from the best chunks, and from each that is about an entity the question names,
  along the entities of the statements that answer best, to the chunks about those entities
  or mentioning them, weighted by specificity and by nearness of what is reached;
* *PPR*: one step of personalised PageRank (as HippoRAG uses it, there to convergence) from
  the entities of the question and of the ten statements nearest to it, hubs damped.
"""

from __future__ import annotations

from typing import Any

from graphrag_neo4j.context import HasContext
from graphrag_neo4j.retrieve.base import GraphRetriever
from graphrag_neo4j.retrieve.candidates.seeds import SeedLimits
from graphrag_neo4j.retrieve.candidates.walk import N_NEAR_STATEMENTS, Weights
from graphrag_neo4j.retrieve.options import VectorGuidedOptions


class VectorGuidedRetriever(GraphRetriever):
    """Finds statements by a walk through the graph that the question's vector guides.

    ``hop_weight`` (2.0) and ``ppr_weight`` (0.75): how much a walk counts beside the base
    score (0 to 3). Statements that repeat another nearly word for word are shown once
    (``similarity_threshold`` 0.95). The other options are those of
    :class:`~graphrag_neo4j.retrieve.base.GraphRetriever`.
    """

    mode = "vector_guided"
    _kind = VectorGuidedOptions
    _options: VectorGuidedOptions
    _reach = SeedLimits(100, 200)

    def __init__(self, graph: HasContext, **options: Any) -> None:
        super().__init__(graph, **options)
        given = self._options
        self._weights = Weights(given.hop_weight, given.ppr_weight, N_NEAR_STATEMENTS)
