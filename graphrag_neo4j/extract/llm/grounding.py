"""Records that come from the instructions: weak models copy the example, or take a type's name for
a thing."""

from __future__ import annotations

import re
from dataclasses import replace

from graphrag_neo4j.extract.llm.records import Parsed, quarantine
from graphrag_neo4j.model import (
    ExtractedFact,
    ExtractedStatement,
    ExtractedTopic,
    Quarantined,
)

COPIED = "it comes from the instructions, not from the passage"


def without_copied(parsed: Parsed, instructions: str, passage: str) -> Parsed:
    """``parsed`` without what names something that the instructions name and the ``passage``, with
    its title and heading, does not; that is in ``quarantined``."""
    return _Grounding(instructions, passage).of(parsed)


class _Grounding:
    def __init__(self, instructions: str, passage: str) -> None:
        self._instructions = instructions
        self._passage = passage.casefold()
        self._known: dict[str, bool] = {}
        self._dropped: list[Quarantined] = []

    def of(self, parsed: Parsed) -> Parsed:
        entities = [one for one in parsed.entities if not self._is_copied(one.name)]
        for one in parsed.entities:
            if self._is_copied(one.name):
                self._drop(f"{one.name}: {one.description}")
        claims = []
        for claim in parsed.claims:
            if self._is_copied(claim.subject) or self._is_copied(claim.object):
                self._drop(claim.description)
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
        """Without its copied facts; None if nothing is left, or if it is copied itself."""
        facts = tuple(fact for fact in statement.facts if not self._is_fact_copied(fact))
        mentions = tuple(name for name in statement.mentions if not self._is_copied(name))
        bare = (statement.facts or statement.mentions) and not (facts or mentions)
        if bare or self._is_copied(statement.text):
            self._drop(statement.text)
            return None
        return replace(statement, facts=facts, mentions=mentions)

    def _is_fact_copied(self, fact: ExtractedFact) -> bool:
        return self._is_copied(fact.subject) or (
            fact.object_is_entity and self._is_copied(fact.object)
        )

    def _is_copied(self, name: str) -> bool:
        if name.islower() or not name:  # a common word, as "pumps", may be an honest one
            return False
        if name not in self._known:
            said = name.casefold() in self._passage
            self._known[name] = not said and _stands_in(name, self._instructions)
        return self._known[name]

    def _drop(self, record: str) -> None:
        self._dropped.append(quarantine(record, COPIED))


def _stands_in(name: str, text: str) -> bool:
    """Whether ``name`` stands in ``text`` as whole words, in the same letter case."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
