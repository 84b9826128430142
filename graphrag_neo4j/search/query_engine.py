"""Any search as a LlamaIndex query engine."""

from __future__ import annotations

from typing import Any

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.response.schema import Response
from llama_index.core.prompts.mixin import PromptMixinType
from llama_index.core.schema import (
    NodeRelationship,
    NodeWithScore,
    QueryBundle,
    RelatedNodeInfo,
)

from graphrag_neo4j.context import GraphContext
from graphrag_neo4j.errors import ModelError
from graphrag_neo4j.retrieve.results import PlacedNode, flat_metadata
from graphrag_neo4j.search.engine import Search
from graphrag_neo4j.search.modes import SearchMode
from graphrag_neo4j.search.result import SearchAnswer, ShownSource


class GraphQueryEngine(BaseQueryEngine):
    """Answers by a search; the response's nodes are the sources that it was shown.

    ``response.metadata`` is the whole result as plain data. Raises :class:`ModelError` when
    there is no answer.
    """

    def __init__(self, graph: GraphContext, mode: SearchMode, **options: Any) -> None:
        super().__init__(callback_manager=None)
        self._search = Search(graph, mode, **options)

    def _query(self, query_bundle: QueryBundle) -> Response:
        result = self._search.run(query_bundle.query_str, vector=query_bundle.embedding)
        return to_response(result)

    async def _aquery(self, query_bundle: QueryBundle) -> Response:
        result = await self._search.arun(query_bundle.query_str, vector=query_bundle.embedding)
        return to_response(result)

    def _get_prompt_modules(self) -> PromptMixinType:
        return {}


def to_response(result: SearchAnswer) -> Response:
    """The result as LlamaIndex wants it."""
    if result.error:
        raise ModelError(result.error)
    nodes = [NodeWithScore(node=_node(source)) for source in result.sources]
    return Response(result.answer, source_nodes=nodes, metadata=result.to_dict())


def _node(source: ShownSource) -> PlacedNode:
    place = source.place
    return PlacedNode(
        id_=place.chunk,
        text=source.text,
        metadata={
            "id": source.id,
            "uri": place.uri,
            **flat_metadata({"uri": place.uri, "title": place.title}, place.place),
        },
        start_char_idx=place.start,
        end_char_idx=place.end,
        relationships={NodeRelationship.SOURCE: RelatedNodeInfo(node_id=place.uri)},
    )
