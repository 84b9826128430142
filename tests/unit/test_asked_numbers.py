"""Which questions ask for a number that what was found has not."""

from __future__ import annotations

import pytest

from graphrag_neo4j.retrieve.question.numbers import has_number, lacks_number
from graphrag_neo4j.retrieve.question.word_searches import word_searches
from tests.support.growth import check_linear


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("INC-2024-044", "The post-mortem of INC-2024-031 is at ten."),
        ("price of the heron h2", "Heron H1 costs 845 pounds."),
        ("results of matchday 21", "MATCHDAY 22 (26 May 2024)"),
        ("firmware 7.4.0 fix", "Since firmware 7.3.2 the router is slow."),
        ("what changed in 2.8.3", "version: 3.6.1"),
        ("rent of Unit 8", "Unit 7 and Unit 9 were let on 8 January 2019. 8. Deposit"),
        ("what did reviewer #3 say", "Reviewer #1 agrees. Reviewer #2 wants 3 figures."),
        ("Hallam v Pryce (No 3)", "Hallam v Pryce (No 2) was heard on 3 March."),
        ("total of invoice 2023-145", "Invoice 2023-118 of 14.5.2023 was paid."),
        ("the table of 2021-22", "FINAL TABLE 2022-23 and 2023-24"),
        ("his diary in 1865", "In 1862 he bought a hat. Her letters are of 1849."),
        ("policy of 2027", "Version 1 of 2019, version 2 of 2023."),
        ("who leads work package 5", "WP1 is led by Ann, WP2 by Bo."),
        ("When does the Heron Two sail?", "The Heron One sails in May."),
        ("when does heron 2 sail", "Heron One sails in May."),
        ("status of ticket 48561", "Ticket #48213 is closed."),
        ("Who is the customer of ticket 55555?", "All customers are well."),
    ],
)
def test_a_number_of_another_thing_is_not_the_one_asked_for(question: str, text: str) -> None:
    assert lacks_number(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("status of inc 2024-044", "INC-2024-044 is closed."),
        ("what did version 2.8.3 fix", "version: 3.6.1. 2.8.3 - 6 May. Fixed: the clock."),
        ("sample KL 206", "KL-206 was thrown away."),
        ("a 5km walk", "The walk is five kilometres long."),
        ("who is 3rd", "Third is Ann."),
        ("k8s image", "The image for Kubernetes is 1.9."),
        ("postgres 17 support", "Postgres 14 to 17 are supported."),
        ("subscription before 2021", "The subscription was raised in 2021."),
        ("what happened in 1962", "In the storm nine boats sank. They were built in 1931."),
        ("what happened in 1962", "From 1961 to 1962 it rained; 1963 was dry."),
        ("rent of units 8 to 10", "Units 7, 8 and 9 cost 90 pounds."),
        ("which party was he in from 1958 to 1977", "He joined in 1949 and left in 1951."),
        ("his rank in 1942", "He rose from 1938 to 1945."),
        ("status of ticket 48561", "Ticket #48561 is closed."),
        ("who earns 30000", "She earns 30,000 a year."),
        ("when did order 123456 come", "Order 123-456 came in May."),
        ("salt at hardness 3", "At hardness 1 every 300 litres, at 2 every 200, at 3 every 120."),
        ("price of level 2", "level 1: £3, 2: £5"),
        ("when does the app 3.x stop", "The app 3.x stops in May, app 2 has stopped."),
        ("a 4-letter word of a 12-year-old", "A word of four letters."),
        ("what is claim 3", "2. An electrode according to claim 1. 3. A method of renewing it."),
        ("the 8th unit", "Unit 7 is let."),
        ("who leads work package 2", "WP1 is led by Ann, WP-2 by Bo. Work package 1 is over."),
        ("who leads work package 2", "In all packages AB1 is meant."),
        ("When does the Heron Two sail?", "Heron 1 sails in May, Heron 2 in June."),
        ("is this the One we saw", "Boat 4 is here."),
        ("table 2021-22", "The league of 2021/22 was cut short."),
        ("", ""),
    ],
)
def test_a_number_that_is_there_or_tells_nothing_apart_is_not_lacking(
    question: str, text: str
) -> None:
    assert not lacks_number(question, text)


@pytest.mark.parametrize("piece", ["Heron Two ", "work package 2 ", "ab-", "One "])
def test_hostile_names_take_linear_time(piece: str) -> None:
    check_linear(lambda n: has_number(piece * n, piece * n), 2_000)


def test_words_with_a_number_are_found_in_short() -> None:
    assert has_number("who leads work package 2", "WP2: Bo")
    assert not has_number("who leads work package 2", "WP1: Ann")
    [found, *_] = word_searches("who leads our work package 2?")
    assert "wp2" in found["words"].split()


@pytest.mark.parametrize(
    "piece", ["a1-", "1.", "ab 1 ", "a.", "matchday 2", "step 2, ", "order 12345 ", "1,234"]
)
def test_hostile_questions_take_linear_time(piece: str) -> None:
    check_linear(lambda n: lacks_number(piece * n, piece * n), 5_000)
