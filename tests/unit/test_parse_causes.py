"""Causes and effects that the parser finds."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.parse.causes import EFFECT_TYPES
from graphrag_neo4j.extract.parse.pipeline import Pipeline
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.model import Chunk, Document, ExtractedChunk, ExtractedFact

_TOLD = "Heavy rain led to flooding."
"""Read as a cause beside whatever is none."""


def _read(parser: Pipeline, text: str) -> ExtractedChunk:
    chunk = Chunk("c1", "s1", "", "", text, 0, len(text), 0, 1)
    return RulesExtractor(parsers=[parser]).extract(Document("doc:1", text, ""), [chunk])[0]


def _facts(found: ExtractedChunk) -> list[ExtractedFact]:
    return [f for topic in found.topics for s in topic.statements for f in s.facts]


def _causes(found: ExtractedChunk) -> set[tuple[str, str]]:
    return {(f.subject, f.object) for f in _facts(found) if f.relation_type == "CAUSES"}


@pytest.mark.parametrize(
    ("text", "cause", "effect"),
    [
        ("The port strike caused long delays.", "port strike", "long delays"),
        ("Long delays were caused by the port strike.", "port strike", "long delays"),
        ("Heavy rain led to flooding.", "heavy rain", "flooding"),
        ("Flooding resulted from heavy rain.", "heavy rain", "flooding"),
        ("The flight was cancelled because of fog.", "fog", "flight was cancelled"),
        ("Because of fog, the flight was cancelled.", "fog", "flight was cancelled"),
        ("Prices rose due to the shortage.", "shortage", "prices rose"),
        ("The riots were triggered by the arrest.", "arrest", "riots"),
    ],
)
def test_causes_point_to_their_effects(
    parser: Pipeline, text: str, cause: str, effect: str
) -> None:
    edges = _causes(_read(parser, text))
    assert edges == {(cause, effect)}


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        (
            "They pay for loss of or damage to the cart caused by frost.",
            {"loss", "damage to the cart"},
        ),
        ("They pay for injury to the guests caused by frost.", {"injury"}),
        ("They repaired the roof of the barn caused by frost.", {"barn"}),
        ("They feared the cost of an outage caused by frost.", {"outage"}),
    ],
)
def test_what_is_caused_is_the_loss_not_the_thing_that_is_lost(
    parser: Pipeline, text: str, effects: set[str]
) -> None:
    assert _causes(_read(parser, text)) == {("frost", effect) for effect in effects}


def test_what_is_said_of_a_loss_names_it_once(parser: Pipeline) -> None:
    text = "They pay for loss of or damage to the cart caused by frost."
    told = {f"{f.subject} {f.predicate} {f.object}" for f in _facts(_read(parser, text))}
    assert told >= {"loss caused by frost", "damage to the cart caused by frost"}
    assert not any(fact.startswith("cart") for fact in told)


def test_who_wants_something_is_not_caused_by_it(parser: Pipeline) -> None:
    text = "Quillon is a good choice for investors seeking exposure to growth."
    assert _causes(_read(parser, f"{text}\n\n{_TOLD}")) == {("heavy rain", "flooding")}


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("The fee reduced sales and shipping costs in 2021.", ("fee", "sales and shipping costs")),
        ("The rules forced the firm to close two plants.", ("rules", "firm to close two plants")),
        (
            "The rule forced the company's suppliers to close two plants.",
            ("rule", "suppliers to close two plants"),
        ),
        (
            "The town in which he lives was flooded because of heavy rain.",
            ("heavy rain", "town was flooded"),
        ),
        ("A fault causes no delays.", ("fault", "no delays")),
        ("Walls prevent people from seeing it.", ("walls", "people from seeing it")),
        ("The ban could result in our being liable for costs.", ("ban", "being liable for costs")),
        (
            "The rise in operating cash flow in 2021 was due to a storm.",
            ("storm", "rise in operating cash flow"),
        ),
        (
            "The firm has difficulty in managing new branches as a result of a strike.",
            ("strike", "difficulty in managing new branches"),
        ),
    ],
)
def test_an_end_of_a_cause_says_the_whole_of_it(
    parser: Pipeline, text: str, edge: tuple[str, str]
) -> None:
    found = {
        (f.subject, f.object)
        for f in _facts(_read(parser, text))
        if f.relation_type in EFFECT_TYPES
    }
    assert edge in found


@pytest.mark.parametrize(
    "text",
    [
        "The word following the redirection operator is expanded.",
        "List the bugs in a file, following a certain syntax.",
        "The -D option takes precedence over the -E option.",
        "Cause changes to be applied over the entire event line.",
        "The reports are free of errors, whether due to fraud or haste.",
        "Banks have agreed, while several firms are seeking partners to build it.",
        "The manager does not expect that controls will prevent fraud.",
        "The strike did not lead to layoffs.",
        "The delay did not result from the storm.",
        "The fire is not the cause of the outage.",
        "The delay was not due to the storm.",
        "The court asked whether the breach caused the loss.",
        "Nobody knows if the leak caused the fire.",
        "A tag would have reduced the damage.",
        "It was not the rain that caused the delay.",
        "Could the fire have been caused by the kiln?",
        "The zone was painted again after the accident.",
        "They are given after a heart attack, in heart failure, and in pregnancy.",
        "Talks began after the strike.",
        "The yield fell over the experiment.",
        "They took the mean over fragments.",
        "They took the mean over fragments within a dish.",
        "Ann Berg was against the fair because of the dust.",
        "The town withdraws its lawsuits over the meadow and the flood.",
        "The town withdraws its old lawsuit against the firm over the flood.",
        "They met in the dispute over the flood.",
        "The mayor: because the supplier went bankrupt.",
        "Answer: because the strike went on.",
        "The old kiln works again, thanks to Ann Berg.",
    ],
)
def test_no_cause_is_read_where_none_is_told(parser: Pipeline, text: str) -> None:
    facts = _facts(_read(parser, f"{text}\n\n{_TOLD}"))
    found = [(f.subject, f.object) for f in facts if f.relation_type in EFFECT_TYPES]
    assert found == [("heavy rain", "flooding")]


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("Workers went on strike over the pay cut.", ("pay cut", "workers went on strike")),
        ("The mayor resigned over the flood.", ("flood", "mayor resigned")),
        ("The mayor left over the payment of fees.", ("payment of fees", "mayor left")),
        ("There was fear because of fog.", ("fog", "fear")),
        ("Ten workers died after a blast.", ("blast", "ten workers died")),
        ("The ferry was late because of fog.", ("fog", "ferry was late")),
        ("The delay was because of fog.", ("fog", "delay")),
        ("Delay: because of fog, the ferry was cancelled.", ("fog", "ferry was cancelled")),
        ("The mayor: the mill closed because of fog.", ("fog", "mill closed")),
    ],
)
def test_a_reason_over_which_or_after_which_something_happens_is_a_cause(
    parser: Pipeline, text: str, edge: tuple[str, str]
) -> None:
    assert _causes(_read(parser, text)) == {edge}


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        (
            "The page was updated only after 35 minutes, because of fog.",
            "page was updated only after 35 minutes",
        ),
        ("The page was updated too late because of fog.", "page was updated too late"),
        (
            "The page was not updated until Monday, because of fog.",
            "page was not updated until Monday",
        ),
        ("The town hardly grew because of fog.", "town hardly grew"),
        (
            "The train arrived later than planned because of fog.",
            "train arrived later than planned",
        ),
        ("The mill later closed because of fog.", "mill closed"),
    ],
)
def test_what_comes_late_or_hardly_is_not_told_as_what_comes(
    parser: Pipeline, text: str, effect: str
) -> None:
    edges = _causes(_read(parser, text))
    assert edges == {("fog", effect)}


def test_a_clause_that_begins_with_a_person_is_no_person(parser: Pipeline) -> None:
    text = "The page was updated too late because Ann Berg alone had its password."
    types = {entity.name: entity.type for entity in _read(parser, text).entities}
    assert types["Ann Berg"] == "PERSON"
    assert types["Ann Berg had password"] == "CONCEPT"


@pytest.mark.parametrize(
    "text",
    [
        "The shrimp, and not the tide itself, caused the signal.",
        "Not the tide but the shrimp caused the signal.",
    ],
)
def test_what_is_not_the_cause_is_not_named_as_one(parser: Pipeline, text: str) -> None:
    edges = _causes(_read(parser, text))
    assert edges == {("shrimp", "signal")}


@pytest.mark.parametrize(
    "text",
    [
        "In view of the report, does your firm intend to give the money back?",
        "Was the bridge closed because of the flood?",
        "Application due to the Fund on 30 May 2025.",
        "The rent due to the landlord was paid.",
    ],
)
def test_a_question_and_what_somebody_is_to_get_tell_no_cause(parser: Pipeline, text: str) -> None:
    assert _causes(_read(parser, f"{text}\n\n{_TOLD}")) == {("heavy rain", "flooding")}


def test_a_debt_may_have_a_cause(parser: Pipeline) -> None:
    assert _causes(_read(parser, "A late payment due to illness is no offence."))


@pytest.mark.parametrize(
    "text",
    [
        "While writes were refused, fra-5 ran out of file descriptors because refused streams were "
        "not closed.",
        "Evaporate at 35 °C; never above 40 °C because usnamide racemises.",
    ],
)
def test_what_the_parse_joins_across_clauses_causes_nothing(parser: Pipeline, text: str) -> None:
    causes = _causes(_read(parser, f"{_TOLD} {text}"))
    assert causes == {("heavy rain", "flooding")}


def test_where_somebody_leads_another_to_is_no_effect(parser: Pipeline) -> None:
    assert not _causes(_read(parser, "The nurse led Ysolde Brandt to the stream."))
