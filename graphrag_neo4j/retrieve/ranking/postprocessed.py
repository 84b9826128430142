"""Statements in the order of a LlamaIndex postprocessor, such as a reranker of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
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
            node=TextNode(id_=item.statement.id, text=item.statement.text),
            score=item.statement.score,
        )
        for item in ranked
    ]
    by_id = {item.statement.id: item for item in ranked}
    kept = []
    for place, node in enumerate((yield Rerank(postprocessor, nodes, question))):
        given = 1 / (1 + place) if node.score is None else node.score
        item = by_id[node.node_id]
        statement = replace(item.statement, score=given)
        kept.append(replace(item, statement=statement, score=given, alike=given))
    return kept
