"""One reader, the same budget: python -m benchmarks.answers DIR --home HOME [--limit N]

DIR holds ``corpus.jsonl`` and ``questions.jsonl`` (with ``answer``, perhaps ``aliases``); HOME is
a database home that ``benchmarks.retrieval`` filled with DIR. The LLM of the settings answers each
question from nothing, from the five best passages by vectors and by full text, and from what
``vector_guided`` and local search show, each cut to ``--read-tokens``; exact match, F1, and what
the statements shown hold, with 95 % intervals, and F1 compared pair by pair.

Questions are drawn by a seed, so that fewer are the first of more. Answers are cached
(``GRAPHRAG_LLM_CACHE``): the same command goes on where it ended. Several budgets are asked one
after the other for each question, so that a server which keeps the beginning of a prompt reads
that once; give the smallest first.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import click
from llama_index.core.schema import QueryBundle

from benchmarks.retrieval import corpus, systems
from graphrag_neo4j.evaluate.evaluation import Evaluation, summarised
from graphrag_neo4j.evaluate.evidence import Evidence, Piece, System
from graphrag_neo4j.evaluate.expected import expected_of
from graphrag_neo4j.evaluate.measure import outcomes
from graphrag_neo4j.evaluate.questions import Question
from graphrag_neo4j.evaluate.reader import READ_TOKENS, Reader
from graphrag_neo4j.evaluate.report import figures, sentence
from graphrag_neo4j.evaluate.systems import systems_of
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.llm.concurrency import run_sync
from graphrag_neo4j.model import Document
from graphrag_neo4j.progress import RichProgress
from graphrag_neo4j.server import LocalServer

PASSAGES = 5
"""Whole passages that the reader is given of a plain search."""
SEED = 20
MODES = ("vector_guided", "local")


def drawn(folder: Path, limit: int) -> list[Question]:
    """The first ``limit`` questions with an answer in an order that the seed makes."""
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, filter(str.strip, lines)) if row.get("answer")]
    Random(SEED).shuffle(rows)
    return [
        Question(
            row["question"],
            (str(row["answer"]), *map(str, row.get("aliases", ()))),
            tuple(f"passage:{id_}" for id_ in row["gold"]),
        )
        for row in rows[:limit]
    ]


def readers(graph: KnowledgeGraph, passages: Sequence[Document]) -> dict[str, System]:
    """What the reader is given, by name."""
    texts = {one.uri: one.text for one in passages}
    plain = systems(graph, passages)

    def whole(system: System) -> Callable[[QueryBundle], Evidence]:
        """The passages themselves, as a plain search shows them."""
        return lambda query: [
            Piece(one.uri, one.title, (texts[one.uri],), one.tokens)
            for one in list(system(query))[:PASSAGES]
        ]

    return {
        "nothing": lambda _: [],
        "dense": whole(plain["dense"]),
        "fulltext": whole(plain["fulltext"]),
        **systems_of(graph, MODES, {}),
    }


def measure(
    graph: KnowledgeGraph,
    passages: Sequence[Document],
    asked: Sequence[Question],
    budgets: Sequence[int],
) -> dict[int, Evaluation]:
    """Answers of all readers, by budget; a question goes through all of them before the next is
    asked, so that a run that ends early has whole questions in its cache."""
    evidence: dict[str, dict[str, Evidence]] = {}

    def keep(mode: str, question: Question, found: Evidence) -> None:
        evidence.setdefault(mode, {})[question.question] = found

    expected = expected_of(graph.database, asked)
    found = outcomes(graph.context, readers(graph, passages), asked, expected, keep)
    chat, progress = graph.context.chat_of(None), graph.context.progress
    by_budget = {budget: Reader(chat, progress, budget, at_once=1) for budget in budgets}
    answered = {budget: {mode: list(them) for mode, them in found.items()} for budget in budgets}
    for place, question in enumerate(asked):
        for mode in found:
            for budget, reader in by_budget.items():
                of_mode = answered[budget][mode]
                read = reader.read([of_mode[place]], [question], evidence[mode], mode)
                of_mode[place] = run_sync(read)[0]
    return {
        budget: summarised(
            answered[budget],
            settings={"llm": reader.model, "read_tokens": budget},
            prompts=reader.prompts,
        )
        for budget, reader in by_budget.items()
    }


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--home", type=click.Path(exists=True, path_type=Path), required=True)
@click.option("--limit", default=60, show_default=True, help="Questions.")
@click.option(
    "--read-tokens",
    "budgets",
    multiple=True,
    type=click.IntRange(min=1),
    default=(READ_TOKENS,),
    show_default=True,
    help="Budget of evidence; several by repeating it.",
)
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write the figures.")
def main(
    folder: Path, home: Path, limit: int, budgets: tuple[int, ...], json_file: Path | None
) -> None:
    """Let one LLM answer the questions in FOLDER from what each system finds."""
    with KnowledgeGraph.local(home, progress=RichProgress()) as graph:
        asked = drawn(folder, limit)
        evaluations = measure(graph, list(corpus(folder)), asked, budgets)
    LocalServer(home).stop()
    for budget, evaluation in evaluations.items():
        click.echo(f"{folder.name}, {budget} tokens\n{figures(evaluation)}")
        for line in map(sentence, evaluation.comparisons):
            click.echo(line)
    if json_file:
        data: dict[str, Any] = {str(k): one.to_dict() for k, one in evaluations.items()}
        json_file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
