"""Vectors by text and model, kept on disk: what was embedded once is not embedded again.

A run that is killed goes on where it was, a graph that is made anew embeds nothing, and texts that
several graphs share are embedded once. One SQLite file for all graphs and processes of a user,
bounded: what was not used for longest goes first. It holds no text, and no address or key.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from array import array
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.cache_files import CacheSize, Table, cache_path, empty_table, size_of_table
from graphrag_neo4j.errors import SettingsError
from graphrag_neo4j.ids import content_hash

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

    from graphrag_neo4j.settings import Settings

MAX_BYTES = 1 << 30
"""Above that a tenth of what is there goes."""
KEPT_SECONDS = 90 * 86_400
_TOUCHED_AGAIN = 86_400
"""Seconds after which it is noted anew that a vector was used."""
_FILE = "vectors.sqlite"
_BUSY_SECONDS = 30.0
_SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS vector (key TEXT PRIMARY KEY, used REAL NOT NULL, numbers BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS vector_used ON vector (used);
"""
_KEYS_AT_ONCE = 500

Vector = list[float]


def cache_file(settings: Settings) -> Path | None:
    """The file that ``GRAPHRAG_VECTOR_CACHE`` names, the user's own, or None when off."""
    return cache_path(settings.vector_cache, _FILE)


class VectorCache:
    """Vectors of one model by the keys of their texts. Opened at the first use; safe under threads
    and forks.

    It only saves work: where the file cannot be used, or ``path`` is None, nothing is kept and
    nothing is found. Numbers have 32 bits, as in the graph. ``model``: what tells the model and its
    settings from others.
    """

    def __init__(self, path: Path | None, model: str = "") -> None:
        self._path = path
        self._model = model
        self._guard = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._pid = 0
        self._is_broken = path is None

    @classmethod
    def of(cls, settings: Settings, model: BaseEmbedding) -> VectorCache:
        """As the settings say, for this model: its class and options, but no key of an account."""
        try:
            options = {k: v for k, v in model.to_dict().items() if not k.endswith("key")}
            said = json.dumps(options, sort_keys=True, default=str)
        except Exception:
            return cls(None)
        return cls(cache_file(settings), said)

    def find(self, keys: Sequence[str]) -> dict[str, Vector]:
        """Those of ``keys`` that are here."""
        found: dict[str, Vector] = {}
        old: list[tuple[float, str]] = []
        now = time.time()
        for start in range(0, len(keys), _KEYS_AT_ONCE):
            stored = {self._stored(key): key for key in keys[start : start + _KEYS_AT_ONCE]}
            marks = ", ".join("?" * len(stored))
            sql = f"SELECT key, used, numbers FROM vector WHERE key IN ({marks})"  # noqa: S608 - marks
            for key, used, numbers in self._run(sql, [*stored]):
                vector = array("f")
                vector.frombytes(numbers)
                found[stored[key]] = vector.tolist()
                if used < now - _TOUCHED_AGAIN:
                    old.append((now, key))
        if old:
            self._run_many("UPDATE vector SET used = ? WHERE key = ?", old)
        return found

    def add(self, vectors: Mapping[str, Vector]) -> None:
        """Keep these."""
        now = time.time()
        rows = [
            (self._stored(key), now, array("f", vector).tobytes())
            for key, vector in vectors.items()
        ]
        self._run_many("INSERT OR REPLACE INTO vector VALUES (?, ?, ?)", rows)
        self._shrink()

    def size(self) -> CacheSize:
        """How much is in the file, of all models; one that is not there is not made. Raises
        :class:`SettingsError` if it cannot be read."""
        return self._whole(size_of_table)

    def clear(self) -> CacheSize:
        """Remove all vectors, of all models, and give the space back; returns what was there.
        Raises :class:`SettingsError` if the file cannot be used."""
        return self._whole(empty_table)

    def _whole(self, act: Callable[[Path, sqlite3.Connection, Table], CacheSize]) -> CacheSize:
        if self._path is None:
            raise SettingsError("The cache of vectors is off.", "Set GRAPHRAG_VECTOR_CACHE.")
        if not self._path.exists():
            return CacheSize(self._path)
        with self._guard:
            try:
                return act(self._path, self._open(), "vector")
            except (sqlite3.Error, OSError) as error:
                raise SettingsError(
                    f"The cache of vectors {self._path} cannot be used: {error}.",
                    "Set GRAPHRAG_VECTOR_CACHE to another file, or to 'off'.",
                ) from error

    def _stored(self, key: str) -> str:
        return content_hash(f"{self._model}\n{key}")

    def _shrink(self) -> None:
        """Make room when the file is full; room inside of it is used again."""
        names = ("page_count", "freelist_count", "page_size")
        sizes = [row[0] for name in names for row in self._run(f"PRAGMA {name}", ())]
        if len(sizes) == len(names) and (sizes[0] - sizes[1]) * sizes[2] > MAX_BYTES:
            oldest = (
                "DELETE FROM vector WHERE key IN (SELECT key FROM vector ORDER BY used "
                "LIMIT (SELECT count(*) / 10 + 1 FROM vector))"
            )
            self._run_many(oldest, [()])

    def _run(self, sql: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        with self._guard:
            try:
                return [] if self._is_broken else self._open().execute(sql, values).fetchall()
            except (sqlite3.Error, OSError):
                self._is_broken = True
                return []

    def _run_many(self, sql: str, rows: Sequence[tuple[object, ...]]) -> None:
        with self._guard:
            if self._is_broken:
                return
            try:
                connection = self._open()
                with connection:
                    connection.executemany(sql, rows)
            except (sqlite3.Error, OSError):
                self._is_broken = True

    def _open(self) -> sqlite3.Connection:
        if self._connection is None or self._pid != os.getpid():
            assert self._path is not None
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.touch(0o600)
            connection = sqlite3.connect(self._path, timeout=_BUSY_SECONDS, check_same_thread=False)
            connection.executescript(_SCHEMA)
            with connection:
                old = time.time() - KEPT_SECONDS
                connection.execute("DELETE FROM vector WHERE used < ?", (old,))
            # a connection must not be used across a fork: the child opens its own
            self._connection, self._pid = connection, os.getpid()
        return self._connection
