"""What the MCP server offers beside its tools: sources and reports to read, and ways of asking as
prompts that a person picks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.errors import GraphRagError
from graphrag_neo4j.options import Mode
from graphrag_neo4j.retrieve.modes import RETRIEVER_MODES
from graphrag_neo4j.search.modes import SEARCH_MODES

if TYPE_CHECKING:
    from mcp.server import MCPServer

    from graphrag_neo4j.apps.mcp_tools import GraphTools

SOURCE = "graph://source/{id}"
REPORT = "graph://report/{id}"
MAX_CHARACTERS = 100_000
_PROMPT = """\
Answer this question from the knowledge graph: {question}

Use the tool {tool} with mode "{mode}" ({meaning}). Cite what you say by source and characters, as
[1a2b3c4d] 120-188. Read around a statement with source_text where it is not clear by itself. If the
graph does not say it, say so."""


def add_resources(server: MCPServer[Any], tools: GraphTools) -> None:
    """Offer ``graph://source/ID`` and ``graph://report/ID``, ids as the tools give them."""

    def source(id: str) -> str:
        with _told():
            return tools.source_text(id, 0, MAX_CHARACTERS)

    def report(id: str) -> str:
        with _told():
            return tools.report(id)

    server.resource(
        SOURCE, name="source", mime_type="text/plain",
        description=f"The text of a source, its first {MAX_CHARACTERS:,} characters.",
    )(source)  # fmt: skip
    server.resource(
        REPORT, name="report", mime_type="text/markdown",
        description="The report on a community of entities.",
    )(report)  # fmt: skip


def add_prompts(server: MCPServer[Any]) -> None:
    """Offer each way of asking as ``retrieve_MODE`` or ``search_MODE``."""
    kinds: tuple[tuple[str, Mapping[Any, Mode[Any]]], ...] = (
        ("search", SEARCH_MODES),
        ("retrieve", RETRIEVER_MODES),
    )
    for tool, modes in kinds:
        for name, mode in modes.items():
            text = _asking(tool, name, mode.meaning)
            server.prompt(f"{tool}_{name}", description=f"Ask: {mode.meaning}.")(text)


def _asking(tool: str, mode: str, meaning: str) -> Callable[[str], str]:
    def asking(question: str) -> str:
        return _PROMPT.format(question=question, tool=tool, mode=mode, meaning=meaning)

    return asking


@contextmanager
def _told() -> Iterator[None]:
    from mcp.server.mcpserver.exceptions import ResourceError

    try:
        yield
    except GraphRagError as error:
        raise ResourceError(str(error)) from error
