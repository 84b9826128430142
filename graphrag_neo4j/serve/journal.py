"""Jobs on disk: a row each, safe as soon as it is written.

A small SQLite file; a job that was confirmed to somebody is there after a crash or a kill.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Literal

from graphrag_neo4j.results import Result, many

JobKind = Literal["ingest", "communities", "resolve"]
JobState = Literal["waiting", "running", "done", "failed", "cancelled", "parked"]
KEPT = 1_000
"""Jobs that are over and remembered, the newest."""


@dataclass(frozen=True, slots=True)
class JobFile(Result):
    """A file of a job. ``state``: "waiting", "done" or "failed", then ``reason`` says why;
    ``uri``: the name of its source in the graph."""

    name: str
    bytes: int
    uri: str
    state: Literal["waiting", "done", "failed"] = "waiting"
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Result):
    """Long work. ``state``: "waiting" for its turn, "running", "done", "failed", "cancelled", or
    "parked": stopped with the server, goes on with it.

    ``stage``, ``done`` of ``total``: how far it is (None: not known); ``error``: what is wrong and
    what to do; ``result``: what the library's call gave. Times are ISO 8601.
    """

    id: str
    kind: JobKind
    state: JobState
    created: str
    started: str | None = None
    ended: str | None = None
    attempts: int = 0
    files: tuple[JobFile, ...] = many(JobFile)
    stage: str | None = None
    done: int = 0
    total: int | None = None
    error: str | None = None
    result: dict[str, Any] | None = field(default=None)

    @property
    def is_over(self) -> bool:
        """Whether nothing more happens to it by itself."""
        return self.state in ("done", "failed", "cancelled")


class Journal:
    """The jobs of one folder."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock = threading.Lock()
        self._file = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        path.chmod(0o600)
        self._file.execute("PRAGMA synchronous = FULL")
        self._file.execute(
            "CREATE TABLE IF NOT EXISTS job "
            "(number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, data TEXT NOT NULL)"
        )

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._file.close()

    def write(self, job: Job) -> None:
        """Keep ``job`` as it is now; safe when this returns."""
        with self._lock:
            self._file.execute(
                "INSERT INTO job (id, data) VALUES (?, ?) "
                "ON CONFLICT (id) DO UPDATE SET data = excluded.data",
                (job.id, json.dumps(asdict(job))),
            )

    def write_last(self, job: Job) -> None:
        """Keep ``job`` as the newest one, whenever it was first written."""
        with self._lock:
            self._file.execute(
                "REPLACE INTO job (id, data) VALUES (?, ?)", (job.id, json.dumps(asdict(job)))
            )

    def read(self) -> list[Job]:
        """All jobs, the oldest first. Those that are over and too old are forgotten."""
        with self._lock:
            rows: Sequence[tuple[str]] = self._file.execute(
                "SELECT data FROM job ORDER BY number"
            ).fetchall()
            jobs = [_job(json.loads(data)) for (data,) in rows]
            old = too_old(jobs)
            self._file.executemany("DELETE FROM job WHERE id = ?", [(id_,) for id_ in old])
        return [job for job in jobs if job.id not in old]


def now() -> str:
    """The time, as jobs note it."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def too_old(jobs: Iterable[Job]) -> frozenset[str]:
    """The ids of jobs, given from the oldest on, that are over and not of the :data:`KEPT` newest
    such ones."""
    over = [job.id for job in jobs if job.is_over]
    return frozenset(over[: max(0, len(over) - KEPT)])


def _job(data: dict[str, Any]) -> Job:
    files = tuple(JobFile(**file) for file in data.pop("files"))
    return Job(files=files, **data)
