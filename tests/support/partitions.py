"""How alike two partitions are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any


def adjusted_rand_index(a: Sequence[int], b: Sequence[int]) -> float:
    """Agreement of two partitions of the same items: 1 = the same, about 0 = by chance."""

    def pairs(counts: Counter[Any]) -> int:
        return sum(n * (n - 1) // 2 for n in counts.values())

    both, in_a, in_b = (
        pairs(Counter(zip(a, b, strict=True))),
        pairs(Counter(a)),
        pairs(Counter(b)),
    )
    every = len(a) * (len(a) - 1) // 2
    expected = in_a * in_b / every if every else 0.0
    most = (in_a + in_b) / 2
    return 1.0 if most == expected else (both - expected) / (most - expected)
