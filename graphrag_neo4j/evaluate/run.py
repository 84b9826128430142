"""``graph.evaluate``: from questions to figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.evaluate.evaluation import Evaluation, summarised
from graphrag_neo4j.evaluate.evidence import Evidence
from graphrag_neo4j.evaluate.expected import Expected, expected_of
from graphrag_neo4j.evaluate.measure import outcomes
from graphrag_neo4j.evaluate.questions import Question, Questions, questions_of
from graphrag_neo4j.evaluate.reader import READ_TOKENS, Reader
from graphrag_neo4j.evaluate.systems import systems_of
from graphrag_neo4j.llm.concurrency import run_sync

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

    from graphrag_neo4j.context import HasContext

MODES = ("traversal", "vector_guided", "hybrid")
"""What is compared unless told otherwise."""
SEED = 20


def evaluate(
    graph: HasContext,
    questions: Questions,
    modes: Sequence[str] = MODES,
    *,
    llm: LLM | None = None,
    judge: bool = False,
    limit: int | None = None,
    read_tokens: int = READ_TOKENS,
    options: Mapping[str, Any] | None = None,
) -> Evaluation:
    """See :meth:`graphrag_neo4j.KnowledgeGraph.evaluate`."""
    asked = drawn(questions_of(questions), limit)
    context = graph.context
    systems = systems_of(graph, modes, options or {})
    expected = expected_of(context.ready(), asked)
    evidence: dict[str, dict[str, Evidence]] = {name: {} for name in systems}

    def keep(mode: str, question: Question, found: Evidence) -> None:
        evidence[mode][question.question] = found

    found = outcomes(context, systems, asked, expected, keep)
    settings: dict[str, object] = {"modes": list(systems), **(options or {})}
    prompts: Mapping[str, str] = {}
    if llm is not None:
        reader = Reader(context.chat_of(llm), context.progress, read_tokens, judge=judge)
        with context.usage_booked():
            found = {
                mode: run_sync(reader.read(of_mode, asked, evidence[mode], mode))
                for mode, of_mode in found.items()
            }
        settings |= {"llm": reader.model, "read_tokens": read_tokens}
        prompts = reader.prompts
    return summarised(found, _missing(expected), settings, prompts)


def drawn(questions: Sequence[Question], limit: int | None) -> list[Question]:
    """At most ``limit`` of the questions, drawn by a fixed seed, in their order."""
    if limit is None or limit >= len(questions):
        return list(questions)
    kept = sorted(Random(SEED).sample(range(len(questions)), limit))  # noqa: S311 - no secret
    return [questions[place] for place in kept]


def _missing(expected: Mapping[str, Sequence[Expected]]) -> list[str]:
    every = (one for many in expected.values() for one in many)
    return list(dict.fromkeys(one.name for one in every if not one.uris and one.passage is None))
