"""Steps that overlap: while one item is written, the next is embedded, and the one after it made.

Items are made in the caller's thread, so that what they are read from, and Ctrl-C, are as in a
plain loop. Each step has a thread of its own, which takes the items in their order.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, wait
from functools import partial
from typing import Generic, TypeVar

from graphrag_neo4j.llm.concurrency import Workers
from graphrag_neo4j.progress import Advance

LEAVING_SECONDS = 2.0
"""How long a run that is left early waits for the steps that are under way."""

T = TypeVar("T")
_Done = Future[None]


class Overlap(Generic[T]):
    """Runs items through ``steps``; ``ahead``: how many may be in the steps while the next one is
    made. With none, all is as in a plain loop.

    A context: whoever leaves it before the end leaves no step running that tells how
    far it is (:meth:`guarded`).
    """

    def __init__(self, steps: Sequence[Callable[[T], object]], ahead: int) -> None:
        self._steps = [(step, Workers(1)) for step in steps]
        self._ahead = ahead
        self._under_way: deque[tuple[T, list[_Done]]] = deque()
        self._is_left = False
        self._guard = threading.Lock()

    def __enter__(self) -> Overlap[T]:
        return self

    def __exit__(self, *_: object) -> None:
        """Drop what is not begun, and wait a little for what is."""
        self._is_left = True
        futures = (future for _, steps in self._under_way for future in steps)
        wait([future for future in futures if not future.cancel()], LEAVING_SECONDS)

    def guarded(self, advance: Advance) -> Advance:
        """``advance`` for the steps: one at a time, and it ends a step for which nobody waits any
        more, by :class:`CancelledError`."""

        def tell(n: int) -> None:
            with self._guard:
                if self._is_left:
                    raise CancelledError
                advance(n)

        return tell

    def run(self, items: Iterable[T]) -> Iterator[T]:
        """``items``, each when all steps are done with it.

        What an item or a step raises is raised here, after all that came before it; what comes
        after it takes no further step.
        """
        making = iter(items)
        error: Exception | None = None
        while error is None:
            try:
                item = next(making)
            except StopIteration:
                break
            except Exception as raised:  # of an item: those before it are finished first
                error = raised
            else:
                self._begin(item)
                while self._is_full or self._is_one_through:
                    yield self._finished()
        while self._under_way:
            yield self._finished()
        if error is not None:
            raise error

    @property
    def _is_full(self) -> bool:
        return len(self._under_way) > self._ahead

    @property
    def _is_one_through(self) -> bool:
        return bool(self._under_way) and self._under_way[0][1][-1].done()

    def _begin(self, item: T) -> None:
        """Line it up for all steps; each waits for the one before."""
        before = self._under_way[-1][1] if self._under_way else [None] * len(self._steps)
        futures: list[_Done] = []
        for (step, worker), last in zip(self._steps, before, strict=True):
            first = futures[-1] if futures else None
            futures.append(worker.submit(partial(_after, (first, last), step, item)))
        self._under_way.append((item, futures))

    def _finished(self) -> T:
        """The item that is through next. Raises what one of its steps raised."""
        item, futures = self._under_way[0]
        for future in futures:
            future.result()
        self._under_way.popleft()
        return item


def _after(others: Iterable[_Done | None], step: Callable[[T], object], item: T) -> None:
    """Take the step, unless what it comes after failed: the step before for this item, and the
    same step for the item before."""
    for other in others:
        if other is not None and other.exception() is not None:
            raise CancelledError
    step(item)
