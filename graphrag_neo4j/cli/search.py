"""``search MODE QUESTION``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graphrag_neo4j.cli.app import App, json_option, pass_app
from graphrag_neo4j.search import MODES

if TYPE_CHECKING:
    from graphrag_neo4j.search.result import Event, SearchAnswer


@click.command()
@click.argument("mode", type=click.Choice(MODES))
@click.argument("question")
@click.option("--context-only", is_flag=True, help="Show what an LLM would be given; asks none.")
@click.option("--response-type", help='Form of the answer, as "Single Paragraph".')
@click.option("--max-length", type=click.IntRange(100, 2000), help="Words of the answer.")
@click.option("--language", help="Language of the answer. [default: English]")
@click.option(
    "--max-context-tokens", type=click.IntRange(min=300), help="Tokens that the context may take."
)
@click.option("--top-k", type=click.IntRange(min=1), help="Entities, or chunks, to start from.")
@click.option("--level", type=click.IntRange(min=0), help="Level of the community reports.")
@click.option("--dynamic", is_flag=True, default=None, help="global: rate reports, top down.")
@click.option(
    "--general-knowledge", is_flag=True, default=None, help="global: marked [LLM: verify]."
)
@click.option("--max-calls", type=click.IntRange(min=3), help="drift: LLM calls at most.")
@click.option("--count", "question_count", type=click.IntRange(min=1), help="questions: how many.")
@click.option(
    "--past", "past_questions", multiple=True, help="questions: asked before; may be repeated."
)
@click.option(
    "--output",
    "output_dir",
    type=click.Path(file_okay=False, path_type=Path),
    help="causal: folder for the network data and the report.",
)
@click.option(
    "--network-data/--no-network-data", "save_network_data", default=None, help="causal: write it?"
)
@click.option("--report/--no-report", "save_causal_report", default=None, help="causal: write it?")
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
    """Answer QUESTION in the way MODE, with citations that can be checked.

    local: about something in particular; global: about the whole, from community reports; basic,
    naive: from the nearest chunks; drift: step by step from reports to texts; causal: causes and
    effects; questions: what to ask next; auto chooses. Exit code 1 if there is no answer; the
    context is shown all the same.

    Example: graphrag-neo4j search local "Who was Scrooge's partner?" --context-only
    """
    from graphrag_neo4j.search.result import render

    given = {name: value for name, value in options.items() if value is not None and value != ()}
    with app.graph() as graph:
        if stream and not app.json:
            result = _streamed(graph.stream(mode, question, **given))
        else:
            result = graph.search(mode, question, **given)
    total = result.total
    used = f"\n\n{total.calls:,} LLM calls, {total.tokens_in:,} tokens in, {total.tokens_out:,} out"
    text = render(result, answer=not stream or not result.answer)
    app.emit(result.to_dict(), text + (used if total.calls else ""))
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
