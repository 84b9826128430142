"""What the parser joins wrongly is put right before anything is read of it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from graphrag_neo4j.extract.parse.pipeline import Pipeline
from graphrag_neo4j.model import ExtractedFact
from tests.support.parsing import facts_of


def _said(facts: Iterable[ExtractedFact]) -> set[tuple[str, str, str]]:
    return {(fact.subject, fact.predicate, fact.object) for fact in facts}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "Priya Vantongeren runs the cake stall and Joss Kemble brings the tables.",
            {
                ("Priya Vantongeren", "runs", "the cake stall"),
                ("Joss Kemble", "brings", "the tables"),
            },
        ),
        (
            "Bo Lund won the silver medal in 2022 and the gold medal in 2023.",
            {("Bo Lund", "won", "the silver medal in 2022 and the gold medal in 2023")},
        ),
        ("Bo Lund is nine and Joss six.", {("Bo Lund", "is", "nine")}),
        ("Bo Lund is nine and Joss Kemble six.", {("Bo Lund", "is", "nine")}),
        (
            "Non-members pay twice, and co-owners share the bill.",
            {("Non-members", "pay", "twice"), ("co-owners", "share", "the bill")},
        ),
        ("The ages are nine and about six.", {("ages", "are", "nine and about six")}),
        ("Bo Lund is a nurse and Joss a baker.", {("Bo Lund", "is", "a nurse")}),
        (
            "People called Smith live here.",
            {("People", "called", "Smith"), ("People", "live", "here")},
        ),
        (
            "The village called Hjelm lies in Norland.",
            {("village", "called", "Hjelm"), ("village", "lies in", "Norland")},
        ),
        (
            "Without the softener limescale blocks the injector.",
            {("limescale", "blocks", "the injector")},
        ),
        (
            "The policy covers fire, burglary and burst pipes, and flood up to GBP 5,000.",
            {("policy", "covers", "fire, burglary and burst pipes")},
        ),
        (
            "The last bus from Ennerby to Tarn Hythe leaves at 21:40.",
            {("last bus from Ennerby to Tarn Hythe", "leaves at", "21:40")},
        ),
        ("The bus to Tarn Hythe leaves at nine.", {("bus to Tarn Hythe", "leaves at", "nine")}),
        (
            "Boys led by the retired sailor Bo Falk cleared the second lock.",
            {
                ("Boys", "cleared", "the second lock"),
                ("Boys", "led by", "the retired sailor Bo Falk"),
            },
        ),
    ],
)
def test_each_word_belongs_to_its_own_verb(
    parser: Pipeline, text: str, facts: set[tuple[str, str, str]]
) -> None:
    assert _said(facts_of(parser, text)) == facts


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Max Orr runs the stall and brings the tables.", ("Max Orr", "brings", "the tables")),
        ("Max Orr met Ida Lund and Bo Falk in Oslo.", ("Max Orr", "met", "Bo Falk")),
        ("On Monday the mayor Ann Berg left Oslo.", ("Ann Berg", "left", "Oslo")),
        ("Without rain the crops fail in May.", ("crops", "fail in", "May")),
        ("Max Orr does bake bread and sell cakes.", ("Max Orr", "does sell", "cakes")),
    ],
)
def test_what_belongs_together_stays_so(
    parser: Pipeline, text: str, fact: tuple[str, str, str]
) -> None:
    assert fact in _said(facts_of(parser, text))


def test_a_place_within_a_title_is_not_what_the_title_names(parser: Pipeline) -> None:
    text = "Subject: Water in the cellar\n\nThe cellar flooded on 9 November after the pump failed."
    facts = facts_of(parser, text, "Water in the cellar")
    assert {fact.subject for fact in facts} == {"cellar", "pump failed"}


def test_the_subject_of_a_mail_states_nothing(parser: Pipeline) -> None:
    text = "Subject: Deck oven went dead\n\nMax Orr was there in May."
    assert {f.subject for f in facts_of(parser, text, "Deck oven went dead")} == {"Max Orr"}
