"""How long work tells how far it is, without knowing who listens.

Library code takes a :class:`Progress`; the command line passes :class:`RichProgress` (a bar
with rate and time left on stderr) or, where stderr is no terminal, :class:`LineProgress` (a line
every two seconds). Python callers get :class:`NullProgress` unless they ask.
"""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Protocol, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress as Bars

Advance = Callable[[int], None]
"""Called with the number of units done since the last call."""

Status = Callable[[], str]

_WINDOW = 60.0  # seconds that a rate is told of


class Progress(Protocol):
    """A listener. ``total`` is None when it is not known; ``unit`` is "items" or "bytes"."""

    def task(
        self,
        description: str,
        total: int | None,
        unit: str = "items",
        status: Status = str,
        /,
    ) -> AbstractContextManager[Advance]:
        """Open a piece of work; the context's value is called as it advances.

        ``status`` may be asked at any time what else there is to say, as tokens and cost.
        """
        ...


class NullProgress:
    """Listens to nothing."""

    @contextmanager
    def task(
        self,
        _description: str,
        _total: int | None,
        _unit: str = "items",
        _status: Status = str,
        /,
    ) -> Iterator[Advance]:
        yield lambda _: None


class RichProgress:
    """Bars with count, rate and time left on stderr; tasks inside tasks show as further bars."""

    def __init__(self) -> None:
        self._bars: Bars | None = None

    @contextmanager
    def task(
        self,
        description: str,
        total: int | None,
        unit: str = "items",
        status: Status = str,
        /,
    ) -> Iterator[Advance]:
        if self._bars is not None:
            yield from _in_bars(self._bars, description, total, unit, status)
            return
        with _new_bars() as self._bars:
            try:
                yield from _in_bars(self._bars, description, total, unit, status)
            finally:
                self._bars = None


class LineProgress:
    """Plain lines for logs and pipes: what is done, the rate and the time left, every two seconds.

    Work that takes less says nothing. ``seconds`` and ``out`` are for tests.
    """

    def __init__(self, seconds: float = 2.0, out: TextIO | None = None) -> None:
        self._seconds = seconds
        self._out = out
        self._tasks: list[LineTask] = []

    @contextmanager
    def task(
        self,
        description: str,
        total: int | None,
        unit: str = "items",
        status: Status = str,
        /,
    ) -> Iterator[Advance]:
        task = LineTask(description, total, unit, status)
        self._tasks.append(task)
        try:
            if len(self._tasks) > 1:
                yield task.advance
                return
            over = threading.Event()
            ticker = threading.Thread(target=self._tick, args=(over,), daemon=True)
            ticker.start()
            try:
                yield task.advance
            finally:
                over.set()
                ticker.join()
        finally:
            self._tasks.remove(task)

    def _tick(self, over: threading.Event) -> None:
        while not over.wait(self._seconds):
            lines = "; ".join(map(str, self._tasks[:]))
            print(lines, file=self._out or sys.stderr, flush=True)


class LineTask:
    """A piece of work as one line tells it; the time left is by the rate of the last minute."""

    def __init__(self, description: str, total: int | None, unit: str, status: Status) -> None:
        self._description = description
        self._total = total
        self._unit = unit
        self._status = status
        self._done = 0
        self._began = time.monotonic()
        self._seen = deque([(self._began, 0)])

    def advance(self, n: int) -> None:
        now = time.monotonic()
        self._done += n
        while len(self._seen) > 1 and self._seen[0][0] < now - _WINDOW:
            self._seen.popleft()
        self._seen.append((now, self._done))

    def __str__(self) -> str:
        now = time.monotonic()
        since, before = self._seen[0]
        done, seconds = self._done - before, now - since
        parts = [
            _amount(self._done, self._total, self._unit),
            _rate(done, seconds, self._unit),
            f"{_clock(now - self._began)} so far",
        ]
        if done and self._total and self._done < self._total:
            left = (self._total - self._done) / done * seconds
            parts.append(f"{_clock(left)} left")
        parts.append(self._status())
        return f"{self._description}: {', '.join(filter(None, parts))}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _new_bars() -> Bars:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    return Bars(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[amount]}"),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[status]}"),
        console=Console(stderr=True),
    )


def _in_bars(
    bars: Bars, description: str, total: int | None, unit: str, status: Status
) -> Iterator[Advance]:
    done, began = 0, time.monotonic()

    def advance(n: int) -> None:
        nonlocal done
        done += n
        amount, rate = _amount(done, total, unit), _rate(done, time.monotonic() - began, unit)
        bars.update(task, completed=done, amount=amount, rate=rate)

    amount = _amount(0, total, unit)
    task = bars.add_task(description, total=total, amount=amount, rate="", status=_Now(status))
    yield advance
    whole = done or total or 1  # a total may have been an estimate
    amount = _amount(whole, whole, unit) if done else amount
    bars.update(task, total=whole, completed=whole, amount=amount)
    if len(bars.tasks) > 1 and bars.tasks[0].id != task:
        bars.remove_task(task)


class _Now:
    """A status that is asked for whenever the bars are drawn, also while nothing is done."""

    def __init__(self, status: Status) -> None:
        self._status = status

    def __str__(self) -> str:
        return self._status()


def _rate(done: int, seconds: float, unit: str) -> str:
    if not done or seconds < 1:
        return ""
    if unit == "bytes":
        return f"{_bytes(done / seconds)}/s"
    return f"{done / seconds:,.1f}/s" if done >= seconds else f"{60 * done / seconds:,.1f}/min"


def _amount(done: int, total: int | None, unit: str) -> str:
    if total is None:
        return f"{done:,}" if done else ""
    if unit == "bytes":
        return f"{_bytes(done)} of {_bytes(total)}"
    return f"{done:,}/{total:,}"


def _bytes(size: float) -> str:
    return f"{size / 1e6:,.1f} MB" if size >= 1e6 else f"{size / 1e3:,.0f} kB"
