"""Weights found by cross-validation: a gain is found where there is one, and only there."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from graphrag_neo4j.evaluate.tune import Asked, chosen, combinations, cross_validated, value
from graphrag_neo4j.retrieve.candidates.pool import Candidate, CandidatePool
from graphrag_neo4j.retrieve.candidates.walk import Weights
from graphrag_neo4j.retrieve.candidates.words_weight import WORDS_WEIGHTS
from graphrag_neo4j.retrieve.tuned import TunedWeights

DEFAULT = Weights(2.0, 0.75)


def _asked(wanted: str, **candidates: Candidate) -> Asked:
    pool = CandidatePool(candidates, {}, [], len(candidates), 0.25)
    return Asked(pool, (frozenset({wanted}),))


def _misled(number: int) -> Asked:
    """A question whose answer is the fifth by base, while eleven hops lead astray; it names
    something, so that a walk counts in full."""
    astray = {f"x{i}": Candidate(f"x{i}", chunk=0.5, hop=0.9 + i / 100) for i in range(11)}
    before = {f"y{i}": Candidate(f"y{i}", chunk=0.95 + i / 100, title=0.5) for i in range(4)}
    right = Candidate("right", chunk=0.6 + number / 1000, words=1)
    return _asked("right", right=right, **before, **astray)


def test_default_weights_come_first_and_every_one_once() -> None:
    tried = combinations(DEFAULT)
    assert tried[0] == TunedWeights(2.0, 0.75)
    assert len(set(tried)) == len(tried) > 100
    assert combinations(None)[0] == TunedWeights()


def test_a_question_is_worth_more_where_its_source_comes_earlier() -> None:
    asked = _misled(0)
    assert value(asked, TunedWeights(0.0, 0.0), DEFAULT) == pytest.approx(2 / 3)
    assert value(asked, TunedWeights(4.0, 0.0), DEFAULT) == 0
    assert asked.pool.candidates["right"].words_weight == WORDS_WEIGHTS[0]  # trying changes nothing


def _values(questions: Sequence[Asked]) -> tuple[list[TunedWeights], np.ndarray]:
    tried = combinations(DEFAULT)
    return tried, np.asarray([[value(q, one, DEFAULT) for q in questions] for one in tried])


def test_a_planted_gain_is_found_on_questions_not_seen() -> None:
    tried, values = _values([_misled(i) for i in range(40)])
    gain = cross_validated("traversal", tried, values)
    assert gain.low > 0
    assert (tried[chosen(tried, values)].hop or 0) < 2


def test_noise_is_no_gain() -> None:
    tried = combinations(DEFAULT)
    draw = Random(5)
    values = np.asarray([[float(draw.random() < 0.7) for _ in range(40)] for _ in tried])
    gain = cross_validated("traversal", tried, values)
    assert gain.low <= 0


def test_equally_good_weights_leave_the_defaults() -> None:
    tried = combinations(DEFAULT)
    assert tried[chosen(tried, np.ones((len(tried), 40)))] == tried[0]


def test_what_is_given_or_switched_off_is_not_tuned() -> None:
    stored = {"hop": 3.0, "ppr": 0.0, "words": 2.0}
    assert TunedWeights.of(stored).walk(DEFAULT) == Weights(3.0, 0.0)
    assert TunedWeights.of(stored, {"hop_weight"}).walk(DEFAULT) == Weights(2.0, 0.0)
    assert TunedWeights.of(stored).walk(Weights(hop=0.0)) == Weights(0.0, 0.0)
    assert TunedWeights.of(stored).walk(None) is None
    assert TunedWeights.of(None).walk(DEFAULT) == DEFAULT
    assert TunedWeights.of({"unknown": 1.0}) == TunedWeights()


def test_words_count_as_tuned_for_all_candidates_of_a_pool() -> None:
    pool = CandidatePool({"a": Candidate("s", 0.5, words=1)}, {}, [], 1, 0.5)
    scaled = TunedWeights(words=3.0).pool(pool)
    assert scaled.candidates["a"].words_weight == 1.5
    new = scaled.at({"chunk": "b", "source": "t"})
    assert new.words_weight == 1.5


@pytest.mark.parametrize("weights", [None, DEFAULT])
def test_every_combination_can_be_judged(weights: Weights | None) -> None:
    asked = _misled(1)
    assert all(0 <= value(asked, one, weights) <= 1 for one in combinations(weights))
