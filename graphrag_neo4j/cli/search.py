"""``search QUESTION --mode MODE``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from graphrag_neo4j.cli.app import App, Failure, json_option, pass_app, printable
from graphrag_neo4j.cli.options import given, modes_help, options_of
from graphrag_neo4j.search.modes import AUTO, SEARCH_MODE_NAMES, SEARCH_MODES, SearchMode

if TYPE_CHECKING:
    from graphrag_neo4j.search.result import Event, SearchAnswer


@click.command()
@click.argument("question")
@click.option(
    "--mode",
    type=click.Choice(SEARCH_MODE_NAMES),
    default=AUTO,
    show_default=True,
    help=f"{modes_help(SEARCH_MODES)} auto: the one that fits the question.",
)
@options_of(SEARCH_MODES)
@click.option("--stream", is_flag=True, help="Print the answer as it comes.")
@json_option
@pass_app
def search(
    app: App,
    /,
    question: str,
    mode: SearchMode,
    stream: bool,
    **options: Any,
) -> None:
    """Answer QUESTION in one of several ways, with citations that are checked.

    Without an answer, exit code 1 and one line that says why; --context-only shows the context
    and needs no LLM.

    \b
    Example: graphrag-neo4j search "Who was Scrooge's partner?" --mode local --context-only
    """
    chosen = given(options, None if mode == AUTO else SEARCH_MODES[mode].options)
    if app.remote is not None and not stream and "output_dir" not in chosen:
        asked = {"question": question, "mode": mode, "options": chosen}
        data, text = app.remote.both("/api/search", asked, as_text=not app.json)
        app.emit(data, text)
        if app.json and data["error"]:
            raise click.exceptions.Exit(1)
        return
    from graphrag_neo4j.search.result import render

    told = False
    with app.graph() as graph:
        if stream and not app.json:
            result, told = _streamed(graph.stream(question, mode, **chosen))
        else:
            result = graph.search(question, mode, **chosen)
    if result.error and not app.json:
        written = "".join(f" Written: {path}" for path in result.files)
        raise Failure(result.error + written, 1)
    app.emit(result.to_dict(), render(result, answer=not told))
    if result.error:
        raise click.exceptions.Exit(1)


def _streamed(events: Iterator[Event]) -> tuple[SearchAnswer, bool]:
    """The result, and whether its answer was printed: not all modes tell it in pieces."""
    told = False
    for event in events:
        if event.result is not None:
            click.echo()
            return event.result, told
        if event.kind == "text":
            told = True
            click.echo(printable(event.text), nl=False)
        elif event.kind != "context":
            click.echo(f"{printable(event.text)}\n")
    raise AssertionError("a stream ends with its result")
