"""Global search: all reports of a level are read in batches, and what they say is put together.

Map: each batch gives points with scores, in parallel; reduce: the points, best first, become the
answer. No report is read together with that of a community it is part of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, Field

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.errors import BudgetExceeded, ModelError, NotFoundError
from graphrag_neo4j.prompts import load
from graphrag_neo4j.search.context import Context, Section, allocate, together
from graphrag_neo4j.search.options import GlobalOptions
from graphrag_neo4j.search.report_selection import choose_reports
from graphrag_neo4j.search.result import NOT_IN_THE_DATA, NOTHING, Event
from graphrag_neo4j.search.run import SearchRun
from graphrag_neo4j.search.scores import Score
from graphrag_neo4j.search.tables import Record, report_record
from graphrag_neo4j.text.tokens import count_tokens, first_tokens

MAP_STAGE, REDUCE_STAGE = "global_map", "global_reduce"


class _Point(BaseModel):
    description: str = Field(min_length=1)
    score: Score


def _usable(points: object) -> object:
    """Without those that have no words or no score: the others are as good without them."""
    if not isinstance(points, list):
        return points
    return [
        one
        for one in points
        if isinstance(one, dict)
        and str(one.get("description") or "").strip()
        and one.get("score") is not None
    ]


class _Points(BaseModel):
    points: Annotated[list[_Point], BeforeValidator(_usable)]


@dataclass(frozen=True)
class Point:
    """Something that the reports of one batch say on the question. ``score``: 0 to 100."""

    description: str
    score: float
    batch: int


async def search_global(session: SearchRun) -> str:
    """The answer of mode "global"; raises :class:`NotFoundError` where no report is there."""
    options = session.options
    assert isinstance(options, GlobalOptions)
    rows = await _reports(session, options)
    session.note_outdated(rows)
    batches = pack([report_record(row) for row in rows], session)
    session.context = together(batches)
    session.emit(Event("context", session.context.text))
    if not session.context:
        if session.llm_calls:
            return NOT_IN_THE_DATA
        what, hint = await _why_none(session, options)
        if not options.context_only and await _has_documents(session):
            raise NotFoundError("report", what, hint)
        session.notes.append(f"{what} {hint}")
        return NOTHING
    if options.context_only:
        return ""
    await session.chat()  # says what is missing where no LLM is set
    points = await _map(session, batches)
    session.details["points"] = [asdict(point) for point in points]
    if not points:
        return NOT_IN_THE_DATA
    return await _reduce(session, points)


async def _why_none(session: SearchRun, options: GlobalOptions) -> tuple[str, str]:
    """Why no report was chosen, and what to do: none is there, or none reaches the rating."""
    anything = {"level": options.level, "min_rating": 0.0, "limit": 1}
    if options.min_rating and await session.read("search/reports", **anything):
        return f"No community report is rated {options.min_rating:g} or more.", "Lower min_rating."
    return (
        "There are no community reports.",
        "Run: graphrag-neo4j communities detect && graphrag-neo4j communities report",
    )


async def _has_documents(session: SearchRun) -> bool:
    [sources] = await session.read("database/node_counts")
    return bool(sources["n"])


async def _reports(session: SearchRun, options: GlobalOptions) -> list[Row]:
    if options.dynamic and not options.context_only:
        return await choose_reports(session, options)
    return await session.read(
        "search/reports",
        level=options.level,
        min_rating=options.min_rating,
        limit=options.max_reports,
    )


def pack(records: Sequence[Record], session: SearchRun) -> list[Context]:
    """The reports in as few tables as they fit into, in order."""
    batches: list[Context] = []
    rest = list(records)
    while rest:
        section = Section("Reports", 1.0, rest, shorten=False)
        batch = allocate([section], session.budget, session.register)
        if not batch:  # longer than a whole batch
            section = Section("Reports", 1.0, rest[:1])
            batch = allocate([section], session.budget, session.register)
            session.notes.append(f"The report {rest[0].values['title']!r} was shortened.")
        batches.append(batch)
        rest = rest[max(1, len(batch.tables["Reports"])) :]
    return batches


async def _map(session: SearchRun, batches: Sequence[Context]) -> list[Point]:
    """Points above 0 of all batches, best first. A batch that fails is noted; all: an error."""
    from graphrag_neo4j.llm.concurrency import map_concurrently

    failures: dict[int, ModelError] = {}

    async def ask(number: int) -> list[Point]:
        system = session.prompt("global_map", context_data=batches[number].text)
        try:
            answer = await session.ask_for(
                _Points, [("system", system), ("user", session.question)], MAP_STAGE
            )
        except ModelError as error:
            failures[number] = error
            return []
        return [Point(p.description, p.score, number + 1) for p in answer.points if p.score > 0]

    found: list[Point] = []
    at_once = session.graph.settings.llm_concurrency
    async for _, points in map_concurrently(range(len(batches)), ask, at_once):
        found += points
    if len(failures) == len(batches):
        raise failures[min(failures)]
    for number, error in sorted(failures.items()):
        session.notes.append(f"Batch {number + 1} of {len(batches)} is missing: {error}")
    if any(isinstance(error, BudgetExceeded) for error in failures.values()):
        session.notes.append("The budget ended before all reports were read.")
    return sorted(found, key=lambda p: (-p.score, p.batch))


async def _reduce(session: SearchRun, points: Sequence[Point]) -> str:
    options = session.options
    assert isinstance(options, GlobalOptions)
    blocks: list[str] = []
    room = session.budget
    for point in points:
        head = f"Point (importance {point.score:g}):\n"
        block = f"{head}{point.description.strip()}\n\n"
        if not blocks:
            block = head + first_tokens(point.description.strip(), room - 20) + "\n\n"
        cost = count_tokens(block)
        if cost > room:
            break
        blocks.append(block)
        room -= cost
    if len(blocks) < len(points):
        session.notes.append(f"{len(points) - len(blocks)} less important points were left out.")
    data = "".join(blocks)
    system = session.prompt("global_reduce", report_data=data, context_data=data)
    if options.general_knowledge:
        override = session.graph.settings.global_knowledge_prompt
        system += "\n" + load("global_knowledge", override)
    return await session.answer(system, REDUCE_STAGE)
