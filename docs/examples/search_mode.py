"""A search mode of your own: an answer from the titles of sources alone.

A mode is an entry in ``graphrag_neo4j/search/modes.py``: what it does, its options, and where its
code is. Python, the command line and the MCP tools take it from there. Here it is added at run
time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from graphrag_neo4j import KnowledgeGraph
from graphrag_neo4j.options import Mode, option
from graphrag_neo4j.search.context import Context
from graphrag_neo4j.search.modes import SEARCH_MODES
from graphrag_neo4j.search.options import SearchOptions
from graphrag_neo4j.search.run import SearchRun


@dataclass(frozen=True, kw_only=True)
class TitleOptions(SearchOptions):
    """Of the mode "titles"; each option is one of the command line, too."""

    max_titles: int = option(50, "Titles in the context.", min=1, max=1_000)


async def search_titles(run: SearchRun) -> str:
    """The answer: the LLM's, or nothing with ``context_only``."""
    options = cast("TitleOptions", run.options)
    every: dict[str, object] = {
        "text": None,
        "ids": [],
        "quoted": None,
        "skip": 0,
        "limit": options.max_titles,
    }
    rows = await run.read("sources/sources", **every)
    titles = "\n".join(f"- {row['title']}" for row in rows)
    run.context = Context(titles, {"Sources": rows})
    if run.options.context_only:
        return ""
    return await run.answer(f"Answer from these titles alone:\n{titles}", "titles")


def main() -> None:
    """Ask the local graph in the new mode, without an LLM."""
    modes = cast("dict[str, Any]", SEARCH_MODES)
    modes["titles"] = Mode("from titles alone", TitleOptions, f"{__name__}:search_titles")
    with KnowledgeGraph.local() as graph:
        found = graph.search("What is it about?", cast("Any", "titles"), context_only=True)
        print(found.context)


if __name__ == "__main__":
    main()
