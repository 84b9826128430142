"""The MCP server as an agent meets it: tools that only read, and errors in our own words, without
those of the SDK, that say what is wrong and which tool helps.

Needs the extra ``mcp``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from mcp import MCPError
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import INVALID_PARAMS, CallToolResult, TextContent, ToolAnnotations
from pydantic import ValidationError

from graphrag_neo4j.apps.mcp_tools import described
from graphrag_neo4j.errors import GraphRagError, NotFoundError

_PLURALS = {"source": "sources", "entity": "entities"}
_ONLY_READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)


class AgentServer(MCPServer[Any]):
    """A server of these tools, which only read. ``version``: of this library."""

    def __init__(
        self, tools: Sequence[Callable[..., Any]], *, instructions: str, version: str
    ) -> None:
        super().__init__(
            "graphrag-neo4j", instructions=instructions, version=version, log_level="WARNING"
        )
        self._parameters = {
            tool.__name__: tuple(inspect.signature(tool).parameters) for tool in tools
        }
        for tool in tools:
            self.add_tool(
                tool,
                description=described(tool),
                annotations=_ONLY_READS,
                structured_output=False,  # it would send every answer twice
            )

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        taken = self._parameters.get(name, tuple(arguments))
        unknown = [key for key in arguments if key not in taken]
        if unknown:  # the SDK drops them: a filter would filter nothing
            known = ", ".join(taken) or "nothing"
            return _failed(f"{name} takes no {', '.join(unknown)}; it takes {known}.")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, GraphRagError):
                return _failed(_advice(error.__cause__))
            if isinstance(error.__cause__, ValidationError):
                return _failed(_wrong_arguments(error.__cause__))
            raise

    async def get_prompt(
        self, name: str, arguments: dict[str, Any] | None = None, context: Any = None
    ) -> Any:
        try:
            return await super().get_prompt(name, arguments, context)
        except ValueError as error:  # the SDK would log it as a fault of ours
            raise MCPError(INVALID_PARAMS, str(error)) from error


def _failed(message: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=message)], is_error=True)


def _advice(error: GraphRagError) -> str:
    """What is wrong, and which tool helps: an agent has no command line."""
    if isinstance(error, NotFoundError):
        return f"{error.message} Find its name with find_{_PLURALS[error.kind]}."
    return str(error)


def _wrong_arguments(error: ValidationError) -> str:
    told = (f"{'.'.join(map(str, one['loc']))}: {one['msg']}." for one in error.errors())
    return " ".join(told)
