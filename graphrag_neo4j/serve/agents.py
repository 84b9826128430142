"""The tools for agents (:mod:`graphrag_neo4j.apps.mcp`) at ``/mcp``, behind the same token."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from starlette.routing import BaseRoute

from graphrag_neo4j.errors import MissingExtraError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph


class Agents:
    """The MCP server of a graph; none where the extra ``mcp`` is not installed."""

    def __init__(self, graph: KnowledgeGraph) -> None:
        from graphrag_neo4j.apps.mcp import make_server
        from graphrag_neo4j.apps.mcp_tools import GraphTools

        self.routes: Sequence[BaseRoute] = ()
        self._server = None
        try:
            from mcp.server.transport_security import TransportSecuritySettings

            self._server = make_server(GraphTools(graph))
        except (ImportError, MissingExtraError):
            return
        # who may call, by which name and from which page, the guard has checked already
        checked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        app = self._server.streamable_http_app(stateless_http=True, transport_security=checked)
        self.routes = app.routes

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Answers agents while the block runs."""
        if self._server is None:
            yield
            return
        async with self._server.session_manager.run():
            yield
