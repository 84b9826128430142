"""Rows of the day that is asked for: no server needed."""

from __future__ import annotations

from typing import Any

import pytest

from graphrag_neo4j.retrieve.question.days import Day, days_in
from graphrag_neo4j.retrieve.ranking.dated_rows import of_day
from tests.support.growth import check_linear
from tests.support.ranking import rank


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("the shift on 3 May", {Day(0, 5, 3)}),
        ("May 3rd, 2024", {Day(2024, 5, 3)}),
        ("3rd of May 2024", {Day(2024, 5, 3)}),
        ("am 3. Mai 2024", {Day(2024, 5, 3)}),
        ("el 3 de mayo de 2024", {Day(2024, 5, 3)}),
        ("2024-05-03 08:00", {Day(2024, 5, 3)}),
        ("03.05.2024", {Day(2024, 5, 3)}),
        ("03/05/2024", {Day(2024, 5, 3), Day(2024, 3, 5)}),
        ("25/05/2024", {Day(2024, 5, 25)}),
        ("in May 2024, at 3:05, 2024-13-03, version 1.2.2024.1, 3 maybe", set()),
    ],
)
def test_days_are_read_however_they_are_written(text: str, days: set[Day]) -> None:
    assert days_in(text) == days


def test_days_are_found_in_linear_time() -> None:
    check_linear(lambda size: days_in("3 May 2024-05-03, 1.2.2024 3. " * size), 2_000)


def _rows(*texts: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for n, text in enumerate(texts):
        row = {"id": text, "text": text, "words": text, "near": 0.9, "facts": [], "topic": "t"}
        row |= {"topic_id": f"t{n}", "named": None, "start": 0, "end": 9, "place": None}
        source = {"id": f"s{n}", "title": "t", "uri": f"file:///shifts.csv#{n}"}
        rows.append({"chunk": f"c{n}", "section": None, "source": source, "statements": [row]})
    return rows


SHIFTS = (
    "Date: 2024-05-04; Early shift: Ida Falk; Late shift: Ida Falk",
    "Date: 2024-05-03; Early shift: Bo Lund; Late shift: Ann Orr",
    "Date: 2023-05-03; Early shift: Ida Falk; Late shift: Bo Lund",
    "On 3 May Ann Orr has the late shift.",
)


@pytest.mark.parametrize(
    ("question", "places"),
    [
        ("who has the late shift on 3 may", {1, 2}),
        ("who has the late shift on 3 may 2024", {1}),
        ("who has the late shift", set()),
    ],
)
def test_a_row_of_the_day_is_told_from_other_rows_and_from_sentences(
    question: str, places: set[int]
) -> None:
    assert of_day(question, _rows(*SHIFTS)) == {SHIFTS[place] for place in places}


LOG = (
    "2024-05-03 Ann Orr tarred the pier.",
    "On 3 May 2024 the pier was closed.",
    "Due on 03.05.2024, the pier lamp.",
    "The pier is old, see 2024-05-04.",
)


@pytest.mark.parametrize(
    ("question", "places"),
    [
        ("what happened at the pier on 3 may", {0, 2}),
        ("what happened at the pier on may 3rd 2024", {0, 2}),
        ("what happened at the pier on 2024-05-03", {1}),
        ("what happened at the pier on 3 may 2023", set()),
    ],
)
def test_a_sentence_that_writes_the_day_otherwise_is_of_it(question: str, places: set[int]) -> None:
    assert of_day(question, _rows(*LOG)) == {LOG[place] for place in places}


def test_a_sentence_with_the_day_in_numbers_comes_before_one_of_another_day() -> None:
    rows = _rows("2024-04-13 The pier was tarred.", "2024-05-03 The pier was closed.")
    found = rank("what was done at the pier on 3 may", rows, {"c0": 1.0, "c1": 0.9}, by_words=True)
    assert found[0].text == "2024-05-03 The pier was closed."


def test_the_row_of_the_day_comes_first() -> None:
    rows = _rows(*SHIFTS[:2])
    scores = {"c0": 1.0, "c1": 0.9}
    found = rank("when does Ida have a shift? on the 3rd of May", rows, scores, by_words=True)
    assert found[0].text == SHIFTS[1]
