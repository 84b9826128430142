"""What an evaluation found: figures of each mode, differences, and every question's outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from os import PathLike
from pathlib import Path

from graphrag_neo4j.evaluate.statistics import Difference, Figure, difference, figure
from graphrag_neo4j.results import Result, many

MAIN_METRICS = ("judged", "f1", "recall@5", "answer@5")
"""What modes are ranked and compared by: the first of these that was measured."""
LOWER_IS_BETTER = frozenset({"tokens", "ms", "cypher_calls"})
SIZES = ("tokens", "ms", "p95_ms", "cypher_calls")
"""Figures that are no shares of 1."""


@dataclass(frozen=True, slots=True)
class FoundSource(Result):
    """A source found: its place in the list, where it is, its best text, and why it was found."""

    rank: int
    uri: str
    title: str
    text: str
    why: tuple[str, ...]
    expected: bool


@dataclass(frozen=True, slots=True)
class Outcome(Result):
    """What a mode made of one question.

    ``metrics``: by name, only what can be said of this question. ``expected``: names of the
    sources that should be found, with their ranks (None: not found). ``found``: the first ones.
    ``answer``, ``verdict``: of an LLM, if one was asked.
    """

    question: str
    type: str
    answers: tuple[str, ...]
    metrics: Mapping[str, float]
    expected: Mapping[str, int | None]
    found: tuple[FoundSource, ...] = many(FoundSource)
    answer: str | None = None
    verdict: str | None = None

    @property
    def instead(self) -> tuple[FoundSource, ...]:
        """What stands where an expected source should."""
        return tuple(one for one in self.found if not one.expected)

    def badness(self) -> tuple[float, float, float]:
        """A key that sorts the worst outcomes first."""
        values = [self.metrics[name] for name in MAIN_METRICS if name in self.metrics]
        quality = values[0] if values else 1.0
        return quality, self.metrics.get("mrr", 0.0), self.metrics.get("answer_mrr", 0.0)


@dataclass(frozen=True, slots=True)
class ModeEvaluation(Result):
    """Figures of a mode by metric, over all questions and of each type, and its outcomes, the
    worst first."""

    mode: str
    metrics: Mapping[str, Figure]
    types: Mapping[str, Mapping[str, Figure]]
    outcomes: tuple[Outcome, ...] = many(Outcome)

    def values(self, metric: str) -> dict[str, float]:
        """A metric of each question that has it, by the question."""
        return {o.question: o.metrics[metric] for o in self.outcomes if metric in o.metrics}


@dataclass(frozen=True, slots=True)
class Evaluation(Result):
    """Several modes on the same questions, side by side.

    ``comparisons``: each mode with each other, by the main metric, paired by question.
    ``missing``: sources that the questions name and the graph does not have: they count as not
    found. ``settings``: how it was measured; ``prompts``: texts that an LLM was asked with.
    """

    n: int
    main_metric: str
    modes: tuple[ModeEvaluation, ...] = many(ModeEvaluation)
    comparisons: tuple[Difference, ...] = many(Difference)
    missing: tuple[str, ...] = ()
    settings: Mapping[str, object] = field(default_factory=dict)
    prompts: Mapping[str, str] = field(default_factory=dict)

    def mode(self, name: str) -> ModeEvaluation:
        """The figures of a mode. Raises KeyError for one that was not measured."""
        return {one.mode: one for one in self.modes}[name]

    @property
    def metric_names(self) -> tuple[str, ...]:
        """All metrics, in the order of the tables."""
        return tuple(dict.fromkeys(name for one in self.modes for name in one.metrics))

    def render(self, worst: int = 5) -> str:
        """For people in a shell: figures, what differs, and the worst questions of the best mode
        with what was found instead."""
        from graphrag_neo4j.evaluate.report import table

        return table(self, worst)

    def save(self, path: str | PathLike[str]) -> None:
        """Write it as HTML, Markdown, JSON or JUnit, as the name ends: .html, .md, .json, .xml.

        Raises :class:`UsageError` for another ending, or if it cannot be written.
        """
        from graphrag_neo4j.evaluate.output import save

        save(self, Path(path))

    def best(self) -> str:
        """The mode with the best main metric."""
        return max(self.modes, key=lambda one: _value(one, self.main_metric)).mode


def summarised(
    outcomes: Mapping[str, Sequence[Outcome]],
    missing: Sequence[str] = (),
    settings: Mapping[str, object] | None = None,
    prompts: Mapping[str, str] | None = None,
) -> Evaluation:
    """The figures of outcomes by mode; every mode was asked the same questions."""
    modes = tuple(_mode(name, of_mode) for name, of_mode in outcomes.items())
    there = {name for one in modes for name in one.metrics}
    main = next((name for name in MAIN_METRICS if name in there), "ms")
    compared = tuple(compare(main, *pair) for pair in combinations(modes, 2))
    n = max((len(one.outcomes) for one in modes), default=0)
    return Evaluation(
        n, main, modes, compared, tuple(missing), dict(settings or {}), dict(prompts or {})
    )


def compare(
    metric: str, first: ModeEvaluation, second: ModeEvaluation, name: str | None = None
) -> Difference:
    """``second`` against ``first`` on the questions that both were asked; ``name``: what to call
    the first one."""
    before, after = first.values(metric), second.values(metric)
    shared = [question for question in before if question in after]
    return difference(
        metric,
        name or first.mode,
        second.mode,
        [before[question] for question in shared],
        [after[question] for question in shared],
    )


def _mode(name: str, outcomes: Sequence[Outcome]) -> ModeEvaluation:
    worst = tuple(sorted(outcomes, key=lambda one: (*one.badness(), one.question)))
    types = sorted({one.type for one in outcomes if one.type})
    of_types = {
        kind: dict(_figures([one for one in outcomes if one.type == kind])) for kind in types
    }
    return ModeEvaluation(name, dict(_figures(outcomes)), of_types, worst)


def _figures(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, Figure]]:
    for name in dict.fromkeys(name for one in outcomes for name in one.metrics):
        yield name, figure([one.metrics[name] for one in outcomes if name in one.metrics])


def _value(one: ModeEvaluation, metric: str) -> float:
    return one.metrics[metric].value if metric in one.metrics else 0.0
