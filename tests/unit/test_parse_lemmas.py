"""Base forms of verbs."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.lexicon import PARTICIPLE, PAST, verb_forms
from graphrag_neo4j.extract.parse.lemmas import base_form
from graphrag_neo4j.extract.parse.pipeline import Pipeline
from tests.support.parsing import facts_of


@pytest.mark.parametrize(
    ("form", "lemma", "base"),
    [
        ("hated", "hat", "hate"),
        ("hoping", "hop", "hope"),
        ("hopped", "hop", "hop"),
        ("installed", "instal", "install"),
        ("enrolled", "enrol", "enroll"),
        ("taped", "tap", "tape"),
        ("tapped", "tap", "tap"),
        ("bathed", "bath", "bathe"),
        ("bused", "bus", "bus"),
        ("singing", "sing", "sing"),
        ("saddled", "saddle", "saddle"),
        ("hates", "hat", "hate"),
        ("dines", "din", "dine"),
        ("goes", "go", "go"),
        ("passes", "pass", "pass"),
        ("fixes", "fix", "fix"),
        ("buses", "bus", "bus"),
    ],
)
def test_a_verb_is_the_one_that_has_such_a_form(form: str, lemma: str, base: str) -> None:
    assert base_form(form, lemma) == base


@pytest.mark.parametrize("form", ["agreed", "freed", "guaranteed", "tied", "died", "opted"])
def test_the_past_of_a_verb_in_e_has_one_d_more(form: str) -> None:
    assert verb_forms()[form] == PAST | PARTICIPLE
    assert not {"agreeed", "freeed", "guaranteeed", "tyed", "optted"} & verb_forms().keys()


def test_the_relation_of_hated_is_hates(parser: Pipeline) -> None:
    facts = facts_of(parser, "Ruth Sandahl hated Piet Olander. Piet Olander rated Corvane Haulage.")
    assert {"HATES", "RATES"} <= {fact.relation_type for fact in facts}


def test_the_relation_of_hates_is_hates(parser: Pipeline) -> None:
    facts = facts_of(parser, "Ruth Sandahl hates Piet Olander. Dora Vance hopes to see Tom Hale.")
    assert {"HATES", "HOPES_TO_SEE"} <= {fact.relation_type for fact in facts}


def test_what_somebody_hoped_joins_nobody(parser: Pipeline) -> None:
    facts = facts_of(parser, "Ruth Sandahl hoped that Piet Olander acquired Corvane Haulage.")
    assert facts
    assert not [fact for fact in facts if fact.object_is_entity]
