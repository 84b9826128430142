"""One graph of a home put in the place of another, so that a kill at any moment loses neither.

The new graph waits in a folder ``restore-*`` of the home. The present one moves to ``replaced``
there, the new one to its place; when all has moved, ``replaced`` is called ``before``. So a folder
with ``replaced`` is a swap that was not finished, and everything can be moved back.
"""

from __future__ import annotations

from pathlib import Path

PREFIX = "restore-"
_KINDS = ("databases", "transactions")
_DATABASE = "neo4j"
_UNFINISHED = "replaced"
_FINISHED = "before"


def swap(staging: Path, home: Path) -> None:
    """Put the graph in ``staging`` in the place of that of ``home``, which waits in ``staging``."""
    replaced = staging / _UNFINISHED
    replaced.mkdir()
    for kind in _KINDS:
        _graph(home, kind).rename(replaced / kind)
        _graph(staging, kind).rename(_graph(home, kind))
    replaced.rename(staging / _FINISHED)


def swap_back(staging: Path, home: Path) -> None:
    """Undo :func:`swap`, wherever it was when it ended, or this was."""
    replaced = staging / _UNFINISHED
    if (staging / _FINISHED).is_dir():
        (staging / _FINISHED).rename(replaced)
    if not replaced.is_dir():
        return
    for kind in _KINDS:
        if (replaced / kind).is_dir():
            if _graph(home, kind).is_dir():
                _graph(home, kind).rename(_graph(staging, kind))
            (replaced / kind).rename(_graph(home, kind))
    replaced.rmdir()


def finish_swaps(home: Path) -> None:
    """Undo what a restore that was killed has begun: the graph is as it was."""
    for staging in _stagings(home):
        if (staging / _UNFINISHED).is_dir():
            swap_back(staging, home)


def leftovers(home: Path) -> dict[Path, str]:
    """Folders of restores that were killed, or still run, and what is in them."""
    found = {}
    for staging in _stagings(home):
        if (staging / _UNFINISHED).is_dir():
            found[staging] = "holds the graph, which comes back with the next start"
        elif (staging / _FINISHED).is_dir():
            found[staging] = "holds the graph of before a restore"
        else:
            found[staging] = "is what a restore had read"
    return found


def _stagings(home: Path) -> list[Path]:
    return sorted(place for place in home.glob(f"{PREFIX}*") if place.is_dir())


def _graph(home: Path, kind: str) -> Path:
    return home / "data" / kind / _DATABASE
