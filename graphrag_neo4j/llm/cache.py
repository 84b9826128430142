"""Answers already paid for, in one SQLite file shared by all graphs and processes of a user.

Write-ahead logging, one upsert in a transaction of its own per answer: a reader never waits for
a writer, and a process that is killed leaves at most its own last answer unwritten. A prompt is
stored only as the hash that it contributes to the key; no key, address or header is stored.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tenacity import retry, retry_if_exception, stop_after_delay, wait_random

from graphrag_neo4j.cache_files import CacheSize, cache_path, empty_table, size_of_table
from graphrag_neo4j.errors import SettingsError
from graphrag_neo4j.settings import Settings

BUSY_TIMEOUT = 30.0  # seconds that a writer waits for another process
_VERSION = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS answer (
  key TEXT PRIMARY KEY, model TEXT NOT NULL, text TEXT NOT NULL, finish_reason TEXT NOT NULL,
  tokens_in INTEGER NOT NULL, tokens_out INTEGER NOT NULL, created REAL NOT NULL
) WITHOUT ROWID
"""


@dataclass(frozen=True)
class CachedAnswer:
    """What a model said once, and the tokens that it took then."""

    text: str
    finish_reason: str
    tokens_in: int
    tokens_out: int


class AnswerCache:
    """A table of answers by key. Opened at the first use; safe under threads and forks."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._pid = 0

    @classmethod
    def of(cls, settings: Settings) -> AnswerCache | None:
        """The file that ``GRAPHRAG_LLM_CACHE`` names, the user's own, or None when off."""
        path = cache_path(settings.llm_cache, "llm-answers.sqlite")
        return cls(path) if path else None

    def get(self, key: str) -> CachedAnswer | None:
        """The answer stored under ``key``."""
        with self._open() as connection:
            row = connection.execute(
                "SELECT text, finish_reason, tokens_in, tokens_out FROM answer WHERE key = ?",
                (key,),
            ).fetchone()
        return CachedAnswer(*row) if row else None

    def put(self, key: str, model: str, answer: CachedAnswer) -> None:
        """Store ``answer``; what was there under ``key`` is replaced."""
        text = answer.text.encode("utf-8", "replace").decode()  # SQLite takes no lone surrogates
        with self._open() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    key,
                    model,
                    text,
                    answer.finish_reason,
                    answer.tokens_in,
                    answer.tokens_out,
                    time.time(),
                ),
            )

    def remove(self, key: str) -> None:
        """Forget the answer stored under ``key``, if there is one."""
        with self._open() as connection:
            connection.execute("DELETE FROM answer WHERE key = ?", (key,))

    def size(self) -> CacheSize:
        """How much is in it; a file that is not there is not made."""
        if not self.path.exists():
            return CacheSize(self.path)
        with self._open() as connection:
            return size_of_table(self.path, connection, "answer")

    def clear(self) -> CacheSize:
        """Remove every answer and give the space back; returns what was there."""
        if not self.path.exists():
            return CacheSize(self.path)
        with self._open() as connection:
            return empty_table(self.path, connection, "answer")

    def close(self) -> None:
        """Let go of the file; the next use opens it again."""
        with self._lock:
            if self._connection is not None and self._pid == os.getpid():
                self._connection.close()
            self._connection = None

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                if self._connection is None or self._pid != os.getpid():
                    # a connection must not be used across a fork: the child opens its own
                    self._connection, self._pid = _connect(self.path), os.getpid()
                yield self._connection
            except (sqlite3.Error, OSError) as error:
                raise SettingsError(
                    f"The LLM cache {self.path} cannot be used: {error}.",
                    "Set GRAPHRAG_LLM_CACHE to another file, or to 'off'.",
                ) from error


def _is_locked(error: BaseException) -> bool:
    return isinstance(error, sqlite3.OperationalError) and "locked" in str(error)


# SQLite does not wait its busy timeout for the switch to WAL when processes start together
@retry(
    retry=retry_if_exception(_is_locked),
    stop=stop_after_delay(BUSY_TIMEOUT),
    wait=wait_random(0, 0.05),
    reraise=True,
)
def _connect(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(0o600)  # answers quote the user's documents: nobody else reads them
    connection = sqlite3.connect(  # autocommit: each statement is its own transaction
        path, timeout=BUSY_TIMEOUT, isolation_level=None, check_same_thread=False
    )
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version not in (0, _VERSION):
            raise OSError(f"it was made by another version ({version})")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")  # with WAL: safe against kill -9
        if version == 0:
            connection.execute(_SCHEMA)
            connection.execute(f"PRAGMA user_version = {_VERSION}")
    except BaseException:
        connection.close()
        raise
    return connection
