"""What our retrievers share: three statements, sync and async, and results as nodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.prompts.mixin import PromptDictType
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.graph.database import Database
from graphrag_neo4j.retrieve import questions
from graphrag_neo4j.retrieve.candidates import FirstStage, Reach, first_query, first_stage
from graphrag_neo4j.retrieve.filters import source_condition
from graphrag_neo4j.retrieve.grouping import Limits, Ranked, group, join, rank, reordered
from graphrag_neo4j.retrieve.keywords import candidate_entities
from graphrag_neo4j.retrieve.results import SearchResult, SourceFormatter, source_title, to_node
from graphrag_neo4j.retrieve.steps import Embed, Query, Rerank, Steps, arun, run
from graphrag_neo4j.retrieve.walk import Weights, add_walk, walk_query

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding
    from llama_index.core.llms import LLM
    from llama_index.core.vector_stores.types import MetadataFilters

EXTRA_CHUNKS = 10
"""Chunks read beyond the number of results, as a topic may run through several."""

RERANKERS = ("tfidf", "none")


class GraphRetriever(BaseRetriever):
    """Base of the retrievers over the lexical graph.

    The limits are those of :class:`~graphrag_neo4j.retrieve.grouping.Limits`. ``filters``:
    LlamaIndex ``MetadataFilters`` over the properties of sources. ``reranker`` orders
    statements: "tfidf" (with vectors and the chunk's score), "none" (without words), or a
    LlamaIndex postprocessor, whose order then is that of the results, too.
    ``format_source_metadata_fn`` says how a source is shown in a node's text.

    With an ``llm``, names are looked up that the question means without saying them, at most
    ``max_keywords`` (10) with those it says, and with ``derive_subqueries`` up to
    ``max_subqueries`` (2) simpler questions are asked as well. Without, no model is called.

    At most three Cypher calls a question (and three for each sub-question); an empty question
    or graph gives an empty list and calls no model. Nothing is changed, so one retriever
    serves many questions at once. Raises :class:`~graphrag_neo4j.UsageError` for an option
    that makes no sense.
    """

    _reach = Reach()
    _weights: Weights | None = Weights()

    def __init__(
        self,
        database: Database,
        embed_model: BaseEmbedding,
        *,
        max_search_results: int | None = 20,
        max_statements_per_topic: int | None = 10,
        max_statements: int | None = 100,
        max_tokens: int | None = None,
        similarity_threshold: float | None = None,
        include_facts: bool = False,
        max_keywords: int = 10,
        derive_subqueries: bool = False,
        max_subqueries: int = 2,
        llm: LLM | None = None,
        reranker: str | BaseNodePostprocessor = "tfidf",
        filters: MetadataFilters | None = None,
        format_source_metadata_fn: SourceFormatter = source_title,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        if isinstance(reranker, str) and reranker not in RERANKERS:
            raise UsageError(
                f"Unknown reranker {reranker!r}.",
                "Use 'tfidf', 'none' or a LlamaIndex postprocessor.",
            )
        if derive_subqueries and llm is None:
            raise UsageError("derive_subqueries needs an LLM.", "Give one as llm=….")
        self._database = database
        self._embed_model = embed_model
        self._limits = Limits(
            max_search_results=max_search_results,
            max_statements_per_topic=max_statements_per_topic,
            max_statements=max_statements,
            max_tokens=max_tokens,
            similarity_threshold=similarity_threshold,
            include_facts=include_facts,
        )
        self._max_keywords = max_keywords
        self._max_subqueries = max_subqueries if derive_subqueries else 0
        self._llm = llm
        self._reranker = reranker
        self._condition = source_condition(filters)
        self._format_source = format_source_metadata_fn
        self._prompts = questions.default_prompts() if llm is not None else {}

    def search(self, question: str) -> list[SearchResult]:
        """Results as records; :meth:`retrieve` gives the same as LlamaIndex nodes."""
        return run(self._answer(QueryBundle(question)), self._database)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return self._nodes(run(self._answer(query_bundle), self._database))

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return self._nodes(await arun(self._answer(query_bundle), self._database))

    def _get_prompts(self) -> PromptDictType:
        return dict(self._prompts)

    def _update_prompts(self, prompts_dict: PromptDictType) -> None:
        self._prompts.update(prompts_dict)

    def _nodes(self, results: list[SearchResult]) -> list[NodeWithScore]:
        return [to_node(result, self._format_source) for result in results]

    def _answer(self, question: QueryBundle) -> Steps[list[SearchResult]]:
        """The question, and the simpler ones that an LLM makes of it."""
        results = yield from self._look_up(question)
        if not results or self._llm is None or not self._max_subqueries:
            return results
        simpler = yield from questions.subquestions(
            self._llm, self._prompts["subquestions"], question.query_str, self._max_subqueries
        )
        answers = [results]
        for one in simpler:
            answers.append((yield from self._look_up(QueryBundle(one))))
        return join(answers, self._limits)

    def _look_up(self, question: QueryBundle) -> Steps[list[SearchResult]]:
        text = question.query_str
        if not text.strip():
            return []
        vector = yield Embed(self._embed_model, question)
        names = candidate_entities(text)
        [found] = yield first_query(text, names, vector, self._reach, self._condition)
        stage = first_stage(names, found["hits"], self._reach, self._max_keywords)
        if not stage.n_chunks:
            return []
        scores = yield from self._scores(text, vector, stage)
        if not scores:
            return []
        said = yield Query(
            "retrieve/statements",
            {
                "chunks": list(scores),
                "vector": vector,
                "include_facts": self._limits.include_facts,
            },
        )
        ranked = rank(text, said, scores, by_words=self._reranker == "tfidf")
        if isinstance(self._reranker, BaseNodePostprocessor):
            ranked = yield from self._reranked(self._reranker, ranked, question)
        return group(ranked, stage.candidates, self._limits)

    def _scores(
        self, question: str, vector: list[float], stage: FirstStage
    ) -> Steps[dict[str, float]]:
        """The best chunks with their final scores, after the walk if there is one."""
        weights = self._weights
        if weights is None:
            return self._best({id_: c.base for id_, c in stage.candidates.items()})
        keywords = yield from self._keywords(question, stage)
        if stage.candidates or stage.named or keywords:
            [walked] = yield walk_query(stage, vector, weights, list(keywords), self._condition)
            add_walk(stage, walked, weights, keywords)
        return self._best({id_: weights.score(c) for id_, c in stage.candidates.items()})

    def _keywords(self, question: str, stage: FirstStage) -> Steps[dict[str, str]]:
        """Entities that the question means without naming them: id -> name."""
        room = self._max_keywords - len(stage.named)
        if self._llm is None or room < 1:
            return {}
        meant = yield from questions.keywords(
            self._llm, self._prompts["keywords"], question, self._max_keywords
        )
        new = [(id_, name) for id_, name in meant.items() if id_ not in stage.named]
        return dict(new[:room])

    def _best(self, scores: Mapping[str, float]) -> dict[str, float]:
        order = sorted(scores, key=lambda id_: (-scores[id_], id_))
        wanted = self._limits.max_search_results
        return {id_: scores[id_] for id_ in order[: wanted and wanted + EXTRA_CHUNKS]}

    def _reranked(
        self, postprocessor: BaseNodePostprocessor, ranked: list[Ranked], question: QueryBundle
    ) -> Steps[list[Ranked]]:
        nodes = [
            NodeWithScore(
                node=TextNode(id_=item.statement.id, text=item.statement.text),
                score=item.statement.score,
            )
            for item in ranked
        ]
        kept = yield Rerank(postprocessor, nodes, question)
        return reordered(ranked, [(node.node_id, node.score) for node in kept])
