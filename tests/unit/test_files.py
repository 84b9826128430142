"""Small files that are written whole or not at all."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.files import write_atomically
from graphrag_neo4j.interop.files import replaced


def test_a_file_is_replaced_whole_and_is_its_owners(tmp_path: Path) -> None:
    path = tmp_path / "new" / "note.txt"
    write_atomically(path, "first")
    write_atomically(path, "second")
    assert path.read_text("utf-8") == "second"
    assert [one.name for one in path.parent.iterdir()] == ["note.txt"]
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
@pytest.mark.parametrize("is_there", [True, False])
def test_a_link_stays_and_its_file_is_written(is_there: bool, tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    target, link = tmp_path / "pages" / "target.html", tmp_path / "link.html"
    if is_there:
        target.write_text("old")
    link.symlink_to(Path("pages") / "target.html")
    write_atomically(link, "new")
    assert link.is_symlink()
    assert target.read_text("utf-8") == "new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
def test_a_pipe_stays_a_pipe_and_is_written_to(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", list[str]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text("utf-8")), daemon=True)
    reader.start()
    write_atomically(pipe, "through")
    reader.join(10)
    assert read == ["through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0, reason="a device of one's own needs root"
)
def test_a_device_stays_a_device(tmp_path: Path) -> None:
    full = tmp_path / "full"
    try:
        os.mknod(full, 0o666 | stat.S_IFCHR, os.makedev(1, 7))
        full.open("wb").close()
    except PermissionError:
        pytest.skip("no devices may be made or opened here")
    with pytest.raises(OSError, match="No space left"):
        write_atomically(full, "text")
    assert stat.S_ISCHR(full.stat().st_mode)


def test_a_link_stays_and_the_file_that_it_leads_to_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    real, link = tmp_path / "disk" / "graph.jsonl", tmp_path / "latest.jsonl"
    real.write_text("old")
    link.symlink_to(real)
    with replaced(link, force=True) as place:
        place.write_text("new")
    assert link.is_symlink() and real.read_text() == "new"
    assert list((tmp_path / "disk").iterdir()) == [real]


def test_a_pipe_is_not_replaced_even_by_force(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(UsageError, match="is a device or a pipe"), replaced(pipe, force=True):
        pass
    assert pipe.is_fifo()
