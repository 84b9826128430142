"""Runs ``neo4j-admin`` from the jars of a local server."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from graphrag_neo4j.errors import ServerError
from graphrag_neo4j.progress import NullProgress, Progress
from graphrag_neo4j.server.config import Memory, command
from graphrag_neo4j.server.daemon import java_environment
from graphrag_neo4j.server.java import find_java
from graphrag_neo4j.server.private import UMASK
from graphrag_neo4j.server.provision import provision
from graphrag_neo4j.server.releases import Release

_ADMIN = "org.neo4j.cli.AdminTool"
_TIMEOUT = 3600  # seconds


def run_admin(
    release: Release,
    home: Path,
    memory: Memory,
    arguments: Sequence[str],
    progress: Progress | None = None,
    *,
    folder: Path | None = None,
) -> None:
    """Run ``neo4j-admin`` on the Neo4j in ``home``, whose server does not run.

    ``arguments``: group, verb, and what follows, as ["database", "dump", "neo4j"]. ``folder``:
    where to run it, ``home`` if not given. Raises :class:`ServerError` with the tool's reason.
    """
    progress = progress or NullProgress()
    jars = provision(release, progress)
    *start, _main, _home, _conf = command(find_java(), release, jars, home, memory)
    places = {"NEO4J_HOME": str(home), "NEO4J_CONF": str(home / "conf")}
    with progress.task(f"neo4j-admin {' '.join(arguments[:2])}", None):
        done = subprocess.run(
            [*start, _ADMIN, *arguments],
            capture_output=True,
            text=True,
            errors="replace",
            env=java_environment() | places,
            cwd=folder or home,
            umask=UMASK,
            timeout=_TIMEOUT,
            check=False,
        )
    if done.returncode:
        raise ServerError(
            f"The {arguments[1]} failed: {_reason(done.stderr)}", "The graph is as it was."
        )


def _reason(said: str) -> str:
    """The line of the tool's output that says why."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    causes = [line for line in lines if line.startswith("Caused by:")]
    telling = [
        line for line in lines if not re.match(r"at |WARNING|(NOTE: )?Picked up|Run with", line)
    ]
    line = causes[-1] if causes else next(iter(telling), "it gave no reason.")
    return re.sub(r"^(Caused by: )?([\w$]+\.)*[\w$]+: ", "", line)[:300]
