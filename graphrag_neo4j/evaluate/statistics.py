"""How sure a mean is: bootstrap intervals, and whether two ways differ on the same questions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from graphrag_neo4j.results import Result

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEED = 20
RESAMPLES = 2_000
LEVEL = 0.95
_EXACT = 12
"""Up to so many differences, all ways to flip their signs are tried."""
_AT_ONCE = 2_000_000
"""Numbers drawn at once."""


@dataclass(frozen=True, slots=True)
class Figure(Result):
    """A mean over ``n`` questions, and the 95 % interval that its questions leave it."""

    value: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True)
class Difference(Result):
    """``second`` minus ``first`` on the same questions, its interval, and ``p``: how often chance
    alone gives as large a difference, either way."""

    metric: str
    first: str
    second: str
    value: float
    low: float
    high: float
    p: float
    n: int

    @property
    def is_sure(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.low > 0 or self.high < 0


def figure(values: Sequence[float]) -> Figure:
    """The mean with its percentile bootstrap interval (Efron 1979), always the same for the same
    values. Of no values the mean is 0."""
    if not len(values):
        return Figure(0.0, 0.0, 0.0, 0)
    given = np.asarray(values, dtype=float)
    low, high = _interval(given)
    return Figure(float(given.mean()), low, high, len(given))


def difference(
    metric: str, first: str, second: str, before: Sequence[float], after: Sequence[float]
) -> Difference:
    """``after`` minus ``before``, question by question."""
    deltas = np.asarray(after, dtype=float) - np.asarray(before, dtype=float)
    if not len(deltas):
        return Difference(metric, first, second, 0.0, 0.0, 0.0, 1.0, 0)
    low, high = _interval(deltas)
    mean = float(deltas.mean())
    return Difference(metric, first, second, mean, low, high, sign_flip_p(deltas), len(deltas))


def sign_flip_p(deltas: Sequence[float] | NDArray[np.float64]) -> float:
    """Two-sided p of the paired randomisation test (Fisher 1935): if nothing differed, each
    difference could as well have the other sign."""
    given = np.asarray(deltas, dtype=float)
    given = given[given != 0]
    n = len(given)
    if n == 0:
        return 1.0
    seen = abs(given.sum()) - 1e-9
    if n <= _EXACT:
        signs = 1 - 2 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
        return float((np.abs(signs @ given) >= seen).mean())
    draws = np.random.default_rng(SEED)
    beyond = sum(
        int((np.abs((1 - 2 * draws.integers(0, 2, (m, n))) @ given) >= seen).sum())
        for m in _portions(10_000, n)
    )
    return (beyond + 1) / 10_001


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which ``share`` of the values lie; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


def _interval(given: NDArray[np.float64]) -> tuple[float, float]:
    if (given == given[0]).all():
        return float(given[0]), float(given[0])
    draws = np.random.default_rng(SEED)
    means = np.concatenate(
        [
            given[draws.integers(0, len(given), (m, len(given)))].mean(axis=1)
            for m in _portions(RESAMPLES, len(given))
        ]
    )
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(means, [tail, 1 - tail])
    return float(low), float(high)


def _portions(total: int, width: int) -> list[int]:
    """``total`` rows in portions that fit into memory."""
    step = max(1, _AT_ONCE // width)
    return [min(step, total - done) for done in range(0, step * math.ceil(total / step), step)]
