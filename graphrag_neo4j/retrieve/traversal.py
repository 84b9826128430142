"""``TraversalBasedRetriever``: top-down from chunks, bottom-up from entities, to statements.

Top-down (:class:`ChunkBasedSearch`): chunks near the question, their topics, their statements.
Bottom-up (:class:`EntityBasedSearch`): entities that the question names, what mentions them,
and, with ``expand_entities``, what is one step further along the entities of the statements
found. Names, parameters and results (statements of one topic and source) are those of
graphrag-toolkit's lexical graph; the scoring is our own.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from graphrag_neo4j.context import HasContext
from graphrag_neo4j.retrieve.base import GraphRetriever
from graphrag_neo4j.retrieve.candidates.seeds import SeedLimits
from graphrag_neo4j.retrieve.candidates.walk import N_NEAR_STATEMENTS, Weights
from graphrag_neo4j.retrieve.options import ChunkOptions, EntityOptions, TraversalOptions

N_CHUNKS = 100
N_STATEMENTS = 200


class ChunkBasedSearch(GraphRetriever):
    """Statements of the chunks whose vectors are nearest to the question.

    ``vss_top_k`` (10) chunks are taken, of the ``vss_top_k`` × ``vss_diversity_factor`` (5)
    nearest always the next best from an unseen source; a factor of 1 or None takes the nearest.
    The other options are those of :class:`~graphrag_neo4j.retrieve.base.GraphRetriever`.
    """

    _kind = ChunkOptions
    _options: ChunkOptions
    _weights = None

    def __init__(self, graph: HasContext, **options: Any) -> None:
        super().__init__(graph, **options)
        given = self._options
        self._reach = SeedLimits(
            given.chunk_hits, 0, words=False, entities=False, diverse=given.vss_top_k
        )


class EntityBasedSearch(GraphRetriever):
    """Statements that mention the entities of the question, without any index of vectors.

    ``expand_entities`` (True) also follows the entities of the statements found about them,
    those of more than 50 chunks left out. The other options are those of
    :class:`~graphrag_neo4j.retrieve.base.GraphRetriever`.
    """

    _kind = EntityOptions
    _options: EntityOptions
    _reach = SeedLimits(0, 0, words=False)

    def __init__(self, graph: HasContext, **options: Any) -> None:
        super().__init__(graph, **options)
        self._weights = Weights() if self._options.expand_entities else Weights(hop=0.0)


class TraversalBasedRetriever(GraphRetriever):
    """Finds statements top-down from chunks and bottom-up from entities at once.

    The walk starts at ``vss_top_k`` (10) chunk hits, chosen as in :class:`ChunkBasedSearch` with
    ``vss_diversity_factor`` (5), and where words, statements or named entities lead;
    ``expand_entities`` (True) as in :class:`EntityBasedSearch`. The other options are those of
    :class:`~graphrag_neo4j.retrieve.base.GraphRetriever`.
    """

    mode = "traversal"
    _kind = TraversalOptions
    _options: TraversalOptions

    def __init__(self, graph: HasContext, **options: Any) -> None:
        super().__init__(graph, **options)
        given = self._options
        self._reach = SeedLimits(
            max(N_CHUNKS, given.chunk_hits), N_STATEMENTS, diverse_starts=given.vss_top_k
        )
        walk = Weights(near_statements=N_NEAR_STATEMENTS)
        self._weights = walk if given.expand_entities else replace(walk, hop=0.0)
