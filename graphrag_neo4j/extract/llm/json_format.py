"""Answers as JSON: topics with statements and their facts, entities, claims.

The models describe the schema to the LLM. Answers are read record by record, not through
them, so that one malformed record costs only itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import json_repair
from pydantic import BaseModel, Field

from graphrag_neo4j.extract.llm.records import (
    CUT_OFF,
    Malformed,
    Parsed,
    clean,
    make_claim,
    make_entity,
    make_fact,
    make_statement,
    quarantine,
)
from graphrag_neo4j.extract.llm.tuples import phrase
from graphrag_neo4j.model import (
    ExtractedClaim,
    ExtractedEntity,
    ExtractedFact,
    ExtractedStatement,
    ExtractedTopic,
    Quarantined,
)

_NOT_JSON = "the answer is not JSON of the expected form"
_SECTIONS = frozenset({"topics", "entities", "claims"})
_OPENING = re.compile(r"[{\[]\s*[{\"']")  # rather than prose in brackets


class FactAnswer(BaseModel):
    """subject acts on object; never the other way round."""

    subject: str = Field(description="name of an entity")
    predicate: str = Field(description="verb phrase that joins subject and object")
    object: str = Field(description="name of an entity, or a literal such as a date or amount")
    object_is_entity: bool = Field(description="false for a literal")
    relation_type: str = Field(description="predicate as an UPPER_CASE type")
    description: str = Field(description="what the text says about this relation; may be empty")
    strength: float = Field(description="1 (weak) to 10 (strong)")


class StatementAnswer(BaseModel):
    text: str = Field(description="one assertion that stands alone")
    facts: list[FactAnswer]


class TopicAnswer(BaseModel):
    name: str
    statements: list[StatementAnswer]


class EntityAnswer(BaseModel):
    name: str
    type: str
    description: str


class ClaimAnswer(BaseModel):
    subject: str
    object: str = Field(description="NONE if the claim concerns nobody else")
    type: str
    status: str = Field(description="TRUE, FALSE or SUSPECTED")
    description: str
    start_date: str = Field(description="ISO 8601, or NONE")
    end_date: str = Field(description="ISO 8601, or NONE")
    source_text: str = Field(description="the words of the text, verbatim")


class ExtractionAnswer(BaseModel):
    topics: list[TopicAnswer]
    entities: list[EntityAnswer]


class ExtractionAnswerWithClaims(ExtractionAnswer):
    claims: list[ClaimAnswer]


class JsonFormat:
    """Reads JSON. Of an answer that was cut off the records that were closed are read, and that
    it was cut is kept beside them; slips (a missing comma, a fence around it) are mended."""

    name = "json"

    def __init__(self, claims: bool = False) -> None:
        self.schema: type[BaseModel] = ExtractionAnswerWithClaims if claims else ExtractionAnswer

    def parse(self, text: str, *, cut: bool = False) -> Parsed:
        """All records in order; the malformed ones as JSON in ``quarantined``."""
        text, rest = _closed(text) if cut else (text, "")
        data = _load(text)
        if isinstance(data, str):
            return Parsed(unusable=CUT_OFF if cut else data)
        reading = _Reading()
        topics = tuple(reading.topic(item) for item in reading.items(data.get("topics")))
        entities = tuple(reading.entities(data.get("entities")))
        claims = tuple(reading.claims(data.get("claims")))
        named = tuple(topic for topic in topics if topic.statements)
        if cut:
            if not (named or entities or claims):
                return Parsed(unusable=CUT_OFF)
            reading.quarantined.append(quarantine(rest, CUT_OFF))
        return Parsed(named, entities, claims, tuple(reading.quarantined))


def _load(text: str) -> dict[str, Any] | str:
    """The answer's object, or why there is none."""
    opening = _OPENING.search(text)
    if opening is None:
        return _NOT_JSON
    body = text[opening.start() :]
    for load in (_loads, _load_first, _repair):
        data = load(body)
        for item in data if isinstance(data, list) else [data]:
            if isinstance(item, dict) and not _SECTIONS.isdisjoint(item):
                return item
    return _NOT_JSON if _is_closed(body) else "the answer is not whole JSON"


def _closed(text: str) -> tuple[str, str]:
    """A cut answer up to the end of its last closed record, with what is open around it closed,
    and the rest of it."""
    opening = _OPENING.search(text)
    stack: list[str] = []
    is_text = is_escaped = False
    best, rest = "", text
    for place in range(opening.start() if opening else len(text), len(text)):
        mark = text[place]
        if is_text:
            is_text = is_escaped or mark != '"'
            is_escaped = mark == "\\" and not is_escaped
        elif mark == '"':
            is_text = True
        elif mark in "{[":
            stack.append("}" if mark == "{" else "]")
        elif mark in "}]" and stack and stack.pop() == "}":
            best, rest = text[: place + 1] + "".join(reversed(stack)), text[place + 1 :]
    return best, rest


def _loads(text: str) -> object:
    with suppress(ValueError, RecursionError):
        return json.loads(text, strict=False)
    return None


def _load_first(text: str) -> object:
    """The value at the head of ``text``, whatever follows it."""
    with suppress(ValueError, RecursionError):
        return json.JSONDecoder(strict=False).raw_decode(text)[0]
    return None


def _repair(text: str) -> object:
    """Mends slips, but completes nothing that was cut off."""
    if _is_closed(text):
        with suppress(ValueError, RecursionError):
            return json_repair.loads(text)
    return None


def _is_closed(text: str) -> bool:
    return text.count("{") <= text.count("}") and text.count("[") <= text.count("]")


class _Reading:
    """Reads items of an answer and puts aside those that it cannot use."""

    def __init__(self) -> None:
        self.quarantined: list[Quarantined] = []

    def items(self, value: object) -> Iterator[dict[str, Any]]:
        """The objects in a list."""
        if value is not None and not isinstance(value, list):
            self._put_aside(value, "not a list")
            return
        for item in value or ():
            if isinstance(item, dict):
                yield item
            else:
                self._put_aside(item, "not an object")

    def topic(self, item: dict[str, Any]) -> ExtractedTopic:
        """A topic; one whose name is unusable takes the name of its section."""
        try:
            name = make_entity(_text(item, "name")).name
        except Malformed:
            name = ""
        found = (self._statement(part) for part in self.items(item.get("statements")))
        return ExtractedTopic(name, tuple(statement for statement in found if statement))

    def entities(self, value: object) -> Iterator[ExtractedEntity]:
        for item in self.items(value):
            try:
                yield make_entity(*(_text(item, key) for key in ("name", "type", "description")))
            except Malformed as reason:
                self._put_aside(item, str(reason))

    def claims(self, value: object) -> Iterator[ExtractedClaim]:
        for item in self.items(value):
            names = ("subject", "object", "type", "status", "description")
            rest = ("start_date", "end_date", "source_text")
            try:
                yield make_claim(*(_text(item, name) for name in names + rest))
            except Malformed as reason:
                self._put_aside(item, str(reason))

    def _statement(self, item: dict[str, Any]) -> ExtractedStatement | None:
        try:
            statement = make_statement(_text(item, "text"))
        except Malformed as reason:
            self._put_aside(item, str(reason))
            return None
        return replace(statement, facts=tuple(self._facts(item.get("facts"))))

    def _facts(self, value: object) -> Iterator[ExtractedFact]:
        for item in self.items(value):
            try:
                yield _fact(item)
            except Malformed as reason:
                self._put_aside(item, str(reason))

    def _put_aside(self, item: object, reason: str) -> None:
        self.quarantined.append(quarantine(json.dumps(item, ensure_ascii=False), reason))


def _fact(item: dict[str, Any]) -> ExtractedFact:
    relation_type = _text(item, "relation_type")
    strength = item.get("strength")
    if strength is not None and not isinstance(strength, int | float | str):
        raise Malformed("strength is not a number from 0 up")
    return make_fact(
        _text(item, "subject"),
        _text(item, "predicate") or phrase(relation_type),
        _text(item, "object"),
        object_is_entity=item.get("object_is_entity") not in (False, "false", "False"),
        relation_type=relation_type,
        description=_text(item, "description"),
        strength=strength,
    )


def _text(item: dict[str, Any], name: str) -> str:
    """A text, or a number as one; "" when it is missing."""
    value = item.get(name)
    if value is None:
        return ""
    if isinstance(value, bool | int | float):
        return json.dumps(value)
    if not isinstance(value, str):
        raise Malformed(f"{name} is not a text")
    return clean(value)
