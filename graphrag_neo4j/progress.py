"""How long work tells how far it is, without knowing who listens.

Library code takes a :class:`Progress`; the command line passes :class:`RichProgress` (a bar
with rate and time left on stderr), Python callers get :class:`NullProgress` unless they ask.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.progress import Progress as Bars

Advance = Callable[[int], None]
"""Called with the number of units done since the last call."""

Status = Callable[[], str]


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
        bars.update(task, completed=done, amount=amount, rate=rate, status=status())

    amount = _amount(0, total, unit)
    task = bars.add_task(description, total=total, amount=amount, rate="", status=status())
    yield advance
    bars.update(task, total=total or done or 1, completed=total or done or 1)
    if len(bars.tasks) > 1 and bars.tasks[0].id != task:
        bars.remove_task(task)


def _rate(done: int, seconds: float, unit: str) -> str:
    if not done or seconds < 1:
        return ""
    if unit == "bytes":
        return f"{done / seconds / 1e6:,.1f} MB/s"
    return f"{done / seconds:,.1f}/s" if done >= seconds else f"{60 * done / seconds:,.1f}/min"


def _amount(done: int, total: int | None, unit: str) -> str:
    if total is None:
        return f"{done:,}" if done else ""
    if unit == "bytes":
        return f"{done / 1e6:,.0f}/{total / 1e6:,.0f} MB"
    return f"{done:,}/{total:,}"
