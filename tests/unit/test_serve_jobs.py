"""The queue of jobs without a graph: order, progress, every end, and what a kill leaves."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.errors import ModelError
from graphrag_neo4j.serve.errors import ApiError
from graphrag_neo4j.serve.jobs import JobProgress, Jobs, new_job
from graphrag_neo4j.serve.journal import KEPT, Job, JobFile, Journal
from graphrag_neo4j.serve.uploads import place_of, safe_name

Outcome = tuple[Sequence[JobFile], dict[str, Any]]
FILE = JobFile("a.txt", 1, "file:///a.txt")


class Desk:
    """Work that a test lets go on step by step."""

    def __init__(self, progress: JobProgress) -> None:
        self.progress = progress
        self.seen: list[str] = []
        self.step = threading.Event()
        self.go_on = threading.Semaphore(0)

    def work(self, job: Job) -> Outcome:
        self.seen.append(job.id)
        with self.progress.task("Reading", 3) as advance:
            for _ in range(3):
                self.step.set()
                self.go_on.acquire()
                advance(1)
        return job.files, {"read": len(job.files)}

    def reaches_a_step(self) -> None:
        assert self.step.wait(10)
        self.step.clear()


@contextmanager
def office(path: Path, work: Callable[[Job], Outcome] | None = None) -> Iterator[tuple[Jobs, Desk]]:
    desk = Desk(JobProgress())
    jobs = Jobs(Journal(path), {"ingest": work or desk.work}, desk.progress)
    jobs.start()
    try:
        yield jobs, desk
    finally:
        desk.go_on.release(100)
        jobs.stop(10)


def once(jobs: Jobs, id_: str, *states: str) -> Job:
    end = time.monotonic() + 10
    while (job := jobs.get(id_)).state not in states:
        assert time.monotonic() < end, job
        time.sleep(0.005)
    return job


def test_jobs_are_done_one_after_the_other(tmp_path: Path) -> None:
    with office(tmp_path / "jobs") as (jobs, desk):
        first, second = jobs.add(new_job("ingest", [FILE])), jobs.add(new_job("ingest", [FILE]))
        desk.reaches_a_step()
        assert jobs.get(second.id).state == "waiting"
        told = jobs.get(first.id)
        assert (told.state, told.stage, told.total) == ("running", "Reading", 3)
        desk.go_on.release(6)
        assert once(jobs, second.id, "done").result == {"read": 1}
        assert desk.seen == [first.id, second.id]
        assert [job.id for job in jobs.list()] == [second.id, first.id]


def test_progress_is_told(tmp_path: Path) -> None:
    with office(tmp_path / "jobs") as (jobs, desk):
        job = jobs.add(new_job("ingest"))
        desk.reaches_a_step()
        desk.go_on.release()
        desk.reaches_a_step()
        assert jobs.get(job.id).done == 1


def test_a_running_job_is_cancelled_at_its_next_step(tmp_path: Path) -> None:
    with office(tmp_path / "jobs") as (jobs, desk):
        running, waiting = jobs.add(new_job("ingest")), jobs.add(new_job("ingest"))
        desk.reaches_a_step()
        jobs.cancel(running.id)
        assert jobs.cancel(waiting.id).state == "cancelled"
        desk.go_on.release()
        assert once(jobs, running.id, "cancelled").ended
        third = jobs.add(new_job("ingest"))
        desk.go_on.release(3)
        assert once(jobs, third.id, "done")
        assert waiting.id not in desk.seen


def test_a_job_that_is_over_stays_so_when_it_is_cancelled(tmp_path: Path) -> None:
    with office(tmp_path / "jobs") as (jobs, desk):
        job = jobs.add(new_job("ingest"))
        desk.go_on.release(3)
        once(jobs, job.id, "done")
        assert jobs.cancel(job.id).state == "done"


def test_a_stop_parks_the_job_and_a_start_goes_on(tmp_path: Path) -> None:
    with office(tmp_path / "jobs") as (jobs, desk):
        job = jobs.add(new_job("ingest", [FILE]))
        desk.reaches_a_step()
        stopping = threading.Thread(target=jobs.stop)
        stopping.start()
        desk.progress.interrupted.wait(10)
        desk.go_on.release()
        stopping.join(10)
        with pytest.raises(ApiError, match="stopping"):
            jobs.add(new_job("ingest"))
    [parked] = Journal(tmp_path / "jobs").read()
    assert (parked.state, parked.ended) == ("parked", None)
    with office(tmp_path / "jobs") as (again, desk):
        desk.go_on.release(3)
        assert once(again, job.id, "done").attempts == 2


def test_a_kill_loses_nothing_that_was_confirmed(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "jobs")
    desk = Desk(JobProgress())
    jobs = Jobs(journal, {"ingest": desk.work}, desk.progress)
    jobs.start()
    confirmed = [jobs.add(new_job("ingest", [FILE])).id for _ in range(5)]
    desk.reaches_a_step()  # and nobody says good-bye: its thread hangs for ever
    copy = tmp_path / "copy"
    copy.write_bytes((tmp_path / "jobs").read_bytes())
    with office(copy) as (again, other):
        other.go_on.release(15)
        for id_ in confirmed:
            assert once(again, id_, "done").files == (FILE,)
        assert other.seen == confirmed
    desk.go_on.release(100)
    jobs.stop(10)


def test_what_failed_says_why_and_is_done_once_more(tmp_path: Path) -> None:
    troubles: list[Exception] = [
        ModelError("The LLM is gone.", "Set another."),
        ValueError("odd\nvalue"),
    ]

    def work(job: Job) -> Outcome:
        if troubles:
            raise troubles.pop(0)
        return [replace(file, state="failed", reason="empty") for file in job.files], {}

    with office(tmp_path / "jobs", work) as (jobs, _):
        job = jobs.add(new_job("ingest", [FILE]))
        assert once(jobs, job.id, "failed").error == "The LLM is gone. Set another."
        jobs.retry(job.id)
        failed = once(jobs, job.id, "failed")
        while failed.attempts < 2 or failed.state != "failed":
            failed = jobs.get(job.id)
        assert failed.error == "Unexpected ValueError: odd"
        jobs.retry(job.id)
        while (last := jobs.get(job.id)).attempts < 3 or not last.is_over:
            time.sleep(0.005)
        assert last.state == "failed" and last.files[0].reason == "empty" and last.error is None


def test_a_job_that_is_cancelled_before_a_stop_does_not_come_back(tmp_path: Path) -> None:
    with office(tmp_path / "jobs") as (jobs, desk):
        job = jobs.add(new_job("ingest"))
        desk.reaches_a_step()
        jobs.cancel(job.id)
        stopping = threading.Thread(target=jobs.stop)
        stopping.start()
        desk.go_on.release()
        stopping.join(10)
    assert [job.state for job in Journal(tmp_path / "jobs").read()] == ["cancelled"]


def test_only_jobs_that_are_over_are_forgotten(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "jobs")
    waiting, again = new_job("ingest"), replace(new_job("ingest"), state="done")
    journal.write(waiting)
    journal.write(again)
    for _ in range(KEPT):
        journal.write(replace(new_job("ingest"), state="done"))
    journal.write_last(replace(again, state="waiting"))
    journal.write(replace(new_job("ingest"), state="failed"))
    read = journal.read()
    assert [read[0].id, read[-2].id] == [waiting.id, again.id]
    assert sum(job.is_over for job in read) == KEPT
    assert read == journal.read()


def test_a_journal_that_cannot_be_written_does_not_end_the_work(tmp_path: Path) -> None:
    with office(tmp_path / "jobs") as (jobs, desk):
        job = jobs.add(new_job("ingest"))
        desk.reaches_a_step()
        other = sqlite3.connect(tmp_path / "jobs", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(ApiError, match="cannot be written") as refused:
            jobs.add(new_job("ingest"))
        assert refused.value.status == 503
        desk.go_on.release(3)
        end = time.monotonic() + 20
        while not jobs.get(job.id).is_over:
            assert time.monotonic() < end
            time.sleep(0.05)
        other.execute("ROLLBACK")
        other.close()
        later = jobs.add(new_job("ingest"))
        desk.go_on.release(3)
        assert once(jobs, later.id, "done")


def test_a_job_under_way_is_not_begun_twice(tmp_path: Path) -> None:
    with office(tmp_path / "jobs") as (jobs, desk):
        job = jobs.add(new_job("ingest"))
        desk.reaches_a_step()
        with pytest.raises(ApiError, match="running"):
            jobs.retry(job.id)
        with pytest.raises(ApiError, match="no job"):
            jobs.get("unknown")


@given(st.text(max_size=400))
def test_a_name_is_one_part_of_a_path(name: str) -> None:
    clean = safe_name(name)
    folder = Path("/documents")
    assert clean and len(clean.encode()) <= 255
    assert not {"/", "\\", "\0"} & set(clean) and clean not in (".", "..")
    path = place_of(folder, name)
    assert path.parent.parent == folder and path.name == clean
    assert safe_name(clean) == clean


def test_names_that_differ_have_places_of_their_own() -> None:
    long = "Minutes of the harbour board " * 6
    names = ["pier.md", "north/pier.md", "south/pier.md", f"{long}March.txt", f"{long}April.txt"]
    assert len({place_of(Path("/documents"), name) for name in names}) == len(names)
    windows = place_of(Path("/documents"), "north\\pier.md")
    assert windows == place_of(Path("/documents"), "north/pier.md")
