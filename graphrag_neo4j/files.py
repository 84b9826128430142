"""Small files in a home: written whole or not at all, readable by their owner only."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graphrag_neo4j.disk import FULL_BYTES, free_bytes
from graphrag_neo4j.errors import ServerError, SettingsError


@contextmanager
def home_directory_needed() -> Iterator[None]:
    """Raises :class:`SettingsError` where the user's home directory is looked for and there is
    none, as in a container with any user id."""
    try:
        yield
    except RuntimeError:
        raise SettingsError(
            "This user has no home directory.",
            "Set HOME, or GRAPHRAG_HOME and GRAPHRAG_CACHE to absolute paths.",
        ) from None


def write_atomically(path: Path, text: str) -> None:
    """Replace ``path``, or the file that it is a link to, by ``text``, mode 0600. Raises OSError.

    What is no regular file (a device, a pipe) is written to as it is.
    """
    if path.exists() and not path.is_file():
        path.write_text(text, "utf-8")
        return
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    temporary.unlink(missing_ok=True)
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "w", encoding="utf-8") as file:  # noqa: PTH123 - a descriptor
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def tail(path: Path, lines: int) -> list[str]:
    """The last ``lines`` of a log, without reading more than its last 256 kB."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 262_144))
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return []
    return text.splitlines()[-lines:] if lines > 0 else []


def full_disk(home: Path) -> ServerError:
    """The error for a home on a full disk."""
    try:
        left = f" ({free_bytes(home) / 1024**2:.0f} MB free)"
    except OSError:
        left = ""
    return ServerError(
        f"The disk is full at {home}{left}.",
        f"Neo4j needs {FULL_BYTES // 1024**2} MB: free some space, "
        "or choose a home on another disk with --home.",
    )


@contextmanager
def explained(home: Path) -> Iterator[None]:
    """Turn errors of the file system below ``home`` into one line each."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
            raise full_disk(home) from error
        raise ServerError(
            f"The home {home} cannot be used: {error.strerror or error}.",
            "Make it writable, or choose another with --home.",
        ) from error
