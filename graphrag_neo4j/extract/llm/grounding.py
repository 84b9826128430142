"""Records that the passage does not bear out: weak models copy the example, take a type's name for
a thing, or invent people and figures. Another wording is no invention, nor is another language."""

from __future__ import annotations

import re
from dataclasses import replace

from graphrag_neo4j.extract.llm.evidence import Evidence
from graphrag_neo4j.extract.llm.records import Parsed, find_name, quarantine
from graphrag_neo4j.model import (
    ExtractedFact,
    ExtractedStatement,
    ExtractedTopic,
    Quarantined,
)

COPIED = "it comes from the instructions, not from the passage"
INVENTED = "it names a person whom the passage does not name"
OTHER_NUMBER = "it gives a number that is not in the passage"
_PERSON = re.compile(r"\s*(?:person|people|per|human)\s*", re.IGNORECASE)


def grounded(parsed: Parsed, instructions: str, passage: str) -> Parsed:
    """``parsed`` without what names something that the instructions name and the ``passage``, with
    its title and heading, does not, and without people and large numbers that only the answer
    has; that is in ``quarantined``."""
    return _Grounding(instructions, passage, parsed).of(parsed)


class _Grounding:
    def __init__(self, instructions: str, passage: str, parsed: Parsed) -> None:
        self._instructions = instructions
        self._passage = passage.casefold()
        self._evidence = Evidence(passage)
        self._known: dict[str, str] = {}
        people = {one.name for one in parsed.entities if _PERSON.fullmatch(one.type)}
        self._invented = {name for name in people if not self._evidence.names(name)}
        self._dropped: list[Quarantined] = []

    def of(self, parsed: Parsed) -> Parsed:
        entities = []
        for one in parsed.entities:
            if reason := self._fault(one.name):
                self._drop(f"{one.name}: {one.description}", reason)
            else:
                entities.append(one)
        claims = []
        for claim in parsed.claims:
            if reason := self._fault(claim.subject) or self._fault(claim.object):
                self._drop(claim.description, reason)
            else:
                claims.append(claim)
        topics = [self._topic(topic) for topic in parsed.topics]
        return replace(
            parsed,
            topics=tuple(topic for topic in topics if topic.statements),
            entities=tuple(entities),
            claims=tuple(claims),
            quarantined=(*parsed.quarantined, *self._dropped),
        )

    def _topic(self, topic: ExtractedTopic) -> ExtractedTopic:
        found = (self._statement(one) for one in topic.statements)
        return replace(topic, statements=tuple(one for one in found if one is not None))

    def _statement(self, statement: ExtractedStatement) -> ExtractedStatement | None:
        """Without facts that are not borne out; None if nothing is left, or if that is true of
        itself."""
        facts = tuple(fact for fact in statement.facts if not self._fault_of_fact(fact))
        mentions = tuple(name for name in statement.mentions if not self._fault(name))
        if reason := self._fault_of_text(statement.text):
            self._drop(statement.text, reason)
            return None
        if (statement.facts or statement.mentions) and not (facts or mentions):
            faults = (
                *map(self._fault_of_fact, statement.facts),
                *map(self._fault, statement.mentions),
            )
            self._drop(statement.text, faults[0])
            return None
        return replace(statement, facts=facts, mentions=mentions)

    def _fault_of_text(self, text: str) -> str:
        if fault := self._fault(text):
            return fault
        if any(find_name(name, text) for name in self._invented):
            return INVENTED
        return "" if self._evidence.has_numbers_of(text) else OTHER_NUMBER

    def _fault_of_fact(self, fact: ExtractedFact) -> str:
        fault = self._fault(fact.subject)
        return fault or (self._fault(fact.object) if fact.object_is_entity else "")

    def _fault(self, name: str) -> str:
        """Why a name is not borne out; empty if it is."""
        if name in self._invented:
            return INVENTED
        if name.islower() or not name:  # a common word, as "pumps", may be an honest one
            return ""
        if name not in self._known:
            said = name.casefold() in self._passage
            copied = not said and _stands_in(name, self._instructions)
            self._known[name] = COPIED if copied else ""
        return self._known[name]

    def _drop(self, record: str, reason: str) -> None:
        self._dropped.append(quarantine(record, reason))


def _stands_in(name: str, text: str) -> bool:
    """Whether ``name`` stands in ``text`` as whole words, in the same letter case."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
