"""How letters begin and end, which answers nothing."""

from __future__ import annotations

import pytest

from graphrag_neo4j.retrieve.ranking.fit import fits
from graphrag_neo4j.text.salutations import is_courtesy
from tests.support.growth import check_linear


@pytest.mark.parametrize(
    "line",
    [
        "Dear Ms Holm,",
        "Hi all,",
        "Sincerely Kim Soo",
        "Thanks Ann Bo",
        "Kind regards,",
        "Cheers!",
        "Best, Ann",
        "With kind regards, Marek Voss",
        "Viele Grüße Uta",
        "Love, Ann",
    ],
)
def test_greetings_and_closings_are_courtesies(line: str) -> None:
    assert is_courtesy(line)


@pytest.mark.parametrize(
    "line",
    [
        "Best Western Hotel",
        "Best before May",
        "Thanks for the key",
        "Love is all",
        "Dear old shed",
        "",
    ],
)
def test_what_says_more_is_none(line: str) -> None:
    assert not is_courtesy(line)


def test_a_courtesy_with_the_name_asked_for_counts_less_than_what_tells_of_it() -> None:
    chunk = {"chunk": "c", "section": None, "source": {"title": "Alarms"}}
    texts = ["Dear Ms Holm,", "Ms Holm, extension 12."]
    rows = [(chunk, {"text": t, "words": t, "topic": "Alarms", "topic_id": "t"}) for t in texts]
    courtesy, telling = fits("number of Ms Holm", rows, [1.0, 1.0])
    assert courtesy < 0 <= telling


def test_long_lines_cost_linear_time() -> None:
    check_linear(lambda n: is_courtesy("thanks " * n), 5_000)
