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


NOTES = [
    chunk("twin", "Delivery note LS-41", "Received by Ada Holm."),
    chunk("asked", "Delivery note LS-42", "Received by Erik Dahl."),
    chunk("rest", "Price list", "A pump costs 40 crowns."),
]
OF_NOTES = {"twin": 1.0, "asked": 0.9, "rest": 0.8}


def test_the_source_with_the_number_asked_for_comes_before_its_twins() -> None:
    new = reranked("who received LS-42", NOTES, OF_NOTES, {}, 0.0)
    assert sorted(new, key=lambda id_: -new[id_]) == ["asked", "twin", "rest"]
    assert new["asked"] == OF_NOTES["asked"] > 1.2 * new["twin"]


def test_a_number_that_the_first_source_has_elsewhere_moves_nothing() -> None:
    said = [chunk("a", "", "Pay in May.", source="one"), chunk("b", "", "LS-42.", source="one")]
    scores = {"a": 1.0, "b": 0.4}
    assert reranked("when to pay LS-42", said, scores, {}, 0.0)["a"] == 1.0


def test_a_number_that_stands_in_what_was_not_read_of_a_document_moves_nothing() -> None:
    assert reranked("who received LS-42", NOTES, OF_NOTES, {}, 0.0, has_parts=True) == OF_NOTES


@pytest.mark.parametrize("question", ["who received LS-77", "who received it"])
def test_where_no_source_has_the_number_none_is_moved(question: str) -> None:
    assert reranked(question, NOTES, OF_NOTES, {}, 0.0) == OF_NOTES


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


def test_words_part_passages_of_one_title_the_less_the_less_they_are_trusted() -> None:
    assert order(PAGE)[0] == "old"
    assert order(PAGE, trust=0.1)[0] == "intro"
