"""The graph as tools for an agent (LlamaIndex ``FunctionAgent``): read only, no LLM."""

from __future__ import annotations

from collections.abc import Sequence

from llama_index.core.schema import MetadataMode, NodeWithScore
from llama_index.core.tools import FunctionTool

from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.retrieve.base import GraphRetriever
from graphrag_neo4j.source_names import listed

MAX_SOURCES = 100
NOTHING = "The graph says nothing on this."


def graph_tools(database: Database, retriever: GraphRetriever) -> list[FunctionTool]:
    """``search_knowledge_graph`` (by ``retriever``) and ``list_sources``."""

    def search_knowledge_graph(question: str) -> str:
        """Look up what the documents say on a question. Gives statements grouped by topic, each group with its source. Ask for one thing at a time, with full names."""  # noqa: E501
        return _as_text(retriever.retrieve(question))

    async def asearch_knowledge_graph(question: str) -> str:
        return _as_text(await retriever.aretrieve(question))

    def list_sources() -> str:
        """List the documents in the knowledge graph by title."""
        rows = listed(database, None, 0, MAX_SOURCES)
        return "\n".join(f"{row['title']} ({row['uri']})" for row in rows) or NOTHING

    return [
        FunctionTool.from_defaults(search_knowledge_graph, async_fn=asearch_knowledge_graph),
        FunctionTool.from_defaults(list_sources),
    ]


def _as_text(nodes: Sequence[NodeWithScore]) -> str:
    blocks = [node.node.get_content(MetadataMode.LLM) for node in nodes]
    return "\n\n".join(blocks) or NOTHING
