"""A LlamaIndex postprocessor for the nodes that our retrievers give."""

from __future__ import annotations

from typing import Any

from llama_index.core.bridge.pydantic import Field
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import NodeWithScore, QueryBundle

from graphrag_neo4j.retrieve.ranking.similarity import repeats
from graphrag_neo4j.retrieve.results import statement_lines
from graphrag_neo4j.text.tokens import count_tokens


class StatementPostprocessor(BaseNodePostprocessor):
    """Shows each statement once, and no more than fit into a prompt.

    Nodes may come from several retrievers. Of statements that are nearly alike the one in the
    better node stays; a node that keeps none is dropped, and so is what does not fit into
    ``max_tokens``, worst node first. Nodes without statements pass as they are.
    """

    similarity_threshold: float = Field(
        default=0.95,
        ge=0,
        le=1,
        description="Cosine of trigram tf-idf from which two statements are alike.",
    )
    max_tokens: int | None = Field(
        default=None, ge=1, description="Tokens of all nodes; None = all."
    )

    @classmethod
    def class_name(cls) -> str:
        return "StatementPostprocessor"

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        del query_bundle  # what repeats does not depend on the question
        statements = [node.node.metadata.get("statements", []) for node in nodes]
        texts = [statement["text"] for group in statements for statement in group]
        again = iter(repeats(texts, self.similarity_threshold))
        kept = [
            _with(node, [statement for statement in group if not next(again)]) if group else node
            for node, group in zip(nodes, statements, strict=True)
        ]
        return self._fitting([node for node in kept if node is not None])

    def _fitting(self, nodes: list[NodeWithScore]) -> list[NodeWithScore]:
        """The best nodes, of the first one that is too long as many statements as fit."""
        if self.max_tokens is None:
            return nodes
        room = self.max_tokens
        fitting = dict[int, NodeWithScore]()
        for place in sorted(range(len(nodes)), key=lambda n: (-(nodes[n].score or 0.0), n)):
            node = _shortened(nodes[place], room)
            if node is None:
                break
            fitting[place] = node
            room -= count_tokens(node.text)
            if node is not nodes[place]:
                break
        return [fitting[place] for place in sorted(fitting)]


def _shortened(node: NodeWithScore, room: int) -> NodeWithScore | None:
    """A node with as many of its statements as there is room for; None for none."""
    if count_tokens(node.text) <= room:
        return node
    statements = node.node.metadata.get("statements", [])
    for n in range(len(statements) - 1, 0, -1):
        shorter = _with(node, statements[:n])
        if shorter is not None and count_tokens(shorter.text) <= room:
            return shorter
    return None


def _with(node: NodeWithScore, statements: list[dict[str, Any]]) -> NodeWithScore | None:
    """A copy of a node with some of its statements; None with none."""
    if not statements:
        return None
    copy = node.node.model_copy()
    copy.metadata = {**node.node.metadata, "statements": statements}
    header = node.text.partition("\n")[0]
    copy.set_content("\n".join([header, *statement_lines(statements)]))
    return NodeWithScore(node=copy, score=node.score)
