"""An answer from what a retriever finds: numbered statements, one call, checked citations."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.results import FoundStatement, RetrievalResult, source_title
from graphrag_neo4j.search.answer import Answer
from graphrag_neo4j.search.citations import resolve
from graphrag_neo4j.search.context import Section, allocate
from graphrag_neo4j.search.result import NOTHING
from graphrag_neo4j.search.run import SearchRun
from graphrag_neo4j.search.tables import COLUMNS, Record

if TYPE_CHECKING:
    from graphrag_neo4j.llm.chat import ChatModel
    from graphrag_neo4j.retrieve.base import GraphRetriever

TABLE = "Statements"
STAGE = "ask"


async def ask(session: SearchRun, retriever: Callable[[ChatModel], GraphRetriever]) -> Answer:
    """The answer to the session's question from what ``retriever``, made with the session's LLM,
    finds. Raises :class:`ModelError` if there is none."""
    chat = await session.chat()
    found = await asyncio.to_thread(retriever(chat).search, session.question)
    if not found:
        return Answer(NOTHING, (), usage=session.usage)
    facts = any(statement.facts for result in found for statement in result.statements)
    section = Section(TABLE, 1.0, _records(found), columns=(*COLUMNS[TABLE], *["facts"] * facts))
    session.context = allocate([section], session.budget, session.register)
    text = await session.answer(session.prompt("ask", context_data=session.context.text), STAGE)
    return Answer(
        text.strip(),
        tuple(found),
        await resolve(session, text),
        session.usage,
        tuple(session.notes),
        given=len(session.context.tables[TABLE]),
    )


def _records(found: Sequence[RetrievalResult]) -> list[Record]:
    return [
        Record(TABLE, statement.id, _values(result, statement), place=_place(result, statement))
        for result in found
        for statement in result.statements
    ]


def _values(result: RetrievalResult, statement: FoundStatement) -> Row:
    return {
        "source": source_title(result.source),
        "topic": result.topic,
        "text": statement.text,
        "facts": "; ".join(statement.facts),
    }


def _place(result: RetrievalResult, statement: FoundStatement) -> Row:
    return {
        "chunk": statement.chunk_id,
        "uri": result.source["uri"],
        "title": source_title(result.source),
        "start": statement.start,
        "end": statement.end,
        "place": statement.place,
    }
