"""DRIFT search: from the reports nearest to the question, by way of follow-up questions, down to
the texts. (Named and first described by Microsoft GraphRAG; the search strategy is our own.)

A primer over reports gives a first answer and follow-ups; each round asks the best of those that
wait, each on a local context of its own; at the end all intermediate answers are put together.
Contexts are built and answers taken in a fixed order, so the same answers of a model give the
same search.
"""

from __future__ import annotations

import asyncio
import heapq
from dataclasses import asdict, dataclass, field

from pydantic import BaseModel, Field

from graphrag_neo4j.database.migrations import MIN_VECTOR_CANDIDATES
from graphrag_neo4j.errors import ModelError
from graphrag_neo4j.search.context import Context, Section, allocate, together
from graphrag_neo4j.search.local import local_context, read_neighbourhood, without_kin
from graphrag_neo4j.search.options import DriftOptions
from graphrag_neo4j.search.result import NOTHING, Event
from graphrag_neo4j.search.run import SearchRun
from graphrag_neo4j.search.scores import Score
from graphrag_neo4j.search.tables import report_record
from graphrag_neo4j.text.tokens import count_tokens, first_tokens

PRIMER_STAGE, LOCAL_STAGE, REDUCE_STAGE = "drift_primer", "drift_local", "drift_reduce"
CALLS_PER_FOLLOW_UP = 2
"""A malformed answer is asked for again."""


class _Primer(BaseModel):
    intermediate_answer: str = Field(min_length=1)
    score: Score
    follow_up_queries: list[str] = Field(default_factory=list)


class _Local(BaseModel):
    response: str = Field(min_length=1)
    score: Score
    follow_up_queries: list[str] = Field(default_factory=list)


@dataclass(frozen=True)
class Step:
    """One intermediate answer. ``depth`` 0 is the primer; ``score``: how far it answers the
    whole question, 0 to 100."""

    query: str
    answer: str
    score: float
    depth: int
    follow_ups: tuple[str, ...]


@dataclass
class _Tree:
    """Steps taken and follow-ups waiting, best first: by the score of the answer that asked."""

    options: DriftOptions
    steps: list[Step] = field(default_factory=list)
    waiting: list[tuple[float, int, int, str]] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    def add(self, step: Step) -> None:
        self.steps.append(step)
        self.wait(step.follow_ups, step.score, step.depth + 1)

    def wait(self, queries: tuple[str, ...], score: float, depth: int) -> None:
        if depth > self.options.max_depth:
            return
        for query in queries:
            key = " ".join(query.casefold().split())
            if key and key not in self.seen:
                self.seen.add(key)
                heapq.heappush(self.waiting, (-score, depth, len(self.seen), query))

    def next(self, n: int) -> list[tuple[int, str]]:
        """Depth and query of the next follow-ups, at most ``n``."""
        taken = [heapq.heappop(self.waiting) for _ in range(min(n, len(self.waiting)))]
        return [(depth, query) for _, depth, _, query in taken]

    @property
    def confident(self) -> bool:
        return any(step.score >= self.options.confidence for step in self.steps)


async def search_drift(session: SearchRun) -> str:
    """The answer of mode "drift"."""
    options = session.options
    assert isinstance(options, DriftOptions)
    tree = _Tree(options, seen={" ".join(session.question.casefold().split())})
    primer = await _primer_context(session, options)
    first = await _local_context(session, session.looked_up, options) if not primer else Context()
    session.context = primer or first
    session.emit(Event("context", session.context.text))
    if not session.context:
        return NOTHING
    if options.context_only:
        return ""
    await session.chat()
    if primer:
        await _prime(session, primer, tree)
    if not tree.steps:
        tree.waiting = [(0.0, 1, 0, session.question)]
    await _follow(session, tree, options)
    session.details["steps"] = [asdict(step) for step in tree.steps]
    if not tree.steps:
        raise ModelError(session.notes[-1], "See the notes.")
    return await _reduce(session, tree)


async def _primer_context(session: SearchRun, options: DriftOptions) -> Context:
    if not options.primer_reports:
        return Context()
    vector = await session.vector(session.looked_up)
    limit = 3 * options.primer_reports
    asked = max(limit, MIN_VECTOR_CANDIDATES)
    rows = await session.read("search/near_reports", True, vector=vector, limit=asked)
    chosen = without_kin(rows[:limit])[: options.primer_reports]
    session.note_outdated(chosen)
    records = [report_record(row) for row in chosen]
    return allocate([Section("Reports", 1.0, records)], session.budget, session.register)


async def _local_context(session: SearchRun, query: str, options: DriftOptions) -> Context:
    n = options.top_k * options.oversample
    found = await read_neighbourhood(session, query, n, options.level)
    return local_context(found, session, options)


async def _prime(session: SearchRun, context: Context, tree: _Tree) -> None:
    system = session.prompt("drift_primer", context_data=context.text)
    try:
        answer = await session.ask_for(
            _Primer, [("system", system), *session.history(), ("user", session.question)],
            PRIMER_STAGE,
        )  # fmt: skip
    except ModelError as error:
        session.notes.append(f"The primer failed: {error}")
        return
    step = Step(
        session.question,
        answer.intermediate_answer,
        answer.score,
        0,
        _few(answer.follow_up_queries),
    )
    tree.add(step)
    session.emit(Event("intermediate", step.answer))


def _few(queries: list[str]) -> tuple[str, ...]:
    return tuple(query.strip() for query in queries if query.strip())[:5]


async def _follow(session: SearchRun, tree: _Tree, options: DriftOptions) -> None:
    """Rounds of follow-ups until one of the limits is met; one call is kept for the end."""
    while tree.waiting and not tree.confident:
        room = (options.max_calls - 1 - session.llm_calls) // CALLS_PER_FOLLOW_UP
        if room < 1:
            session.notes.append(f"Stopped at {options.max_calls} LLM calls.")
            return
        if options.max_total_tokens is not None:
            used = sum(u.tokens_in + u.tokens_out for u in session.usage.values())
            if used >= options.max_total_tokens:
                session.notes.append(f"Stopped at {used:,} tokens.")
                return
        batch = tree.next(min(options.width, room))
        contexts = [await _local_context(session, query, options) for _, query in batch]
        session.context = together([session.context, *contexts])
        asked = [
            _one(session, query, depth, context)
            for (depth, query), context in zip(batch, contexts, strict=True)
        ]
        results = await asyncio.gather(*asked)
        failed = 0
        for (_, query), result in zip(batch, results, strict=True):
            if isinstance(result, ModelError):
                failed += 1
                session.notes.append(f"The follow-up {query!r} failed: {result}")
            else:
                tree.add(result)
                session.emit(Event("intermediate", result.answer))
        if failed == len(batch):
            return  # nobody answers


async def _one(session: SearchRun, query: str, depth: int, context: Context) -> Step | ModelError:
    if not context:
        return ModelError("the graph says nothing on it.")
    system = session.prompt(
        "drift_local", context_data=context.text, query=query, original_query=session.question
    )
    try:
        answer = await session.ask_for(_Local, [("system", system), ("user", query)], LOCAL_STAGE)
    except ModelError as error:
        return error
    return Step(query, answer.response, answer.score, depth, _few(answer.follow_up_queries))


async def _reduce(session: SearchRun, tree: _Tree) -> str:
    """All intermediate answers as one; those with the best scores if not all fit."""
    room = session.budget
    blocks: list[str] = []
    ranked = sorted(tree.steps, key=lambda step: -step.score)
    for step in ranked:
        head = f"Question: {step.query}\nScore: {step.score:g}\nAnswer: "
        text = first_tokens(step.answer.strip(), room - count_tokens(head) - 4)
        if not text:
            session.notes.append(f"{len(ranked) - len(blocks)} intermediate answers did not fit.")
            break
        blocks.append(f"{head}{text}\n\n")
        room -= count_tokens(blocks[-1])
    system = session.prompt(
        "drift_reduce", search_results="".join(blocks), original_query=session.question,
        context_data="".join(blocks),
    )  # fmt: skip
    return await session.answer(system, REDUCE_STAGE)
