"""What a home remembers about its server (``server.json``), and whether that process lives."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from graphrag_neo4j.errors import MissingExtraError, ServerError
from graphrag_neo4j.files import write_atomically
from graphrag_neo4j.server.config import FixedPorts, Ports, home_flag
from graphrag_neo4j.server.releases import RELEASES, Line, Release

if TYPE_CHECKING:
    import psutil

_CLOCK_SLACK = 2.0  # seconds by which a process's start time may differ between two readings


@dataclass(frozen=True)
class State:
    """``line`` and ports outlive the process; ``pid`` is None while no server runs.

    ``created`` is the process's start, in seconds since 1970: a recycled pid has another.
    ``fixed_bolt`` and ``fixed_http`` are ports that the user chose for good.
    """

    line: Line
    version: str
    bolt_port: int
    http_port: int
    pid: int | None = None
    created: float | None = None
    fixed_bolt: int | None = None
    fixed_http: int | None = None

    @property
    def fixed(self) -> FixedPorts:
        """The ports that must be used."""
        return FixedPorts(self.fixed_bolt, self.fixed_http)

    @property
    def ports(self) -> Ports:
        """The ports last used."""
        return Ports(self.bolt_port, self.http_port)

    @property
    def release(self) -> Release:
        """The exact versions of the line."""
        return RELEASES[self.line]


def _path(home: Path) -> Path:
    return home / "server.json"


def read_state(home: Path) -> State | None:
    """What the home remembers; None for a new home. Raises :class:`ServerError` if damaged."""
    try:
        data = json.loads(_path(home).read_text("utf-8"))
        if data["line"] not in RELEASES:
            raise ValueError(data["line"])
        created = data.get("created")
        return State(
            line=cast("Line", data["line"]),
            version=str(data["version"]),
            bolt_port=int(data["bolt_port"]),
            http_port=int(data["http_port"]),
            pid=_number(data.get("pid")),
            created=None if created is None else float(created),
            fixed_bolt=_number(data.get("fixed_bolt")),
            fixed_http=_number(data.get("fixed_http")),
        )
    except FileNotFoundError:
        return None
    except (ValueError, OverflowError, KeyError, TypeError) as error:
        raise ServerError(
            f"{_path(home)} is damaged or made by a newer version ({error!r}).",
            "Upgrade graphrag-neo4j, or delete that file and name the version with --neo4j.",
        ) from error


def _number(value: int | str | None) -> int | None:
    return None if value is None else int(value)


def write_state(home: Path, state: State) -> None:
    """Remember ``state``."""
    write_atomically(_path(home), json.dumps(asdict(state), indent=1) + "\n")


def find_process(home: Path, state: State | None) -> psutil.Process | None:
    """The server of ``home`` if it runs.

    First by the remembered pid; then among all processes, since whoever started it may have
    been killed before it could write the pid down.
    """
    try:
        import psutil
    except ImportError:
        raise MissingExtraError("psutil") from None
    if state is not None and state.pid is not None and state.created is not None:
        try:
            process = psutil.Process(state.pid)
            same_start = abs(process.create_time() - state.created) < _CLOCK_SLACK
            if same_start and _serves(process, home):
                return process
        except (psutil.Error, ValueError, OverflowError):  # a file may say any number
            pass
    if not (home / "data").exists():
        return None
    for process in psutil.process_iter():
        if _serves(process, home):
            return process
    return None


def _serves(process: psutil.Process, home: Path) -> bool:
    import psutil

    try:
        # an ended child that nobody has waited for yet has no command line and is a zombie
        return home_flag(home) in process.cmdline() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False
