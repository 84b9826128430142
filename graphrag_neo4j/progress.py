"""How long work tells how far it is, without knowing who listens.

Library code takes a :class:`Progress`; the command line passes :class:`RichProgress` (a bar
with rate and time left on stderr), Python callers get :class:`Silent` unless they ask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

Advance = Callable[[int], None]
"""Called with the number of units done since the last call."""


class Progress(Protocol):
    """A listener. ``total`` is None when it is not known; ``unit`` is "items" or "bytes"."""

    def task(
        self, description: str, total: int | None, unit: str = "items", /
    ) -> AbstractContextManager[Advance]:
        """Open a piece of work; the context's value is called as it advances."""
        ...


class Silent:
    """Listens to nothing."""

    @contextmanager
    def task(
        self, _description: str, _total: int | None, _unit: str = "items", /
    ) -> Iterator[Advance]:
        yield lambda _: None


class RichProgress:
    """Bars with rate and ETA on stderr; one line per finished task when stderr is no terminal."""

    @contextmanager
    def task(
        self, description: str, total: int | None, unit: str = "items", /
    ) -> Iterator[Advance]:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            DownloadColumn,
            MofNCompleteColumn,
            ProgressColumn,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )
        from rich.progress import Progress as Bars

        console = Console(stderr=True)
        if total is None:
            known: tuple[ProgressColumn, ...] = (TimeElapsedColumn(),)
        else:
            count = DownloadColumn() if unit == "bytes" else MofNCompleteColumn()
            known = (BarColumn(), count, TimeElapsedColumn(), TimeRemainingColumn())
        with Bars(TextColumn("{task.description}"), *known, console=console) as bars:
            task = bars.add_task(description, total=total)
            yield lambda n: bars.advance(task, n)
