"""What of results is shown where tokens are few: no server needed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.retrieve.results import FoundStatement, RetrievalResult, to_node
from graphrag_neo4j.retrieve.token_limits import FIRST_SOURCES, pack, shorten
from graphrag_neo4j.text.tokens import count_tokens


def result(source: str, *lengths: int, score: float = 1.0, n: int = 0) -> RetrievalResult:
    """Statements of so many words, the most relevant first."""
    statements = tuple(
        FoundStatement(f"{source}{n}-{i}", "word " * length, score - i / 100, "c", 0, 9)
        for i, length in enumerate(lengths)
    )
    about = {"id": source, "uri": f"doc:{source}", "title": source}
    return RetrievalResult(f"topic {source}{n}", "Topic", about, statements, score, {})


def ids(results: list[RetrievalResult]) -> list[list[str]]:
    return [[statement.id for statement in result.statements] for result in results]


def test_what_is_short_stays_whole() -> None:
    results = [result("a", 5, 5), result("b", 5)]
    assert shorten(results, 100) == results


def test_the_longest_source_gives_up_what_is_least_relevant() -> None:
    results = [result("a", 10, 10), result("b", 10, 10, 10, 10, 10, 10)]
    assert ids(shorten(results, 80)) == [["a0-0", "a0-1"], ["b0-0", "b0-1", "b0-2"]]


def test_a_long_source_keeps_more_than_one_that_hardly_answers() -> None:
    answer, other = result("a", 10, 10, 10, 10, score=0.9), result("b", 10, 10, 10, score=0.4)
    assert ids(shorten([answer, other], 75)) == [["a0-0", "a0-1", "a0-2", "a0-3"], ["b0-0"]]


def test_a_further_topic_of_a_long_source_goes_with_its_last_statement() -> None:
    results = [result("a", 10, 10), result("b", 10), result("a", 10, score=0.5, n=1)]
    assert ids(shorten(results, 60)) == [["a0-0", "a0-1"], ["b0-0"]]


def test_what_stands_first_stays_though_another_topic_scores_higher() -> None:
    results = [result("a", 10, 10), result("a", 10, score=2.0, n=1)]
    assert ids(shorten(results, 1)) == [["a0-0"]]


def test_what_stands_first_stays_though_it_comes_again() -> None:
    one = result("a", 10, 10)
    again = replace(one, statements=(*one.statements, one.statements[0]))
    assert "a0-0" in ids(shorten([again], 1))[0]


@pytest.mark.parametrize("date", ["", "2024-05-12"])
def test_what_is_packed_is_within_the_limit_with_the_day_of_its_source(date: str) -> None:
    one = result("a", 5, 5)
    told = replace(one, source=one.source | {"date": date})
    tokens = count_tokens(to_node(told).text + "\n")
    assert pack([told], tokens) == [told]
    assert ids(pack([told], tokens - 1)) == [["a0-0"]]


def test_what_fits_into_the_room_is_packed_best_first() -> None:
    results = [result("a", 10, 200, 10), result("b", 200), result("c", 5)]
    assert ids(pack(results, 60)) == [["a0-0", "a0-2"], ["c0-0"]]


LISTS = st.lists(
    st.tuples(st.sampled_from("abcdefg"), st.lists(st.integers(1, 40), min_size=1, max_size=5)),
    max_size=12,
)


@given(LISTS, st.integers(1, 400))
def test_the_first_sources_stay_and_the_others_lose_nothing(
    given_: list[tuple[str, list[int]]], room: int
) -> None:
    results = [result(source, *them, n=n) for n, (source, them) in enumerate(given_)]
    order = list(dict.fromkeys(source for source, _ in given_))
    first = order[:FIRST_SOURCES]
    kept = shorten(results, room)
    assert list(dict.fromkeys(r.source["id"] for r in kept)) == order
    assert [r for r in kept if r.source["id"] not in first] == [
        r for r in results if r.source["id"] not in first
    ]
    mine = [r for r in kept if r.source["id"] in first]
    fits = pack(mine, room) == mine
    assert fits or all(len(r.statements) == 1 for r in mine)
    assert shorten(kept, room) == kept
