"""``retrieve`` and ``ask``."""

from __future__ import annotations

from typing import Any

import click

from graphrag_neo4j.cli.app import App, json_option, pass_app
from graphrag_neo4j.cli.options import given, modes_help, options_of
from graphrag_neo4j.retrieve.modes import RETRIEVER_MODES, RetrieverMode

RESULTS = 5
mode_option = click.option(
    "--mode",
    type=click.Choice(tuple(RETRIEVER_MODES)),
    default="traversal",
    show_default=True,
    help=modes_help(RETRIEVER_MODES),
)


@click.command()
@click.argument("question")
@mode_option
@options_of(RETRIEVER_MODES, max_search_results=RESULTS)
@click.option("--llm", "by_llm", is_flag=True, help="Let the LLM look for names; one call.")
@click.option("--explain", is_flag=True, help="Say why each result was found.")
@json_option
@pass_app
def retrieve(
    app: App, /, question: str, mode: RetrieverMode, by_llm: bool, explain: bool, **options: Any
) -> None:
    """Find what the graph says on QUESTION, with sources; needs no LLM.

    Example: graphrag-neo4j retrieve "Who was Scrooge's partner?" --explain
    """
    chosen = given(options, RETRIEVER_MODES[mode].options)
    if app.remote is not None:
        asked: dict[str, Any] = {"question": question, "mode": mode, "options": chosen}
        asked |= {"use_llm": by_llm, "explain": explain}
        app.emit(*app.remote.both("/api/retrieve", asked, as_text=not app.json))
        return
    with app.graph() as graph:
        llm = graph.llm if by_llm else None
        found = graph.retrieve(question, mode, llm=llm, **chosen)
    from graphrag_neo4j.retrieve.shown import render

    app.emit([result.to_dict() for result in found], render(found, explain=explain))


@click.command()
@click.argument("question")
@mode_option
@options_of(RETRIEVER_MODES)
@click.option("--sources", is_flag=True, help="Print all that the LLM was given, too.")
@json_option
@pass_app
def ask(app: App, /, question: str, mode: RetrieverMode, sources: bool, **options: Any) -> None:
    """Answer QUESTION by an LLM from what the graph says; needs an LLM.

    Prints the answer, what it cites with its place, and the cost. The LLM is asked twice: for
    names to look up (--no-derive-keywords leaves that out), and for the answer.

    Example: OPENAI_API_KEY=… graphrag-neo4j ask "Who was Scrooge's partner?"
    """
    chosen = given(options, RETRIEVER_MODES[mode].options)
    if app.remote is not None:
        asked = {"question": question, "mode": mode, "options": chosen, "sources": sources}
        app.emit(*app.remote.both("/api/ask", asked, as_text=not app.json))
        return
    with app.graph() as graph:
        answer = graph.ask(question, mode, **chosen)
    app.emit(answer.to_dict(), answer.render(sources=sources))
