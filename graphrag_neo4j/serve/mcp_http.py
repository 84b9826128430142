"""The tools for agents over HTTP, for this machine or, with a token, for others."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from graphrag_neo4j.serve.event_streams import LineEnds
from graphrag_neo4j.serve.guard import Guard
from graphrag_neo4j.serve.run import ServeOptions, access_of, listening, own_token
from graphrag_neo4j.settings import Settings

if TYPE_CHECKING:
    from mcp.server import MCPServer


def serve_http(
    server: MCPServer[Any],
    settings: Settings,
    host: str,
    port: int,
    names: Sequence[str],
    token: str | None,
) -> None:
    """Answer until Ctrl-C. Without a token only this machine is served, and the SDK refuses pages
    of other sites; with one, :class:`Guard` checks all that."""
    options = ServeOptions(host, port, names, token)
    token = own_token(settings, options)
    checked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    app = server.streamable_http_app(
        stateless_http=True, host=options.host, transport_security=checked if token else None
    )
    app.add_middleware(LineEnds)
    if token:
        app.add_middleware(Guard, access=access_of(settings, options, token))
    with listening(options.host, options.port) as address:
        print(f"MCP server at {address.url}/mcp. End with Ctrl-C.", file=sys.stderr, flush=True)
        config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False)
        uvicorn.Server(config).run(sockets=[address.socket])
