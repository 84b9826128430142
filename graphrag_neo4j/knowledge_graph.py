"""The front door: one object for one graph, used as a context manager.

with KnowledgeGraph.local() as graph:
    graph.ingest("my_documents/")
    for node in graph.as_retriever().retrieve("Who signed the register?"):
        print(node.text)
"""

from __future__ import annotations

from graphrag_neo4j.graph_api.asking import Asking
from graphrag_neo4j.graph_api.filling import Filling
from graphrag_neo4j.graph_api.looking import Looking


class KnowledgeGraph(Filling, Looking, Asking):
    """A graph in one Neo4j database, with the models that fill and question it.

    Made by :meth:`local`, :meth:`connect` or :meth:`from_settings`; nothing is started,
    contacted or loaded before the ``with`` block.
    """
