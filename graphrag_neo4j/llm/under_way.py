"""The answers under way: how many, since when, and whether the endpoint is saying anything."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class UnderWay:
    """What is waited for; one serves all threads that ask one endpoint."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: dict[object, tuple[float, int]] = {}
        self._heard_at = -math.inf

    @contextmanager
    def waiting(self) -> Iterator[Callable[[int], None]]:
        """While an answer is under way; told how many characters of it came so far."""
        key, began = object(), time.monotonic()
        with self._lock:
            self._open[key] = began, 0

        def heard(characters: int) -> None:
            with self._lock:
                self._open[key] = began, characters
                self._heard_at = time.monotonic()

        try:
            yield heard
        finally:
            with self._lock:
                del self._open[key]

    def n_spoken(self, seconds: float) -> int:
        """How many answers the endpoint is giving; 0 if it has said nothing for so long."""
        with self._lock:
            if time.monotonic() - self._heard_at >= seconds:
                return 0
            return max(1, sum(characters > 0 for _, characters in self._open.values()))

    def __str__(self) -> str:
        """``2 answers under way, the oldest 12 s, 3,400 characters``; empty if there is none."""
        with self._lock:
            there = list(self._open.values())
        if not there:
            return ""
        n, characters = len(there), sum(characters for _, characters in there)
        seconds = time.monotonic() - min(began for began, _ in there)
        said = f"{characters:,} characters" if characters else "no word yet"
        return f"{n} answer{'s' * (n > 1)} under way, the oldest {seconds:.0f} s, {said}"
