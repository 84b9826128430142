"""Prompts of the MCP server, asked for in a wrong way."""

from __future__ import annotations

import pytest
from mcp import Client, MCPError

from graphrag_neo4j.apps.mcp import make_server
from graphrag_neo4j.apps.mcp_tools import GraphTools
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.settings import Settings


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [("search_local", {}, "question"), ("search_nowhere", {"question": "Who?"}, "Unknown prompt")],
)
async def test_a_prompt_asked_for_wrongly_is_told_to_the_agent_alone(
    name: str, arguments: dict[str, str], said: str, caplog: pytest.LogCaptureFixture
) -> None:
    server = make_server(GraphTools(KnowledgeGraph.local(settings=Settings())))
    async with Client(server) as client:
        with pytest.raises(MCPError, match=said):
            await client.get_prompt(name, arguments)
    assert caplog.records == []
