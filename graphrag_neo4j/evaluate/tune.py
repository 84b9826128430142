"""``graph.tune``: the weights of the retrievers that serve a user's questions best.

The candidates of each question are fetched once, with all that speaks for each; then any weights
can be tried without the database. What is tried is chosen by repeated cross-validation: weights
are found on four fifths of the questions and judged on the last, so the gain told is one on
questions that were not seen. Of weights that are equally good within a standard error those
nearest to the defaults are taken (Breiman et al. 1984).
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from llama_index.core.schema import QueryBundle

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.evaluate.expected import Expected, expected_of
from graphrag_neo4j.evaluate.metrics import recall
from graphrag_neo4j.evaluate.questions import Questions, questions_of
from graphrag_neo4j.evaluate.report import sentence
from graphrag_neo4j.evaluate.statistics import Difference, difference
from graphrag_neo4j.ids import source_id
from graphrag_neo4j.results import Result, many
from graphrag_neo4j.retrieve.candidates.pool import CandidatePool
from graphrag_neo4j.retrieve.candidates.selection import choose, floor_of, further_of
from graphrag_neo4j.retrieve.candidates.walk import Weights, trust_in_walk
from graphrag_neo4j.retrieve.modes import RetrieverMode, make_retriever
from graphrag_neo4j.retrieve.tuned import TunedWeights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphrag_neo4j.context import GraphContext, HasContext
    from graphrag_neo4j.retrieve.base import GraphRetriever

MODES: tuple[RetrieverMode, ...] = ("traversal", "vector_guided", "hybrid")
MIN_QUESTIONS = 30
"""With fewer, chance alone makes weights look better than they are."""
CUTS = (2, 5, 10)
METRIC = "mean recall@2, 5, 10"
FOLDS, REPEATS, SEED = 5, 4, 20
HOPS = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0)
PPRS = (0.0, 0.4, 0.75, 1.1, 1.5)
WORDS = (0.4, 0.7, 1.0, 1.5, 2.5)
_N_CHUNKS = 30


@dataclass(frozen=True, slots=True)
class ModeTuning(Result):
    """Of one mode: the ``weights`` found (``hop``, ``ppr``; ``words`` times the default), their
    ``gain`` over the defaults on questions that they were not found on, whether they are
    ``stored``, and if not, why."""

    mode: str
    weights: Mapping[str, float]
    gain: Difference
    stored: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Tuning(Result):
    """What tuning found for each mode, from ``n`` questions; nothing if it was undone."""

    n: int
    modes: tuple[ModeTuning, ...] = many(ModeTuning)

    def render(self) -> str:
        """For people: a paragraph a mode."""
        if not self.modes:
            return "The graph is asked with the default weights again."
        lines = [f"{self.n:,} questions, {FOLDS}-fold cross-validation, {REPEATS} times"]
        for one in self.modes:
            shown = ", ".join(f"{name} {value:g}" for name, value in one.weights.items())
            did = "stored with the graph" if one.stored else f"not stored: {one.reason}"
            lines.append(f"{one.mode}: {shown or 'the defaults'}; {did}\n  {sentence(one.gain)}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question's candidates, and the ids of the sources that each expectation means."""

    pool: CandidatePool
    wanted: tuple[frozenset[str], ...]


def tune(
    graph: HasContext, questions: Questions | None, modes: Sequence[str] = MODES, *, reset: bool
) -> Tuning:
    """See :meth:`graphrag_neo4j.KnowledgeGraph.tune`."""
    context = graph.context
    if reset == (questions is not None):
        raise UsageError("Give questions to tune by, or reset.")
    if unknown := set(modes) - set(MODES):
        raise UsageError(f"Unknown mode {min(unknown)!r}.", f"Use one of {', '.join(MODES)}.")
    if questions is None:
        context.ready()
        _store(context, {})
        return Tuning(0, ())
    given = questions_of(questions)
    expected = expected_of(context.ready(), given)
    usable = {text: found for text, many_ in expected.items() if (found := _sources(many_))}
    if len(usable) < MIN_QUESTIONS:
        raise UsageError(
            f"{len(usable):,} of {len(given):,} questions name sources that are in the graph: too "
            "few to tell a gain from chance.",
            f"Give {MIN_QUESTIONS} or more, better 100: graphrag-neo4j evaluate --make-questions.",
        )
    tuned = tuple(_tuned(graph, cast("RetrieverMode", mode), usable) for mode in modes)
    if stored := {one.mode: dict(one.weights) for one in tuned if one.stored}:
        _store(context, {**context.tuned, **stored})
    return Tuning(len(usable), tuned)


def _store(context: GraphContext, tuned: Mapping[str, Mapping[str, float]]) -> None:
    text = json.dumps(tuned, sort_keys=True) if tuned else None
    context.database.write("evaluate/write_tuned", tuned=text)
    context.tuned = tuned


def _sources(expected: Sequence[Expected]) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(map(source_id, one.uris)) for one in expected if one.uris)


def _tuned(
    graph: HasContext, mode: RetrieverMode, usable: Mapping[str, tuple[frozenset[str], ...]]
) -> ModeTuning:
    retriever = make_retriever(graph, mode, tuned=False)
    asked, weights = _asked(graph.context, retriever, mode, usable)
    tried = combinations(weights)
    with graph.context.progress.task(f"Trying weights for {mode}", len(tried)) as advance:
        rows = []
        for one in tried:
            rows.append([value(each, one, weights) for each in asked])
            advance(1)
    values = np.asarray(rows)
    gain = cross_validated(mode, tried, values)
    best = tried[chosen(tried, values)]
    reason = ""
    if best == tried[0]:
        reason = "the defaults serve these questions as well as anything"
    elif gain.low <= 0:
        reason = "the gain cannot be told from chance"
    return ModeTuning(mode, _shown(best, tried[0]), gain, not reason, reason)


def _asked(
    context: GraphContext,
    retriever: GraphRetriever,
    mode: str,
    usable: Mapping[str, tuple[frozenset[str], ...]],
) -> tuple[list[Asked], Weights | None]:
    found: list[Asked] = []
    weights: Weights | None = None
    with context.progress.task(f"Asking in {mode}", len(usable)) as advance:
        for text, wanted in usable.items():
            pool, weights = retriever.candidates(QueryBundle(text))
            found.append(Asked(pool, wanted))
            advance(1)
    return found, weights


def combinations(weights: Weights | None) -> list[TunedWeights]:
    """All weights that are tried, the defaults first."""
    if weights is None:
        grid = [TunedWeights(words=words) for words in WORDS]
    else:
        grid = [TunedWeights(*one) for one in product(HOPS, PPRS, WORDS)]
    default = default_of(weights)
    return [default, *(one for one in grid if one != default)]


def default_of(weights: Weights | None) -> TunedWeights:
    """What holds without tuning."""
    return TunedWeights(weights.hop, weights.ppr) if weights else TunedWeights()


def value(asked: Asked, tried: TunedWeights, weights: Weights | None) -> float:
    """What a question is worth with these weights: the mean of its recalls."""
    walk = tried.walk(weights)
    candidates, trust = asked.pool.candidates, trust_in_walk(asked.pool)
    scores = {}
    for id_, one in candidates.items():
        usual = one.words_weight
        one.words_weight = usual * tried.words
        scores[id_] = walk.score(one, trust) if walk else one.base
        one.words_weight = usual
    order: dict[str, int] = {}
    floor, further = floor_of(asked.pool), further_of(asked.pool)
    for id_ in choose(candidates, scores, _N_CHUNKS, floor, further=further):
        order.setdefault(candidates[id_].source, len(order) + 1)
    ranks = [min((order[id_] for id_ in ids if id_ in order), default=None) for ids in asked.wanted]
    return sum(recall(ranks, k) for k in CUTS) / len(CUTS)


def chosen(tried: Sequence[TunedWeights], values: NDArray[Any]) -> int:
    """The place of the weights to take: nearest to the defaults, which come first, among those
    within a standard error of the best. ``values``: a row for each, a column for each question."""
    means = values.mean(axis=1)
    best = int(means.argmax())
    behind = values[best] - values
    error = behind.std(axis=1, ddof=1) / math.sqrt(values.shape[1])
    near = [place for place in range(len(tried)) if behind[place].mean() <= error[place] + 1e-12]
    return min(near, key=lambda place: (_distance(tried[place], tried[0]), -means[place]))


def cross_validated(mode: str, tried: Sequence[TunedWeights], values: NDArray[Any]) -> Difference:
    """The gain over the defaults on questions that took no part in the choice."""
    n = values.shape[1]
    gains = np.zeros(n)
    draw = Random(SEED)  # noqa: S311 - no secret
    for _ in range(REPEATS):
        order = list(range(n))
        draw.shuffle(order)
        for fold in range(FOLDS):
            held_out = order[fold::FOLDS]
            rest = [place for place in range(n) if place not in set(held_out)]
            taken = chosen(tried, values[:, rest])
            gains[held_out] += values[taken, held_out] / REPEATS
    names = f"{mode} by default", f"{mode} tuned"
    return difference(METRIC, *names, values[0].tolist(), gains.tolist())


def _distance(one: TunedWeights, default: TunedWeights) -> float:
    pairs = zip(one.to_dict().values(), default.to_dict().values(), strict=True)
    return sum(abs(math.log((a + 0.25) / (b + 0.25))) for a, b in pairs)


def _shown(one: TunedWeights, default: TunedWeights) -> dict[str, float]:
    usual = default.to_dict()
    return {name: v for name, v in one.to_dict().items() if v != usual[name]}
