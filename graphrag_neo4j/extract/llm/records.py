"""What a parser makes of an answer: checked records, and those it could not use.

A wire format reads an answer into :class:`Parsed`. Every record passes through the
constructors here, which raise :class:`Malformed` with a reason; the parser then keeps the
record's raw text as :class:`~graphrag_neo4j.model.Quarantined`. Texts keep every character
but NUL, unpaired surrogates (no database can store them) and surrounding white space.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Protocol

from pydantic import BaseModel

from graphrag_neo4j.ids import normalise_name, normalise_text
from graphrag_neo4j.llm.surrogates import whole
from graphrag_neo4j.model import (
    ExtractedClaim,
    ExtractedEntity,
    ExtractedFact,
    ExtractedStatement,
    ExtractedTopic,
    Quarantined,
)

LONGEST_NAME = 300
"""Characters of a name, predicate, type or date; more is no name."""

LONGEST_TEXT = 10_000
"""Characters of a statement or description."""

LONGEST_QUARANTINED = 2_000
"""Characters of a malformed record that are kept."""

CUT_OFF = "cut off by the limit of tokens"
NO_RECORD = "no record in the answer"
NO_PREDICATE = "is related to"
"""What joins the ends of a relation of which nothing is said."""

STATUSES = ("TRUE", "FALSE", "SUSPECTED")


class Malformed(ValueError):  # noqa: N818 - a state of a record, never shown as an error
    """A record cannot be used; the message is the reason."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """The records of one answer, in their order, with types as they were written.

    ``unusable`` says why the answer as a whole says nothing (no record in it, not JSON, …).
    A topic without a name takes that of its chunk's section.
    """

    topics: tuple[ExtractedTopic, ...] = ()
    entities: tuple[ExtractedEntity, ...] = ()
    claims: tuple[ExtractedClaim, ...] = ()
    quarantined: tuple[Quarantined, ...] = ()
    unusable: str = ""


class WireFormat(Protocol):
    """How records are written in an answer.

    ``name`` is that of its prompt, ``schema`` what ``ChatModel`` is to enforce, if anything.
    """

    @property
    def name(self) -> str: ...

    @property
    def schema(self) -> type[BaseModel] | None: ...

    def parse(self, text: str, *, cut: bool = False) -> Parsed:
        """Read an answer; never raises. ``cut``: it ended at the limit of tokens."""
        ...


def clean(text: str) -> str:
    """``text`` without NUL, unpaired surrogates and surrounding white space."""
    return whole(text).replace("\0", "").strip()


def find_name(name: str, text: str) -> re.Match[str] | None:
    """Where a name stands in a text first, as whole words in any letter case."""
    return re.search(rf"(?<!\w){re.escape(clean(name))}(?!\w)", text, re.IGNORECASE)


def quarantine(record: str, reason: str) -> Quarantined:
    """Keep a malformed record, bounded in length."""
    record = clean(record)
    if len(record) > LONGEST_QUARANTINED:
        record = record[: LONGEST_QUARANTINED - 1] + "…"
    return Quarantined(record, reason)


def make_entity(name: str, type_: str = "", description: str = "") -> ExtractedEntity:
    """Raises :class:`Malformed` for a name that is empty or too long."""
    return ExtractedEntity(
        _required(name, "name"), _short(type_, "type"), _text(description, "description")
    )


def make_fact(
    subject: str,
    predicate: str,
    object_: str,
    *,
    object_is_entity: bool = True,
    relation_type: str = "",
    description: str = "",
    strength: str | float | None = None,
) -> ExtractedFact:
    """Raises :class:`Malformed`. Without a ``strength`` the weight is 1; a literal object may
    be as long as a text."""
    end = clean(object_)
    if object_is_entity:
        end = _required(end, "object")
    elif not end:
        raise Malformed("object is empty")
    return ExtractedFact(
        _required(subject, "subject"),
        _required(predicate, "predicate"),
        _text(end, "object"),
        object_is_entity,
        _text(relation_type, "relation type"),
        _text(description, "description"),
        _weight(strength),
    )


def make_statement(
    text: str, mentions: tuple[str, ...] = (), facts: tuple[ExtractedFact, ...] = ()
) -> ExtractedStatement:
    """Raises :class:`Malformed` for a text that is empty or too long."""
    text = _text(text, "statement")
    if not text:
        raise Malformed("statement is empty")
    return ExtractedStatement(text, mentions=mentions, facts=facts)


def make_claim(
    subject: str,
    object_: str,
    type_: str,
    status: str,
    description: str,
    start_date: str = "",
    end_date: str = "",
    source_text: str = "",
) -> ExtractedClaim:
    """Raises :class:`Malformed` without subject or description, or for an unknown status."""
    status = clean(status).upper()
    if status not in STATUSES:
        raise Malformed(f"status is none of {', '.join(STATUSES)}")
    description = _text(description, "description")
    if not description:
        raise Malformed("description is empty")
    return ExtractedClaim(
        _required(subject, "subject"),
        _short(_or_none(object_), "object"),
        _required(type_, "type"),
        status,
        description,
        _short(_or_none(start_date), "start date"),
        _short(_or_none(end_date), "end date"),
        _text(source_text, "source text"),
    )


def united(first: Parsed, second: Parsed) -> Parsed:
    """All of ``first``, and of ``second`` what it adds. Neither's own order changes.

    Equal by normalised text: topics, then statements within a topic, then facts within a
    statement; entities by name, which keep the first type that was told and all descriptions.
    """
    topics: dict[str, dict[str, ExtractedStatement]] = {}
    names: dict[str, str] = {}
    for topic in (*first.topics, *second.topics):
        key = normalise_name(topic.name)
        names.setdefault(key, topic.name)
        statements = topics.setdefault(key, {})
        for statement in topic.statements:
            text = normalise_text(statement.text)
            known = statements.get(text)
            statements[text] = _joined(known, statement) if known else statement
    return Parsed(
        tuple(ExtractedTopic(names[key], tuple(found.values())) for key, found in topics.items()),
        _united_entities((*first.entities, *second.entities)),
        tuple(dict.fromkeys((*first.claims, *second.claims))),
        tuple(dict.fromkeys((*first.quarantined, *second.quarantined))),
        first.unusable,
    )


def _joined(one: ExtractedStatement, two: ExtractedStatement) -> ExtractedStatement:
    facts = {_key(fact): fact for fact in reversed((*one.facts, *two.facts))}
    ordered = dict.fromkeys(_key(fact) for fact in (*one.facts, *two.facts))
    return ExtractedStatement(
        one.text,
        one.start,
        one.end,
        tuple(dict.fromkeys((*one.mentions, *two.mentions))),
        tuple(facts[key] for key in ordered),
    )


def _key(fact: ExtractedFact) -> tuple[str, ...]:
    parts = (fact.subject, fact.predicate, fact.object, fact.relation_type)
    return tuple(normalise_name(part) for part in parts)


def _united_entities(entities: tuple[ExtractedEntity, ...]) -> tuple[ExtractedEntity, ...]:
    found: dict[str, ExtractedEntity] = {}
    for entity in entities:
        key = normalise_name(entity.name)
        known = found.get(key)
        found[key] = entity if known is None else _merged(known, entity)
    return tuple(found.values())


def _merged(one: ExtractedEntity, two: ExtractedEntity) -> ExtractedEntity:
    texts = one.description.split("\n")
    news = two.description and two.description != one.description and two.description not in texts
    description = "\n".join(filter(None, (one.description, two.description if news else "")))
    return ExtractedEntity(one.name, one.type or two.type, description)


def _required(text: str, what: str) -> str:
    text = _short(text, what)
    if not text:
        raise Malformed(f"{what} is empty")
    return text


def _short(text: str, what: str) -> str:
    text = clean(text)
    if len(text) > LONGEST_NAME:
        raise Malformed(f"{what} is longer than {LONGEST_NAME} characters")
    return text


def _text(text: str, what: str) -> str:
    text = clean(text)
    if len(text) > LONGEST_TEXT:
        raise Malformed(f"{what} is longer than {LONGEST_TEXT:,} characters")
    return text


def _or_none(text: str) -> str:
    return "" if clean(text).upper() in ("NONE", "NULL", "N/A") else text


def _weight(strength: str | float | None) -> float:
    if strength is None or strength == "":
        return 1.0
    try:
        weight = float(strength)
    except ValueError:
        weight = math.nan
    if not math.isfinite(weight) or weight < 0:
        raise Malformed("strength is not a number from 0 up")
    return weight
