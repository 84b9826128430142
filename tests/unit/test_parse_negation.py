"""What a "not", "neither" or "nor" denies."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.parse.pipeline import Pipeline
from tests.support.parsing import edges_of, facts_of


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        (
            "Neither Ruth Sandahl nor Piet Olander met Dora Vance.",
            {
                ("Ruth Sandahl", "NOT_MEET", "Dora Vance"),
                ("Piet Olander", "NOT_MEET", "Dora Vance"),
            },
        ),
        (
            "Piet Olander met neither Ruth Sandahl nor Dora Vance.",
            {
                ("Piet Olander", "NOT_MEET", "Ruth Sandahl"),
                ("Piet Olander", "NOT_MEET", "Dora Vance"),
            },
        ),
        (
            "Piet Olander spoke to neither Ruth Sandahl nor Dora Vance.",
            {
                ("Piet Olander", "NOT_SPEAK_TO", "Ruth Sandahl"),
                ("Piet Olander", "NOT_SPEAK_TO", "Dora Vance"),
            },
        ),
        (
            "Piet Olander did not meet Ruth Sandahl, nor did he meet Dora Vance.",
            {
                ("Piet Olander", "NOT_MEET", "Ruth Sandahl"),
                ("Piet Olander", "NOT_MEET", "Dora Vance"),
            },
        ),
        (
            "Piet Olander neither met Ruth Sandahl nor married Dora Vance.",
            {
                ("Piet Olander", "NOT_MEET", "Ruth Sandahl"),
                ("Piet Olander", "NOT_MARRY", "Dora Vance"),
            },
        ),
    ],
)
def test_neither_denies_it_of_both(
    parser: Pipeline, text: str, edges: set[tuple[str, str, str]]
) -> None:
    assert edges_of(parser, text) == edges


@pytest.mark.parametrize(
    "text",
    [
        "Ruth Sandahl has not, so far, visited Velmar.",
        "Ruth Sandahl has not so far visited Velmar.",
    ],
)
def test_a_not_parted_from_its_verb_denies_it(parser: Pipeline, text: str) -> None:
    assert edges_of(parser, text) == {("Ruth Sandahl", "NOT_VISIT", "Velmar")}


def test_a_not_behind_its_verb_denies_it(parser: Pipeline) -> None:
    found = edges_of(parser, "Ruth Sandahl cares not for Piet Olander.")
    assert found == {("Ruth Sandahl", "NOT_CARE_FOR", "Piet Olander")}


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        (
            "Ruth Sandahl reports to Dora Vance, not to Piet Olander.",
            {("Ruth Sandahl", "REPORTS_TO", "Dora Vance")},
        ),
        (
            "Ruth Sandahl lent it to Dora Vance but not to Piet Olander.",
            {("Ruth Sandahl", "LENDS_TO", "Dora Vance")},
        ),
        (
            "Corvane was led by Dora Vance, not, as some think, by Piet Olander.",
            {("Dora Vance", "LEADS", "Corvane")},
        ),
        (
            "Piet Olander married not Ruth Sandahl but Dora Vance.",
            {("Piet Olander", "MARRIES", "Dora Vance")},
        ),
        (
            "Ruth Sandahl is not the owner but the manager of Corvane Haulage.",
            {("Ruth Sandahl", "MANAGER_OF", "Corvane Haulage")},
        ),
        (
            "Instead of Ruth Sandahl, Piet Olander married Dora Vance.",
            {("Piet Olander", "MARRIES", "Dora Vance")},
        ),
        (
            "Piet Olander married Dora Vance instead of Ruth Sandahl.",
            {("Piet Olander", "MARRIES", "Dora Vance")},
        ),
    ],
)
def test_a_contrast_denies_only_what_it_names(
    parser: Pipeline, text: str, edges: set[tuple[str, str, str]]
) -> None:
    assert edges_of(parser, text) == edges


@pytest.mark.parametrize(
    "text",
    [
        "Ruth Sandahl has not only met Piet Olander but also Dora Vance.",
        "Ruth Sandahl met Piet Olander, and not only once.",
    ],
)
def test_not_only_denies_nothing(parser: Pipeline, text: str) -> None:
    assert ("Ruth Sandahl", "MEETS", "Piet Olander") in edges_of(parser, text)


def test_words_keep_the_not_of_a_contrast(parser: Pipeline) -> None:
    found = facts_of(parser, "Ruth Sandahl is not the owner but the manager of Corvane Haulage.")
    assert ("is", "not the owner but the manager of Corvane Haulage") in {
        (fact.predicate, fact.object.rstrip(".")) for fact in found
    }


def test_neither_says_nothing_of_a_clause_beside_its_noun(parser: Pipeline) -> None:
    text = "Neither Ruth Sandahl nor the clerks who met Piet Olander left Velmar."
    assert ("clerks", "met") in {(fact.subject, fact.predicate) for fact in facts_of(parser, text)}


def test_words_end_before_what_is_denied(parser: Pipeline) -> None:
    found = facts_of(parser, "Fines are paid by the driver and not by Corvane Haulage.")
    assert [(fact.predicate, fact.object) for fact in found] == [("are paid by", "the driver")]


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ("Corvane Haulage has no Volvo.", set()),
        ("Corvane Haulage sold no Volvo in Velmar.", set()),
        ("Ruth Sandahl is no friend of Piet Olander.", set()),
        (
            "Ruth Sandahl met Piet Olander but no Vance.",
            {("Ruth Sandahl", "MEETS", "Piet Olander")},
        ),
    ],
)
def test_no_before_a_thing_joins_nobody_with_it(
    parser: Pipeline, text: str, edges: set[tuple[str, str, str]]
) -> None:
    assert edges_of(parser, text) == edges


def test_what_there_is_none_of_stays_in_words(parser: Pipeline) -> None:
    found = facts_of(parser, "Corvane Haulage has no Volvo.")
    assert [(fact.predicate, fact.object) for fact in found] == [("has", "no Volvo")]


def test_a_name_may_begin_with_no(parser: Pipeline) -> None:
    found = edges_of(parser, "Ruth Sandahl likes No Doubt.")
    assert found == {("Ruth Sandahl", "LIKES", "No Doubt")}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Guests must not bring or hide cats.", {"must not bring cats", "must not hide cats"}),
        ("The Choir never sold or let the boat.", {"never sold the boat", "never let the boat"}),
        (
            "Guests must not ring a bell, climb the tower or swim in the moat.",
            {
                "must not ring a bell",
                "must not climb the tower",
                "not swim in the moat",
            },
        ),
        (
            "Guests shall not cook or eat in the tower and should ring before ten.",
            {"shall not eat in the tower", "should ring before ten"},
        ),
        (
            "Crews should not try to start or mend the pump.",
            {"should not try to start the pump", "not to mend the pump"},
        ),
        (
            "The hatch does not open or is stuck in the frame.",
            {"is stuck in the frame"},
        ),
        (
            "The choir did not sell the boat but kept the oars.",
            {"did not sell the boat", "kept the oars"},
        ),
    ],
)
def test_or_hands_a_denial_on_and_other_words_do_not(
    parser: Pipeline, text: str, said: set[str]
) -> None:
    assert {f"{fact.predicate} {fact.object}" for fact in facts_of(parser, text)} == said


def test_the_number_of_a_rule_does_not_do_what_it_forbids(parser: Pipeline) -> None:
    found = facts_of(parser, '"6C. (1) No crew shall light a stove on the raft.')
    assert {fact.subject for fact in found} == {"No crew"}
