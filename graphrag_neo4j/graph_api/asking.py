"""Questions to a graph: retrievers, engines, tools, search modes, pictures."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.graph_api.opening import OpenGraph

if TYPE_CHECKING:
    from llama_index.core.chat_engine import CondensePlusContextChatEngine
    from llama_index.core.llms import LLM
    from llama_index.core.query_engine import RetrieverQueryEngine
    from llama_index.core.tools import FunctionTool

    from graphrag_neo4j.picture import Picture
    from graphrag_neo4j.retrieve.base import GraphRetriever
    from graphrag_neo4j.retrieve.results import Answer, SearchResult
    from graphrag_neo4j.search.engine import Search
    from graphrag_neo4j.search.query_engine import GraphQueryEngine
    from graphrag_neo4j.search.result import Event, SearchAnswer


class Asking(OpenGraph):
    """The verbs that ask a graph."""

    def as_retriever(self, mode: str = "traversal", **options: Any) -> GraphRetriever:
        """A LlamaIndex retriever over this graph.

        ``mode``: "traversal", "vector_guided", "hybrid", or one half of traversal alone,
        "chunk_based" or "entity_based"; ``options`` are those of its class in
        :mod:`graphrag_neo4j.retrieve`. No LLM is used unless one is given as ``llm=…``.
        """
        from graphrag_neo4j.retrieve import retriever_class

        self._check_ready()
        return retriever_class(mode)(self.database, self.embed_model, **options)

    def as_query_engine(
        self, mode: str = "traversal", *, llm: LLM | None = None, **options: Any
    ) -> RetrieverQueryEngine:
        """A LlamaIndex query engine over :meth:`as_retriever`; ``llm`` writes the answer."""
        from llama_index.core.query_engine import RetrieverQueryEngine

        return RetrieverQueryEngine.from_args(
            self.as_retriever(mode, **options), llm=llm or self.llm
        )

    def as_chat_engine(
        self, mode: str = "traversal", *, llm: LLM | None = None, **options: Any
    ) -> CondensePlusContextChatEngine:
        """A LlamaIndex chat engine over :meth:`as_retriever`, which reads a follow-up question
        in the light of the conversation."""
        from llama_index.core.chat_engine import CondensePlusContextChatEngine

        return CondensePlusContextChatEngine.from_defaults(
            self.as_retriever(mode, **options), llm=llm or self.llm
        )

    def as_tools(self, mode: str = "traversal", **options: Any) -> list[FunctionTool]:
        """Tools for a LlamaIndex agent: look up statements, list sources; read only, no LLM."""
        from graphrag_neo4j.retrieve.tools import graph_tools

        return graph_tools(self.database, self.as_retriever(mode, **options))

    def retrieve(
        self, question: str, mode: str = "traversal", **options: Any
    ) -> list[SearchResult]:
        """What the graph says on a question, best first; needs no LLM.

        ``mode`` and ``options`` are those of :meth:`as_retriever`.
        """
        if not question.strip():
            raise UsageError("The question is empty.", "Ask in words.")
        return self.as_retriever(mode, **options).search(question)

    def ask(self, question: str, mode: str = "traversal", **options: Any) -> Answer:
        """An LLM's answer from what the graph says, with the results that it was given."""
        from llama_index.core.response_synthesizers import get_response_synthesizer

        from graphrag_neo4j.llm.client import translated
        from graphrag_neo4j.retrieve.results import Answer, to_node

        llm = self.llm
        results = self.retrieve(question, mode, **options)
        if not results:
            return Answer("The graph says nothing on this.", ())
        with translated(llm):
            response = get_response_synthesizer(llm=llm).synthesize(
                question, [to_node(result) for result in results]
            )
        return Answer(str(response), tuple(results))

    def search(self, mode: str, question: str, **options: Any) -> SearchAnswer:
        """An answer in one of the ways of :mod:`graphrag_neo4j.search`, with its context,
        citations and cost.

        ``mode``: "local", "global", "basic", "naive", "drift", "causal", "questions", or "auto",
        which chooses; ``options`` are those of the mode in :mod:`graphrag_neo4j.search.options`.
        ``context_only=True`` needs no LLM; without one, or if it fails, the result has the
        context and says in ``error`` what is wrong.
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
        """A LlamaIndex query engine over :meth:`search`."""
        from graphrag_neo4j.search.query_engine import GraphQueryEngine

        return GraphQueryEngine(self._search(mode, options))

    def _search(self, mode: str, options: dict[str, Any]) -> Search:
        from graphrag_neo4j.search.engine import Search
        from graphrag_neo4j.search.session import Parts

        parts = Parts(self.database, self.embed_model, self.settings, lambda: self.chat)
        search = Search(parts, mode, **options)
        self._check_ready()
        return search

    def show(self, question: str | None = None, *, level: int = 0, limit: int = 200) -> Picture:
        """A picture of what the graph says on a question or an entity, or, without either, of
        the communities of a level; ``picture.save(path)`` writes it as one HTML file."""
        from graphrag_neo4j import picture
        from graphrag_neo4j.ids import entity_id
        from graphrag_neo4j.retrieve.keywords import candidate_entities

        if question is None:
            return picture.of_communities(self.database, level, limit)
        results = self.retrieve(question)
        named = [entity_id(question), *candidate_entities(question)]
        return picture.of_results(self.database, question, results, named, limit)
