"""Of statements that only a number tells apart, those of the question's number come first."""

from __future__ import annotations

from typing import Any

import pytest

from graphrag_neo4j.retrieve.ranking.own_numbers import OWN_NUMBER, own_numbers

CODES = (
    "Code: F02; Meaning: Tank empty; Help: Refill",
    "Code: F21; Meaning: Lid open; Help: Shut it",
)
LEVELS = ("Severity: 1; Answer: 20 minutes", "Severity: 2; Answer: 2 hours", "Both by telephone")
CLAUSES = ("7.1 The tenant pays.", "7.2 If the lease ends, a sum is due.", "7.3 No pets are kept.")


def rows(*texts: str, topic: str = "Faults") -> list[tuple[dict[str, Any], dict[str, Any]]]:
    chunk = {"chunk": "c", "source": {"id": "s", "title": "Press", "uri": "file:///press.md#1"}}
    return [(chunk, {"topic_id": "t", "topic": topic, "words": text}) for text in texts]


@pytest.mark.parametrize(
    ("question", "texts", "own"),
    [
        ("press shows F21", CODES, [1]),
        ("what is f02 on the press", CODES, [0]),
        ("how fast is the answer to severity 2", LEVELS, [1]),
        ("what does clause 7.2 say", CLAUSES, [1]),
        ("compare F02 and F21", CODES, []),  # no statement has both
        ("press shows F99", CODES, []),
        ("which fault leaves the tank empty", CODES, []),
        ("who pays 20 crowns", LEVELS, []),
    ],
)
def test_what_has_the_number_asked_for_counts_more_than_its_like(
    question: str, texts: tuple[str, ...], own: list[int]
) -> None:
    found = own_numbers(question, rows(*texts))
    assert [n for n, more in enumerate(found) if more] == own
    assert set(found) <= {0.0, OWN_NUMBER}


def test_a_number_of_the_heading_tells_no_statement_from_another() -> None:
    assert own_numbers("lid of press F21", rows(*CODES[:1], "Lid: steel", topic="F21")) == [0, 0]


def test_without_another_number_nothing_counts_more() -> None:
    assert own_numbers("severity 1", rows("Severity: 1; Answer: 20 minutes")) == [0]


def test_the_heading_with_the_version_asked_for_counts_more_than_those_with_others() -> None:
    said = [*rows("Removed: the old lid", topic="2.9.4"), *rows("Added: a new lid", topic="2.8.3")]
    assert own_numbers("what did version 2.8.3 do to the lid", said) == [0, OWN_NUMBER]
    assert own_numbers("what changed in 2.8.3", said) == [0, OWN_NUMBER]


def test_another_file_is_no_twin() -> None:
    chunk = {"chunk": "d", "source": {"id": "d", "title": "Saw", "uri": "file:///saw.md"}}
    other = (chunk, {"topic_id": "t", "topic": "2.9.4", "words": "version: 2.9.4"})
    assert own_numbers("what changed in 2.8.3", [*rows("Lid", topic="2.8.3"), other]) == [0, 0]
