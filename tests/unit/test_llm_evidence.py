"""What an LLM says is compared with the passage: people and large numbers that are its own."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.llm.evidence import Evidence
from graphrag_neo4j.extract.llm.grounding import INVENTED, OTHER_NUMBER, grounded
from graphrag_neo4j.extract.llm.records import Parsed, make_entity, make_fact, make_statement
from graphrag_neo4j.model import ExtractedTopic

PASSAGE = (
    "In March '31 the mayor, Ms Zoë Lund, sold 2,530,000 shares of Quay Works. A. B. Moor, "
    "called ABM, paid 1 250 crowns and 4.75 % on top; Lock 3 held, and Lund's brother left."
)


@pytest.mark.parametrize(
    "name", ["Zoe Lund", "Lunds Bruder", "ABM", "Arne Bo Moor", "Лунд", "M. Lund", "?"]
)
def test_a_person_of_the_passage_may_have_another_form(name: str) -> None:
    assert Evidence(PASSAGE).names(name)


@pytest.mark.parametrize("name", ["Gunnar Vik", "Ola", "Dr. Vik"])
def test_a_person_of_whose_name_no_word_stands_there_is_not_named(name: str) -> None:
    assert not Evidence(PASSAGE).names(name)


@pytest.mark.parametrize(
    "text",
    [
        "2.53 million shares were sold.",
        "She sold 2 530 000 shares in 2031.",
        "1250 crowns, and 4,75 percent.",
        "One hundred, or 100, or 2,000, or 45.",
    ],
)
def test_a_number_may_be_written_in_another_way(text: str) -> None:
    assert Evidence(PASSAGE).has_numbers_of(text)


@pytest.mark.parametrize("text", ["2,630,000 shares", "in 2017", "4,751 crowns"])
def test_a_large_number_that_is_not_there_is_told(text: str) -> None:
    assert not Evidence(PASSAGE).has_numbers_of(text)


def test_what_is_invented_is_set_aside_and_the_rest_stays() -> None:
    sold = make_fact("Zoe Lund", "sold", "Quay Works")
    fled = make_fact("Gunnar Vik", "robbed", "Quay Works")
    statements = (
        make_statement("The mayor gave shares of Quay Works away for money.", facts=(sold,)),
        make_statement("Gunnar Vik robbed Quay Works.", facts=(fled,)),
        make_statement("Zoe Lund sold Quay Works in 2017.", facts=(sold,)),
    )
    people = [make_entity(name, "Person") for name in ("Zoe Lund", "Gunnar Vik")]
    parsed = Parsed((ExtractedTopic("Shares", statements),), (*people, make_entity("Quay Works")))
    found = grounded(parsed, "", PASSAGE)
    assert [one.text for topic in found.topics for one in topic.statements] == [statements[0].text]
    assert [one.name for one in found.entities] == ["Zoe Lund", "Quay Works"]
    assert [(one.reason, one.record) for one in found.quarantined] == [
        (INVENTED, "Gunnar Vik:"),
        (INVENTED, statements[1].text),
        (OTHER_NUMBER, statements[2].text),
    ]


@pytest.mark.parametrize("unit", ["1", "1 111 ", "1,", "9.", "A", "a ", "é"])
def test_a_hostile_passage_is_read_at_once(unit: str) -> None:
    text = unit * 100_000
    assert Evidence(text).has_numbers_of(text)
    assert not Evidence("Quay Works").has_numbers_of("123" * 30_000)
