"""Statements in the order of a LlamaIndex postprocessor, such as a reranker of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from llama_index.core.schema import NodeWithScore, TextNode

from graphrag_neo4j.retrieve.ranking.ranked import Ranked
from graphrag_neo4j.retrieve.steps import Rerank, Steps

if TYPE_CHECKING:
    from llama_index.core.postprocessor.types import BaseNodePostprocessor
    from llama_index.core.schema import QueryBundle


def postprocessed(
    postprocessor: BaseNodePostprocessor, ranked: Sequence[Ranked], question: QueryBundle
) -> Steps[list[Ranked]]:
    """``ranked`` as it wants them, with its scores, or those of their places if it gives none; what
    it leaves out is dropped."""
    nodes = [
        NodeWithScore(
            node=TextNode(id_=item.id, text=item.text),
            score=item.relevance,
        )
        for item in ranked
    ]
    by_id = {item.id: item for item in ranked}
    kept = []
    for place, node in enumerate((yield Rerank(postprocessor, nodes, question))):
        given = 1 / (1 + place) if node.score is None else node.score
        item = by_id[node.node_id]
        kept.append(item._replace(relevance=given, score=given, alike=given))
    return kept
