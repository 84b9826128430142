"""``VectorGuidedRetriever``: vectors choose where to start and which way to walk, the graph
says where one can walk.

graphrag-toolkit announced a retriever of this name and never described it; this is our own.
Three things are added up for each chunk, without any model but the embedder:

* *base*: nearness of the chunk and of its best statement, shared words, a named title;
* *hop*: from the best chunks, and from each that is about an entity the question names,
  along the entities of the statements that answer best, to the chunks about those entities
  or mentioning them, weighted by specificity and by nearness of what is reached;
* *push*: one step of personalised PageRank (as HippoRAG uses it, there to convergence) from
  the entities of the question and of the ten statements nearest to it, hubs damped.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.graph.database import Database
from graphrag_neo4j.retrieve.base import GraphRetriever, walk_query
from graphrag_neo4j.retrieve.candidates import Candidate, FirstStage
from graphrag_neo4j.retrieve.steps import Query

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

N_NEAR_STATEMENTS = 10
NEAR_DECAY = 0.015


class VectorGuidedRetriever(GraphRetriever):
    """Finds statements by a walk through the graph that the question's vector guides.

    ``hop_weight`` (2.0) and ``push_weight`` (0.75): how much a walk counts beside the base
    score (0 to 2). The limits are those of
    :class:`~graphrag_neo4j.retrieve.grouping.Limits`, the defaults as in
    :class:`~graphrag_neo4j.retrieve.traversal.TraversalBasedRetriever`.
    """

    def __init__(
        self,
        database: Database,
        embed_model: BaseEmbedding,
        *,
        hop_weight: float = 2.0,
        push_weight: float = 0.75,
        **options: Any,
    ) -> None:
        super().__init__(database, embed_model, **options)
        self._hop_weight = hop_weight
        self._push_weight = push_weight

    def _walk(self, stage: FirstStage, vector: list[float]) -> Query:
        best = stage.best("statement")
        near = [
            {"id": hit["via"], "weight": math.exp((hit["score"] - best) / NEAR_DECAY)}
            for hit in stage.nearest_statements(N_NEAR_STATEMENTS)
        ]
        return walk_query(stage, vector, near)

    def _score(self, candidate: Candidate) -> float:
        walked = self._hop_weight * candidate.hop + self._push_weight * candidate.push
        return candidate.base + walked
