"""Caches as SQLite files with one table each: where they are, what they hold, emptying them."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from graphrag_neo4j.artifacts import cache_dir
from graphrag_neo4j.results import Result

OFF = frozenset({"off", "0", "no", "none", "false"})
ON = frozenset({"on", "1", "yes", "true"})
Table = Literal["answer", "vector"]


@dataclass(frozen=True, slots=True)
class CacheSize(Result):
    """``path`` of the file, number of entries, bytes on disk."""

    path: Path
    entries: int = 0
    bytes: int = 0

    def __str__(self) -> str:
        return f"{self.entries:,}, {self.bytes / 1e6:.1f} MB in {self.path}"


def cache_path(given: str | None, name: str) -> Path | None:
    """The file that a setting names, ``name`` in the user's cache folder where it names none, or
    None where it says "off" or the like."""
    said = (given or "on").strip().lower()
    if said in OFF:
        return None
    return cache_dir() / name if given is None or said in ON else Path(given).expanduser()


def size_of_table(path: Path, connection: sqlite3.Connection, table: Table) -> CacheSize:
    """Entries, and bytes with those that wait in the log."""
    (entries,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608
    parts = [path, path.with_name(f"{path.name}-wal")]
    return CacheSize(path, entries, sum(part.stat().st_size for part in parts if part.exists()))


def empty_table(path: Path, connection: sqlite3.Connection, table: Table) -> CacheSize:
    """Remove every entry and give the space back; returns what was there."""
    before = size_of_table(path, connection, table)
    connection.execute(f"DELETE FROM {table}")  # noqa: S608 - one of two names
    connection.commit()
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return before
