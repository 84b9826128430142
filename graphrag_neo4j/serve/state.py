"""Where a server of pages keeps its files, and how others on this machine find it.

One folder for each graph, readable by its owner only: ``token``, ``running.json`` (while it
runs), ``jobs.sqlite`` and ``documents/``.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

from pydantic import SecretStr

from graphrag_neo4j.files import write_atomically
from graphrag_neo4j.server import LocalServer
from graphrag_neo4j.settings import Settings

_NOT_COMPARED = {"serve_token", "serve_reader_token", "max_upload"}


@dataclass(frozen=True)
class Running:
    """A server that runs: its address, process, token, and :func:`digest_of` its settings."""

    url: str
    pid: int
    digest: str
    token: str = field(repr=False)


def folder_of(settings: Settings) -> Path:
    """The folder of the graph that the settings name; it need not be there."""
    home = LocalServer.of(settings).home
    if settings.neo4j_uri is None:
        return home / "serve"
    name = f"{settings.neo4j_uri}\0{settings.neo4j_database}"
    return home / f"serve-{hashlib.sha256(name.encode()).hexdigest()[:12]}"


def digest_of(settings: Settings) -> str:
    """Equal for settings that make the same graph with the same models."""
    values = settings.model_dump(exclude=_NOT_COMPARED)
    values["home"] = LocalServer.of(settings).home
    told = {
        name: value.get_secret_value() if isinstance(value, SecretStr) else value
        for name, value in values.items()
    }
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()


def token_of(folder: Path, make: str) -> str:
    """The token of this folder; ``make`` becomes it if there is none yet."""
    path = folder / "token"
    try:
        known = path.read_text("utf-8").strip()
    except (OSError, ValueError):
        known = ""
    if not known:
        write_atomically(path, f"{make}\n")
    return known or make


def write_running(folder: Path, running: Running) -> None:
    """Tell others on this machine where the server is."""
    write_atomically(folder / "running.json", json.dumps(asdict(running)))


def forget_running(folder: Path) -> None:
    """Take back what this process told."""
    found = read_running(folder)
    if found is not None and found.pid == os.getpid():
        (folder / "running.json").unlink(missing_ok=True)


def is_alive(running: Running) -> bool:
    """Whether its process runs, as far as can be told: a token is not sent to whoever has the
    address of one that was killed."""
    if os.name == "nt":  # there the call would end it
        return True
    try:
        os.kill(running.pid, 0)
    except (ProcessLookupError, OverflowError, ValueError):
        return False
    except PermissionError:
        pass
    return True


def read_running(folder: Path) -> Running | None:
    """What a server told last; its process may be gone. A damaged file tells nothing."""
    try:
        found = Running(**json.loads((folder / "running.json").read_text("utf-8")))
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    texts = (found.url, found.digest, found.token)
    if not all(isinstance(text, str) for text in texts):
        return None
    return found if isinstance(found.pid, int) and found.pid > 0 else None
