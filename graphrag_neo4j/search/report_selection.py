"""Dynamic choice of reports: rated from the top of the hierarchy down, and pruned.

The parts of a community are looked at only if its own report is relevant; they then stand for
it, as far as one of them is relevant. (The idea is Microsoft's dynamic community selection.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.errors import ModelError
from graphrag_neo4j.results import counted

if TYPE_CHECKING:
    from graphrag_neo4j.search.options import GlobalOptions
    from graphrag_neo4j.search.run import SearchRun

STAGE = "global_rate"


class _Rating(BaseModel):
    rating: float = Field(ge=0, le=10)


async def choose_reports(session: SearchRun, options: GlobalOptions) -> list[Row]:
    """The reports that a model finds relevant, never a community and its parent.

    A rating that fails is noted and counts as relevant.
    """
    from graphrag_neo4j.llm.concurrency import map_concurrently

    rows = await session.read("search/report_tree", min_rating=options.min_rating)
    if not rows:
        return []
    await session.chat()
    tree = {row["id"]: row for row in rows}
    relevant: dict[str, bool] = {}

    async def rate(id_: str) -> bool:
        row = tree[id_]
        system = session.prompt("global_rate", context_data=f"# {row['title']}\n\n{row['summary']}")
        try:
            answer = await session.ask_for(
                _Rating, [("system", system), ("user", session.question)], STAGE
            )
        except ModelError as error:
            failed.append(f"The report {row['title']!r} could not be rated: {error}")
            return True
        return answer.rating >= options.min_relevance

    failed: list[str] = []
    waiting = [row["id"] for row in rows if row["top"]]
    at_once = session.graph.settings.llm_concurrency
    while waiting:
        async for id_, yes in map_concurrently(waiting, rate, at_once):
            relevant[id_] = yes
        if len(failed) == len(waiting) and len(relevant) == len(waiting):
            raise ModelError(failed[0])  # the first round failed whole: nobody answers
        waiting = [
            child
            for id_ in waiting
            if relevant[id_]
            for child in tree[id_]["children"]
            if child in tree
        ]
    session.notes += sorted(failed)
    chosen = [
        id_
        for id_, yes in relevant.items()
        if yes and not any(relevant.get(child) for child in tree[id_]["children"])
    ]
    session.notes.append(
        f"{len(relevant)} of {counted(len(rows), 'report')} rated, {len(chosen)} relevant."
    )
    found = await session.read("search/reports_by_id", ids=sorted(chosen))
    return found[: options.max_reports]
