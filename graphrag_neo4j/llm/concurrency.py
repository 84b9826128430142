"""Blocking calls beside an event loop.

Every LlamaIndex model has a blocking call; the asynchronous one of many is the blocking one in
disguise, and OpenAI's asynchronous client belongs to the loop that used it first. So the one
path through a model is the blocking one, and asynchronous callers await it here. The threads
are daemons: Ctrl-C never waits for an answer.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
import weakref
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")
_Queue = SimpleQueue["Callable[[], None] | None"]
_given: weakref.WeakSet[Future[Any]] = weakref.WeakSet()
"""What all workers were given and somebody still waits for."""


def under_way() -> bool:
    """Whether a worker waits for an answer."""
    return any(future.running() for future in list(_given))


class Workers:
    """Up to ``n`` daemon threads, started when needed, for callers on any event loop.

    ``concurrent.futures`` would do, but joins its threads at exit. They end when this object
    is collected.
    """

    def __init__(self, n: int) -> None:
        self._n = n
        self._started = 0
        self._lock = threading.Lock()
        self._queue: _Queue = SimpleQueue()
        weakref.finalize(self, _end, self._queue, n)

    def submit(self, work: Callable[[], T]) -> Future[T]:
        """``work()`` in its turn, with the caller's context variables."""
        future: Future[T] = Future()
        _given.add(future)
        context = contextvars.copy_context()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = context.run(work)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        self._queue.put(run)
        with self._lock:
            if self._started < self._n:
                self._started += 1
                threading.Thread(target=_serve, args=(self._queue,), daemon=True).start()
        return future


class KeyedLocks:
    """A lock for each key, kept as long as somebody has it."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._locks: weakref.WeakValueDictionary[str, threading.Lock] = (
            weakref.WeakValueDictionary()
        )

    def of(self, key: str) -> threading.Lock:
        """The same lock for all who ask at the same time."""
        with self._guard:
            return self._locks.setdefault(key, threading.Lock())


def run_sync(work: Coroutine[Any, Any, T]) -> T:
    """Run ``work`` for a caller that blocks; in another thread, with the caller's context
    variables, where a loop runs already."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    context = contextvars.copy_context()
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(context.run, asyncio.run, work).result()


async def stepped(
    pieces: Generator[T, None, None], cancel: Callable[[], object]
) -> AsyncGenerator[T, None]:
    """``pieces`` as they come, each waited for in a thread; None ends them.

    ``cancel()`` tells them that nobody waits any more; they are closed when the step under way
    has ended.
    """
    reader = Workers(1)  # its own: those of answers may all wait for this stream's place
    step: Future[T | None] | None = None
    context = contextvars.copy_context()  # one for all: a span ends in the one it began in
    try:
        while True:
            step = reader.submit(lambda: context.run(next, pieces, None))
            try:
                piece = await asyncio.wrap_future(step)
            except asyncio.CancelledError:
                cancel()
                step.add_done_callback(lambda _: context.run(pieces.close))
                raise
            if piece is None:
                return
            yield piece
    finally:
        if step is None or step.done():
            context.run(pieces.close)


def _serve(queue: _Queue) -> None:
    while (run := queue.get()) is not None:
        run()
        del run  # else what it holds stays until the next one comes


def _end(queue: _Queue, n: int) -> None:
    for _ in range(n):
        queue.put(None)


async def map_concurrently(
    items: Iterable[T], ask: Callable[[T], Awaitable[R]], at_once: int
) -> AsyncGenerator[tuple[T, R], None]:
    """``(item, await ask(item))`` for each of ``items`` as they finish, ``at_once`` at a time.

    The first exception ends it; what is under way then is cancelled. ``items`` is read no
    further ahead than needed.
    """
    waiting = iter(items)
    tasks: dict[asyncio.Future[R], T] = {}
    try:
        while True:
            while len(tasks) < at_once:
                try:
                    item = next(waiting)
                except StopIteration:
                    break
                tasks[asyncio.ensure_future(ask(item))] = item
            if not tasks:
                return
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                yield tasks.pop(task), task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
