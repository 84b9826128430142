"""The server's process: started apart from this program, watched, ended."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.server.ports import is_open

if TYPE_CHECKING:
    import psutil

    from graphrag_neo4j.server.config import Ports

STOP_TIMEOUT = 60  # seconds, then the process is killed; Neo4j recovers from that
_CRASHES = (-4, -6, -7, -10, -11, 134)  # by a signal that the system sends: SIGSEGV, SIGABRT …
_WINDOWS_CRASH = 0xC000_0000
_children: list[subprocess.Popen[bytes]] = []  # kept, so that an ended one can be waited for


def java_environment() -> dict[str, str]:
    """The environment in which Java is run."""
    environment = dict(os.environ)
    if sys.platform.startswith("linux"):
        environment["LC_ALL"] = "C.UTF-8"  # else Java cannot open a path like /home/josé
    return environment


def spawn(
    arguments: Sequence[str],
    folder: Path,
    output: Path | None,
    environment: Mapping[str, str],
    umask: int = -1,
) -> psutil.Process:
    """Start a program as a daemon: no terminal, so Ctrl-C here does not reach it.

    It runs in ``folder``, with ``umask`` (default: ours), and writes what it prints to ``output``,
    or nowhere. Raises OSError.
    """
    import psutil

    with (output or Path(os.devnull)).open("wb") as console:
        child = subprocess.Popen(
            arguments,
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env=environment,
            umask=umask,
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
    _children[:] = [one for one in _children if one.poll() is None]
    _children.append(child)
    return psutil.Process(child.pid)


def has_ended(process: psutil.Process) -> bool:
    """Whether it ended, also if its parent has not taken notice of it."""
    import psutil

    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def has_crashed(process: psutil.Process) -> bool:
    """Whether a child of ours broke down: it neither gave up nor was asked to end."""
    codes = (child.poll() for child in _children if child.pid == process.pid)
    code = next(codes, None)
    return code is not None and (code in _CRASHES or code >= _WINDOWS_CRASH)


def listens(process: psutil.Process, ports: Ports) -> bool:
    """Whether ``process`` has both ports open (Bolt comes first, the Browser a second later)."""
    import psutil

    if not is_open(ports.http):  # whose it is takes much longer to say
        return False
    try:
        connections = process.net_connections("tcp")
    except psutil.Error:
        return False
    listening = {c.laddr.port for c in connections if c.status == psutil.CONN_LISTEN}
    return {ports.bolt, ports.http} <= listening


def end(process: psutil.Process, timeout: float = STOP_TIMEOUT) -> None:
    """Ask the process to end, wait up to ``timeout`` seconds, kill it as the last resort."""
    import psutil

    with suppress(psutil.NoSuchProcess):
        process.terminate()
        if not _wait_for_end(process, timeout):
            process.kill()
            _wait_for_end(process, timeout)


def _wait_for_end(process: psutil.Process, timeout: float) -> bool:
    """False when it still runs after ``timeout`` seconds.

    Not psutil's own wait: that would wait for a zombie until its parent takes notice of it.
    """
    deadline = time.monotonic() + timeout
    while not has_ended(process):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    for child in _children:
        child.poll()
    return True
