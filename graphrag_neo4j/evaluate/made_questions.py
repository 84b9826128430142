"""Questions made from the graph itself, whose answer and evidence are therefore known.

Of one hop: who or what is the only subject of a fact ("Who manages the Port of Melby?"). Of two:
the fact's object is not named, but told by another source ("Who manages the place that …?").
They test whether what was read can be found again, not whether it was read right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel

from graphrag_neo4j import prompts
from graphrag_neo4j.errors import ModelError, ModelUnavailable, UsageError
from graphrag_neo4j.evaluate.metrics import normalised
from graphrag_neo4j.evaluate.output import write_text
from graphrag_neo4j.evaluate.questions import Question, write_questions
from graphrag_neo4j.ids import make_id

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

    from graphrag_neo4j.context import HasContext
    from graphrag_neo4j.database.connection import Database, Row
    from graphrag_neo4j.llm.chat import ChatModel, Message

SEED = 20
ONE_HOP, TWO_HOPS = "one hop", "two hops"
STAGE = "evaluate"
_AT_ONCE = 500
_MOST_FACTS = 20_000
"""Facts looked at before it is said that there are no more."""
_HUB = 50
_MAX_TOKENS = 100
_VERBAL = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+){0,4}")
_NAME = re.compile(r"(?=.*[^\W\d_])\S.{1,79}")
_KINDS = {
    "PERSON": "the person who",
    "ORGANIZATION": "the organization that",
    "LOCATION": "the place that",
}


class Worded(BaseModel):
    """A question in an LLM's words."""

    question: str


def make_questions(
    graph: HasContext,
    n: int,
    path: Path | None = None,
    *,
    llm: LLM | None = None,
    seed: int = SEED,
) -> list[Question]:
    """See :meth:`graphrag_neo4j.KnowledgeGraph.make_questions`."""
    if path is not None and path.exists():
        raise UsageError(f"{path} is there already.", "Name another, or delete it.")
    context = graph.context
    found = made(context.ready(), n, seed)
    if not found:
        raise UsageError(
            "The graph has no facts that a question can be made of.",
            "Ingest more, or write questions of your own.",
        )
    if llm is not None:
        chat = context.chat_of(llm)
        task = context.progress.task("Wording", len(found), "items", chat.status)
        with context.usage_booked(), task as advance:
            worded = []
            for question, text in found:
                worded.append((_worded(chat, question, text), text))
                advance(1)
            found = worded
    questions = [question for question, _ in found]
    if path is not None:
        write_text(path, write_questions(questions))
    return questions


def made(database: Database, n: int, seed: int) -> list[tuple[Question, str]]:
    """At most ``n`` questions, half of each kind where there are enough, each with a statement
    that its answer stands in. The same graph and seed give the same ones."""
    ones: dict[str, tuple[Question, str]] = {}
    twos: dict[str, tuple[Question, str]] = {}
    for row in _facts(database, make_id("seed", str(seed))):
        if len(ones) < n and (one := one_hop(row)):
            ones.setdefault(one.question, (one, row["text"]))
        if len(twos) < n and (two := two_hops(row)):
            twos.setdefault(two.question, (two, row["text"]))
        if len(twos) >= (n + 1) // 2 and len(ones) >= n:
            break
    mixed = [one for pair in zip_longest(ones.values(), twos.values()) for one in pair if one]
    return mixed[:n]


def one_hop(row: Row) -> Question | None:
    """Who or what is the subject of a fact?"""
    if not _is_askable(row):
        return None
    text = f"{_who(row['subject'])} {_verb(row['predicate'])} {row['object']['name']}?"
    return Question(text, (row["subject"]["name"],), tuple(row["sources"]), ONE_HOP)


def two_hops(row: Row) -> Question | None:
    """The same, where the object is told by what another source says of it."""
    if not _is_askable(row):
        return None
    for second in row["further"]:
        told = second["object"]["name"]
        if not _is_verbal(second["predicate"]) or not _NAME.fullmatch(told):
            continue
        kind = _KINDS.get(row["object"]["type"], "the one that")
        verbs = _verb(row["predicate"]), _verb(second["predicate"])
        text = f"{_who(row['subject'])} {verbs[0]} {kind} {verbs[1]} {told}?"
        sources = (*row["sources"], *second["sources"])
        if normalised(row["subject"]["name"]) not in normalised(text):
            return Question(text, (row["subject"]["name"],), sources, TWO_HOPS)
    return None


def _facts(database: Database, start: str) -> Iterator[Row]:
    """Facts from ``start`` on, then those before it."""
    looked_at = 0
    for after, end in ((start, None), ("", start)):
        while looked_at < _MOST_FACTS:
            rows = database.read("evaluate/askable_facts", after=after, limit=_AT_ONCE, hub=_HUB)
            yield from (row for row in rows if end is None or row["id"] <= end)
            looked_at += len(rows)
            if len(rows) < _AT_ONCE or (end is not None and rows[-1]["id"] > end):
                break
            after = rows[-1]["id"]


def _is_askable(row: Row) -> bool:
    names = [row["subject"]["name"] or "", row["object"]["name"] or ""]
    return (
        bool(row["is_askable"] and row["sources"])
        and _is_verbal(row["predicate"])
        and all(_NAME.fullmatch(name) for name in names)
        and normalised(names[0]) not in normalised(f"{row['predicate']} {names[1]}")
    )


def _is_verbal(predicate: str | None) -> bool:
    """Whether a predicate is a few words that can follow "who": "naming" cannot."""
    text = predicate or ""
    return bool(_VERBAL.fullmatch(text)) and not text.split()[0].endswith("ing")


def _who(subject: Row) -> str:
    return "Who" if subject["type"] == "PERSON" else "What"


def _verb(predicate: str) -> str:
    """A predicate as it stands in a question: "written by" wants a "was"."""
    words = predicate.split()
    return f"was {predicate}" if len(words) > 1 and words[1] == "by" else predicate


def _worded(chat: ChatModel, question: Question, text: str) -> Question:
    """The question in the LLM's words; as it was if these give the answer away or are none."""
    request = prompts.fill(
        prompts.load("evaluate_questions"),
        statement=text,
        question=question.question,
        answer=question.answers[0],
    )
    messages: Sequence[Message] = [("user", request)]
    try:
        reply = chat.complete(messages, stage=STAGE, schema=Worded, max_tokens=_MAX_TOKENS)
    except ModelUnavailable:
        raise
    except ModelError:
        return question
    said = reply.parsed.question.strip() if isinstance(reply.parsed, Worded) else ""
    is_one = said.endswith("?") and "\n" not in said and len(said) <= 300
    if not is_one or normalised(question.answers[0]) in normalised(said):
        return question
    return Question(said, question.answers, question.sources, question.type)
