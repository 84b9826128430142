"""What is counted of a question, and how sure the means are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.evaluate.evidence import Asked, Piece, texts_of
from graphrag_neo4j.evaluate.expected import Expected, ranks
from graphrag_neo4j.evaluate.measure import outcome
from graphrag_neo4j.evaluate.metrics import (
    exact_match,
    f1,
    holds_answer,
    is_decidable,
    normalised,
    reciprocal_rank,
)
from graphrag_neo4j.evaluate.questions import Question
from graphrag_neo4j.evaluate.statistics import difference, figure, percentile, sign_flip_p

EVIDENCE = [
    Piece("doc:a", "A", ("Anna Berg leads the port.", "It is old."), 10, ("near",)),
    Piece("doc:b", "B", ("The port is in Melby.",), 7),
    Piece("doc:a", "A", ("Carl repaired the crane.",), 5),
    Piece("doc:c", "C", ("Nothing of note.",), 3),
]


@pytest.mark.parametrize(
    ("answer", "wanted", "em", "score"),
    [
        ("The Port of Melby.", "port of Melby", 1, 1),
        ("Anna", "Anna Berg", 0, 2 / 3),
        ("Carl", "Anna Berg", 0, 0),
        ("", "Anna", 0, 0),
        ("Ann’s boat", "Ann's boat", 1, 1),
        ("ＦＩＶＥ", "five", 1, 1),
    ],
)
def test_answers_are_compared_as_words(answer: str, wanted: str, em: float, score: float) -> None:
    assert exact_match(answer, [wanted]) == em
    assert f1(answer, [wanted, "something else"]) == pytest.approx(score)


def test_an_answer_is_found_as_whole_words_only() -> None:
    assert holds_answer(Question("?", ("Ann", "the Port")), "It is a port.")
    assert not holds_answer(Question("?", ("Ann",)), "Annabel left.")
    assert not holds_answer(Question("?", ("yes",)), "yes")
    assert not is_decidable(Question("?", ("No.",)))
    assert holds_answer(Question.of({"question": "?", "answer_pattern": r"\b\d{4}\b"}), "In 1921.")


def test_outcome_counts_sources_once_and_statements_each() -> None:
    question = Question("Who repaired the crane?", ("Carl",), ("doc:c", "doc:z"))
    wanted = [Expected("doc:c", frozenset({"doc:c"})), Expected("doc:z")]
    found = outcome(question, Asked(EVIDENCE, 0.25, 3), wanted)
    assert dict(found.expected) == {"doc:c": 3, "doc:z": None}
    values = found.metrics
    assert (values["recall@2"], values["recall@5"], values["all@5"]) == (0, 0.5, 0)
    assert values["mrr"] == pytest.approx(1 / 3)
    assert (values["answer@1"], values["answer@5"], values["answer"]) == (0, 1, 1)
    assert values["answer_mrr"] == pytest.approx(1 / 4)
    assert (values["tokens"], values["ms"], values["cypher_calls"]) == (25, 250, 3)
    assert [one.uri for one in found.instead] == ["doc:a", "doc:b"]
    assert found.instead[0].why == ("near",)


def test_a_passage_is_found_by_its_text_under_any_source() -> None:
    passage = Expected("p", passage="it is said that carl repaired the crane. then he left.")
    other = Expected("q", passage="nobody ever said this of anything at all.")
    assert ranks([passage, other], EVIDENCE) == [1, None]


def test_what_was_not_asked_for_is_not_counted() -> None:
    assert outcome(Question("Who?"), Asked([], 0.1, 2), []).metrics == {
        "tokens": 0,
        "ms": 100,
        "cypher_calls": 2,
    }


def test_an_interval_holds_the_mean_and_is_the_same_each_time() -> None:
    values = [0.0, 1.0, 1.0, 0.5, 1.0, 0.0, 1.0, 1.0]
    one = figure(values)
    assert one == figure(values)
    assert one.low < one.value == np.mean(values) < one.high
    assert figure([]).n == 0
    assert figure([1.0] * 9).low == 1


def test_bootstrap_intervals_cover_the_truth_as_often_as_they_say() -> None:
    draws = np.random.default_rng(3)
    covered = 0
    for _ in range(200):
        one = figure(list(draws.binomial(1, 0.7, 60).astype(float)))
        covered += one.low <= 0.7 <= one.high
    assert 0.88 <= covered / 200 <= 0.99


def test_paired_differences_tell_a_gain_from_chance() -> None:
    before = [0.0] * 30 + [1.0] * 30
    sure = difference("f1", "a", "b", before, [0.5] * 30 + [1.0] * 30)
    assert sure.value == pytest.approx(0.25)
    assert sure.is_sure
    assert sure.p < 0.01
    flat = difference("f1", "a", "b", before, before)
    assert (flat.value, flat.p, flat.is_sure) == (0, 1, False)


def test_the_randomisation_test_is_exact_for_few() -> None:
    assert sign_flip_p([1, 1, 1, 1]) == pytest.approx(2 / 16)
    assert sign_flip_p([0, 0]) == 1
    assert sign_flip_p(list(np.random.default_rng(1).normal(0, 1, 100))) > 0.05


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_an_interval_lies_within_its_values(values: list[float]) -> None:
    one = figure(values)
    slack = 1e-9
    assert min(values) - slack <= one.low <= one.high <= max(values) + slack


@given(st.text(max_size=60), st.text(max_size=60))
def test_f1_is_a_share_and_equal_answers_agree(a: str, b: str) -> None:
    assert 0 <= f1(a, [b]) == f1(b, [a]) <= 1
    if normalised(a) == normalised(b):
        assert exact_match(a, [b]) == f1(a, [b]) == 1


def test_small_helpers() -> None:
    assert reciprocal_rank([None, 2]) == 0.5
    assert percentile([], 0.5) == 0
    assert percentile([3, 1, 2], 0.5) == 2


def test_what_people_are_shown_counts_before_what_they_are_not() -> None:
    evidence = [
        Piece("doc:a", "A", ("a1", "a2", "a3"), shown=(0, 2)),
        Piece("doc:b", "B", ("b1",), shown=(1,)),
        Piece("doc:c", "C", ("c1", "c2"), shown=()),
    ]
    assert list(texts_of(evidence)) == ["a1", "b1", "a2", "a3", "c1", "c2"]
    plain = [Piece("doc:a", "A", ("a1", "a2")), Piece("doc:b", "B", ("b1",))]
    assert list(texts_of(plain)) == ["a1", "a2", "b1"]
