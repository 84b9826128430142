"""Whether work grows no faster than its input, by a ratio within one run: no clock of a machine,
fast or busy, decides."""

from __future__ import annotations

import time
from collections.abc import Callable

_TIMES = 4
_MOST = 10.0
"""How many times longer ``_TIMES`` as much may take: 4 is linear, 16 quadratic."""
_LEAST_SECONDS = 0.02
"""What takes less cannot be measured, and counts as this."""
_TRIES = 3


def check_linear(work: Callable[[int], object], size: int) -> None:
    """Fails if ``work(size)`` takes far more than four times the processor time of a fourth of
    it. A third try may settle it, as a busy machine makes any one of them longer."""
    work(1)  # what is loaded at first use
    small = large = float("inf")
    for _ in range(_TRIES):
        small = min(small, _seconds(work, size // _TIMES))
        large = min(large, _seconds(work, size))
        if large <= _MOST * max(small, _LEAST_SECONDS):
            return
    raise AssertionError(
        f"{size:,} takes {large:.2f} s of the processor, {size // _TIMES:,} {small:.2f} s."
    )


def _seconds(work: Callable[[int], object], size: int) -> float:
    begun = time.process_time()
    work(size)
    return time.process_time() - begun
