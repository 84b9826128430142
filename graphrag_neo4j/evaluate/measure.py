"""Asks every question of every mode and says what each made of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from llama_index.core.schema import QueryBundle

from graphrag_neo4j.evaluate import metrics
from graphrag_neo4j.evaluate.evaluation import FoundSource, Outcome
from graphrag_neo4j.evaluate.evidence import Asked, Evidence, Piece, System, ask, texts_of
from graphrag_neo4j.evaluate.expected import Expected, ranks
from graphrag_neo4j.evaluate.metrics import CUTS
from graphrag_neo4j.evaluate.questions import Question
from graphrag_neo4j.retrieve.steps import Embed

if TYPE_CHECKING:
    from graphrag_neo4j.context import GraphContext

EVIDENCE = 5
"""Sources whose tokens are counted."""
SHOWN = 5
"""Sources that an outcome keeps."""
STATEMENTS = (1, 5)
"""Among how many statements, the first ones shown, the answer is looked for."""


def outcomes(
    context: GraphContext,
    systems: Mapping[str, System],
    questions: Sequence[Question],
    expected: Mapping[str, tuple[Expected, ...]],
    keep: Callable[[str, Question, Evidence], None] = lambda *_: None,
) -> dict[str, list[Outcome]]:
    """What each system made of each question, by its name. Embedding a question is no part of its
    time. ``keep`` is given all evidence."""
    found: dict[str, list[Outcome]] = {name: [] for name in systems}
    database = context.database
    with context.progress.task("Asking", len(questions)) as advance:
        for question in questions:
            bundle = QueryBundle(question.question)
            bundle.embedding = Embed(context.embed_model, bundle, context.dimensions).run(database)
            for name, system in systems.items():
                asked = ask(system, bundle, lambda: database.calls)
                found[name].append(outcome(question, asked, expected[question.question]))
                keep(name, question, asked.evidence)
            advance(1)
    return found


def outcome(question: Question, asked: Asked, expected: Sequence[Expected]) -> Outcome:
    """What evidence is worth for a question."""
    found_at = ranks(expected, asked.evidence)
    return Outcome(
        question=question.question,
        type=question.type,
        answers=question.answers,
        metrics=_metrics(question, asked, found_at),
        expected={one.name: rank for one, rank in zip(expected, found_at, strict=True)},
        found=_found(asked.evidence, expected, question),
    )


def _metrics(question: Question, asked: Asked, found_at: Sequence[int | None]) -> dict[str, float]:
    values: dict[str, float] = {}
    if found_at:
        values |= {f"recall@{k}": metrics.recall(found_at, k) for k in CUTS}
        values["all@5"] = float(values["recall@5"] == 1)
        values["mrr"] = metrics.reciprocal_rank(found_at)
    if metrics.is_decidable(question):
        texts = texts_of(asked.evidence)
        hits = (n for n, text in enumerate(texts, 1) if metrics.holds_answer(question, text))
        first = next(hits, None)
        for k in STATEMENTS:
            values[f"answer@{k}"] = float(first is not None and first <= k)
        values["answer"] = float(first is not None)
        values["answer_mrr"] = metrics.reciprocal_rank([first])
    values["tokens"] = float(sum(piece.tokens for piece in _first(asked.evidence, EVIDENCE)))
    values["ms"] = 1000 * asked.seconds
    values["cypher_calls"] = float(asked.calls)
    return values


def _first(evidence: Evidence, n: int) -> list[Piece]:
    """The pieces of the first ``n`` sources, and what is of no source."""
    uris = list(dict.fromkeys(piece.uri for piece in evidence if piece.uri))[:n]
    return [piece for piece in evidence if not piece.uri or piece.uri in uris]


def _found(
    evidence: Evidence, expected: Sequence[Expected], question: Question
) -> tuple[FoundSource, ...]:
    best: dict[str, Piece] = {}
    for piece in evidence:
        if piece.uri:
            best.setdefault(piece.uri, piece)
    return tuple(
        FoundSource(
            rank=rank,
            uri=piece.uri,
            title=piece.title,
            text=piece.texts[0] if piece.texts else "",
            why=piece.why,
            expected=any(one.is_in(piece.uri, piece.texts) for one in expected)
            or (not expected and any(metrics.holds_answer(question, t) for t in piece.texts)),
        )
        for rank, piece in enumerate(list(best.values())[:SHOWN], start=1)
    )
