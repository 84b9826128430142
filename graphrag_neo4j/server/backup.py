"""Dump and load of a local server's graph, by Neo4j's own admin tool from the same jars."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graphrag_neo4j.errors import GraphRagError, ServerError, UsageError
from graphrag_neo4j.progress import Progress
from graphrag_neo4j.results import counted
from graphrag_neo4j.server.admin_tool import run_admin
from graphrag_neo4j.server.config import Memory
from graphrag_neo4j.server.info import ServerInfo
from graphrag_neo4j.server.process import LocalServer, locked
from graphrag_neo4j.server.state import read_state
from graphrag_neo4j.server.swap import PREFIX, finish_swaps, swap, swap_back

_DATABASE = "neo4j"


def backup(local: LocalServer, file: Path, progress: Progress | None = None) -> Path:
    """Write the graph of ``local`` to ``file``, which appears whole or not at all.

    A server that runs is stopped for it and started again. Raises :class:`UsageError` for a
    file that exists or cannot be written, or a home without a graph; :class:`ServerError` when
    the dump fails.
    """
    file = file.expanduser().absolute()
    if file.exists():
        raise UsageError(f"{file} exists already.", "Name another file, or move that one away.")
    home = local.home
    if home.is_dir():
        with locked(home):
            finish_swaps(home)
    if not (home / "data" / "databases" / _DATABASE).is_dir():
        raise UsageError(f"There is no graph in {home}.", "Name another home with --home.")
    with _folder_beside(file) as folder, _stopped(local, progress), locked(home):
        _admin(local, home, "dump", f"--to-path={folder}", progress)
        (folder / f"{_DATABASE}.dump").replace(file)
    return file


def restore(
    local: LocalServer, file: Path, *, force: bool = False, progress: Progress | None = None
) -> int:
    """Replace the graph of ``local`` by the one in ``file``; returns its number of nodes.

    The dump is loaded beside the present graph, which gives way only when that has succeeded,
    and comes back if the server does not start with the new one, or, at the next start, if this
    is killed. Raises :class:`UsageError` for
    a missing file, or, without ``force``, for a graph that is not empty; :class:`ServerError`
    when the file is no dump or does not fit, or, without ``force``, the present graph does not
    start.
    """
    file = file.expanduser().absolute()
    if not file.is_file():
        raise UsageError(f"There is no file {file}.", "Check the path.")
    was_running = local.status().running
    try:
        if not force and (n := _present(local, progress)):
            raise UsageError(
                f"The graph in {local.home} holds {counted(n, 'node')}.",
                "Replace it with --force, or restore into another home with --home.",
            )
        if read_state(local.home) is None:
            local.start(progress)  # makes the home
        return _replace(local, file, progress)
    finally:
        if was_running:
            local.start(progress)
        else:
            local.stop()


def _present(local: LocalServer, progress: Progress | None) -> int:
    """How many nodes the graph has that is there."""
    try:
        return _nodes(local.start(progress))
    except GraphRagError as error:
        raise ServerError(
            f"The graph in {local.home} does not start: {error.message}",
            "Replace it with --force.",
        ) from error


def _replace(local: LocalServer, file: Path, progress: Progress | None) -> int:
    home = local.home
    with locked(home):
        finish_swaps(home)
    staging = Path(tempfile.mkdtemp(dir=home, prefix=PREFIX))
    try:
        found = _swapped_in(local, file, staging, progress)
    except BaseException:  # Ctrl-C, too
        with locked(home):
            swap_back(staging, home)
        shutil.rmtree(staging, ignore_errors=True)  # not before the graph is out of it
        raise
    shutil.rmtree(staging, ignore_errors=True)
    return found


def _swapped_in(local: LocalServer, file: Path, staging: Path, progress: Progress | None) -> int:
    """Read ``file`` into ``staging``, put it in the place of the graph, and start; how many nodes
    it has."""
    (staging / "conf").mkdir()
    (staging / "conf" / "neo4j.conf").touch()
    dumps = staging / "dumps"
    dumps.mkdir()
    (dumps / f"{_DATABASE}.dump").symlink_to(file)
    _admin(local, staging, "load", f"--from-path={dumps}", progress)
    _stop(local)
    try:
        with locked(local.home):
            swap(staging, local.home)
        return _nodes(local.start(progress))
    except BaseException as error:
        local.stop()
        if not isinstance(error, GraphRagError):
            raise
        raise ServerError(
            f"The server does not start with the graph in {file}.",
            "The graph is as it was. Was the file made by a newer Neo4j?",
        ) from error


@contextmanager
def _stopped(local: LocalServer, progress: Progress | None) -> Iterator[None]:
    """Stop the server while the block runs, and start it again if it ran."""
    was_running = local.status().running
    try:
        _stop(local)
        yield
    finally:
        if was_running:
            local.start(progress)


def _stop(local: LocalServer) -> None:
    """Stop the server, to its end also where that is interrupted: one that is about to end still
    answers, and the next start would take it for one that runs."""
    try:
        local.stop()
    except BaseException:  # Ctrl-C, too
        local.stop()
        raise


def _nodes(info: ServerInfo) -> int:
    with info.database() as database:
        return int(database.read("database/content_count")[0]["n"])


def _admin(local: LocalServer, home: Path, verb: str, path: str, progress: Progress | None) -> None:
    """Run ``neo4j-admin database VERB neo4j`` in ``home``, with the release of ``local``."""
    state = read_state(local.home)
    if state is None:
        raise ServerError(f"{local.home} has no server.json.", "Run: graphrag-neo4j server start.")
    arguments = ["database", verb, _DATABASE, path]
    run_admin(state.release, home, Memory.parse(local.memory), arguments, progress)


@contextmanager
def _folder_beside(file: Path) -> Iterator[Path]:
    """A folder on the same disk as ``file``, removed at the end."""
    try:
        folder = Path(tempfile.mkdtemp(dir=file.parent, prefix=f".{file.name}."))
    except OSError as error:
        raise UsageError(
            f"{file} cannot be written: {error.strerror}.", "Name another file."
        ) from error
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
