"""A retriever of your own: the nearest statements, and one hop from where they stand.

A retriever says how far the first stage looks (``SeedLimits``) and what a walk counts
(``Weights``; None: no walk). The rest is shared: filters, limits, rerankers, LlamaIndex's
interface, sync and async, at most three statements of Cypher a question.
"""

from __future__ import annotations

from graphrag_neo4j import GraphRetriever, KnowledgeGraph
from graphrag_neo4j.retrieve.candidates.seeds import SeedLimits
from graphrag_neo4j.retrieve.candidates.walk import Weights


class StatementRetriever(GraphRetriever):
    """Starts at the 50 nearest statements; chunk vectors and words are not asked."""

    _reach = SeedLimits(chunks=0, statements=50, words=False)
    _weights = Weights(hop=1.0, ppr=0.0)


def main() -> None:
    """Ask the local graph; any LlamaIndex engine takes the retriever as well."""
    with KnowledgeGraph.local() as graph:
        retriever = StatementRetriever(graph, max_search_results=3)
        for node in retriever.retrieve("Who supplies Orion?"):
            print(f"{node.score:.2f} {node.text}")


if __name__ == "__main__":
    main()
