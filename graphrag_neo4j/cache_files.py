"""Caches as SQLite files with one table each: where they are, what they hold, emptying them."""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from graphrag_neo4j.artifacts import cache_dir
from graphrag_neo4j.errors import SettingsError
from graphrag_neo4j.results import Result

log = logging.getLogger(__name__)
OFF = frozenset({"off", "0", "no", "none", "false"})
ON = frozenset({"on", "1", "yes", "true"})
Table = Literal["answer", "parse", "reading", "vector"]
KEPT_SECONDS = 90 * 86_400
_TOUCHED_AGAIN = 86_400
"""Seconds after which it is noted anew that an entry was used."""
_BUSY_SECONDS = 30.0
_KEYS_AT_ONCE = 500
_SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS {0} (key TEXT PRIMARY KEY, used REAL NOT NULL, numbers BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS {0}_used ON {0} (used);
"""


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
    """Entries and bytes."""
    (entries,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608
    return CacheSize(path, entries, bytes_of(path))


def bytes_of(path: Path) -> int:
    """Bytes on disk, with those that wait in the log beside the file."""
    parts = [path, path.with_name(f"{path.name}-wal")]
    return sum(part.stat().st_size for part in parts if part.exists())


def empty_table(path: Path, connection: sqlite3.Connection, table: Table) -> CacheSize:
    """Remove every entry and give the space back; returns what was there."""
    before = size_of_table(path, connection, table)
    connection.execute(f"DELETE FROM {table}")  # noqa: S608 - one of three names
    connection.commit()
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return before


class NumbersCache:
    """Numbers, packed as bytes, by key. Opened at the first use; safe under threads, forks and
    several processes.

    It only saves work: where the file cannot be used, or ``path`` is None, nothing is kept and
    nothing is found. Above ``max_bytes`` a tenth of what is there goes, what was not used for
    longest first; so does what nobody used for :data:`KEPT_SECONDS`. ``setting``: what names the
    file.
    """

    def __init__(self, path: Path | None, table: Table, max_bytes: int, setting: str) -> None:
        self._path = path
        self._table = table
        self._max_bytes = max_bytes
        self._setting = setting
        self._guard = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._pid = 0
        self._is_broken = path is None

    def find(self, keys: Sequence[str]) -> dict[str, bytes]:
        """Those of ``keys`` that are here."""
        found: dict[str, bytes] = {}
        old: list[tuple[float, str]] = []
        now = time.time()
        for start in range(0, len(keys), _KEYS_AT_ONCE):
            some = keys[start : start + _KEYS_AT_ONCE]
            marks = ", ".join("?" * len(some))
            sql = f"SELECT key, used, numbers FROM {self._table} WHERE key IN ({marks})"  # noqa: S608
            for key, used, numbers in self._run(sql, some):
                found[key] = numbers
                if used < now - _TOUCHED_AGAIN:
                    old.append((now, key))
        if old:
            self._run_many(f"UPDATE {self._table} SET used = ? WHERE key = ?", old)  # noqa: S608
        return found

    def add(self, numbers: Mapping[str, bytes]) -> None:
        """Keep these."""
        now = time.time()
        rows = [(key, now, packed) for key, packed in numbers.items()]
        if rows:
            self._run_many(f"INSERT OR REPLACE INTO {self._table} VALUES (?, ?, ?)", rows)  # noqa: S608
            self._shrink()

    def size(self) -> CacheSize:
        """How much is in the file; one that is not there is not made. Raises
        :class:`SettingsError` if it cannot be read."""
        return self._whole(size_of_table)

    def clear(self) -> CacheSize:
        """Remove every entry and give the space back; returns what was there. Raises
        :class:`SettingsError` if the file cannot be used."""
        return self._whole(empty_table)

    def _whole(self, act: Callable[[Path, sqlite3.Connection, Table], CacheSize]) -> CacheSize:
        if self._path is None:
            raise SettingsError(f"The cache of {self._table}s is off.", f"Set {self._setting}.")
        if not self._path.exists():
            return CacheSize(self._path)
        with self._guard:
            try:
                return act(self._path, self._open(), self._table)
            except (sqlite3.Error, OSError) as error:
                raise SettingsError(
                    f"The cache of {self._table}s {self._path} cannot be used: {error}.",
                    f"Set {self._setting} to another file, or to 'off'.",
                ) from error

    def _shrink(self) -> None:
        """Make room when the file is full; room inside of it is used again."""
        names = ("page_count", "freelist_count", "page_size")
        sizes = [row[0] for name in names for row in self._run(f"PRAGMA {name}", ())]
        if len(sizes) == len(names) and (sizes[0] - sizes[1]) * sizes[2] > self._max_bytes:
            oldest = (
                f"DELETE FROM {self._table} WHERE key IN "  # noqa: S608 - one of three names
                f"(SELECT key FROM {self._table} ORDER BY used "
                f"LIMIT (SELECT count(*) / 10 + 1 FROM {self._table}))"
            )
            self._run_many(oldest, [()])

    def _run(self, sql: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        with self._guard:
            try:
                return [] if self._is_broken else self._open().execute(sql, values).fetchall()
            except (sqlite3.Error, OSError) as error:
                self._give_up(error)
                return []

    def _run_many(self, sql: str, rows: Sequence[tuple[object, ...]]) -> None:
        with self._guard:
            if self._is_broken:
                return
            try:
                connection = self._open()
                with connection:
                    connection.executemany(sql, rows)
            except (sqlite3.Error, OSError) as error:
                self._give_up(error)

    def _give_up(self, error: Exception) -> None:
        """Do without the file from now on, unless another process only has it locked."""
        if isinstance(error, sqlite3.OperationalError) and "locked" in str(error):
            return
        self._is_broken = True
        log.warning("The cache %s is not used any more: %s", self._path, error)

    def _open(self) -> sqlite3.Connection:
        if self._connection is None or self._pid != os.getpid():
            assert self._path is not None
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.touch(0o600)
            connection = sqlite3.connect(self._path, timeout=_BUSY_SECONDS, check_same_thread=False)
            connection.executescript(_SCHEMA.format(self._table))
            with connection:
                old = time.time() - KEPT_SECONDS
                connection.execute(f"DELETE FROM {self._table} WHERE used < ?", (old,))  # noqa: S608
            # a connection must not be used across a fork: the child opens its own
            self._connection, self._pid = connection, os.getpid()
        return self._connection
