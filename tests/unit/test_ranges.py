"""A number that is asked of finds the range that has it."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.retrieve.ranking.ranges import IN_RANGE, in_ranges, ranges

YEAR = 365.0


@pytest.mark.parametrize(
    ("text", "low", "high", "unit"),
    [
        ("Children of 6 to 9 years", 6 * YEAR, 9 * YEAR, "day"),
        ("£5,000 to £50,000", 5_000, 50_000, "money"),
        ("above €900", 900, math.inf, "money"),
        ("members over 65", 65, math.inf, ""),
        ("under two months", -math.inf, 60.8, "day"),
        ("90 kg and over", 90, math.inf, "kg"),
        ("10 days or less", -math.inf, 10, "day"),
        ("1,000-2,000", 1_000, 2_000, ""),
        ("between 14 and 21 days", 14, 21, "day"),
    ],
)
def test_ranges_are_read_as_they_are_written(text: str, low: float, high: float, unit: str) -> None:
    [found] = ranges(text)
    assert (found.low, found.high, found.unit) == (low, high, unit)


@pytest.mark.parametrize("text", ["Rent is £64.", "Clause 2.1", "In 2019 it rained.", "9 to 6 kg"])
def test_a_number_alone_is_no_range(text: str) -> None:
    assert list(ranges(text)) == []


DOSES = ["Children of 2 to 5 years: 5 ml.", "6 to 9 years: 8 ml.", "10 years and over: 10 ml."]
SUMS = ["up to £500: the clerk", "£500 to £9,000: two of the board", "above £9,000: the board"]
LEVY = ["The plot costs £40.", "Holders over 65 pay half.", "Holders under 18 pay nothing."]


@pytest.mark.parametrize(
    ("question", "texts", "place"),
    [
        ("how much for a child of 8", DOSES, 1),
        ("how much for a child of ten", DOSES, 2),
        ("what does a baby of 30 months get", DOSES, 0),
        ("who signs for £700", SUMS, 1),
        ("who signs above 9000", SUMS, 2),
        ("my grandmother is 80, what does she pay", LEVY, 1),
    ],
)
def test_what_is_said_of_the_range_with_the_number_counts_more(
    question: str, texts: list[str], place: int
) -> None:
    wanted = [IN_RANGE if n == place else 0.0 for n in range(len(texts))]
    assert in_ranges(question, rows(*texts)) == wanted


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("how much is it", DOSES),
        ("how much for a child of 8", ["6 to 9 carts came.", "It rained."]),
        ("who signs for 3 kg", SUMS),
    ],
)
def test_without_a_number_that_can_be_compared_none_counts_more(
    question: str, texts: list[str]
) -> None:
    assert set(in_ranges(question, rows(*texts))) == {0.0}


def rows(*texts: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return [({"chunk": "c"}, {"topic_id": "t", "words": text}) for text in texts]


@given(st.text("19,.-–£ andtorovekgys", max_size=60))
def test_any_text_has_ranges_that_run_upwards(text: str) -> None:
    assert all(one.low <= one.high for one in ranges(text))


@pytest.mark.parametrize("unit", ["1", "1,", "six to ", "over 1 ", "1 to 1 ", "£ "])
def test_hostile_text_is_read_at_once(unit: str) -> None:
    assert len(list(ranges(unit * 20_000))) <= 20_000
