"""What our retrievers share: three statements, sync and async, and results as nodes."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle

from graphrag_neo4j.graph.database import Database, Row
from graphrag_neo4j.retrieve.candidates import (
    N_SEEDS,
    Candidate,
    FirstStage,
    first_query,
    first_stage,
)
from graphrag_neo4j.retrieve.grouping import Limits, group
from graphrag_neo4j.retrieve.results import SearchResult, SourceFormatter, source_title, to_node
from graphrag_neo4j.retrieve.steps import Query, Steps, arun, run

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

EXTRA_CHUNKS = 20
"""Chunks read beyond the number of results, as a topic may run through several."""

PUSHED = 0.8
"""Share of a push that goes through entities; the rest stays where it started."""
START_DECAY = 0.2

WALK = {
    "about_weight": 1.0,
    "mention_weight": 0.5,
    "statement_decay": 0.125,
    "target_decay": 0.35,
    "full_idf": 3.0,
    "hub": 50,
    "push_full_idf": 4.0,
    "push_hub": 100,
}


class GraphRetriever(BaseRetriever):
    """Base of the retrievers over the lexical graph.

    The limits and ``reranker`` are those of :class:`Limits`; ``format_source`` says how a
    source is shown in a node's text. At most three Cypher calls a question; an empty
    question or graph gives an empty list. Nothing is changed, so one retriever serves many
    questions at once.
    """

    def __init__(
        self,
        database: Database,
        embed_model: BaseEmbedding,
        *,
        max_search_results: int | None = 20,
        max_statements_per_topic: int | None = 10,
        max_statements: int | None = 100,
        include_facts: bool = False,
        reranker: str = "tfidf",
        format_source: SourceFormatter = source_title,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._database = database
        self._embed_model = embed_model
        self._limits = Limits(
            max_search_results=max_search_results,
            max_statements_per_topic=max_statements_per_topic,
            max_statements=max_statements,
            include_facts=include_facts,
            reranker=reranker,
        )
        self._format_source = format_source

    @abstractmethod
    def _walk(self, stage: FirstStage, vector: list[float]) -> Query | None:
        """The statement that goes on from the first stage; None to go no further."""

    @abstractmethod
    def _score(self, candidate: Candidate) -> float:
        """The final score of a chunk."""

    def search(self, question: str) -> list[SearchResult]:
        """Results as records; :meth:`retrieve` gives the same as LlamaIndex nodes."""
        return run(self._steps(question, self._vector(QueryBundle(question))), self._database)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        steps = self._steps(query_bundle.query_str, self._vector(query_bundle))
        return self._nodes(run(steps, self._database))

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        vector = query_bundle.embedding
        if vector is None and query_bundle.query_str.strip():
            vector = await self._embed_model.aget_agg_embedding_from_queries(
                query_bundle.embedding_strs
            )
        steps = self._steps(query_bundle.query_str, vector or [])
        return self._nodes(await arun(steps, self._database))

    def _vector(self, bundle: QueryBundle) -> list[float]:
        if bundle.embedding is not None or not bundle.query_str.strip():
            return bundle.embedding or []
        return self._embed_model.get_agg_embedding_from_queries(bundle.embedding_strs)

    def _nodes(self, results: list[SearchResult]) -> list[NodeWithScore]:
        return [to_node(result, self._format_source) for result in results]

    def _steps(self, question: str, vector: list[float]) -> Steps[list[SearchResult]]:
        if not question.strip():
            return []
        [found] = yield first_query(question, vector)
        stage = first_stage(question, found["hits"])
        if not stage.candidates:
            return []
        walk = self._walk(stage, vector)
        if walk is not None:
            [walked] = yield walk
            add_walk(stage, walked)
        scores = self._best({id_: self._score(c) for id_, c in stage.candidates.items()})
        facts = self._limits.include_facts
        said = yield Query(
            "retrieve/statements",
            {"chunks": list(scores), "vector": vector, "include_facts": facts},
        )
        return group(question, said, scores, stage.candidates, self._limits)

    def _best(self, scores: dict[str, float]) -> dict[str, float]:
        order = sorted(scores, key=lambda id_: (-scores[id_], id_))
        wanted = self._limits.max_search_results
        return {id_: scores[id_] for id_ in order[: wanted and wanted + EXTRA_CHUNKS]}


def walk_query(stage: FirstStage, vector: list[float], near: Sequence[Row] = ()) -> Query:
    """One step through the graph: hops from the seeds, pushes from the entities that the
    question names and those that the statements ``near`` (id, weight) mention."""
    return Query(
        "retrieve/walk",
        {
            "vector": vector,
            "seeds": stage.seeds(),
            "named": list(stage.named),
            "near": list(near),
            "best_near": stage.best("chunk"),
            **WALK,
        },
    )


def add_walk(stage: FirstStage, walked: Mapping[str, list[Row]]) -> None:
    """Put what a walk reached into the candidates: ``hop`` as it is, ``push`` scaled to 0..1.

    A push ends in chunks that were near to start with, or that much leads to; the square root
    keeps the tail in play.
    """
    order = sorted((c.base for c in stage.candidates.values()), reverse=True)[:N_SEEDS]
    start = {
        id_: (1 - PUSHED) * math.exp((candidate.base - order[0]) / START_DECAY)
        for id_, candidate in stage.candidates.items()
        if candidate.base >= order[-1]
    }
    for row in walked["hops"]:
        candidate = stage.candidates.setdefault(row["chunk"], Candidate())
        candidate.hop = row["weight"]
        candidate.via.append(row["via"])
    for row in walked["pushes"]:
        candidate = stage.candidates.setdefault(row["chunk"], Candidate())
        candidate.via.append(row["via"])
        start[row["chunk"]] = start.get(row["chunk"], 0.0) + PUSHED * row["weight"]
    most = max(start.values())
    for id_, weight in start.items():
        stage.candidates[id_].push = math.sqrt(weight / most)
