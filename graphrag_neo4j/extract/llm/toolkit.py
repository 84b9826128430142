"""Recorded answers of graphrag-toolkit's topic extraction, for people who bring their own.

    topic: NAME
      entities:
        NAME|Type
      proposition: [TEXT]
        entity-entity relationships:
        SUBJECT|PREDICATE|OBJECT
        entity-attributes:
        SUBJECT|PREDICATE|VALUE

Attributes become facts with a literal object. Brackets around a proposition are the format's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphrag_neo4j.extract.llm.records import (
    CUT_OFF,
    Malformed,
    Parsed,
    clean,
    make_entity,
    make_fact,
    make_statement,
    quarantine,
)
from graphrag_neo4j.extract.llm.tuples import phrase
from graphrag_neo4j.model import (
    ExtractedEntity,
    ExtractedFact,
    ExtractedStatement,
    ExtractedTopic,
    Quarantined,
)

_MARK = re.compile(
    r"\s*(?P<mark>topic|entities|proposition|entity-entity relationships|entity-attributes)"
    r"\s*:(?P<rest>.*)",
    re.IGNORECASE,
)


class ToolkitFormat:
    """Reads the toolkit's topic format; there is no prompt for it."""

    name = "toolkit"
    schema = None

    def parse(self, text: str, *, cut: bool = False) -> Parsed:
        """All records in order; the last line of a ``cut`` answer is quarantined."""
        lines = [line for line in text.splitlines() if line.strip()]
        last = lines.pop() if cut and lines else None
        reading = _Reading()
        for line in lines:
            reading.add(line)
        if last is not None:
            reading.quarantined.append(quarantine(last, CUT_OFF))
        if not reading.topics:
            return Parsed(unusable="no topic in the answer")
        return reading.parsed()


class _Reading:
    """Lines go to the last topic, proposition and section that were opened."""

    def __init__(self) -> None:
        self.topics: list[tuple[str, list[tuple[str, list[ExtractedFact]]]]] = []
        self.entities: list[ExtractedEntity] = []
        self.quarantined: list[Quarantined] = []
        self._section = ""

    def add(self, line: str) -> None:
        mark = _MARK.fullmatch(line)
        try:
            if mark is None:
                self._record(clean(line).split("|"))
            else:
                self._open(mark["mark"].lower(), clean(mark["rest"]))
        except Malformed as reason:
            self.quarantined.append(quarantine(line, str(reason)))

    def parsed(self) -> Parsed:
        topics = tuple(
            ExtractedTopic(name, tuple(_statement(text, facts) for text, facts in statements))
            for name, statements in self.topics
        )
        return Parsed(topics, tuple(self.entities), (), tuple(self.quarantined))

    def _open(self, mark: str, rest: str) -> None:
        self._section = mark
        if mark == "topic":
            self.topics.append((make_entity(rest).name, []))
        elif mark == "proposition":
            if not self.topics:
                raise Malformed("no topic before it")
            text = rest[1:-1] if rest[:1] == "[" and rest[-1:] == "]" else rest
            self.topics[-1][1].append((make_statement(text).text, []))

    def _record(self, fields: Sequence[str]) -> None:
        if self._section == "entities":
            name, type_ = _exactly(fields, 2)
            self.entities.append(make_entity(name, type_))
        elif self._section.startswith("entity-"):
            if not self.topics or not self.topics[-1][1]:
                raise Malformed("no proposition before it")
            subject, predicate, object_ = _exactly(fields, 3)
            is_entity = self._section.startswith("entity-entity")
            fact = make_fact(
                subject,
                phrase(predicate),
                object_,
                object_is_entity=is_entity,
                relation_type=predicate,
            )
            self.topics[-1][1][-1][1].append(fact)
        else:
            raise Malformed("not in a section of records")


def _exactly(fields: Sequence[str], count: int) -> Sequence[str]:
    if len(fields) != count:
        raise Malformed(f"expected {count} fields, found {len(fields)}")
    return fields


def _statement(text: str, facts: list[ExtractedFact]) -> ExtractedStatement:
    return make_statement(text, facts=tuple(facts))
