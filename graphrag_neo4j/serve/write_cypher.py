"""A question becomes Cypher: written by the LLM from our schema, planned, shown, not run."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass

from pydantic import BaseModel

from graphrag_neo4j.errors import ModelError, UsageError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.llm.chat import Message
from graphrag_neo4j.options import checked_question
from graphrag_neo4j.prompts import fill, load
from graphrag_neo4j.resources.schema import SchemaDescription
from graphrag_neo4j.results import Result
from graphrag_neo4j.serve import console
from graphrag_neo4j.serve.cypher_limits import within
from graphrag_neo4j.serve.cypher_patterns import missing_pattern

STAGE = "cypher"
ATTEMPTS = 3
MAX_TYPES = 30
_FENCED = re.compile(r"```[\w-]*[ \t]*\r?\n(.*?)```", re.DOTALL)
_BEGINS = re.compile(r"\s*(?:OPTIONAL\s+MATCH|MATCH|WITH|UNWIND|CALL|RETURN)\b", re.IGNORECASE)


class CypherStatement(BaseModel):
    """What the LLM is asked for."""

    statement: str
    explanation: str


@dataclass(frozen=True, slots=True)
class WrittenCypher(Result):
    """A statement for a question, what it looks for in the LLM's words, and its plan. ``error``:
    why it would be refused, even after the LLM was told so; then ``plan`` is None."""

    question: str
    statement: str
    explanation: str
    plan: console.Plan | None
    error: str | None


async def write_cypher(graph: KnowledgeGraph, question: str) -> WrittenCypher:
    """The statement. The LLM is told what is wrong with one, at most twice.

    Raises :class:`UsageError` for an empty question, and :class:`ModelError` without an LLM, or
    when it gives no statement.
    """
    question = checked_question(question)
    chat = graph.chat
    described = await asyncio.to_thread(graph.schema.describe, limit=MAX_TYPES)
    messages: list[Message] = [("system", _prompt(graph, described)), ("user", question)]
    written, error = None, ""
    for attempt in range(1, ATTEMPTS + 1):
        reply = await chat.acomplete(messages, stage=STAGE, schema=CypherStatement)
        parsed = reply.parsed
        answer = parsed if isinstance(parsed, CypherStatement) else bare_statement(reply.text)
        if answer is None:
            error = "The answer was no JSON object with a statement."
        else:
            written = answer
            try:
                plan = await asyncio.to_thread(_planned, graph, written.statement)
            except UsageError as refused:
                error = str(refused)
            else:
                statement = written.statement.strip()
                error = missing_pattern(statement, described.relationships)
                if not error or attempt == ATTEMPTS:  # it may run: it finds nothing
                    return WrittenCypher(question, statement, written.explanation, plan, None)
        messages += [("assistant", reply.text), ("user", f"That is refused: {error} Mend it.")]
    if written is None:
        raise ModelError("The LLM wrote no Cypher.", "Try another model, or type it yourself.")
    return WrittenCypher(question, written.statement.strip(), written.explanation, None, error)


def bare_statement(text: str) -> CypherStatement | None:
    """The statement of an answer without the object around it, as models for code write: in a
    fence, or alone."""
    texts = [*(fenced[1] for fenced in _FENCED.finditer(text)), text]
    found = next((one.strip() for one in texts if _BEGINS.match(one)), None)
    return None if found is None else CypherStatement(statement=found, explanation="")


def _planned(graph: KnowledgeGraph, statement: str) -> console.Plan:
    return within(console.SECONDS, lambda: console.explain(graph.database, statement))


def _prompt(graph: KnowledgeGraph, described: SchemaDescription) -> str:
    lines = [
        f"(:{one.start})-[:{one.type}]->(:{one.end})"
        for one in described.relationships
        if not one.start.startswith("__") and not one.end.startswith("__")
    ]
    return fill(
        load("cypher", graph.settings.cypher_prompt),
        schema="\n".join(lines),
        entity_types=", ".join(described.entity_types) or "none",
        relation_types=", ".join(described.relation_types) or "none",
    )
