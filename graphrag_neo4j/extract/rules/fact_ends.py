"""The ends of facts: their names, how they are spelled, and which are phrases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from graphrag_neo4j.extract.lexicon import normal_form
from graphrag_neo4j.extract.rules.causes import EFFECT_TYPES
from graphrag_neo4j.model import ExtractedFact


def respelled(fact: ExtractedFact, names: Mapping[str, str]) -> ExtractedFact:
    """The fact with its ends spelled as the statement's mentions are."""
    start = names[normal_form(fact.subject)] if fact.subject_is_entity else fact.subject
    end = names[normal_form(fact.object)] if fact.object_is_entity else fact.object
    return replace(fact, subject=start, object=end)


def ends(fact: ExtractedFact) -> Iterator[str]:
    """The entities that a fact joins."""
    if fact.subject_is_entity:
        yield fact.subject
    if fact.object_is_entity:
        yield fact.object


def phrases_of(fact: ExtractedFact) -> set[str]:
    """Ends of a causal fact that are phrases, not names."""
    if fact.relation_type not in EFFECT_TYPES:
        return set()
    return {
        name
        for name in (fact.subject, fact.object)
        if any(word.islower() and len(word) > 3 for word in name.split())
    }
