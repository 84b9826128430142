"""Questions made of facts: worded so that they can be understood, and give nothing away."""

from __future__ import annotations

from typing import Any

import pytest

from graphrag_neo4j.evaluate.made_questions import one_hop, two_hops


def _row(predicate: str = "manages", **changes: Any) -> dict[str, Any]:
    row = {
        "predicate": predicate,
        "subject": {"name": "Anna Berg", "type": "PERSON"},
        "object": {"name": "Port of Melby", "type": "LOCATION"},
        "sources": ["doc:port"],
        "is_askable": True,
        "further": [
            {
                "predicate": "owns",
                "object": {"name": "Tall Crane", "type": "UNKNOWN"},
                "sources": ["doc:crane"],
            }
        ],
    }
    return {**row, **changes}


def test_one_hop_asks_for_the_subject() -> None:
    one = one_hop(_row())
    assert one is not None
    assert one.question == "Who manages Port of Melby?"
    assert (one.answers, one.sources, one.type) == (("Anna Berg",), ("doc:port",), "one hop")


def test_two_hops_name_the_middle_by_what_another_source_says() -> None:
    two = two_hops(_row("written by"))
    assert two is not None
    assert two.question == "Who was written by the place that owns Tall Crane?"
    assert two.sources == ("doc:port", "doc:crane")
    assert "Port of Melby" not in two.question


@pytest.mark.parametrize(
    "changes",
    [
        {"is_askable": False},
        {"sources": []},
        {"predicate": "naming"},
        {"predicate": "is / was"},
        {"predicate": "one two three four five six"},
        {"predicate": None},
        {"subject": {"name": "Melby", "type": "X"}},  # in the question already
        {"object": {"name": "1921", "type": "X"}},
        {"object": {"name": "x" * 90, "type": "X"}},
    ],
)
def test_what_makes_no_question_is_left(changes: dict[str, Any]) -> None:
    assert one_hop(_row(**changes)) is None
    assert two_hops(_row(**changes)) is None
