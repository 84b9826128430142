"""How often and how much at once an endpoint is asked: for any thread and any event loop.

A sliding window of a minute over requests and tokens under one lock; aiolimiter, the usual
package, belongs to one event loop and counts one thing.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass
class Slot:
    """A request in the window: when it began, and its tokens (the worst case until known)."""

    began: float
    tokens: int


class Limits:
    """At most ``concurrency`` requests at once, ``rpm`` requests and ``tpm`` tokens a minute.

    None = no limit. A request larger than ``tpm`` goes out alone. ``period`` is the length of
    the window in seconds.
    """

    def __init__(
        self,
        *,
        rpm: int | None = None,
        tpm: int | None = None,
        concurrency: int = 8,
        period: float = 60.0,
    ) -> None:
        self.rpm = rpm
        self.tpm = tpm
        self.concurrency = concurrency
        self.period = period
        self._open = 0
        self._changed = threading.Condition()
        self._window: deque[Slot] = deque()
        self._paused_until = 0.0

    @contextmanager
    def slot(self, tokens: int) -> Iterator[Slot]:
        """Wait until a request of up to ``tokens`` may begin; set ``slot.tokens`` when known."""
        with self._place():
            with self._changed:
                while (delay := self._delay(tokens)) > 0:
                    self._changed.wait(delay)
                slot = Slot(time.monotonic(), tokens)
                self._window.append(slot)
            try:
                yield slot
            finally:
                with self._changed:
                    self._changed.notify_all()

    def narrow(self, concurrency: int) -> None:
        """Have no more requests at once than this from now on: the endpoint answers no more."""
        with self._changed:
            self.concurrency = max(1, min(self.concurrency, concurrency))

    @contextmanager
    def _place(self) -> Iterator[None]:
        with self._changed:
            self._changed.wait_for(lambda: self._open < self.concurrency)
            self._open += 1
        try:
            yield
        finally:
            with self._changed:
                self._open -= 1
                self._changed.notify_all()

    def pause(self, seconds: float) -> None:
        """Begin no request for so long: the endpoint told one of them to wait."""
        with self._changed:
            self._paused_until = max(self._paused_until, time.monotonic() + seconds)

    def _delay(self, tokens: int) -> float:
        """Seconds until a request may begin as far as is known now; 0 = it may."""
        now = time.monotonic()
        while self._window and self._window[0].began <= now - self.period:
            self._window.popleft()
        room = len(self._window)
        used = sum(slot.tokens for slot in self._window)
        begin = self._paused_until
        for slot in self._window:  # as the oldest leave the window, room comes back
            requests_fit = self.rpm is None or room < self.rpm
            tokens_fit = self.tpm is None or used + tokens <= self.tpm
            if requests_fit and tokens_fit:
                break
            room -= 1
            used -= slot.tokens
            begin = max(begin, slot.began + self.period)
        return begin - now
