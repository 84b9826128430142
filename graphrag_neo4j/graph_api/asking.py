"""Questions to a graph: retrievers, engines, tools, search modes, pictures."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.graph_api.opening import OpenGraph

if TYPE_CHECKING:
    from llama_index.core.chat_engine.types import BaseChatEngine
    from llama_index.core.llms import LLM
    from llama_index.core.query_engine import RetrieverQueryEngine
    from llama_index.core.tools import FunctionTool

    from graphrag_neo4j.apps.visualization import Picture
    from graphrag_neo4j.retrieve.base import GraphRetriever
    from graphrag_neo4j.retrieve.results import RetrievalResult
    from graphrag_neo4j.search.answer import Answer
    from graphrag_neo4j.search.engine import Search
    from graphrag_neo4j.search.query_engine import GraphQueryEngine
    from graphrag_neo4j.search.result import Event, SearchAnswer
    from graphrag_neo4j.search.run import Parts


class Asking(OpenGraph):
    """The verbs that ask a graph."""

    def as_retriever(self, mode: str = "traversal", **options: Any) -> GraphRetriever:
        """A LlamaIndex retriever over this graph.

        ``mode``: "traversal", "vector_guided", "hybrid", or one half of traversal alone,
        "chunk_based" or "entity_based"; ``options`` are those of its class in
        :mod:`graphrag_neo4j.retrieve`; ``similarity_top_k`` is another name for
        ``max_search_results``. No LLM is used unless one is given as ``llm=…``.
        """
        from graphrag_neo4j.retrieve import retriever_class

        retriever = retriever_class(mode)(self, **options)
        self.ready()
        return retriever

    def as_query_engine(
        self, mode: str = "traversal", *, llm: LLM | None = None, **options: Any
    ) -> RetrieverQueryEngine:
        """A LlamaIndex query engine over :meth:`as_retriever`.

        ``options``: those of the retriever, and those of LlamaIndex's
        ``RetrieverQueryEngine.from_args`` (``streaming``, ``response_mode``,
        ``node_postprocessors``, ``text_qa_template`` …). ``llm`` (the graph's own) writes the
        answer, and is what the retriever asks for keywords: one more call a question, unless
        ``derive_keywords=False``. Raises :class:`UsageError` for an unknown option.
        """
        from graphrag_neo4j.retrieve.engines import query_engine

        return query_engine(self, mode, llm, options)

    def as_chat_engine(
        self,
        mode: str = "traversal",
        *,
        chat_mode: str = "best",
        llm: LLM | None = None,
        **options: Any,
    ) -> BaseChatEngine:
        """A LlamaIndex chat engine over :meth:`as_retriever`.

        ``chat_mode``: "best" or "condense_plus_context" (reads a follow-up question in the light
        of the conversation, then looks it up), "context" (looks up each message as it is),
        "condense_question" (:meth:`as_query_engine` on the question made of the conversation),
        "simple" (the LLM alone, without the graph). ``options``: those of the retriever and of
        that engine's ``from_defaults`` (``system_prompt``, ``memory``, ``chat_history`` …).
        ``llm`` as in :meth:`as_query_engine`. Raises :class:`UsageError` for an unknown option.
        """
        from graphrag_neo4j.retrieve.engines import chat_engine

        return chat_engine(self, mode, chat_mode, llm, options)

    def as_tools(self, mode: str = "traversal", **options: Any) -> list[FunctionTool]:
        """Tools for a LlamaIndex agent: look up statements, list sources; read only, no LLM
        unless one is given as ``llm=…``."""
        from graphrag_neo4j.retrieve.tools import graph_tools

        return graph_tools(self.database, self.as_retriever(mode, **options))

    def retrieve(
        self, question: str, mode: str = "traversal", **options: Any
    ) -> list[RetrievalResult]:
        """What the graph says on a question, best first; needs no LLM, and asks none unless one is
        given as ``llm=…``.

        ``mode`` and ``options`` are those of :meth:`as_retriever`.
        """
        if not question.strip():
            raise UsageError("The question is empty.", "Ask in words.")
        return self.as_retriever(mode, **options).search(question)

    def ask(
        self, question: str, mode: str = "traversal", *, llm: LLM | None = None, **options: Any
    ) -> Answer:
        """An LLM's answer from what the graph says, with checked citations and its cost.

        ``mode`` and ``options`` are those of :meth:`as_retriever`; ``llm`` is one to ask in place
        of the graph's own. It is asked twice: for names to look up, unless
        ``derive_keywords=False``, and for the answer. Raises :class:`ModelError` when there is no
        LLM, or it fails.
        """
        from graphrag_neo4j.llm.concurrency import run_sync
        from graphrag_neo4j.search.ask import ask
        from graphrag_neo4j.search.options import SearchOptions
        from graphrag_neo4j.search.run import SearchRun

        if not question.strip():
            raise UsageError("The question is empty.", "Ask in words.")
        session = SearchRun(
            self._search_parts(llm), question.strip(), SearchOptions(), emit=lambda _: None
        )
        return run_sync(ask(session, lambda chat: self.as_retriever(mode, llm=chat, **options)))

    def search(self, mode: str, question: str, **options: Any) -> SearchAnswer:
        """An answer in one of the ways of :mod:`graphrag_neo4j.search`, with its context,
        citations and cost.

        ``mode``: "local", "global", "basic", "naive", "drift", "causal", "questions", or "auto",
        which chooses; ``options`` are those of the mode in :mod:`graphrag_neo4j.search.options`.
        ``llm`` is one to ask in place of the graph's own. ``context_only=True`` needs none;
        without one, or if it fails, the result has the context and says in ``error`` what is
        wrong.
        """
        return self._search(mode, options).run(question)

    async def asearch(self, mode: str, question: str, **options: Any) -> SearchAnswer:
        """:meth:`search` without blocking the event loop."""
        import asyncio

        return await (await asyncio.to_thread(self._search, mode, options)).arun(question)

    def stream(self, mode: str, question: str, **options: Any) -> Iterator[Event]:
        """:meth:`search` as it happens: context, intermediate answers, pieces of the answer's
        text, at last the result. Streamed answers are metered, not cached."""
        return self._search(mode, options).stream(question)

    async def astream(self, mode: str, question: str, **options: Any) -> AsyncIterator[Event]:
        """:meth:`stream` without blocking the event loop."""
        import asyncio

        async for event in (await asyncio.to_thread(self._search, mode, options)).astream(question):
            yield event

    def as_search_engine(self, mode: str = "auto", **options: Any) -> GraphQueryEngine:
        """A LlamaIndex query engine over :meth:`search`, with the same options."""
        from graphrag_neo4j.search.query_engine import GraphQueryEngine

        return GraphQueryEngine(self._search(mode, options))

    def _search(self, mode: str, options: Mapping[str, Any]) -> Search:
        from graphrag_neo4j.search.engine import Search

        given = dict(options)
        search = Search(self._search_parts(given.pop("llm", None)), mode, **given)
        self.ready()
        return search

    def _search_parts(self, llm: LLM | None) -> Parts:
        from graphrag_neo4j.search.run import Parts

        chat = None if llm is None else self.chat_of(llm)
        return Parts(self.database, self.embed_model, self.settings, lambda: chat or self.chat)

    def show(self, question: str | None = None, *, level: int = 0, limit: int = 200) -> Picture:
        """A picture of what the graph says on a question or an entity, or, without either, of
        the communities of a level; ``visualization.save(path)`` writes it as one HTML file."""
        from graphrag_neo4j.apps import visualization
        from graphrag_neo4j.ids import entity_id
        from graphrag_neo4j.retrieve.query_terms import candidate_entities

        if question is None:
            return visualization.of_communities(self.database, level, limit)
        results = self.retrieve(question)
        named = [entity_id(question), *candidate_entities(question)]
        return visualization.of_results(self.database, question, results, named, limit)
