"""Which entities are the same, by their names, types and sources alone.

Names are compared by exact keys over all entities, so nothing depends on an index being
approximate or on an order: spelling (accents, gaps, hyphens, legal forms), plural, title, and
acronyms that a text introduces, and other names that a note gives to what it is about.
What is ambiguous is left to an LLM, or left alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from graphrag_neo4j.entities.acronyms import Introduced, acronym_pairs
from graphrag_neo4j.entities.names import take_apart
from graphrag_neo4j.entities.resolvable import (
    Match,
    Pair,
    ResolvableEntity,
    contradict,
    names_contradict,
    pair,
)
from graphrag_neo4j.ids import entity_id

SourcesOf = Callable[[Collection[str]], Mapping[str, set[str]]]
"""The sources in which entities are mentioned, by id."""
_MAX_ALIKE = 50
"""Entities under one key that are compared with each other, the most frequent ones."""
_PERSON = "person"
_SHORT = 2
_LETTER_AND_NUMBER = re.compile(r"[a-z]\d+")


@dataclass
class Findings:
    """``same``: what rules decide; ``open``: pairs that may be the same, for somebody who can
    tell by more than names."""

    same: list[Match] = field(default_factory=list)
    open: set[Pair] = field(default_factory=set)

    def add(self, one: ResolvableEntity, other: ResolvableEntity, reason: str) -> None:
        """Two entities that match by ``reason``, unless something speaks against it."""
        if contradict(one, other):
            if not names_contradict(one, other):
                self.open.add(pair(one.id, other.id))
        else:
            self.same.append(Match(pair(one.id, other.id), reason))


def decide(
    entities: Iterable[ResolvableEntity], sources_of: SourcesOf, introduced: Introduced
) -> Findings:
    """What rules find among all ``entities``."""
    every = sorted(entities, key=lambda e: e.id)
    found = Findings()
    _spellings(every, found)
    _decide_called(every, found)
    acronyms, titled = list(acronym_pairs(every)), list(titled_pairs(every))
    ids = {id_ for one, other in (*acronyms, *titled) for id_ in (one.id, other.id)}
    sources = sources_of(ids)
    _decide_acronyms(acronyms, sources, introduced, found)
    _decide_titled(titled, every, sources, found)
    return found


def _spellings(entities: Sequence[ResolvableEntity], found: Findings) -> None:
    alike: dict[str, dict[str, ResolvableEntity]] = defaultdict(dict)
    for entity in entities:
        for form in entity.forms:
            if not form.title and len(form.key) >= _SHORT:
                alike[form.singular][entity.id] = entity
    for group in alike.values():
        frequent = sorted(group.values(), key=lambda e: (-e.chunk_count, e.id))[:_MAX_ALIKE]
        for one, other in combinations(frequent, 2):
            if reason := _spelling(one, other):
                found.add(one, other, reason)
            elif not names_contradict(one, other):
                found.open.add(pair(one.id, other.id))


def _spelling(one: ResolvableEntity, other: ResolvableEntity) -> str:
    """Why two names under one key are the same; "" if they need not be."""
    for a in one.forms:
        for b in other.forms:
            if a.digits != b.digits or a.title or b.title:
                continue
            if a.key == b.key and a.words != b.words and _LETTER_AND_NUMBER.fullmatch(a.key):
                continue  # "P-01" may be another list's than "P01"
            if a.key == b.key:
                return "legal form" if a.legal != b.legal else "spelling"
            if a.singular == b.singular and _may_be_plural(one, other, len(a.words)):
                return "plural"
    return ""


def _may_be_plural(one: ResolvableEntity, other: ResolvableEntity, n_words: int) -> bool:
    """Family and given names differ by an "s", too: Adam and Adams are not one."""
    types = {e.type.casefold() for e in (one, other) if e.is_typed}
    return _PERSON not in types and (n_words > 1 or bool(types))


def _decide_acronyms(
    pairs: Sequence[tuple[ResolvableEntity, ResolvableEntity]],
    sources: Mapping[str, set[str]],
    introduced: Introduced,
    found: Findings,
) -> None:
    """Match if a text introduces the short name for this long one, and for no other."""
    near = [
        (short, long)
        for short, long in pairs
        if sources.get(short.id, set()) & sources.get(long.id, set())
    ]
    sure = {*introduced(near)}
    by_short: dict[str, set[str]] = defaultdict(set)
    for short, long in near:
        if pair(short.id, long.id) in sure:
            by_short[short.id].add(long.forms[0].singular)
    for short, long in near:
        if pair(short.id, long.id) in sure and len(by_short[short.id]) == 1:
            found.add(short, long, "acronym")
        else:
            found.open.add(pair(short.id, long.id))


def _decide_called(entities: Sequence[ResolvableEntity], found: Findings) -> None:
    """Match who goes by what a text gives as another one's other name, if that is given to one
    alone, and no longer name begins or ends so. Acronyms have their own rule."""
    by_id = {entity.id: entity for entity in entities}
    called: dict[str, dict[str, ResolvableEntity]] = defaultdict(dict)
    for entity in entities:
        for alias in entity.aliases:
            if not take_apart(alias).acronym:
                called[entity_id(alias)][entity.id] = entity
    holders = _holders(entities) if called else {}
    for id_ in sorted(called.keys() & by_id.keys()):
        one = by_id[id_]
        owners = [owner for owner in called[id_].values() if owner is not one]
        for owner in owners:
            others = holders.get(one.forms[0].key, set()) - {owner.id}
            if len(owners) == 1 and not others:
                found.add(owner, one, "alias")
            else:
                found.open.add(pair(owner.id, one.id))


def _holders(entities: Iterable[ResolvableEntity]) -> dict[str, set[str]]:
    """Whose names of several words begin or end with a word."""
    found: dict[str, set[str]] = defaultdict(set)
    for entity in entities:
        for form in entity.forms:
            if len(form.words) > 1:
                found[form.words[0]].add(entity.id)
                found[form.words[-1]].add(entity.id)
    return found


def titled_pairs(
    entities: Sequence[ResolvableEntity],
) -> Iterator[tuple[ResolvableEntity, ResolvableEntity]]:
    """Each name with a title, and the entities that are called the same without it."""
    bare: dict[str, dict[str, ResolvableEntity]] = defaultdict(dict)
    for entity in entities:
        for form in entity.forms:
            if not form.title:
                bare[form.key][entity.id] = entity
    for entity in entities:
        for key in {form.key for form in entity.forms if form.title}:
            for other in bare[key].values() if key in bare else ():
                if other.id != entity.id:
                    yield entity, other


def _decide_titled(
    pairs: Iterable[tuple[ResolvableEntity, ResolvableEntity]],
    entities: Sequence[ResolvableEntity],
    sources: Mapping[str, set[str]],
    found: Findings,
) -> None:
    """Match if they share a source, and nobody else in it goes by that name."""
    by_bare: dict[str, list[tuple[ResolvableEntity, ResolvableEntity]]] = defaultdict(list)
    for titled, bare in pairs:
        if sources.get(titled.id, set()) & sources.get(bare.id, set()):
            by_bare[bare.id].append((titled, bare))
    families = _families(entities)
    for near in by_bare.values():
        bare = near[0][1]
        titles = {frozenset(titled.titles | bare.titles) for titled, _ in near}
        relatives = families.get(bare.forms[0].key, 0) if len(bare.forms[0].words) == 1 else 0
        if len(titles) == 1 and relatives <= 1:
            for titled, _ in near:
                found.add(titled, bare, "title")
        else:
            found.open |= {pair(titled.id, bare.id) for titled, _ in near}


def _families(entities: Iterable[ResolvableEntity]) -> dict[str, int]:
    """How many different full names end in each last word."""
    full: dict[str, set[str]] = defaultdict(set)
    for entity in entities:
        for form in entity.forms:
            if len(form.words) > 1:
                full[form.words[-1]].add(form.key)
    return {last: len(names) for last, names in full.items()}
