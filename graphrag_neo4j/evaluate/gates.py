"""What has to hold for a CI to go on: least values, and nothing worse than before."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.evaluate.evaluation import (
    LOWER_IS_BETTER,
    Evaluation,
    ModeEvaluation,
    Outcome,
    compare,
)
from graphrag_neo4j.evaluate.statistics import Difference, Figure

_GATE = re.compile(r"(?:(?P<mode>\w+):)?(?P<metric>[\w@]+)=(?P<value>[\d.]+%?)")


@dataclass(frozen=True, slots=True)
class Gate:
    """A metric's least value (of sizes the largest), in one mode or in all of them (None)."""

    metric: str
    value: float
    mode: str | None = None

    @classmethod
    def of(cls, text: str) -> Gate:
        """From "recall@5=0.9" or "traversal:recall@5=90%". Raises :class:`UsageError`."""
        found = _GATE.fullmatch(text.strip())
        try:
            if found is None:
                raise ValueError
            given = found["value"]
            value = float(given.rstrip("%")) / (100 if given.endswith("%") else 1)
        except ValueError:
            raise UsageError(
                f"{text!r} is no gate.", "Write METRIC=VALUE or MODE:METRIC=VALUE, as recall@5=0.9."
            ) from None
        return cls(found["metric"], value, found["mode"])

    def broken(self, evaluation: Evaluation) -> list[str]:
        """What does not hold, a phrase each.

        Raises :class:`UsageError` for what was not measured.
        """
        modes = [one for one in evaluation.modes if self.mode in (None, one.mode)]
        measured = [one for one in modes if self.metric in one.metrics]
        if not measured:
            raise UsageError(
                f"{self.metric} was not measured{f' in {self.mode}' if self.mode else ''}.",
                f"There are: {', '.join(evaluation.metric_names)}.",
            )
        return [phrase for one in measured if (phrase := self._broken(one))]

    def _broken(self, one: ModeEvaluation) -> str:
        value = one.metrics[self.metric].value
        if self.metric in LOWER_IS_BETTER:
            return f"{one.mode}: {self.metric} {value:,.1f} > {self.value:g}" * (value > self.value)
        holds = value >= self.value - 1e-9
        return "" if holds else f"{one.mode}: {self.metric} {value:.3f} < {self.value:g}"


def compared(evaluation: Evaluation, baseline: Evaluation) -> list[Difference]:
    """Each mode against itself in an earlier evaluation, on the questions that both have."""
    before = {one.mode: one for one in baseline.modes}
    metric = evaluation.main_metric
    return [
        compare(metric, before[one.mode], one, f"{one.mode} before")
        for one in evaluation.modes
        if one.mode in before and metric in before[one.mode].metrics
    ]


def worse(differences: Sequence[Difference]) -> list[str]:
    """Those that are surely worse than before, a phrase each."""
    return [
        f"{one.second}: {one.metric} {100 * one.value:+.1f} points against the baseline"
        for one in differences
        if one.high < 0
    ]


def read_baseline(path: Path) -> Evaluation:
    """What ``-o FILE.json`` wrote. Raises :class:`UsageError` for any other file."""
    try:
        data = json.loads(path.read_text("utf-8"))
        modes = tuple(_mode(one) for one in data["modes"])
        return Evaluation(int(data["n"]), str(data["main_metric"]), modes, ())
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror or error}.", "Check the path."
        ) from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise UsageError(
            f"{path} is no evaluation.", "Write one with: graphrag-neo4j evaluate … -o FILE.json."
        ) from None


def _mode(data: Mapping[str, Any]) -> ModeEvaluation:
    metrics = {str(name): Figure.of(figure) for name, figure in data["metrics"].items()}
    outcomes = tuple(
        Outcome(
            str(one["question"]),
            str(one["type"]),
            tuple(one["answers"]),
            {str(name): float(value) for name, value in one["metrics"].items()},
            dict(one["expected"]),
            (),
        )
        for one in data["outcomes"]
    )
    return ModeEvaluation(str(data["mode"]), metrics, {}, outcomes)


def failures(
    evaluation: Evaluation, gates: Sequence[Gate], differences: Sequence[Difference]
) -> str:
    """All that does not hold, as one line; empty if everything does."""
    broken = [phrase for gate in gates for phrase in gate.broken(evaluation)]
    broken += worse(differences)
    return f"Not good enough: {'; '.join(broken)}." if broken else ""
