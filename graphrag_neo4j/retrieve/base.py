"""What our retrievers share: three statements, sync and async, and results as nodes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.llms import LLM
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.prompts.mixin import PromptDictType
from llama_index.core.schema import NodeWithScore, QueryBundle

from graphrag_neo4j.context import GraphContext, HasContext
from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.embeddings.models import LocalEmbedding
from graphrag_neo4j.embeddings.onnx_model import MODEL_NAME
from graphrag_neo4j.errors import OptionError, UsageError
from graphrag_neo4j.retrieve.candidates import selection
from graphrag_neo4j.retrieve.candidates.pool import Candidate, CandidatePool, is_meant
from graphrag_neo4j.retrieve.candidates.seeds import QUOTED, SeedLimits, candidate_pool, first_query
from graphrag_neo4j.retrieve.candidates.walk import Weights, add_walk, trust_in_walk, walk_query
from graphrag_neo4j.retrieve.filters import source_condition
from graphrag_neo4j.retrieve.grouping import group, join
from graphrag_neo4j.retrieve.options import BY_WORDS, MAXSIM, RetrieverOptions, retriever_options
from graphrag_neo4j.retrieve.question import expansion
from graphrag_neo4j.retrieve.question.kind import asks_for_whole
from graphrag_neo4j.retrieve.question.names import with_capitals
from graphrag_neo4j.retrieve.question.spelling import bases, corrected, names_alike, slips
from graphrag_neo4j.retrieve.question.terms import candidate_entities, search_words
from graphrag_neo4j.retrieve.ranking.amendments import with_amendments
from graphrag_neo4j.retrieve.ranking.bridges import bridged
from graphrag_neo4j.retrieve.ranking.clauses import asked_clauses
from graphrag_neo4j.retrieve.ranking.command_options import names_option
from graphrag_neo4j.retrieve.ranking.confidence import likelihood
from graphrag_neo4j.retrieve.ranking.late_interaction import N_STATEMENTS, interaction
from graphrag_neo4j.retrieve.ranking.long_forms import in_full, raised
from graphrag_neo4j.retrieve.ranking.pointers import beside, pointers_of, without_pointers
from graphrag_neo4j.retrieve.ranking.postprocessed import postprocessed
from graphrag_neo4j.retrieve.ranking.statements import (
    MANY_SOURCES,
    N_ALIKE,
    evidence,
    ordered,
    relevance,
)
from graphrag_neo4j.retrieve.results import RetrievalResult, dated_title, to_nodes
from graphrag_neo4j.retrieve.steps import Embed, Query, Steps, Together, arun, run
from graphrag_neo4j.retrieve.tuned import TunedWeights
from graphrag_neo4j.telemetry import span

if TYPE_CHECKING:
    from llama_index.core.callbacks import CallbackManager

    from graphrag_neo4j.llm.chat import ChatModel

STARTS_AS_TYPED = 0.25
"""What nearness to a misspelt question counts as a start of the walk if a known name was meant."""
BY_STATEMENT = {False: 0.15, True: 0.8}
"""By what share the likeness of a result's best statement counts beside its chunk's score; more
where the nearest chunks crowd in few sources, but not at all where these are long: of their many
statements one is near by chance. What a walk found has few of the question's words."""
EXTRA_CHUNKS = 15
"""Chunks read beyond the number of results, as a topic may run through several."""
MANUAL_CHUNKS = 60
"""Chunks read, of few sources if need be, where the question names an option of a command or the
number of a clause: the place in a long text that has it often shares no other word with it."""


class _Scored(NamedTuple):
    text: str
    vector: list[float]
    pool: CandidatePool
    scores: dict[str, float]


class _Meant(NamedTuple):
    """A question as it may be meant, its vector, its first stage, the names that it may hold (by
    id), and ids of names like the misspelt words; ``is_acronym``: a name is said in full."""

    text: str
    vector: list[float]
    query: Query
    names: Mapping[str, str]
    alike: frozenset[str]
    is_acronym: bool


class GraphRetriever(BaseRetriever):
    """Base of the retrievers over the lexical graph.

    ``options`` are those of :class:`~graphrag_neo4j.retrieve.options.RetrieverOptions`:
    ``filters`` are LlamaIndex ``MetadataFilters`` over the properties of sources, or texts as
    ``"year>=2020"``; ``reranker`` orders statements: "tfidf" (with vectors and the chunk's
    score), "maxsim" (so, and word by word), "none" (without words), or a
    LlamaIndex postprocessor, whose order then is that of the results, too;
    ``format_source_metadata_fn`` says how a source is shown in a node's text.

    With an ``llm``, one call a question looks up names that the question means without saying
    them (``derive_keywords``, on), at most ``max_keywords`` (10) with those it says, and with
    ``derive_subqueries`` a second call makes up to ``max_subqueries`` (2) simpler questions that
    are asked as well. Answers are cached and metered as all of the graph's. Without an ``llm``,
    no model is called.

    At most three Cypher calls a question (and three for each sub-question); an empty question
    or graph gives an empty list and calls no model. Nothing is changed, so one retriever
    serves many questions at once. Making one contacts nothing. Raises
    :class:`~graphrag_neo4j.errors.UsageError` for an option that makes no sense.
    """

    mode: str | None = None
    """The mode whose tuned weights it uses; None: it has none."""
    _kind: type[RetrieverOptions] = RetrieverOptions
    _reach = SeedLimits()
    _weights: Weights | None = Weights()

    def __init__(
        self,
        graph: HasContext,
        *,
        llm: LLM | ChatModel | None = None,
        callback_manager: CallbackManager | None = None,
        verbose: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(callback_manager=callback_manager, verbose=verbose)
        context = getattr(graph, "context", None)
        if not isinstance(context, GraphContext):
            raise UsageError(
                f"A retriever is made of a KnowledgeGraph, not of a {type(graph).__name__}.",
                "Use graph.as_retriever(…) or give the graph first.",
            )
        self._context = context
        self._options = retriever_options(self._kind, options)
        self._given = frozenset(options)
        self._condition = source_condition(self._options.filters)
        self._chat = None if llm is None else context.chat_of(llm)
        if self._options.derive_subqueries and self._chat is None:
            raise OptionError(
                "derive_subqueries needs an LLM.", "Give llm.", names=("derive_subqueries", "llm")
            )
        self._prompts = expansion.default_prompts() if self._chat is not None else {}

    def search(self, question: str | QueryBundle) -> list[RetrievalResult]:
        """Results as records; :meth:`retrieve` gives the same as LlamaIndex nodes."""
        return self._run(_bundle(question))

    async def asearch(self, question: str | QueryBundle) -> list[RetrievalResult]:
        """:meth:`search` without blocking the event loop."""
        return await self._arun(_bundle(question))

    def candidates(self, question: QueryBundle) -> tuple[CandidatePool, Weights | None]:
        """Chunks with all that speaks for each, before the best are chosen, and the weights of
        these signals (None: only the base score counts): what tuning goes by."""
        found = run(self._scored(question), self._context.ready())
        return (found.pool if found else CandidatePool({}, {}, [], 0, 0.0)), self._walk_weights

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return self._nodes(self._run(query_bundle))

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return self._nodes(await self._arun(query_bundle))

    def _run(self, question: QueryBundle) -> list[RetrievalResult]:
        with span("retrieve", mode=type(self).__name__):
            return run(self._answer(question), self._context.ready())

    async def _arun(self, question: QueryBundle) -> list[RetrievalResult]:
        with span("retrieve", mode=type(self).__name__):
            database = await asyncio.to_thread(self._context.ready)
            return await arun(self._answer(question), database)

    def _get_prompts(self) -> PromptDictType:
        return dict(self._prompts)

    def _update_prompts(self, prompts_dict: PromptDictType) -> None:
        self._prompts.update(prompts_dict)

    def _nodes(self, results: list[RetrievalResult]) -> list[NodeWithScore]:
        shown_as = self._options.format_source_metadata_fn or dated_title
        return to_nodes(results, shown_as)

    def _answer(self, question: QueryBundle) -> Steps[list[RetrievalResult]]:
        """The question, and the simpler ones that an LLM makes of it."""
        results = yield from self._look_up(question)
        most = self._options.max_subqueries if self._options.derive_subqueries else 0
        if not results or self._chat is None or not most:
            return results
        prompt = self._prompts["subquestions"]
        simpler = yield from expansion.subquestions(self._chat, prompt, question.query_str, most)
        answers = [results]
        for one in simpler:
            answers.append((yield from self._look_up(QueryBundle(one))))
        return join(answers, self._options)

    def _look_up(self, question: QueryBundle) -> Steps[list[RetrievalResult]]:
        found = yield from self._scored(question)
        if found is None or not found.scores:
            return []
        rows = yield Query(
            "retrieve/statements",
            {
                "chunks": list(found.scores),
                "vector": found.vector,
                "include_facts": self._options.include_facts,
                "many_sources": MANY_SOURCES,
                "alike": N_ALIKE,
                "quoted": QUOTED,
            },
        )
        said: Sequence[Row] = evidence(rows)
        text = found.text
        pointers = pointers_of(text, said)
        score = self._score(found.pool)
        scores: Mapping[str, float] = without_pointers(
            text, said, found.scores, pointers, found.pool, score
        )
        said = yield from in_full(text, said, scores, self._context.embed_model)
        scores = raised(said, scores, found.pool, score)
        return (yield from self._grouped(question, found, said, scores, pointers))

    def _grouped(
        self,
        question: QueryBundle,
        found: _Scored,
        said: Sequence[Row],
        scores: Mapping[str, float],
        pointers: frozenset[str],
    ) -> Steps[list[RetrievalResult]]:
        """Results of what the chosen chunks say, in order of relevance."""
        text, pool, reranker = found.text, found.pool, self._options.reranker
        model = self._context.embed_model
        relevant = relevance(
            text,
            said,
            scores,
            by_words=reranker in BY_WORDS,
            trust_in_words=pool.trust_in_words if pool.is_crowded else 0.0,
            pointers=pointers,
            rarity=pool.rarity,
            readable=pool.readable,
            has_parts=pool.is_long,
        )
        met = None
        cased = with_capitals(text, pool.sure_names)
        if reranker == MAXSIM:
            best, trust = relevant.best(N_STATEMENTS), 1 - relevant.in_other_words
            met = yield from interaction(cased, best, model, trust)
        ranked = ordered(relevant, met and met.more)
        if isinstance(reranker, BaseNodePostprocessor):
            ranked = yield from postprocessed(reranker, ranked, question)
            return group(ranked, pool.candidates, self._options)
        likely = likelihood(
            relevant.unmet(cased),
            beside(said, pointers),
            scores,
            ranked,
            pool.rarity,
            model.model_name,
            met=met.best if met and not relevant.tells_age(cased) else None,
            readable=pool.readable,
            in_other_words=relevant.in_other_words * self._known_part(text),
        )
        share = 0.0 if pool.is_long else BY_STATEMENT[pool.is_crowded]
        ranked = with_amendments(bridged(cased, ranked, share, self._is_unknown))
        return group(ranked, pool.candidates, self._options, best=likely, by_statement=share)

    def _scored(self, question: QueryBundle) -> Steps[_Scored | None]:
        """The question as it was meant, its candidates, and the best chunks with their scores;
        None where there is nothing to ask."""
        text = question.query_str
        if not text.strip():
            return None
        context = self._context
        vector = yield Embed(context.embed_model, question, context.dimensions)
        names = candidate_entities(text)
        [found] = yield self._first(text, names, vector)
        stage = self._pool(text, names, found["hits"])
        if not stage.n_chunks:
            return None
        meant = None
        if words := slips(text, found["hits"], self._is_common):
            right = corrected(text, words)
            its_vector = yield Embed(context.embed_model, QueryBundle(right), context.dimensions)
            names = candidate_entities(right)
            query = self._first(right, names, its_vector)
            is_acronym = any(" " in form for form in words.values())
            alike = names_alike(found["hits"])
            meant = _Meant(right, its_vector, query, names, alike, is_acronym)
        return (yield from self._scores(text, vector, stage, meant))

    def _is_common(self, word: str) -> bool:
        model = self._context.embed_model
        return isinstance(model, LocalEmbedding) and any(map(model.knows, bases(word)))

    def _known_part(self, question: str) -> float:
        """The share of the words that the model knows; another word is no paraphrase."""
        words = search_words(question).split()
        return sum(map(self._is_common, words)) / len(words) if words else 0.0

    def _is_unknown(self, word: str) -> bool:
        model = self._context.embed_model
        return isinstance(model, LocalEmbedding) and not model.knows(word)

    @property
    def _tuned(self) -> TunedWeights:
        stored = self._context.tuned.get(self.mode or "") if self._options.tuned else None
        return TunedWeights.of(stored, self._given)

    @property
    def _walk_weights(self) -> Weights | None:
        return self._tuned.walk(self._weights)

    def _first(self, text: str, names: Mapping[str, str], vector: list[float]) -> Query:
        return first_query(text, names, vector, self._reach, self._condition)

    def _pool(self, text: str, names: Mapping[str, str], hits: Sequence[Row]) -> CandidatePool:
        most = self._options.max_keywords
        english = self._context.embed_model.model_name == MODEL_NAME
        pool = candidate_pool(
            text,
            names,
            hits,
            self._reach,
            most,
            english_vectors=english,
            is_unknown=self._is_unknown,
        )
        return self._tuned.pool(pool)

    def _scores(
        self, text: str, vector: list[float], stage: CandidatePool, meant: _Meant | None
    ) -> Steps[_Scored]:
        """The best chunks with their final scores, after the walk if there is one; what may be
        ``meant`` is asked together with the walk."""
        weights = self._walk_weights
        keywords: dict[str, str] = {}
        queries = [meant.query] if meant else []
        if weights is not None:
            keywords = yield from self._keywords(meant.text if meant else text, stage)
            new = [id_ for id_ in meant.names if id_ not in stage.named] if meant else []
            ids = list(dict.fromkeys([*keywords, *new]))
            starts = STARTS_AS_TYPED if meant and not meant.alike.isdisjoint(new) else 1.0
            if stage.candidates or stage.named or ids:
                start = meant.vector if meant else vector
                queries.append(walk_query(stage, start, weights, ids, self._condition, starts))
        found = {}
        if queries:
            [found] = yield Together(queries)
        walked = found if "hops" in found else None
        if meant:
            as_meant = self._pool(meant.text, meant.names, found["hits"])
            if meant.is_acronym or is_meant(stage, as_meant):
                text, vector, stage = meant.text, meant.vector, as_meant
            else:
                walked = None  # from what was not meant
        if weights is not None and walked is not None:
            add_walk(stage, walked, weights, keywords)
        score = self._score(stage)
        scores = {id_: score(candidate) for id_, candidate in stage.candidates.items()}
        return _Scored(text, vector, stage, self._best(text, stage, scores))

    def _score(self, stage: CandidatePool) -> Callable[[Candidate], float]:
        """What a candidate of ``stage`` scores, by its signals and by the walk if there is one."""
        weights = self._walk_weights
        if weights is None:
            return attrgetter("base")
        return partial(weights.score, trust=trust_in_walk(stage))

    def _keywords(self, question: str, stage: CandidatePool) -> Steps[dict[str, str]]:
        """Entities that the question means without naming them: id -> name."""
        most = self._options.max_keywords
        room = most - len(stage.named)
        if self._chat is None or not self._options.derive_keywords or room < 1:
            return {}
        prompt = self._prompts["keywords"]
        meant = yield from expansion.keywords(self._chat, prompt, question, most)
        new = [(id_, name) for id_, name in meant.items() if id_ not in stage.named]
        return dict(new[:room])

    def _best(
        self, question: str, stage: CandidatePool, scores: Mapping[str, float]
    ) -> dict[str, float]:
        n = self._options.max_search_results
        floor, further = selection.floor_of(stage), selection.further_of(stage)
        per_source, more = selection.CHUNKS_PER_SOURCE, EXTRA_CHUNKS
        if n and (names_option(question) or asked_clauses(question)):
            per_source, more = MANUAL_CHUNKS, max(0, MANUAL_CHUNKS - n)
        most = n and n + more
        chosen = selection.choose(stage.candidates, scores, most, floor, per_source, further)
        if asks_for_whole(question):
            return selection.with_first_source(stage.candidates, scores, chosen)
        return chosen


def _bundle(question: str | QueryBundle) -> QueryBundle:
    return QueryBundle(question) if isinstance(question, str) else question
