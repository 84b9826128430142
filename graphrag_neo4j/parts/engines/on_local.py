"""Processes of this machine: each takes a task, hands the part's record back, takes the next."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress

from graphrag_neo4j.errors import GraphRagError
from graphrag_neo4j.parts.maker import MadePart, PartMaker
from graphrag_neo4j.parts.tasks import Task

MOST = 4
"""Workers unless more are asked for: each has its own models in memory."""
ATTEMPTS = 4
"""In which a worker may die on one part."""
_START = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from graphrag_neo4j.parts.engines.on_local import main; main()"
)
"""Not by multiprocessing, which would run the user's script again in each worker."""


def run(maker: PartMaker, tasks: Sequence[Task], workers: int | None) -> Iterator[MadePart]:
    """Make the parts. One worker is this very process; it is the default where an LLM extracts,
    which is asked many things at once anyway."""
    if workers is None:
        by_llm = maker.settings.extractor == "llm"
        workers = 1 if by_llm else min(os.cpu_count() or 1, MOST)
    workers = min(workers, len(tasks))
    if workers <= 1:
        yield from map(maker, tasks)
        return
    crew = _Crew(maker.sent(1 / workers))
    pool = ThreadPoolExecutor(workers)
    try:
        for done in as_completed([pool.submit(crew.make, task) for task in tasks]):
            yield done.result()
    finally:  # also after an error, and on Ctrl-C
        crew.end()
        pool.shutdown(cancel_futures=True)


class _Crew:
    """Worker processes, one for each thread that asks for a part."""

    def __init__(self, maker: PartMaker) -> None:
        self._maker = maker
        self._own = threading.local()
        self._all: list[_Worker] = []
        self._guard = threading.Lock()
        self._is_over = False

    def make(self, task: Task) -> MadePart:
        """The part, made by this thread's worker; by a new one if that dies."""
        for _ in range(ATTEMPTS):
            worker = self._worker()
            try:
                return worker.make(task)
            except (EOFError, BrokenPipeError):
                worker.end()
                self._own.worker = None
        raise GraphRagError(
            f"Workers died {ATTEMPTS} times on {task}.",
            "Perhaps memory ran out: use fewer --workers, or smaller files.",
        )

    def end(self) -> None:
        """End all workers, at once."""
        with self._guard:
            self._is_over = True
            for worker in self._all:
                worker.end()

    def _worker(self) -> _Worker:
        worker: _Worker | None = getattr(self._own, "worker", None)
        if worker is None:
            with self._guard:
                if self._is_over:
                    raise GraphRagError("The extraction was stopped.")
                worker = _Worker(self._maker)
                self._all.append(worker)
            self._own.worker = worker
        return worker


class _Worker:
    """A process that makes parts."""

    def __init__(self, maker: PartMaker) -> None:
        pipe = subprocess.PIPE
        self._child = subprocess.Popen([sys.executable, "-c", _START], stdin=pipe, stdout=pipe)
        self._send(sys.path)
        self._send(maker)

    def make(self, task: Task) -> MadePart:
        """Raises :class:`EOFError` or :class:`BrokenPipeError` when the process is gone."""
        assert self._child.stdout
        self._send(task)
        try:
            answer = pickle.load(self._child.stdout)  # noqa: S301 - of our own child
        except pickle.UnpicklingError:
            raise EOFError from None
        if isinstance(answer, MadePart):
            return answer
        raise GraphRagError(*answer)

    def end(self) -> None:
        """Kill it; what it was writing is not there."""
        self._child.kill()
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe:
                with suppress(BrokenPipeError):
                    pipe.close()

    def _send(self, what: object) -> None:
        assert self._child.stdin
        pickle.dump(what, self._child.stdin)
        self._child.stdin.flush()


def main() -> None:
    """The child: makes the parts that come over its standard input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    out, sys.stdout = sys.stdout.buffer, sys.stderr  # a library that prints must not spoil answers
    maker: PartMaker | None = None
    while True:
        answer: MadePart | tuple[str, str]
        try:
            maker = maker or pickle.load(sys.stdin.buffer)  # noqa: S301 - of our own parent
            task: Task = pickle.load(sys.stdin.buffer)  # noqa: S301 - of our own parent
            answer = maker(task)
        except EOFError:
            return
        except GraphRagError as error:
            answer = error.message, error.hint
        except Exception as error:
            name = f"Unexpected {type(error).__name__} in a worker: {error}"
            answer = name, "Try it with one worker: --workers 1."
        pickle.dump(answer, out)
        out.flush()
