"""In which order chunks stand once their statements are read: no server needed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.retrieve.ranking.chunks import local_shares, reranked

QUESTION = "Who led Melby Rovers in 1998?"


def chunk(id_: str, title: str, *said: str, source: str = "") -> dict[str, Any]:
    return {
        "chunk": id_,
        "source": {"id": source or id_, "title": title},
        "statements": [{"words": one, "topic": ""} for one in said],
    }


PAGE = [
    chunk("intro", "Melby Rovers", "Melby Rovers is led by Ada Holm."),
    chunk("old", "Melby Rovers", "From 1998 on they were led by Erik Dahl."),
    chunk("new", "Melby Rovers", "In 2010 the ground was sold."),
]
SCORES = {"intro": 1.0, "other": 0.9, "new": 0.8, "old": 0.7}


def order(said: list[dict[str, Any]], trust: float = 1.0, **likeness: float) -> list[str]:
    scores = {one["chunk"]: SCORES[one["chunk"]] for one in said}
    new = reranked(QUESTION, said, scores, likeness, trust)
    return sorted(new, key=lambda id_: -new[id_])


def test_of_passages_with_one_title_that_with_the_rare_word_comes_first() -> None:
    assert order([*PAGE, chunk("other", "Osterby", "A town.")]) == ["old", "other", "intro", "new"]


def test_chunks_of_one_source_without_a_title_are_compared_too() -> None:
    untitled = [
        chunk(one["chunk"], "", "Melby Rovers.", one["statements"][0]["words"], source="s")
        for one in PAGE
    ]
    assert order(untitled)[0] == "old"


def test_passages_of_other_titles_keep_their_places() -> None:
    apart = [
        chunk(one["chunk"], f"Page {one['chunk']}", one["statements"][0]["words"]) for one in PAGE
    ]
    assert order(apart) == ["intro", "new", "old"]


def test_where_sources_are_few_a_statement_like_the_question_lifts_its_chunk() -> None:
    apart = [chunk("intro", "A", "One."), chunk("other", "B", "Two.")]
    assert order(apart, intro=0.0, other=0.5) == ["other", "intro"]
    assert order(apart, intro=0.4, other=0.5) == ["intro", "other"]


def test_it_lifts_its_chunk_the_less_the_less_words_are_trusted() -> None:
    apart = [chunk("intro", "A", "One."), chunk("other", "B", "Two.")]
    assert order(apart, trust=0.5, intro=0.0, other=0.5) == ["intro", "other"]
    assert order(apart, trust=0.5, intro=0.0, other=0.9) == ["other", "intro"]


def test_a_word_that_all_have_counts_less_than_one_that_few_have() -> None:
    shares = local_shares(QUESTION, PAGE)
    only_led, with_year_too = (shares[one] - shares["new"] for one in ("intro", "old"))
    assert 0 < 2 * only_led < with_year_too
    assert all(0 <= share <= 1 for share in shares.values())


@pytest.mark.parametrize("question", ["", "?", "and of the"])
def test_a_question_without_words_changes_nothing(question: str) -> None:
    scores = {one["chunk"]: SCORES[one["chunk"]] for one in PAGE}
    assert reranked(question, PAGE, scores, {}, 0.0) == scores


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["led", "1998", "Rovers"]))))
def test_scores_are_dealt_anew_and_none_is_lost(chunks: list[tuple[str, str]]) -> None:
    said = [chunk(f"c{n}", title, words) for n, (title, words) in enumerate(chunks)]
    scores = {one["chunk"]: 1 / (1 + n) for n, one in enumerate(said)}
    new = reranked(QUESTION, said, scores, {}, 0.0)
    assert sorted(new.values()) == sorted(scores.values())
    for title in "abc":
        ids = [one["chunk"] for one in said if one["source"]["title"] == title]
        assert sorted(new[id_] for id_ in ids) == sorted(scores[id_] for id_ in ids)
