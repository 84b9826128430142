"""``evaluate`` and ``tune``: questions of the user's own, measured and learnt from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from graphrag_neo4j.cli.app import App, Failure, FilePath, json_option, pass_app
from graphrag_neo4j.cli.options import given, options_of
from graphrag_neo4j.retrieve.modes import RETRIEVER_MODES

TUNABLE = ("traversal", "vector_guided", "hybrid")


@click.command()
@click.argument("questions", type=FilePath())
@click.option(
    "--mode",
    "modes",
    multiple=True,
    default=("traversal", "vector_guided", "hybrid"),
    show_default="traversal, vector_guided, hybrid",
    metavar="MODE",
    help="A mode of retrieve, one of search (local, basic, …), or a plain search to compare with: "
    "fulltext, dense, rrf. May be repeated.",
)
@click.option("--limit", type=click.IntRange(min=1), help="Ask so many, drawn by a fixed seed.")
@click.option("--llm", "by_llm", is_flag=True, help="Let the LLM answer: exact match, F1, support.")
@click.option("--judge", is_flag=True, help="With --llm: let it say whether answers are right.")
@click.option(
    "-o",
    "--output",
    "outputs",
    multiple=True,
    type=FilePath(),
    help="Write the result: .html, .md, .json or .xml (JUnit). May be repeated.",
)
@click.option(
    "--baseline",
    type=FilePath(),
    help="An earlier result (.json): exit code 1 if a mode is surely worse.",
)
@click.option(
    "--fail-under",
    "gates",
    multiple=True,
    metavar="[MODE:]METRIC=VALUE",
    help="Exit code 1 below it, as recall@5=0.9. May be repeated.",
)
@click.option("--worst", default=5, show_default=True, help="Worst questions to print.",
              type=click.IntRange(min=0))  # fmt: skip
@click.option(
    "--make-questions",
    "n_made",
    type=click.IntRange(min=1),
    help="Do not evaluate: make so many from the graph, with known evidence, into QUESTIONS.",
)
@options_of(RETRIEVER_MODES)
@json_option
@pass_app
def evaluate(
    app: App,
    /,
    questions: Path,
    modes: tuple[str, ...],
    limit: int | None,
    by_llm: bool,
    judge: bool,
    outputs: tuple[Path, ...],
    baseline: Path | None,
    gates: tuple[str, ...],
    worst: int,
    n_made: int | None,
    **options: Any,
) -> None:
    """Measure how well the graph answers the QUESTIONS of a file.

    QUESTIONS are JSON lines or CSV with question and any of answer, sources (URIs, paths, titles
    or passages) and type. Without an LLM: recall of sources, answers found, tokens, time.

    \b
    Example: graphrag-neo4j evaluate questions.jsonl -o report.html
    Example: graphrag-neo4j evaluate questions.csv --baseline last.json --fail-under recall@5=0.9
    Example: graphrag-neo4j evaluate made.jsonl --make-questions 50
    """
    from graphrag_neo4j.evaluate.gates import Gate, compared, failures, read_baseline
    from graphrag_neo4j.evaluate.output import check_output
    from graphrag_neo4j.evaluate.report import sentence

    chosen = given(options, None)
    wanted = [Gate.of(text) for text in gates]
    before = read_baseline(baseline) if baseline else None
    for path in outputs:
        check_output(path)
    with app.graph() as graph:
        llm = graph.llm if by_llm or judge else None
        if n_made is not None:
            made = graph.make_questions(n_made, questions, llm=llm)
            app.emit(made, f"{questions}: {len(made):,} questions")
            return
        found = graph.evaluate(questions, modes, llm=llm, judge=judge, limit=limit, **chosen)
    for path in outputs:
        found.save(path)
    differences = compared(found, before) if before else []
    app.emit(found, "\n\n".join([found.render(worst), *map(sentence, differences)]))
    if wrong := failures(found, wanted, differences):
        raise Failure(wrong, 1)


@click.command()
@click.argument("questions", required=False, type=FilePath())
@click.option(
    "--mode",
    "modes",
    multiple=True,
    type=click.Choice(TUNABLE),
    default=TUNABLE,
    show_default=", ".join(TUNABLE),
    help="A mode to tune. May be repeated.",
)
@click.option("--reset", is_flag=True, help="Forget what was found: back to the defaults.")
@json_option
@pass_app
def tune(app: App, questions: Path | None, modes: tuple[str, ...], reset: bool) -> None:
    """Find the weights of retrieval that serve the QUESTIONS of a file best.

    By cross-validation; at least 30 questions with sources. The weights are stored with the graph
    where the gain can be told from chance, and used from then on (retrieve --no-tuned does not).

    \b
    Example: graphrag-neo4j tune questions.jsonl
    Example: graphrag-neo4j tune --reset
    """
    with app.graph() as graph:
        found = graph.tune(questions, modes, reset=reset)
    app.emit(found, found.render())
