"""``TraversalBasedRetriever``: top-down from chunks, bottom-up from entities, to statements.

Top-down: chunks near the question, their topics, their statements. Bottom-up: entities that
the question names, what mentions them, and, with ``expand_entities``, what is one step
further along the entities of the statements found. Statements of one topic and source are a
result, as in graphrag-toolkit's lexical graph; the scoring is our own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphrag_neo4j.graph.database import Database
from graphrag_neo4j.retrieve.base import GraphRetriever, walk_query
from graphrag_neo4j.retrieve.candidates import Candidate, FirstStage
from graphrag_neo4j.retrieve.steps import Query

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

HOP_WEIGHT = 2.0
PUSH_WEIGHT = 0.75


class TraversalBasedRetriever(GraphRetriever):
    """Finds statements by vectors, words and names, and one step along the graph.

    ``max_search_results`` (20), ``max_statements_per_topic`` (10), ``max_statements`` (100;
    None = all), ``include_facts`` (False) and ``reranker`` ("tfidf" or "none") are those of
    :class:`~graphrag_neo4j.retrieve.grouping.Limits`; ``expand_entities`` (True) follows the
    entities of what was found; ``format_source`` says how a source is shown.
    """

    def __init__(
        self,
        database: Database,
        embed_model: BaseEmbedding,
        *,
        expand_entities: bool = True,
        **options: Any,
    ) -> None:
        super().__init__(database, embed_model, **options)
        self._expand_entities = expand_entities

    def _walk(self, stage: FirstStage, vector: list[float]) -> Query | None:
        return walk_query(stage, vector) if self._expand_entities else None

    def _score(self, candidate: Candidate) -> float:
        return candidate.base + HOP_WEIGHT * candidate.hop + PUSH_WEIGHT * candidate.push
