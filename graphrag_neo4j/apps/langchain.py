"""A LangChain retriever over a graph (extra ``langchain``).

from graphrag_neo4j.apps.langchain import GraphRetriever

retriever = GraphRetriever(graph=graph, mode="vector_guided", k=5)
documents = retriever.invoke("Who manages the port of Melby?")
"""

from __future__ import annotations

from typing import Any

from graphrag_neo4j.errors import MissingExtraError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.retrieve.modes import RetrieverMode
from graphrag_neo4j.retrieve.results import RetrievalResult, flat_metadata

try:
    from langchain_core.callbacks import (
        AsyncCallbackManagerForRetrieverRun,
        CallbackManagerForRetrieverRun,
    )
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever
    from pydantic import ConfigDict, Field
except ImportError:
    raise MissingExtraError("LangChain", "langchain") from None


class GraphRetriever(BaseRetriever):
    """Results of :meth:`KnowledgeGraph.retrieve <graphrag_neo4j.KnowledgeGraph.retrieve>` as
    LangChain's documents, best first.

    ``graph`` is open while it is asked; ``mode`` and ``options`` are those of the graph's
    retriever; ``k``: results at most, also of one call: ``invoke(question, k=3)``. A document is
    one topic of a source: its text the statements, a line each; its metadata the source's, with
    ``topic``, ``score``, and ``statements`` with the characters where each stands. No LLM is asked.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    graph: KnowledgeGraph = Field(exclude=True)
    mode: RetrieverMode = "traversal"
    k: int = Field(5, ge=1)
    options: dict[str, Any] = Field(default_factory=dict)

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,  # noqa: ARG002 - LangChain's protocol
        k: int | None = None,
    ) -> list[Document]:
        found = self.graph.retrieve(query, self.mode, **self._options(k))
        return [_document(result) for result in found]

    async def _aget_relevant_documents(
        self,
        query: str,
        *,
        run_manager: AsyncCallbackManagerForRetrieverRun,  # noqa: ARG002 - LangChain's protocol
        k: int | None = None,
    ) -> list[Document]:
        found = await self.graph.aretrieve(query, self.mode, **self._options(k))
        return [_document(result) for result in found]

    def _options(self, k: int | None) -> dict[str, Any]:
        return {**self.options, "max_search_results": self.k if k is None else k}


def _document(result: RetrievalResult) -> Document:
    best = max(result.statements, key=lambda said: said.score, default=None)
    metadata = {
        **flat_metadata(result.source, best.place if best else None),
        "topic": result.topic,
        "source": str(result.source["uri"]),
        "score": result.score,
        "statements": [said.to_dict() for said in result.statements],
    }
    text = "\n".join(said.shown for said in result.statements)
    return Document(id=result.topic_id, page_content=text, metadata=metadata)
