"""What one is to another, by nouns."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.parse.pipeline import Pipeline
from tests.support.parsing import edges_of


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("Dora Vance, former director of Corvane Haulage, retired.", "FORMER_DIRECTOR_OF"),
        ("Dora Vance, once a partner of Corvane Haulage, retired.", "FORMER_PARTNER_OF"),
        ("Dora Vance was once a partner of Corvane Haulage.", "FORMER_PARTNER_OF"),
        ("Dora Vance was acting head of Corvane Haulage.", "ACTING_HEAD_OF"),
        ("Corvane Haulage's acting chairman, Dora Vance, left.", "ACTING_CHAIRMAN_OF"),
        ("Corvane Haulage's former chairman Dora Vance left.", "FORMER_CHAIRMAN_OF"),
        ("Dora Vance, vice president of Corvane Haulage, spoke.", "VICE_PRESIDENT_OF"),
        ("Dora Vance is the director of Corvane Haulage.", "DIRECTOR_OF"),
    ],
)
def test_a_role_keeps_what_makes_it_another(parser: Pipeline, text: str, type_: str) -> None:
    assert ("Dora Vance", type_, "Corvane Haulage") in edges_of(parser, text)


@pytest.mark.parametrize(
    ("words", "type_"),
    [
        ("brother-in-law", "BROTHER_IN_LAW_OF"),
        ("great-grandson", "GREAT_GRANDSON_OF"),
        ("great-great-grandson", "GREAT_GREAT_GRANDSON_OF"),
        ("brother", "BROTHER_OF"),
    ],
)
def test_kin_is_as_near_as_the_text_says(parser: Pipeline, words: str, type_: str) -> None:
    found = edges_of(parser, f"Piet Olander is the {words} of Ruth Sandahl.")
    assert found == {("Piet Olander", type_, "Ruth Sandahl")}


def test_what_one_used_to_do_one_does_no_more(parser: Pipeline) -> None:
    found = edges_of(parser, "Piet Olander used to work for Corvane Haulage.")
    assert found == {("Piet Olander", "USED_TO_WORK_FOR", "Corvane Haulage")}


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        (
            "Corvane Haulage grew. Its founder was Piet Olander.",
            {("Piet Olander", "FOUNDER_OF", "Corvane Haulage")},
        ),
        (
            "The director of Corvane Haulage is Piet Olander.",
            {("Piet Olander", "DIRECTOR_OF", "Corvane Haulage")},
        ),
        (
            "The director of Corvane Haulage is not Piet Olander.",
            {("Piet Olander", "NOT_DIRECTOR_OF", "Corvane Haulage")},
        ),
        (
            "The founders of Corvane Haulage were Piet Olander and Ruth Sandahl.",
            {
                ("Piet Olander", "FOUNDER_OF", "Corvane Haulage"),
                ("Ruth Sandahl", "FOUNDER_OF", "Corvane Haulage"),
            },
        ),
        ("The owner of the mill is Piet Olander.", set()),
    ],
)
def test_whom_a_role_is_said_to_be_has_it(
    parser: Pipeline, text: str, edges: set[tuple[str, str, str]]
) -> None:
    assert edges_of(parser, text) == edges


@pytest.mark.parametrize(
    "text",
    [
        "Ida Falk (Corresponding author: ida@mail.example), Max Orr, Ann Berg",
        "Ida Falk (Lead author).",
    ],
)
def test_of_what_kind_a_role_is_nobody_has_it_of(parser: Pipeline, text: str) -> None:
    assert not edges_of(parser, text)
    assert edges_of(parser, "Ida Falk, a Corvane editor, left.") == {
        ("Ida Falk", "EDITOR_OF", "Corvane")
    }


@pytest.mark.parametrize("kin", ["the daughter of", "the brother of"])
def test_who_a_text_is_about_is_kin_to_others(parser: Pipeline, kin: str) -> None:
    text = f"Ruth Sandahl is {kin} Piet Olander. It rained."
    type_ = f"{kin.split()[1].upper()}_OF"
    assert edges_of(parser, text, "Ruth Sandahl") == {("Ruth Sandahl", type_, "Piet Olander")}


def test_nobody_is_a_feast(parser: Pipeline) -> None:
    turns = (
        "Ruth: sorry all, fever\n"
        "Ingrid: me too, Anna's wedding in Leicester! See you\n"
        "Ruth: have fun there\n"
    )
    assert not any(type_.startswith("WEDDING") for _, type_, _ in edges_of(parser, turns))
    told = edges_of(parser, "Piet Olander, head of Corvane Haulage, spoke at the wedding.")
    assert ("Piet Olander", "HEAD_OF", "Corvane Haulage") in told
