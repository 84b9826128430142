"""The MCP server without its extra, and who may call it; no graph is opened."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import httpx2
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

from tests.support.command_line import CODE, run, start

TOKEN = "a-token-for-agents-0123456789"
NOWHERE = {"NEO4J_URI": "bolt://127.0.0.1:1"}
LISTING = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}


@contextmanager
def answering(*arguments: str, **env: str) -> Iterator[str]:
    """The address of the command that serves HTTP."""
    running = start("mcp", "--transport", "http", "--port", "0", *arguments, env=NOWHERE | env)
    try:
        end = time.monotonic() + 30
        while not (found := re.search(r"MCP server at (\S+)\.", running.output[1])):
            assert time.monotonic() < end and running.wait(0.05) is None, running.output
        yield found[1]
    finally:
        running.kill()


async def tools(url: str, headers: dict[str, str]) -> set[str]:
    """Names of the tools that an agent is offered."""
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as client,
        Client(streamable_http_client(url, http_client=client)) as agent,
    ):
        return {tool.name for tool in (await agent.list_tools()).tools}


def test_without_the_extra_one_line_says_how_to_get_it() -> None:
    code = f"import sys; sys.modules['mcp'] = None; {CODE}"
    result = run("mcp", code=code, env=NOWHERE)
    assert result.returncode == 1
    assert result.stderr.splitlines() == [
        "Error: The MCP SDK is not installed. Run: pip install '.[mcp]' in the checkout."
    ]


def test_other_machines_need_a_token_of_your_own() -> None:
    http = ("mcp", "--transport", "http", "--host", "0.0.0.0", "--port", "0")
    refused = run(*http, env=NOWHERE)
    assert refused.returncode == 2 and "GRAPHRAG_SERVE_TOKEN" in refused.stderr
    short = run(*http, env=NOWHERE | {"GRAPHRAG_SERVE_TOKEN": "secret"})
    assert short.returncode == 2 and "too short" in short.stderr and "secret" not in short.stderr


def test_with_a_token_only_who_knows_it_is_answered() -> None:
    chosen = ("--host", "127.0.0.2", "--allow-host", "graphs.example")
    with answering(*chosen, GRAPHRAG_SERVE_TOKEN=TOKEN) as url:
        assert url.startswith("http://127.0.0.2:"), "the interface that was chosen"
        assert httpx.post(url, json=LISTING).status_code == 401
        headers = {"Authorization": f"Bearer {TOKEN}"}
        for name, status in (("evil.example", 421), ("graphs.example", 200)):
            accept = {"Accept": "application/json, text/event-stream", "Host": name}
            sent = httpx.post(url, json=LISTING, headers=headers | accept)
            assert sent.status_code == status, sent.text
        page = httpx.post(url, json=LISTING, headers=headers | {"Origin": "https://evil.example"})
        assert page.status_code == 403
        assert "retrieve" in asyncio.run(tools(url, headers))


def test_without_a_token_this_machine_is_answered_and_no_page_of_another_site() -> None:
    with answering() as url:
        assert "retrieve" in asyncio.run(tools(url, {}))
        for bad in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}):
            assert httpx.post(url, json=LISTING, headers=bad).status_code >= 400
