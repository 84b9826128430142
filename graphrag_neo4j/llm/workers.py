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
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from concurrent.futures import Future
from typing import TypeVar
from weakref import WeakKeyDictionary

T = TypeVar("T")
R = TypeVar("R")


class Workers:
    """Runs at most ``n`` calls at once for each event loop."""

    def __init__(self, n: int) -> None:
        self._n = n
        self._slots: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = (
            WeakKeyDictionary()
        )

    async def run(self, work: Callable[[], T]) -> T:
        """``work()``, awaited. If the caller is cancelled, the call itself ends by itself."""
        slots = self._slots.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(self._n))
        async with slots:
            return await asyncio.wrap_future(start(work))


def start(work: Callable[[], T]) -> Future[T]:
    """Begin ``work()`` in a daemon thread that sees the caller's context variables."""
    future: Future[T] = Future()
    future.set_running_or_notify_cancel()
    context = contextvars.copy_context()

    def run() -> None:
        try:
            result = context.run(work)
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(result)

    threading.Thread(target=run, name="llm-call", daemon=True).start()
    return future


async def as_finished(
    items: Iterable[T], ask: Callable[[T], Awaitable[R]], at_once: int
) -> AsyncIterator[tuple[T, R]]:
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


def in_own_loop(work: Coroutine[object, object, R]) -> R:
    """``work`` to its end, for callers that block: in a thread where a loop runs already."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    return start(lambda: asyncio.run(work)).result()
