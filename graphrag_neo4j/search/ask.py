"""An answer from what a retriever finds: numbered statements, one call, checked citations."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.options import checked_question, mode_of
from graphrag_neo4j.retrieve.modes import RETRIEVER_MODES, make_retriever
from graphrag_neo4j.retrieve.results import (
    FoundStatement,
    RetrievalResult,
    source_title,
    unlikely_note,
)
from graphrag_neo4j.search.answer import Answer
from graphrag_neo4j.search.citations import resolve
from graphrag_neo4j.search.context import Section, allocate
from graphrag_neo4j.search.options import SearchOptions
from graphrag_neo4j.search.result import NOTHING
from graphrag_neo4j.search.run import SearchRun
from graphrag_neo4j.search.tables import COLUMNS, Record

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

    from graphrag_neo4j.context import HasContext
    from graphrag_neo4j.retrieve.modes import RetrieverMode

TABLE = "Statements"
STAGE = "ask"


async def ask(
    graph: HasContext,
    question: str,
    mode: RetrieverMode,
    llm: LLM | None,
    options: Mapping[str, Any],
) -> Answer:
    """The answer of :meth:`~graphrag_neo4j.KnowledgeGraph.ask`: the retriever of ``mode`` finds,
    the LLM answers from that."""
    question = checked_question(question)
    mode_of("retriever", RETRIEVER_MODES, mode)  # wrong use is told before a missing LLM
    session = SearchRun(graph.context, question, SearchOptions(), lambda _: None, llm=llm)
    chat = await session.chat()
    retriever = await asyncio.to_thread(make_retriever, graph, mode, llm=chat, **options)
    found = await retriever.asearch(session.question)
    if not found:
        return Answer(NOTHING, (), usage=session.usage)
    facts = any(statement.facts for result in found for statement in result.statements)
    section = Section(TABLE, 1.0, _records(found), columns=(*COLUMNS[TABLE], *["facts"] * facts))
    session.context = allocate([section], session.budget, session.register)
    if note := unlikely_note(found):
        session.notes.append(note)
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
        "text": statement.shown,
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
