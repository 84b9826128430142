"""``retrieve`` and ``ask``."""

from __future__ import annotations

import click

from graphrag_neo4j.cli.app import App, json_option, pass_app
from graphrag_neo4j.retrieve import MODES

mode_option = click.option(
    "--mode",
    type=click.Choice(MODES),
    default="traversal",
    show_default=True,
    help="Which retriever.",
)


@click.command()
@click.argument("question")
@click.option(
    "-k",
    "--results",
    default=5,
    show_default=True,
    help="Results at most.",
    type=click.IntRange(min=1),
)
@mode_option
@click.option("--facts", is_flag=True, help="Show facts beside statements.")
@click.option("--explain", is_flag=True, help="Say why each result was found.")
@json_option
@pass_app
def retrieve(app: App, question: str, results: int, mode: str, facts: bool, explain: bool) -> None:
    """Find what the graph says on QUESTION, with sources; needs no LLM.

    Example: graphrag-neo4j retrieve "Who was Scrooge's partner?" --explain
    """
    from graphrag_neo4j.retrieve.results import render

    with app.graph() as graph:
        found = graph.retrieve(question, mode, max_search_results=results, include_facts=facts)
    app.emit([result.to_dict() for result in found], render(found, explain=explain))


@click.command()
@click.argument("question")
@mode_option
@json_option
@pass_app
def ask(app: App, question: str, mode: str) -> None:
    """Answer QUESTION by an LLM from what the graph says; needs an LLM.

    Example: OPENAI_API_KEY=… graphrag-neo4j ask "Who was Scrooge's partner?"
    """
    from graphrag_neo4j.retrieve.results import render

    with app.graph() as graph:
        answer = graph.ask(question, mode)
    app.emit(answer.to_dict(), f"{answer.text}\n\nFrom:\n{render(answer.results)}")
