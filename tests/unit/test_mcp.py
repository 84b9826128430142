"""The MCP server without its extra."""

from __future__ import annotations

from tests.support.command_line import CODE, run


def test_without_the_extra_one_line_says_how_to_get_it() -> None:
    code = f"import sys; sys.modules['mcp'] = None; {CODE}"
    result = run("mcp", code=code, env={"NEO4J_URI": "bolt://127.0.0.1:1"})
    assert result.returncode == 1
    assert result.stderr.splitlines() == [
        "Error: The MCP SDK is not installed. Run: pip install 'graphrag-neo4j[mcp]'."
    ]
