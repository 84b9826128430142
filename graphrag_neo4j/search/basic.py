"""Basic search: the chunks nearest to the question, in that order; "naive" just joins them."""

from __future__ import annotations

from graphrag_neo4j.database.migrations import MIN_VECTOR_CANDIDATES
from graphrag_neo4j.search.context import Context, Section, allocate
from graphrag_neo4j.search.options import BasicOptions
from graphrag_neo4j.search.result import NOTHING, Event
from graphrag_neo4j.search.run import SearchRun
from graphrag_neo4j.search.tables import Record, source_record
from graphrag_neo4j.text.tokens import count_tokens, first_tokens

BETWEEN = "\n--\n"


async def search_basic(session: SearchRun) -> str:
    """The answer of mode "basic"."""
    found = await _chunks(session)
    session.context = allocate([Section("Sources", 1.0, found)], session.budget, session.register)
    return await _answer(session, "basic")


async def search_naive(session: SearchRun) -> str:
    """The answer of mode "naive": texts without ids, so without citations."""
    records = await _chunks(session)
    session.context = _joined(records, session.budget)
    for record in records[: len(session.context.tables["Sources"])]:
        session.register.keep(record)
    return await _answer(session, "naive")


async def _chunks(session: SearchRun) -> list[Record]:
    options = session.options
    assert isinstance(options, BasicOptions)
    vector = await session.vector(session.looked_up)
    asked = max(options.top_k, MIN_VECTOR_CANDIDATES)
    rows = await session.read("search/chunks", True, vector=vector, limit=asked)
    return [source_record(row) for row in rows[: options.top_k]]


def _joined(records: list[Record], budget: int) -> Context:
    texts: list[str] = []
    used = 0
    for record in records:
        text = str(record.values["text"])
        between = count_tokens(BETWEEN) if texts else 0
        text = first_tokens(text, budget - used - between)
        if not text:
            break
        texts.append(text)
        used += count_tokens(text) + between
    rows = [
        {"source": record.values["source"], "text": text}
        for record, text in zip(records, texts, strict=False)
    ]
    whole = BETWEEN.join(texts)
    tokens = count_tokens(whole)
    return Context(whole, {"Sources": rows}, tokens, budget, {"Sources": tokens})


async def _answer(session: SearchRun, prompt: str) -> str:
    session.emit(Event("context", session.context.text))
    if not session.context:
        return NOTHING
    if session.options.context_only:
        return ""
    system = session.prompt(prompt, context_data=session.context.text)
    return await session.answer(system, prompt)
