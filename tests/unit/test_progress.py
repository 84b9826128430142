"""Progress in lines, and what of the work each document is."""

from __future__ import annotations

import io
import re
import time
from pathlib import Path

import pytest

from graphrag_neo4j.progress import LineProgress, LineTask, RichProgress
from graphrag_neo4j.readers.files import find_files, read_files
from graphrag_neo4j.readers.options import ReadOptions
from graphrag_neo4j.readers.workload import Workload
from tests.support.files import write_docx, write_xlsx, write_zip
from tests.support.pdf_file import lines, write_pdf


def test_lines_come_at_their_time_and_tell_what_is_left() -> None:
    out = io.StringIO()
    progress = LineProgress(0.05, out)
    with progress.task("Ingesting documents", 4_000_000, "bytes") as advance:
        for _ in range(10):
            with progress.task("Embedding texts", 10) as inner:
                inner(10)
                time.sleep(0.02)
            advance(200_000)
        time.sleep(0.12)
    said = out.getvalue().splitlines()
    assert 4 <= len(said) <= 8
    assert any("Embedding texts: 10/10" in line for line in said)
    assert "2.0 MB of 4.0 MB" in said[-1] and " left" in said[-1]


def test_the_time_left_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    task = LineTask("Ingesting", 1000, "items", str)
    task.advance(500)  # known already: it took no time
    for _ in range(100):
        now += 1.0
        task.advance(1)
    left = re.search(r"(\d+):(\d\d) left", str(task))
    assert left is not None
    assert int(left[1]) * 60 + int(left[2]) == pytest.approx(400, rel=0.05)


def test_quick_work_says_nothing() -> None:
    out = io.StringIO()
    with LineProgress(5.0, out).task("Reading", 3) as advance:
        advance(3)
    assert not out.getvalue()


def test_all_of_every_file_is_counted_once(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Anna Berg lives in Melby. " * 50_000)
    (tmp_path / "b.csv").write_text("id,text\n" + "".join(f"{n},word {n}\n" for n in range(50)))
    (tmp_path / "c.bin").write_bytes(b"\0" * 100)
    write_docx(tmp_path / "d.docx", "One.", "Two.")
    write_xlsx(tmp_path / "e.xlsx", {"S": [["a", "b"], ["x", "y"], ["z", "w"]]})
    write_pdf(tmp_path / "f.pdf", lines(["Words on a page."]))
    write_zip(tmp_path / "g.zip", {"x.txt": b"Words.", "y.txt": b"More words."})
    (tmp_path / "z.txt").write_text("End.")
    options = ReadOptions(archives=True)
    files = find_files([tmp_path], options)
    work = Workload(files)
    weights = [weight for _, weight in work.weigh(read_files(files, options))]
    assert work.total == sum(f.stat().st_size for f in tmp_path.iterdir() if f.suffix != ".bin")
    assert sum(weights) == work.total
    assert max(weights) < 600_000 and min(weights) >= 0


@pytest.mark.parametrize(("total", "done", "shown"), [(8, 7, "7/7"), (8, 8, "8/8"), (6, 9, "9/9")])
def test_work_that_is_done_is_shown_as_whole_however_much_was_expected(
    capsys: pytest.CaptureFixture[str], total: int, done: int, shown: str
) -> None:
    with RichProgress().task("Reading", total) as advance:
        advance(done)
    assert shown in capsys.readouterr().err.splitlines()[-1]


def test_work_of_which_nothing_is_told_shows_what_was_expected(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with RichProgress().task("Reading", 3):
        pass
    assert "0/3" in capsys.readouterr().err
