"""What holds only under a condition says so, and a condition is no fact."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.parse.pipeline import Pipeline
from tests.support.parsing import edges_of, facts_of


def _in_words(parser: Pipeline, text: str) -> set[str]:
    return {f"{f.subject} {f.predicate} {f.object}" for f in facts_of(parser, text)}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "If the door is open, the kiln shows a red light.",
            "kiln shows a red light if the door is open",
        ),
        (
            "The rent is 40 crowns, unless the shed has no roof.",
            "rent is 40 crowns unless the shed has no roof",
        ),
        (
            "Members get a key only if their fee is paid.",
            "Members get a key only if their fee is paid",
        ),
        (
            "The oven must be at 90 degrees when the tray goes in.",
            "oven must be at 90 degrees when the tray goes in",
        ),
        (
            "Where a guest misses the ferry, a cabin is kept for two nights.",
            "cabin is kept for two nights where a guest misses the ferry",
        ),
        (
            "A helper may steer the barge while the skipper sleeps.",
            "helper may steer the barge while the skipper sleeps",
        ),
        (
            "If the seal breaks, the pump stops at once and the cover turns black.",
            "cover turns black if the seal breaks",
        ),
        (
            "The club pays the fare and lends a coat, unless you have a pass.",
            "club pays the fare unless you have a pass",
        ),
    ],
)
def test_what_holds_under_a_condition_says_so(parser: Pipeline, text: str, fact: str) -> None:
    assert fact in {said.replace("The ", "") for said in _in_words(parser, text)}


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("Close the valve when the gauge reads 3 bar.", "gauge"),
        ("Wait until the lamp is green.", "lamp"),
        ("Fill the tank and wait until the lamp is green.", "lamp"),
        ("Never lift the lid while the drum is full.", "drum"),
        ("You must pay tax once your sales exceed 900 crowns.", "sales"),
        ("Where the kiln was built in a cellar, the stairs must be lit.", "kiln"),
        ("Tickets are not refunded, except when the ferry is late.", "ferry"),
        ("The hall is free as long as the piano holds its tune.", "piano"),
        ("while the van is used for deliveries;", "van"),
        ("Empty the tray, otherwise the counter is wrong.", "counter"),
        (
            "Carriers get your name, and your house number only if the box is heavier than 9 kg.",
            "box",
        ),
    ],
)
def test_a_condition_of_a_rule_is_no_fact(parser: Pipeline, text: str, subject: str) -> None:
    assert not [fact for fact in facts_of(parser, text) if subject in fact.subject]


@pytest.mark.parametrize(
    "text",
    [
        "When he arrived, Ruth Sandahl sold Tarn Mills.",
        "When Ruth Sandahl hears the news, she sells Tarn Mills.",
        "While Corvane Haulage makes barges, Ruth Sandahl sells Tarn Mills.",
        "Once Piet Olander had left, Ruth Sandahl sold Tarn Mills.",
        "Even if it rains, Ruth Sandahl sells Tarn Mills.",
        "If Piet Olander was ill, Ruth Sandahl sold Tarn Mills.",
    ],
)
def test_a_time_or_contrast_is_no_condition(parser: Pipeline, text: str) -> None:
    assert ("Ruth Sandahl", "SELLS", "Tarn Mills") in edges_of(parser, text)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("While Corvane Haulage makes barges, Ruth Sandahl sells ropes.", "Corvane Haulage"),
        ("When Ruth Sandahl hears the news, she sells Tarn Mills.", "Ruth Sandahl"),
        ("Corvane Haulage moved when Ruth Sandahl sold the quay.", "Ruth Sandahl"),
        ("Ruth Sandahl has a shop in Velmar, where the tram meets the ferry.", "tram"),
    ],
)
def test_what_tells_the_time_or_place_is_a_fact(parser: Pipeline, text: str, subject: str) -> None:
    assert [fact for fact in facts_of(parser, text) if subject in fact.subject]


def test_a_relation_under_a_condition_joins_no_names(parser: Pipeline) -> None:
    text = "Corvane Haulage will buy Tarn Mills if the court agrees."
    assert not edges_of(parser, text)
    assert "Corvane Haulage will buy Tarn Mills if the court agrees" in _in_words(parser, text)


@pytest.mark.parametrize(
    "text",
    [
        "The fee is paid unless the delay is due to a storm.",
        "If the leak causes mould, call the porter.",
    ],
)
def test_a_cause_in_a_condition_is_none(parser: Pipeline, text: str) -> None:
    assert not [fact for fact in facts_of(parser, text) if fact.relation_type == "CAUSES"]


def test_what_follows_behind_a_semicolon_has_no_condition(parser: Pipeline) -> None:
    text = "The first room is free; the fee is halved if you share the key."
    assert not [said for said in _in_words(parser, text) if "free" in said and "if" in said]
