"""The command line in a process of its own.

A command takes four seconds of processor time for its imports alone. So it is forked from a server
that has imported them; :func:`run_bare` starts a new Python, as a person does.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE = "from graphrag_neo4j.__main__ import main; main()"
TIMEOUT = 900
_FORKING = multiprocessing.get_context("forkserver")
_FORKING.set_forkserver_preload(["tests.support.imported"])


class Running:
    """``function`` in a process of its own, with ``env`` as all its environment."""

    def __init__(
        self, function: Callable[..., None], *arguments: object, env: Mapping[str, str]
    ) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._files = Path(self._folder.name, "stdout"), Path(self._folder.name, "stderr")
        for file in self._files:
            file.touch()
        self._process = _FORKING.Process(
            target=_play, args=(function, arguments, dict(env), self._files)
        )
        self._process.start()

    def wait(self, timeout: float = TIMEOUT) -> int | None:
        """Its exit code, as :mod:`subprocess` gives it; None if it runs on after ``timeout``."""
        self._process.join(timeout)
        return self._process.exitcode

    def kill(self) -> None:
        """What ``kill -9`` does."""
        self._process.kill()

    def interrupt(self, by: signal.Signals = signal.SIGINT) -> None:
        """What Ctrl-C does, or another signal."""
        if self._process.pid is not None:
            os.kill(self._process.pid, by)

    @property
    def output(self) -> tuple[str, str]:
        """What it wrote so far to stdout and stderr."""
        stdout, stderr = (file.read_text("utf-8") for file in self._files)
        return stdout, stderr


def start(*arguments: str, env: Mapping[str, str]) -> Running:
    """The command, running, with no variable but those of ``env``."""
    return Running(_command, *arguments, env=env)


def run(
    *arguments: str, env: Mapping[str, str] | None = None, code: str = CODE
) -> subprocess.CompletedProcess[str]:
    """Run the command to its end, with no settings but ``env``; other ``code`` in a new Python."""
    names = ("NEO4J_", "GRAPHRAG_", "OPENAI_", "ENTITY_TYPES", "RELATION_PATTERNS")
    clean = {
        k: v for k, v in os.environ.items() if not k.startswith(names) or k == "GRAPHRAG_CACHE"
    }
    env = {**clean, **(env or {})}
    if code != CODE:
        return run_bare(*arguments, env=env, code=code)
    running = start(*arguments, env=env)
    if (done := running.wait()) is None:
        running.kill()
        raise subprocess.TimeoutExpired(list(arguments), TIMEOUT)
    return subprocess.CompletedProcess(arguments, done, *running.output)


def run_bare(
    *arguments: str, env: Mapping[str, str], code: str = CODE
) -> subprocess.CompletedProcess[str]:
    """Run the command in a new Python, with no variable but those of ``env``."""
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        env=dict(env),
        cwd=ROOT,
        timeout=TIMEOUT,
        stdin=subprocess.DEVNULL,
    )


def _play(
    function: Callable[..., None],
    arguments: tuple[object, ...],
    env: Mapping[str, str],
    files: tuple[Path, Path],
) -> None:
    """What the forked process does."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored below a job in background
    os.environ.clear()
    os.environ.update(env)
    os.chdir(ROOT)
    for number, place in enumerate((Path(os.devnull), *files)):
        with place.open("wb" if number else "rb") as file:
            os.dup2(file.fileno(), number)
    function(*arguments)


def _command(*arguments: str) -> None:
    from graphrag_neo4j.__main__ import main

    sys.argv = ["graphrag-neo4j", *arguments]
    main()
