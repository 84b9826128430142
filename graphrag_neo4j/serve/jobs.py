"""Long work for a graph, one job at a time, in a thread of its own.

What is asked for is in the journal before anybody is told of it. Ingestion changes nothing where
it was done already, so a job that was parked, cancelled or killed is simply done again.
"""

from __future__ import annotations

import logging
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from graphrag_neo4j.errors import GraphRagError
from graphrag_neo4j.progress import Advance, Status
from graphrag_neo4j.serve.errors import ApiError
from graphrag_neo4j.serve.journal import Job, JobFile, JobState, Journal, now, too_old

log = logging.getLogger(__name__)
STOP_SECONDS = 30.0
"""How long a stopping server waits for a running job to reach a place where it can be left."""

Work = Callable[[Job], tuple[Sequence[JobFile], dict[str, Any]]]
"""Does a job; gives what became of its files, and the result."""


class Interrupted(BaseException):
    """Raised within a job's own work to end it; no ``except Exception`` on the way may keep it."""


@dataclass(eq=False)
class _Task:
    description: str
    total: int | None
    done: int = 0


class JobProgress:
    """Hears how far the running job is, and ends it at the next step once that is asked for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tasks: list[_Task] = []
        self.interrupted = threading.Event()

    @contextmanager
    def task(
        self,
        description: str,
        total: int | None,
        _unit: str = "items",
        _status: Status = str,
        /,
    ) -> Iterator[Advance]:
        """A piece of work; those inside it do not show."""
        task = _Task(description, total)
        with self._lock:
            self._tasks.append(task)

        def advance(n: int) -> None:
            with self._lock:
                task.done += n
            self.check()

        try:
            self.check()
            yield advance
        finally:
            with self._lock:
                self._tasks.remove(task)

    def check(self) -> None:
        """Raises :class:`Interrupted` if the work is to end."""
        if self.interrupted.is_set():
            raise Interrupted

    def now(self) -> tuple[str | None, int, int | None]:
        """What is being done, and how much of how much."""
        with self._lock:
            if not self._tasks:
                return None, 0, None
            task = self._tasks[0]
            return task.description, task.done, task.total


class Jobs:
    """The queue. ``works``: what does each kind of job."""

    def __init__(
        self, journal: Journal, works: Mapping[str, Work], progress: JobProgress | None = None
    ) -> None:
        self._journal = journal
        self._works = works
        self.progress = progress or JobProgress()
        self._turn = threading.Condition()
        self._jobs: dict[str, Job] = {}
        self._running: str | None = None
        self._next_state: JobState | None = None
        self._is_stopping = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Take up what the journal holds, and go on with it."""
        for job in self._journal.read():
            if not job.is_over:
                job = replace(job, state="waiting")
            self._jobs[job.id] = job
        self._thread = threading.Thread(target=self._work, name="jobs", daemon=True)
        self._thread.start()

    def stop(self, seconds: float = STOP_SECONDS) -> None:
        """Park the running job and end; what does not end in time is taken up at the next start."""
        with self._turn:
            self._is_stopping = True
            if self._running:
                self._interrupt("parked")
            self._turn.notify_all()
        if self._thread is not None:
            self._thread.join(seconds)
            if not self._thread.is_alive():
                self._journal.close()

    def add(self, job: Job) -> Job:
        """Put a job into the queue; it is on disk when this returns."""
        with self._turn:
            if self._is_stopping:
                raise ApiError(503, "The server is stopping.", "Try again when it runs.")
            self._keep(job)
            self._turn.notify_all()
        return job

    def list(self, *, skip: int = 0, limit: int = 100) -> list[Job]:
        """Jobs, the newest first."""
        with self._turn:
            ids = list(self._jobs)[::-1][skip : skip + limit]
            return [self._seen(self._jobs[id_]) for id_ in ids]

    def get(self, id_: str) -> Job:
        """One job. Raises :class:`ApiError` (404) for an unknown id."""
        with self._turn:
            return self._seen(self._known(id_))

    def cancel(self, id_: str) -> Job:
        """End a job: at once if it waits, at its next step if it runs. What it has put into the
        graph stays."""
        with self._turn:
            job = self._known(id_)
            if job.state == "running":
                self._interrupt("cancelled")
            elif not job.is_over:
                job = self._keep(replace(job, state="cancelled", ended=now()))
            return self._seen(job)

    def retry(self, id_: str) -> Job:
        """Put a job that is over into the queue once more; files that are done cost nothing."""
        with self._turn:
            job = self._known(id_)
            if not job.is_over:
                raise ApiError(409, f"The job is {job.state}.", "Wait for its end, or cancel it.")
            files = tuple(replace(file, state="waiting", reason=None) for file in job.files)
            blank = {"started": None, "ended": None, "error": None, "result": None}
            again = replace(job, state="waiting", files=files, **blank)  # type: ignore[arg-type]
            self._written(self._journal.write_last, again)
            self._jobs.pop(id_)  # to the end of the queue
            self._jobs[id_] = again
            self._turn.notify_all()
            return again

    def _known(self, id_: str) -> Job:
        if id_ not in self._jobs:
            raise ApiError(404, f"There is no job {id_[:60]!r}.", "GET /api/jobs lists them.")
        return self._jobs[id_]

    def _keep(self, job: Job) -> Job:
        """Raises :class:`ApiError` (503) if the journal cannot be written."""
        self._written(self._journal.write, job)
        self._jobs[job.id] = job
        return job

    @staticmethod
    def _written(write: Callable[[Job], None], job: Job) -> None:
        try:
            write(job)
        except sqlite3.Error as error:
            raise ApiError(
                503, f"The list of jobs cannot be written: {error}.", "Try again in a moment."
            ) from error

    def _note(self, job: Job) -> None:
        """Keep the new state of a job that is done here, on disk if that can be: what is missing
        there is done again after the next start."""
        try:
            self._journal.write(job)
        except sqlite3.Error:
            log.exception("The state of job %s could not be written", job.id)
        self._jobs[job.id] = job
        for id_ in too_old(self._jobs.values()):
            del self._jobs[id_]

    def _seen(self, job: Job) -> Job:
        if job.id != self._running:
            return job
        stage, done, total = self.progress.now()
        return replace(job, stage=stage, done=done, total=total)

    def _interrupt(self, state: JobState) -> None:
        if self._next_state != "cancelled":  # who cancels does not want it again at the next start
            self._next_state = state
        self.progress.interrupted.set()

    def _work(self) -> None:
        while True:
            with self._turn:
                while not self._is_stopping and self._first() is None:
                    self._turn.wait()
                job = self._first()
                if self._is_stopping or job is None:
                    return
                job = replace(job, state="running", started=now(), attempts=job.attempts + 1)
                self._note(job)
                self._running, self._next_state = job.id, None
                self.progress.interrupted.clear()
            over = self._done(job)
            with self._turn:
                self._running = None
                self._note(over)

    def _first(self) -> Job | None:
        return next((job for job in self._jobs.values() if job.state == "waiting"), None)

    def _done(self, job: Job) -> Job:
        """``job`` after its work, whatever became of it."""
        try:
            files, result = self._works[job.kind](job)
        except Interrupted:
            state = self._next_state or "cancelled"
            return replace(job, state=state, ended=None if state == "parked" else now())
        except GraphRagError as error:
            return replace(job, state="failed", ended=now(), error=str(error))
        except Exception as error:
            log.exception("Job %s failed", job.id)
            text = f"Unexpected {type(error).__name__}: {error}".splitlines()[0]
            return replace(job, state="failed", ended=now(), error=text)
        nothing_read = bool(files) and all(file.state == "failed" for file in files)
        state = "failed" if nothing_read else "done"
        return replace(job, state=state, ended=now(), files=tuple(files), result=result)


def new_job(kind: Any, files: Sequence[JobFile] = ()) -> Job:
    """A job that waits, with an id of its own."""
    return Job(
        id=secrets.token_hex(8), kind=kind, state="waiting", created=now(), files=tuple(files)
    )
