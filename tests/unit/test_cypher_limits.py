"""Statements that are too much for the planner are refused; nobody waits for one that hangs."""

from __future__ import annotations

import threading
import time

import pytest

from graphrag_neo4j.errors import NotFoundError, UsageError
from graphrag_neo4j.serve import cypher_limits
from graphrag_neo4j.serve.cypher_limits import MAX_AT_ONCE, check_size, within
from graphrag_neo4j.serve.errors import ApiError


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("RETURN " + "(" * 60 + "1" + ")" * 60, "brackets"),
        ("RETURN " + "NOT " * 60 + "true", "too deep"),
        ("RETURN " + "not/* and */" * 60 + "true", "too deep"),
        ("MATCH (n) RETURN n" + ".x" * 60, "too deep"),
        ("RETURN " + "CASE WHEN true THEN " * 60 + "1" + " END" * 60, "too deep"),
        ("RETURN " + "1+" * 600 + "1", "600 operators"),
        ("MATCH (n) WHERE " + "n.x OR " * 600 + "n.y RETURN n", "600 operators"),
        ("MATCH " + ", ".join(["(:Mill)"] * 200) + " RETURN 1", "199 patterns"),
        ("WITH 1 AS x " * 200 + "RETURN x", "200 clauses"),
    ],
)
def test_what_the_planner_may_never_end_is_refused(statement: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        check_size(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (n) WHERE n.day IN [" + ", ".join(["'2031-04-05'"] * 900) + "] RETURN n",
        "MATCH (n) WHERE n.name = '" + "NOT " * 900 + "' RETURN n",
        "MATCH (n) RETURN n // " + "- " * 900,
        "MATCH (n) WHERE " + " OR ".join(["n.mill = 'Oak'"] * 200) + " RETURN n",
        "RETURN " + ", ".join(["CASE WHEN true THEN 1 ELSE 2 END"] * 60),
        "MATCH (n) WHERE " + " AND ".join(["NOT n.shut"] * 60) + " RETURN n",
        "UNWIND [" + ", ".join(["1.5"] * 900) + "] AS x RETURN x",
    ],
    ids=["dates", "text", "remark", "or", "cases", "nots", "numbers"],
)
def test_long_statements_that_are_easy_to_plan_are_allowed(statement: str) -> None:
    check_size(statement)


def test_a_statement_without_an_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cypher_limits, "GRACE", 0.1)
    answered = threading.Event()
    began = time.monotonic()
    try:
        with pytest.raises(UsageError, match="too long"):
            within(0.1, lambda: answered.wait(60))
        assert time.monotonic() - began < 30
    finally:
        answered.set()


def test_statements_that_hang_keep_their_slots_and_the_next_is_told_that_all_are_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cypher_limits, "GRACE", 0.0)
    answered = threading.Event()
    try:
        for _ in range(MAX_AT_ONCE):
            with pytest.raises(UsageError, match="too long"):
                within(0.01, lambda: answered.wait(60))
        with pytest.raises(ApiError, match="busy") as busy:
            within(0.01, lambda: True)
        assert busy.value.status == 429
    finally:
        answered.set()
    assert within(10, lambda: 7) == 7


def test_what_a_statement_gives_or_raises_comes_through() -> None:
    assert within(10, lambda: "Oak Mill") == "Oak Mill"

    def missing() -> None:
        raise NotFoundError("mill", "There is no mill.")

    with pytest.raises(NotFoundError, match="no mill"):
        within(10, missing)
