"""Vectors that were made and are not in a graph yet, kept on disk as they come.

A run that is killed between the first vector of a batch and its commit loses at most the step in
hand: the next run finds the others here. What was written to a graph is taken out again, so the
file is empty when nothing is under way; what nobody comes back for goes after a week.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from array import array
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from graphrag_neo4j.artifacts import cache_dir

MAX_BYTES = 1 << 30
"""Above that nothing is added."""
KEPT_SECONDS = 7 * 86_400
_FILE = "unwritten-vectors.sqlite"
_BUSY_SECONDS = 30.0
_SCHEMA = """
PRAGMA auto_vacuum = FULL;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS vector (key TEXT PRIMARY KEY, made REAL NOT NULL, numbers BLOB NOT NULL)
WITHOUT ROWID;
"""
_KEYS_AT_ONCE = 500

Vector = list[float]


def unwritten_file() -> Path:
    """The file that all graphs and processes of a user share."""
    return cache_dir() / _FILE


class UnwrittenVectors:
    """A table of vectors by their keys. Opened at the first use; safe under threads and forks.

    It only saves work: where the file cannot be used, nothing is kept and nothing is found.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._guard = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._pid = 0
        self._is_broken = False

    def find(self, keys: Sequence[str]) -> dict[str, Vector]:
        """Those of ``keys`` that are here."""
        found: dict[str, Vector] = {}
        for start in range(0, len(keys), _KEYS_AT_ONCE):
            some = keys[start : start + _KEYS_AT_ONCE]
            marks = ", ".join("?" * len(some))
            sql = f"SELECT key, numbers FROM vector WHERE key IN ({marks})"  # noqa: S608 - marks
            for key, numbers in self._run(sql, some):
                vector = array("d")
                vector.frombytes(numbers)
                found[key] = vector.tolist()
        return found

    def add(self, vectors: Mapping[str, Vector]) -> None:
        """Keep these until :meth:`remove`."""
        now = time.time()
        rows = [(key, now, array("d", vector).tobytes()) for key, vector in vectors.items()]
        self._run_many("INSERT OR REPLACE INTO vector VALUES (?, ?, ?)", rows, grows=True)

    def remove(self, keys: Iterable[str]) -> None:
        """These are in a graph now."""
        self._run_many("DELETE FROM vector WHERE key = ?", [(key,) for key in keys])

    def _run(self, sql: str, values: Sequence[object]) -> list[tuple[str, bytes]]:
        with self._guard:
            try:
                return [] if self._is_broken else self._open().execute(sql, values).fetchall()
            except (sqlite3.Error, OSError):
                self._is_broken = True
                return []

    def _run_many(
        self, sql: str, rows: Sequence[tuple[object, ...]], *, grows: bool = False
    ) -> None:
        with self._guard:
            if self._is_broken or (grows and self._is_full()):
                return
            try:
                connection = self._open()
                with connection:
                    connection.executemany(sql, rows)
            except (sqlite3.Error, OSError):
                self._is_broken = True

    def _is_full(self) -> bool:
        with suppress(OSError):
            return (self._path or unwritten_file()).stat().st_size > MAX_BYTES
        return False

    def _open(self) -> sqlite3.Connection:
        if self._connection is None or self._pid != os.getpid():
            path = self._path or unwritten_file()
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(0o600)
            connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, check_same_thread=False)
            connection.executescript(_SCHEMA)
            with connection:
                old = time.time() - KEPT_SECONDS
                connection.execute("DELETE FROM vector WHERE made < ?", (old,))
            # a connection must not be used across a fork: the child opens its own
            self._connection, self._pid = connection, os.getpid()
        return self._connection
