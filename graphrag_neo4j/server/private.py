"""What a server writes into its home, which holds the texts of the documents: its owner's alone."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

UMASK = 0o077
"""Of each program that writes into a home."""
_LOGS = tuple(
    f"logs/{name}.log" for name in ("neo4j", "debug", "console", "http", "query", "security")
)
FILES = (
    "server.json",
    "credentials",
    ".lock",
    "conf/neo4j.conf",
    *_LOGS,
    *(f"data/{name}" for name in ("databases", "dbms", "transactions", "server_id")),
)
"""What a server writes into its home, files and folders; all else may be the user's own."""


def make_private(home: Path) -> None:
    """Take from others the rights to what a server wrote into ``home``; older versions left them.

    Nothing else is touched: a home may be a folder that the user made for more than that.
    """
    written = [home / name for name in FILES]
    written += [rotated for log in _LOGS for rotated in home.glob(f"{log}.*")]
    for path in written:
        with suppress(FileNotFoundError, PermissionError):  # a disk without modes, another owner
            mode = path.stat().st_mode
            if mode & UMASK:
                path.chmod(mode & 0o7777 & ~UMASK)
