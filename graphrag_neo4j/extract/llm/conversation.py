"""The talk with an LLM about one chunk: ask, ask for what was missed, ask for corrections."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, Protocol

from pydantic import BaseModel

from graphrag_neo4j.errors import PromptTooLong
from graphrag_neo4j.extract.llm.grounding import without_copied
from graphrag_neo4j.extract.llm.options import Prompts
from graphrag_neo4j.extract.llm.records import (
    NO_RECORD,
    Parsed,
    WireFormat,
    quarantine,
    united,
)
from graphrag_neo4j.llm.repetition import REPETITION
from graphrag_neo4j.llm.thoughts import without_thoughts
from graphrag_neo4j.model import Chunk, Document, Quarantined
from graphrag_neo4j.text.tokens import count_tokens

STAGE = "extract"
ECHO = "the answer repeats the request"
NOTHING = "nothing was found in the passage"
Message = tuple[Literal["system", "user", "assistant"], str]
_ROOM = {"json": (16, 400), "tuples": (8, 300), "toolkit": (8, 300)}
"""Tokens of an answer for each one of a passage, and beside these."""
_SHOWN_AGAIN = 600  # characters of an unusable answer that the LLM is shown
_ECHOED_LINE = 60  # characters of the instructions that no honest answer repeats


class Answer(Protocol):
    """What is used of ``graphrag_neo4j.llm.chat.Reply``."""

    @property
    def text(self) -> str: ...
    @property
    def parsed(self) -> BaseModel | None: ...
    @property
    def finish_reason(self) -> str: ...


class Chat(Protocol):
    """What is used of ``graphrag_neo4j.llm.chat.ChatModel``."""

    @property
    def model(self) -> str: ...
    @property
    def max_tokens(self) -> int: ...

    async def acomplete(
        self,
        messages: Sequence[Message],
        *,
        stage: str,
        schema: type[BaseModel] | None = None,
        max_tokens: int | None = None,
    ) -> Answer: ...

    def forget(
        self,
        messages: Sequence[Message],
        *,
        stage: str,
        schema: type[BaseModel] | None = None,
        max_tokens: int | None = None,
    ) -> None: ...


class Conversation:
    """Questions about one chunk; each answer stays in the messages of the next question."""

    def __init__(self, chat: Chat, wire: WireFormat, prompts: Prompts) -> None:
        self._chat = chat
        self._wire = wire
        self._prompts = prompts
        self._messages: list[Message] = [("system", prompts.instructions)]
        self._had_no_end = False

    async def extract(self, document: Document, chunk: Chunk, gleanings: int) -> Parsed:
        """All records of ``chunk``; what could not be read, even after one request for
        corrections, is in ``quarantined``. After an answer without an end nothing more is asked:
        that would have none, either. That nothing was found is asked twice, and told in
        ``quarantined``. Raises what ``ChatModel`` raises."""
        request = self._prompts.text(document, chunk)
        first = await self._ask(request, chunk.text)
        if first.unusable == NOTHING:
            return replace(first, unusable="")
        if first.unusable:
            return first
        found = united(first, Parsed())
        unusable: tuple[Quarantined, ...] = ()
        for _ in range(gleanings):
            if self._had_no_end:
                break
            try:
                more = await self._ask(self._prompts.glean, chunk.text, may_be_empty=True)
            except PromptTooLong:
                break
            if more.unusable:
                unusable = more.quarantined
                break
            before = _size(found)
            found = united(found, more)
            if _size(found) == before:
                break
        if found.quarantined and not self._had_no_end:
            found = await self._repair(found, chunk)
        found = replace(found, quarantined=(*found.quarantined, *unusable))
        return without_copied(found, self._prompts.instructions, request)

    async def _repair(self, found: Parsed, chunk: Chunk) -> Parsed:
        request = self._prompts.repair(found.quarantined)
        try:
            mended = await self._ask(request, chunk.text, may_be_empty=True, twice=False)
        except PromptTooLong:
            return found
        left = tuple(part for part in found.quarantined if not _is_in(part, mended))
        return replace(united(found, mended), quarantined=left)

    async def _ask(
        self, request: str, passage: str, *, may_be_empty: bool = False, twice: bool = True
    ) -> Parsed:
        """The answer's records. After an unusable answer the LLM is told what was wrong with it
        and asked once more (``twice``); then it is kept whole in ``quarantined``, and forgotten by
        the cache."""
        asked = [[*self._messages, ("user", request)]]
        while True:
            messages = asked[-1]
            try:
                text, parsed = await self._answer(messages, request, passage)
            except PromptTooLong:
                if len(asked) == 1:
                    raise
                break
            if may_be_empty and parsed.unusable in (NO_RECORD, NOTHING):
                return Parsed()
            if not parsed.unusable:
                self._messages = [*messages, ("assistant", text)]
                return parsed
            if not twice:
                break
            twice = False
            again = self._prompts.again(text[:_SHOWN_AGAIN], parsed.unusable)
            asked.append([*messages, *again])
        for messages in asked if parsed.unusable != NOTHING else ():
            self._chat.forget(
                messages, stage=STAGE, schema=self._wire.schema, max_tokens=self._room(passage)
            )
        kept = quarantine(text, parsed.unusable)
        return Parsed(quarantined=(kept,), unusable=parsed.unusable)

    async def _answer(
        self, messages: Sequence[Message], request: str, passage: str
    ) -> tuple[str, Parsed]:
        """One answer, and its records."""
        reply = await self._chat.acomplete(
            messages, stage=STAGE, schema=self._wire.schema, max_tokens=self._room(passage)
        )
        text = without_thoughts(reply.text)
        if not text.strip() and reply.parsed is not None:
            text = reply.parsed.model_dump_json()
        self._had_no_end = reply.finish_reason == REPETITION
        if _is_echo(text, self._prompts.instructions, request, passage):
            return text, Parsed(unusable=ECHO)
        parsed = self._wire.parse(text, cut=self._had_no_end or reply.finish_reason == "length")
        return text, Parsed(unusable=NOTHING) if parsed == Parsed() else parsed

    def _room(self, passage: str) -> int:
        """Tokens that an answer on ``passage`` may have: what it can yield, twice over."""
        each, least = _ROOM[self._wire.name]
        return min(self._chat.max_tokens, least + each * count_tokens(passage))


def _size(parsed: Parsed) -> int:
    statements = [statement for topic in parsed.topics for statement in topic.statements]
    facts = sum(len(statement.facts) for statement in statements)
    return len(parsed.entities) + len(statements) + facts + len(parsed.claims)


def _is_echo(answer: str, instructions: str, request: str, passage: str) -> bool:
    """Whether an answer repeats the request, or a long line of the instructions that the
    passage itself does not hold."""
    if request.strip() in answer:
        return True
    lines = (line.strip() for line in instructions.splitlines())
    return any(
        len(line) >= _ECHOED_LINE and line in answer and line not in passage for line in lines
    )


def _is_in(malformed: Quarantined, mended: Parsed) -> bool:
    """Whether a record of ``mended`` stands in for a malformed one: it holds all its names."""
    record = malformed.record
    joins = record.lstrip('("“').lower().startswith("relation") or '"subject"' in record
    return any(
        all(_is_named(name, record) for name in names)
        for names in _names(mended)
        if len(names) > 1 or not joins
    )


def _is_named(name: str, record: str) -> bool:
    return name in record and bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", record))


def _names(parsed: Parsed) -> Iterator[tuple[str, ...]]:
    for entity in parsed.entities:
        yield (entity.name,)
    for claim in parsed.claims:
        yield claim.subject, claim.object
    for topic in parsed.topics:
        for statement in topic.statements:
            for fact in statement.facts:
                yield fact.subject, fact.object
