"""Rows of a table by the least and the most that is asked for: no server needed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.retrieve.ranking.quantities import quantity
from graphrag_neo4j.retrieve.ranking.statements import relevance
from graphrag_neo4j.retrieve.ranking.superlatives import asked_extreme
from tests.support.ranking import rank

SHELVES = (
    "Item: Hat rack; Wood: pine; Price: £24.90; Made: 2021-05-03",
    "Item: Spice rack; Wood: oak; Price: £104.90; Made: 2023-02-11",
    "Item: Boot tray; Wood: oak; Price: £31.50; Made: 2019-10-30",
    "Item: Plate rail; Wood: pine; Price: £1,204.00; Made: 2022-01-07",
    "Item: Total; Price: £1,365.30",
)


def rows_of(*texts: str, file: str = "prices.csv") -> list[dict[str, Any]]:
    """A chunk for each row, the first one nearest to the question."""
    rows: list[dict[str, Any]] = []
    for n, text in enumerate(texts):
        row = {"id": text, "text": text, "words": text, "near": 0.9 - n / 100, "facts": []}
        row |= {"topic": "t", "topic_id": f"t{n}", "named": None, "start": 0, "end": 9}
        source = {"id": f"{file}{n}", "title": "t", "uri": f"file:///{file}#{n}"}
        one = {"chunk": f"{file}{n}", "section": None, "source": source}
        rows.append(one | {"statements": [{**row, "place": None}]})
    return rows


def answers(question: str, *texts: str) -> list[str]:
    rows = rows_of(*texts)
    scores = {row["chunk"]: 1 - n / 100 for n, row in enumerate(rows)}
    return [one.text for one in rank(question, rows, scores, by_words=False)]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("cheapest rack", 0),
        ("what is the most expensive item?", 3),
        ("which is the oldest one", 2),
        ("the latest one", 1),
        ("which has the highest price", 3),
        ("the cheapest one of oak", 2),
        ("most expensive pine", 3),
    ],
)
def test_the_row_with_the_most_or_least_comes_first(question: str, first: int) -> None:
    for shelves in (SHELVES, SHELVES[::-1]):
        assert answers(question, *shelves)[0] == SHELVES[first]


def test_words_that_names_and_questions_share_choose_no_rows() -> None:
    pubs = [
        f"Customer: {name}; Limit: £{limit}"
        for name, limit in (("The Anchor", 800), ("The Crown", 900), ("Moon Bar", 2500))
    ]
    assert answers("which customer has the highest limit", *pubs)[0] == pubs[2]


def test_the_rows_behind_it_come_in_their_order_and_no_total() -> None:
    found = answers("what is the most expensive one", *SHELVES)
    assert found == [SHELVES[n] for n in (3, 1, 2, 0, 4)]


@pytest.mark.parametrize(
    "question",
    [
        "price of the spice rack",  # no superlative
        "which item is the most beautiful",  # no column
        "at least two racks",
        "what is the last name of the buyer",
    ],
)
def test_without_a_fitting_column_rows_stay_as_they_are(question: str) -> None:
    assert answers(question, *SHELVES[::-1])[0] == SHELVES[-1]


def test_a_column_that_is_called_so_has_it_in_each_row() -> None:
    stops = [f"Stop: {name}; First: 6:{n}; Last: 23:{n}" for n, name in enumerate("ABC", 10)]
    assert answers("last bus from A", *stops)[0] == stops[0]


def test_the_row_that_has_two_words_of_the_question_comes_before_one_with_more() -> None:
    assert answers("most expensive hat rack", *SHELVES)[0] == SHELVES[0]


def test_a_sentence_and_rows_of_another_file_are_not_sorted_with_a_table() -> None:
    sentence = "The oldest part of the pier: it was built by Otto Pryce; nobody knows when."
    rows = rows_of(*SHELVES[1:3]) + rows_of(sentence, SHELVES[0], file="notes.txt")
    scores = {row["chunk"]: n for n, row in enumerate(rows, start=1)}
    found = rank("which is the oldest part", rows, scores, by_words=False)
    assert [one.text for one in found][:2] == [SHELVES[0], sentence]


def test_a_superlative_that_a_table_meets_and_a_day_of_its_rows_are_not_missed() -> None:
    rows = rows_of(*SHELVES)
    scores = {row["chunk"]: 1.0 for row in rows}

    def unmet(question: str) -> str:
        found = relevance(question, rows, scores, by_words=True)
        return " ".join(found.unmet(question).split())

    assert unmet("Cheapest rack made on 3 May 2021") == "rack made on"
    assert unmet("smallest rack made on 4 May 2021") == "smallest rack made on 4 May 2021"


@pytest.mark.parametrize(
    ("question", "is_most"),
    [
        ("first train to Velmar", False),
        ("when does the last ferry leave", True),
        ("Dearest thing", True),
        ("how long does it last", None),
        ("the first name of Mrs Orr", None),
        ("last year", None),
    ],
)
def test_words_for_the_most_and_the_least_are_known(question: str, is_most: bool | None) -> None:
    asked = asked_extreme(question)
    assert (asked.is_most if asked else None) is is_most


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ("£14,90", "€ 1.234,50"),
        ("1,234.50 €", "EUR 2000"),
        ("9.90", "10"),
        ("1,234", "1,235"),
        ("-3", "2 °C"),
        ("2023-12-31", "2024-01-01 08:00"),
        ("31.12.2023", "1.2.2024"),
        ("9:05", "13:30"),
        ("90 min", "2 h"),
        ("12'000", "12 001"),
    ],
)
def test_quantities_are_compared_by_what_they_mean(less: str, more: str) -> None:
    one, other = quantity(less), quantity(more)
    assert one is not None and other is not None and one < other


@given(st.text(st.sampled_from("0123456789.,'’:/-− €£kgT"), max_size=30) | st.text(max_size=30))
def test_any_cell_is_a_quantity_or_none(text: str) -> None:
    found = quantity(text)
    assert found is None or any(map(str.isdigit, text))
