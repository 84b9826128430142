"""Persons under one word, as "Priya", and whom they may be: for people to decide.

Within a document rules join a first name with the only full name that fits. Two documents may speak
of two people, so that across them nothing is merged without somebody's word.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphrag_neo4j.entities.resolvable import ResolvableEntity, names_contradict

_PERSON = "person"
_WORDS_OF_NAME = (2, 3)
_MOST = 3
"""A word that fits more persons tells nothing."""


@dataclass(frozen=True, slots=True)
class ShortName:
    """``short`` may be ``full``; ``fitting``: how many persons the word fits."""

    short: ResolvableEntity
    full: ResolvableEntity
    reason: str
    fitting: int


def short_names(entities: Sequence[ResolvableEntity]) -> Iterator[ShortName]:
    """Each person of one word with the few whose first or last word it is."""
    persons = [entity for entity in entities if entity.type.casefold() == _PERSON]
    by_word: dict[str, dict[str, tuple[ResolvableEntity, str]]] = defaultdict(dict)
    for person in persons:
        for form in person.forms:
            if len(form.words) in _WORDS_OF_NAME:
                by_word[form.words[-1]][person.id] = (person, "last name")
                by_word[form.words[0]][person.id] = (person, "first name")
    for person in sorted(persons, key=lambda entity: (entity.name, entity.id)):
        if any(len(form.words) > 1 for form in person.forms):
            continue  # somebody has said already who that is
        fitting = by_word.get(person.forms[0].words[0], {}).values()
        full = [(one, why) for one, why in fitting if not names_contradict(person, one)]
        if len(full) <= _MOST:
            for one, why in sorted(full, key=lambda found: (found[0].name, found[0].id)):
                yield ShortName(person, one, why, len(full))
