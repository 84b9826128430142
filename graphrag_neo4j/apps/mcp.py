"""The graph as a server of the Model Context Protocol, over stdio or HTTP.

What it offers is :class:`~graphrag_neo4j.apps.mcp_tools.GraphTools`.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from graphrag_neo4j.apps import mcp_offers
from graphrag_neo4j.apps.mcp_tools import GraphTools
from graphrag_neo4j.errors import MissingExtraError, UsageError

if TYPE_CHECKING:
    from mcp.server import MCPServer

    from graphrag_neo4j.knowledge_graph import KnowledgeGraph

HOST = "127.0.0.1"
_SIGNALS = (signal.SIGINT, signal.SIGTERM)

INSTRUCTIONS = """
A knowledge graph made of documents. Sources are cut into chunks, chunks say statements, statements
mention entities, entities have typed, directed relations.

Use retrieve for a question about something in particular, search with mode "global" for one about
the whole, entity for what is known of one thing, find_entities and find_sources to learn names,
schema for what there is at all. [1a2b3c4d] names a source, 120-188 characters of its text: read
around a statement with source_text, from there, and cite it so. A relation A -TYPE-> B holds from
A to B, not the other way round. Nothing can be written.
""".strip()


def make_server(tools: GraphTools) -> MCPServer[Any]:
    """An MCP server with these tools. Raises :class:`MissingExtraError` without the SDK."""
    try:
        from graphrag_neo4j.apps.mcp_server import AgentServer
    except ImportError:
        raise MissingExtraError("The MCP SDK", "mcp") from None
    try:
        ours = version("graphrag-neo4j")
    except PackageNotFoundError:  # a checkout that was never installed
        ours = ""
    offered = (
        tools.retrieve,
        tools.search,
        tools.entity,
        tools.find_entities,
        tools.find_sources,
        tools.source_text,
        tools.schema,
    )
    server = AgentServer(offered, instructions=INSTRUCTIONS, version=ours)
    mcp_offers.add_resources(server, tools)
    mcp_offers.add_prompts(server)
    return server


def serve(
    graph: KnowledgeGraph,
    transport: Literal["stdio", "http"] = "stdio",
    port: int = 8000,
    *,
    host: str = HOST,
    names: Sequence[str] = (),
    token: str | None = None,
) -> None:
    """Serve ``graph`` to agents until the client goes (stdio) or Ctrl-C; the tools only read.

    ``transport``: "stdio", or "http" (streamable HTTP at ``host`` and ``port``). ``token``: what
    callers have to send, by default ``GRAPHRAG_SERVE_TOKEN``; without one only this machine can be
    served. ``names``: what else it is called in addresses. A graph that is not open is opened by
    the first tool that needs it, so that an agent is told what is wrong with the connection.
    Nothing but the protocol goes to stdout. Raises :class:`MissingExtraError` without the extra
    ``mcp``, :class:`UsageError` for another ``host`` without a token.
    """
    tools = GraphTools(graph)
    server = make_server(tools)
    try:
        if transport == "stdio":
            with _ending_signals() as ending:
                asyncio.run(_over_stdio(server, ending))
        elif transport == "http":
            http = import_module("graphrag_neo4j.serve.mcp_http")  # it knows this, not vice versa
            http.serve_http(server, graph.settings, host, port, names, token)
        else:
            raise UsageError(f"Unknown transport {transport!r}.", "Use 'stdio' or 'http'.")
    except KeyboardInterrupt:
        print("Ended.", file=sys.stderr)
    finally:
        tools.close()


async def _over_stdio(server: MCPServer[Any], ending: Sequence[signal.Signals]) -> None:
    """Serve until the client goes or one of the signals ``ending`` it comes. The loop itself is
    told of the signal: one that came as it was about to wait for a line of stdin would be seen with
    the next line."""
    with suppress(NotImplementedError):  # Windows
        for one in ending:
            asyncio.get_running_loop().add_signal_handler(one, _interrupt)
    await server.run_stdio_async()


def _interrupt() -> NoReturn:
    raise KeyboardInterrupt


@contextmanager
def _ending_signals() -> Iterator[Sequence[signal.Signals]]:
    """The signals that end Python as Ctrl-C does, and do so again afterwards: a loop that ends
    takes its handlers along. Those of others stay as they are."""
    if threading.current_thread() is not threading.main_thread():
        yield ()
        return
    ending = [one for one in _SIGNALS if signal.getsignal(one) is signal.default_int_handler]
    try:
        yield ending
    finally:
        for one in ending:
            signal.signal(one, signal.default_int_handler)
