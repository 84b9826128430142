"""``search MODE QUESTION``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from graphrag_neo4j.cli.app import App, Failure, json_option, pass_app
from graphrag_neo4j.cli.options import given, options_of
from graphrag_neo4j.search import MODES
from graphrag_neo4j.search.options import OPTIONS

if TYPE_CHECKING:
    from graphrag_neo4j.search.result import Event, SearchAnswer


@click.command()
@click.argument("mode", type=click.Choice(MODES))
@click.argument("question")
@options_of(OPTIONS)
@click.option("--stream", is_flag=True, help="Print the answer as it comes.")
@json_option
@pass_app
def search(
    app: App,
    /,
    mode: str,
    question: str,
    stream: bool,
    **options: Any,
) -> None:
    """Answer QUESTION in one of several ways, MODE, with citations that are checked.

    local: about something in particular; global: about the whole, from community reports; basic,
    naive: from the nearest chunks; drift: step by step from reports to texts; causal: causes and
    effects; questions: what to ask next; auto chooses. Without an answer, exit code 1 and one line
    that says why; --context-only shows the context.

    \b
    Example: graphrag-neo4j search local "Who was Scrooge's partner?" --context-only
    """
    from graphrag_neo4j.search.result import render

    chosen = given(options, OPTIONS.get(mode))
    with app.graph() as graph:
        if stream and not app.json:
            result = _streamed(graph.stream(mode, question, **chosen))
        else:
            result = graph.search(mode, question, **chosen)
    if result.error and not app.json:
        written = "".join(f" Written: {path}" for path in result.files)
        raise Failure(result.error + written, 1)
    app.emit(result.to_dict(), render(result, answer=not stream or not result.answer))
    if result.error:
        raise click.exceptions.Exit(1)


def _streamed(events: Iterator[Event]) -> SearchAnswer:
    for event in events:
        if event.result is not None:
            click.echo()
            return event.result
        if event.kind == "text":
            click.echo(event.text, nl=False)
        elif event.kind != "context":
            click.echo(f"{event.text}\n")
    raise AssertionError("a stream ends with its result")
