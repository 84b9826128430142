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

    def serve_mcp(self, transport: str = "stdio", port: int = 8000) -> None:
        """Serve this graph to agents by the Model Context Protocol until the client goes or
        Ctrl-C; the tools only read.

        ``transport``: "stdio", or "http" (streamable HTTP, on this machine only, at ``port``).
        A graph that is not open is opened by the first tool that needs it, so that an agent is
        told what is wrong with the connection. Needs the extra ``mcp``.
        """
        from graphrag_neo4j.apps.mcp import serve

        serve(self, transport, port)
