"""A restored graph takes the place of the present one; a kill at any moment loses neither."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.apps.doctor import examine
from graphrag_neo4j.server.swap import PREFIX, finish_swaps, leftovers, swap, swap_back
from graphrag_neo4j.settings import Settings

KINDS = ("databases", "transactions")
RENAMES = 5
"""Of a swap: two for each kind, and one that says that it is finished."""


class Killed(BaseException):
    """What ends the process."""


def make(folder: Path, text: str) -> Path:
    for kind in KINDS:
        place = folder / "data" / kind / "neo4j"
        place.mkdir(parents=True)
        (place / "store").write_text(text)
    return folder


def stores(folder: Path) -> list[str]:
    return [(folder / "data" / kind / "neo4j" / "store").read_text() for kind in KINDS]


def kill_after(monkeypatch: pytest.MonkeyPatch, n: int) -> None:
    rename, done = Path.rename, []

    def renamed(self: Path, target: Path) -> Path:
        moved = rename(self, target)
        done.append(target)
        if len(done) == n:
            raise Killed
        return moved

    monkeypatch.setattr(Path, "rename", renamed)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return make(tmp_path / "home", "present")


@pytest.fixture
def staging(home: Path) -> Path:
    return make(home / f"{PREFIX}a1", "new")


def test_graphs_change_places_and_back(home: Path, staging: Path) -> None:
    swap(staging, home)
    assert stores(home) == ["new", "new"]
    finish_swaps(home)  # nothing is unfinished
    assert stores(home) == ["new", "new"]
    swap_back(staging, home)
    assert stores(home) == ["present", "present"]
    assert stores(staging) == ["new", "new"]


@pytest.mark.parametrize("n", range(1, RENAMES))
def test_a_swap_that_was_killed_is_undone(
    n: int, home: Path, staging: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch, pytest.raises(Killed):
        kill_after(patch, n)
        swap(staging, home)
    assert "comes back with the next start" in leftovers(home)[staging]
    finish_swaps(home)
    assert stores(home) == ["present", "present"]
    assert stores(staging) == ["new", "new"]


@pytest.mark.parametrize("n", range(1, RENAMES + 1))
def test_a_way_back_that_was_killed_is_finished(
    n: int, home: Path, staging: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    swap(staging, home)
    with monkeypatch.context() as patch, pytest.raises(Killed):
        kill_after(patch, n)
        swap_back(staging, home)
    finish_swaps(home)
    assert stores(home) == ["present", "present"]


def test_doctor_names_what_a_killed_restore_left(home: Path, staging: Path) -> None:
    swap(staging, home)
    found = [one for one in examine(Settings(home=home)) if one.name == "ended restore"]
    assert [str(staging) in one.detail for one in found] == [True]
    assert "the graph of before" in found[0].detail
    assert "delete the folder" in found[0].remedy
