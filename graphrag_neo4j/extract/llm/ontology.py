"""Which types entities and relations may have, and what becomes of others.

* ``open``: any type; the given ones are suggestions.
* ``guided``: another type becomes the nearest given one (letter case, spacing, plural, or a
  phrase of the relation patterns), else UNKNOWN or RELATED with the original in the description.
* ``strict``: records of another type are dropped, and counted by being quarantined; a phrase of
  the relation patterns is no other type.

A phrase is read as :class:`~graphrag_neo4j.extract.relation_types.RelationTypes` reads it: a
passive with its agent ("was superseded by") is the relation from agent to patient.

Without given types of a kind, every type of that kind is allowed. A type is made of letters,
digits and underscores of any script, in upper case, at most 64 characters. One that cannot be
written so (``]->() DETACH DELETE``) becomes UNKNOWN or RELATED, the original in the description.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from graphrag_neo4j.extract.llm.records import NO_PREDICATE, find_name
from graphrag_neo4j.extract.relation_types import Relation, RelationTypes, derive_type, typed
from graphrag_neo4j.model import (
    DEFAULT_RELATION_TYPE,
    UNKNOWN_TYPE,
    ExtractedEntity,
    ExtractedFact,
)

Mode = Literal["open", "guided", "strict"]
LONGEST_TYPE = 64
_SEPARATORS = re.compile(r"[\s_\-–/.,'’&]+")
_LONGEST_ORIGINAL = 200
_LONGEST_JOINT = 8  # words between two names that can join them
_CLAUSE_END = re.compile(r"[.,;:!?()]")


class Ontology:
    """``entity_types`` and the values of ``relation_patterns`` are the given types."""

    def __init__(
        self,
        mode: Mode = "open",
        entity_types: Sequence[str] = (),
        relation_patterns: Mapping[str, str] | None = None,
    ) -> None:
        patterns = relation_patterns or {}
        self.mode = mode
        self.entity_types = tuple(filter(None, map(type_name, entity_types)))
        self.relation_types = tuple(dict.fromkeys(filter(None, map(type_name, patterns.values()))))
        self._entities = {_loose(type_): type_ for type_ in self.entity_types}
        self._relations = {_loose(type_): type_ for type_ in self.relation_types}
        self._patterns = RelationTypes(patterns)

    def entity(self, entity: ExtractedEntity) -> ExtractedEntity | None:
        """``entity`` with its final type; None when it is to be dropped."""
        written = type_name(entity.type)
        type_ = self._nearest(written, self._entities)
        if type_ is None:
            if self._entities and self.mode == "strict":
                return None
            type_ = UNKNOWN_TYPE
        lost = entity.type if type_ == UNKNOWN_TYPE and written != UNKNOWN_TYPE else ""
        return replace(entity, type=type_, description=_noted(entity.description, "type", lost))

    def fact(self, fact: ExtractedFact) -> ExtractedFact | None:
        """``fact`` with its final relation type; None when it is to be dropped.

        The type of one that was given none is that of its predicate, or of the relation pattern
        that stands between the two names in its description.
        A fact with a literal object is no relation between entities: its type is never
        restricted.
        """
        written = type_name(fact.relation_type)
        if fact.object_is_entity and (found := self._by_phrase(fact, written)):
            return typed(fact, found)
        if not fact.relation_type.strip():
            written = self._type_of_words(fact)
        is_free = not fact.object_is_entity
        type_ = written if is_free else self._nearest(written, self._relations)
        if not type_:
            if self.mode == "strict" and self._relations and fact.object_is_entity:
                return None
            type_ = DEFAULT_RELATION_TYPE
        is_lost = type_ == DEFAULT_RELATION_TYPE and written != DEFAULT_RELATION_TYPE
        lost = fact.relation_type if is_lost else ""
        return replace(
            fact, relation_type=type_, description=_noted(fact.description, "relation", lost)
        )

    def _by_phrase(self, fact: ExtractedFact, written: str) -> Relation | None:
        """The relation that a pattern reads from the predicate or the type as it was written,
        unless the type is a given one that says something else."""
        found = self._nearest(written, self._relations)
        for phrase in (fact.predicate, written.replace("_", " ")):
            matched = self._patterns.match(phrase)
            if matched is not None:
                matched = replace(matched, type=type_name(matched.type))
                if matched.type in self.relation_types and found in (None, matched.type):
                    return matched
        return None

    def _type_of_words(self, fact: ExtractedFact) -> str:
        """The type that the words of a fact without one name; "" if they name none.

        A pattern counts in the description where it holds from subject to object: in
        "A supersedes B" and in "B was superseded by A".
        """
        for start, end, is_turned in (
            (fact.subject, fact.object, False),
            (fact.object, fact.subject, True),
        ):
            matched = self._patterns.match(_between(fact.description, start, end))
            if matched and matched.is_turned == is_turned:
                type_ = type_name(matched.type)
                if type_ in self.relation_types:
                    return type_
        if fact.predicate.strip() == NO_PREDICATE:
            return ""
        type_ = type_name(derive_type(fact.predicate))
        return "" if type_ == DEFAULT_RELATION_TYPE else type_

    def _nearest(self, written: str, given: Mapping[str, str]) -> str | None:
        if self.mode == "open" or not given:
            return written or None
        loose = _loose(written)
        return given.get(loose) or given.get(loose + "S") or given.get(loose.removesuffix("S"))


def _between(text: str, first: str, second: str) -> str:
    """The few words from ``first`` to ``second``, in one clause; else ""."""
    start = find_name(first, text)
    rest = text[start.end() :] if start else ""
    end = find_name(second, rest)
    words = rest[: end.start()].lower().strip() if end else ""
    is_clause = len(words.split()) <= _LONGEST_JOINT and not _CLAUSE_END.search(words)
    return words if is_clause else ""


def type_name(text: str) -> str:
    """A type as an upper-case identifier: "is part-of" -> IS_PART_OF; "" if it is none."""
    text = unicodedata.normalize("NFKC", text)
    text = "".join(c for c in text if unicodedata.category(c) != "Cf").upper()
    words = [word for word in _SEPARATORS.split(text) if word]
    if not all(c.isalnum() or unicodedata.category(c)[0] == "M" for word in words for c in word):
        return ""
    name = ""
    for word in words:
        if name and len(name) + len(word) >= LONGEST_TYPE:
            break
        name = f"{name}_{word}" if name else word[:LONGEST_TYPE]
    return name


def _loose(type_: str) -> str:
    return type_.replace("_", "")


def _noted(description: str, what: str, original: str) -> str:
    """``description`` with the type that it lost."""
    shown = " ".join(original.split())
    if not shown:
        return description
    if len(shown) > _LONGEST_ORIGINAL:
        shown = shown[: _LONGEST_ORIGINAL - 1] + "…"
    return f"{description} ({what}: {shown})".strip()
