"""``TraversalBasedRetriever``: top-down from chunks, bottom-up from entities, to statements.

Three statements a question: where to start (chunk and statement vectors, full text, entities
that the question names), one step through the graph along the entities of the best
statements, and what the best chunks say. Statements of one topic and source are a result, as
in graphrag-toolkit's lexical graph; the scoring is our own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.graph.database import Database, Row
from graphrag_neo4j.retrieve.keywords import candidate_entities, longest, search_words
from graphrag_neo4j.retrieve.rerank import tfidf_scores
from graphrag_neo4j.retrieve.results import (
    FoundStatement,
    SearchResult,
    SourceFormatter,
    source_title,
    to_node,
)
from graphrag_neo4j.retrieve.steps import Query, Steps, arun, run

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

N_CHUNKS, N_STATEMENTS, N_WORDS = 100, 200, 101
COSINE_SPAN = 0.275
"""Neo4j's similarity is (1 + cos) / 2; hits this far below the best one count nothing."""
TITLE_IDF = 4.0
SEED_DECAY = 0.15
EXPANSION = {
    "about_weight": 0.8,
    "mention_weight": 0.5,
    "statement_decay": 0.075,
    "target_decay": 0.225,
    "hub": 50,
}
EXPANSION_WEIGHT = 2.0
N_SEEDS = 20
EXTRA_CHUNKS = 20


@dataclass(slots=True)
class _Candidate:
    """A chunk that may hold (part of) the answer, with what speaks for it, each 0 to 1."""

    chunk: float = 0.0
    statement: float = 0.0
    words: float = 0.0
    title: float = 0.0
    expansion: float = 0.0
    via: list[str] = field(default_factory=list)

    @property
    def base(self) -> float:
        """Nearness of chunk and best statement, shared words, and named title, 0 to 2."""
        return (self.chunk + 0.5 * self.words + 0.5 * self.statement) / 2 * (1 + self.title)

    @property
    def score(self) -> float:
        return self.base + EXPANSION_WEIGHT * self.expansion


class TraversalBasedRetriever(BaseRetriever):
    """Finds statements by vectors, words and names, and one step along the graph.

    ``max_search_results`` (default 20, None = all): results, i.e. topics of a source;
    ``max_statements_per_topic`` (10, None = all found): the most relevant ones, shown in the
    order of the text; ``max_statements`` (100): over all results; ``include_facts`` (False):
    facts beside statements; ``expand_entities`` (True): follow the entities of what was
    found; ``reranker`` ("tfidf" or "none"): how statements inside a topic are ranked;
    ``format_source``: how a source is shown in the text.

    At most three Cypher calls a question; an empty graph gives an empty list.
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
        expand_entities: bool = True,
        reranker: str = "tfidf",
        format_source: SourceFormatter = source_title,
        **kwargs: Any,
    ) -> None:
        if reranker not in ("tfidf", "none"):
            raise UsageError(f"Unknown reranker {reranker!r}.", "Use 'tfidf' or 'none'.")
        super().__init__(**kwargs)
        self._database = database
        self._embed_model = embed_model
        self._max_search_results = max_search_results
        self._max_statements_per_topic = max_statements_per_topic
        self._max_statements = max_statements
        self._include_facts = include_facts
        self._expand_entities = expand_entities
        self._reranker = reranker
        self._format_source = format_source

    def search(self, question: str) -> list[SearchResult]:
        """Results as records; :meth:`retrieve` gives the same as LlamaIndex nodes."""
        bundle = QueryBundle(question)
        return run(self._steps(question, self._vector(bundle)), self._database)

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
        names = candidate_entities(question)
        [found] = yield Query(
            "retrieve/seeds",
            {
                "vector": vector,
                "words": search_words(question),
                "entities": list(names),
                "n_chunks": N_CHUNKS,
                "n_statements": N_STATEMENTS,
                "n_words": N_WORDS,
            },
            variants=True,
        )
        seeds = found["hits"]
        named = longest({r["via"]: names[r["via"]] for r in seeds if r["kind"] == "about"})
        candidates = _gather(seeds, named)
        if not candidates:
            return []
        if self._expand_entities:
            [found] = yield Query("retrieve/expand", _expansion(candidates, seeds, vector, named))
            for row in found["hits"]:
                candidate = candidates.setdefault(row["chunk"], _Candidate())
                candidate.expansion = row["weight"]
                candidate.via.append(row["via"])
        best = self._best(candidates)
        said = yield Query(
            "retrieve/statements",
            {"chunks": list(best), "vector": vector, "include_facts": self._include_facts},
        )
        return self._results(question, said, best)

    def _best(self, candidates: dict[str, _Candidate]) -> dict[str, _Candidate]:
        """The chunks worth reading, best first: more than results, as a topic may run through
        several."""
        order = sorted(candidates, key=lambda id_: (-candidates[id_].score, id_))
        wanted = self._max_search_results
        limit = None if wanted is None else wanted + EXTRA_CHUNKS
        return {id_: candidates[id_] for id_ in order[:limit]}

    def _results(
        self, question: str, said: Sequence[Row], best: dict[str, _Candidate]
    ) -> list[SearchResult]:
        found = [(row, s) for row in said for s in row["statements"]]
        nearest = max((s["near"] for _, s in found), default=0.0)
        top = max((candidate.score for candidate in best.values()), default=0.0) or 1.0
        lexical = [0.0] * len(found)
        if self._reranker == "tfidf":
            lexical = tfidf_scores(question, [s["text"] for _, s in found])
        topics: dict[str, list[tuple[FoundStatement, Row, Row]]] = {}
        for (row, s), words in zip(found, lexical, strict=True):
            statement = FoundStatement(
                id=s["id"],
                text=s["text"],
                score=(_nearness(s["near"], nearest) + words) / 2 + best[row["chunk"]].score / top,
                chunk_id=row["chunk"],
                start=s["start"],
                end=s["end"],
                facts=tuple(s["facts"]),
            )
            topics.setdefault(s["topic_id"], []).append((statement, row, s))
        results = [self._result(id_, group, best) for id_, group in topics.items()]
        results.sort(key=lambda r: (-r.score, r.topic_id))
        return self._within_limits(results)

    def _result(
        self,
        topic_id: str,
        group: list[tuple[FoundStatement, Row, Row]],
        best: dict[str, _Candidate],
    ) -> SearchResult:
        group.sort(key=lambda item: (-item[0].score, item[0].id))
        kept = group[: self._max_statements_per_topic]
        kept.sort(key=lambda item: (item[1]["position"], item[0].start))
        first = max((best[item[1]["chunk"]] for item in group), key=lambda c: c.score)
        _, row, s = group[0]
        return SearchResult(
            topic_id=topic_id,
            topic=s["topic"],
            source=row["source"],
            statements=tuple(statement for statement, _, _ in kept),
            score=first.score,
            path=_path(first),
        )

    def _within_limits(self, results: list[SearchResult]) -> list[SearchResult]:
        kept: list[SearchResult] = []
        room = math.inf if self._max_statements is None else self._max_statements
        for result in results[: self._max_search_results]:
            if room <= 0:
                break
            room -= len(result.statements)
            kept.append(result)
        return kept


def _gather(rows: Sequence[Row], named: dict[str, str]) -> dict[str, _Candidate]:
    """Candidates by chunk id, each signal scaled to 0..1 against its best hit."""
    best = {k: max((r["score"] for r in rows if r["kind"] == k), default=0.0) for k in _KINDS}
    words = sorted((r["score"] for r in rows if r["kind"] == "words"), reverse=True)
    floor = words[N_WORDS - 1] if len(words) >= N_WORDS else 0.0
    n_chunks = best["graph"]
    candidates: dict[str, _Candidate] = {}
    for row in rows:
        if row["chunk"] is None:
            continue
        candidate = candidates.setdefault(row["chunk"], _Candidate())
        kind, score = row["kind"], row["score"]
        if kind == "chunk":
            candidate.chunk = _nearness(score, best[kind])
        elif kind == "statement":
            candidate.statement = max(candidate.statement, _nearness(score, best[kind]))
        elif kind == "words":
            candidate.words = (score - floor) / (best[kind] - floor) if best[kind] > floor else 1.0
        elif row["via"] in named:
            specific = min(1.0, _idf(n_chunks, row["df"]) / TITLE_IDF)
            candidate.title = min(1.0, candidate.title + specific)
            candidate.via.append(named[row["via"]])
    return candidates


_KINDS = ("chunk", "statement", "words", "about", "graph")


def _nearness(score: float, best: float) -> float:
    return max(0.0, 1 - (best - score) / COSINE_SPAN)


def _idf(n: float, df: int) -> float:
    return math.log((n + 1) / (df + 0.5))


def _expansion(
    candidates: dict[str, _Candidate],
    rows: Sequence[Row],
    vector: list[float],
    named: dict[str, str],
) -> dict[str, object]:
    order = sorted(candidates, key=lambda id_: (-candidates[id_].base, id_))[:N_SEEDS]
    top = candidates[order[0]].base
    return {
        "vector": vector,
        "skip": list(named),
        "seeds": [
            {"id": id_, "weight": math.exp((candidates[id_].base - top) / SEED_DECAY)}
            for id_ in order
        ],
        "best_near": max((r["score"] for r in rows if r["kind"] == "chunk"), default=1.0),
        "n": max((r["score"] for r in rows if r["kind"] == "graph"), default=0.0),
        **EXPANSION,
    }


def _path(candidate: _Candidate) -> dict[str, Any]:
    parts = {
        "chunk": candidate.chunk,
        "statement": candidate.statement,
        "words": candidate.words,
        "title": candidate.title,
        "expansion": candidate.expansion,
    }
    return {"scores": {k: round(v, 4) for k, v in parts.items() if v}, "via": candidate.via}
