"""Vectors under way: kept when a run is killed, gone when they are written or forgotten."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from graphrag_neo4j.embeddings import embedder, unwritten
from graphrag_neo4j.embeddings.embedder import Embedder
from graphrag_neo4j.embeddings.unwritten import UnwrittenVectors
from graphrag_neo4j.progress import NullProgress
from tests.support.hash_embedding import HashEmbedding

TEXTS = {f"id-{n}": f"Person {n} lives in Melby." for n in range(50)}


class Dying(HashEmbedding):
    """Fails after ``steps`` steps, and notes what it was asked."""

    steps: int = 1_000
    asked: list[str] = []  # noqa: RUF012 - a field of pydantic

    def get_text_embedding_batch(self, texts: list[str], *args: Any, **kwargs: Any) -> Any:
        if not self.steps:
            raise KeyboardInterrupt
        self.steps -= 1
        self.asked += texts
        return super().get_text_embedding_batch(texts, *args, **kwargs)


@pytest.fixture(autouse=True)
def _small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedder, "TEXTS_PER_STEP", 10)


def _rows(path: Path) -> int:
    with sqlite3.connect(path) as connection:
        (n,) = connection.execute("SELECT count(*) FROM vector").fetchone()
    return int(n)


def test_an_interrupted_run_asks_for_nothing_again(tmp_path: Path) -> None:
    path = tmp_path / "v.sqlite"
    first = Dying(steps=3, asked=[])
    with pytest.raises(KeyboardInterrupt):
        Embedder(first, NullProgress(), UnwrittenVectors(path)).vectors(TEXTS)
    second = Dying(asked=[])
    again = Embedder(second, NullProgress(), UnwrittenVectors(path))
    vectors = again.vectors(TEXTS)
    assert len(first.asked) == 30 and len(second.asked) == 20
    assert not set(first.asked) & set(second.asked)
    assert vectors == Embedder(HashEmbedding(), NullProgress(), UnwrittenVectors(path)).vectors(
        TEXTS
    )
    assert _rows(path) == 50
    again.forget()
    assert _rows(path) == 0


def test_another_model_finds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "v.sqlite"
    Embedder(HashEmbedding(), NullProgress(), UnwrittenVectors(path)).vectors(TEXTS)
    other = Dying(model_name="other", asked=[])
    Embedder(other, NullProgress(), UnwrittenVectors(path)).vectors(TEXTS)
    assert len(other.asked) == 50


def test_what_is_one_step_touches_no_disk(tmp_path: Path) -> None:
    path = tmp_path / "v.sqlite"
    few = dict(list(TEXTS.items())[:10])
    Embedder(HashEmbedding(), NullProgress(), UnwrittenVectors(path)).vectors(few)
    assert not path.exists()


def test_what_nobody_comes_back_for_goes_and_gives_its_room_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "v.sqlite"
    many = {str(n): [float(n)] * 384 for n in range(500)}
    UnwrittenVectors(path).add(many)
    UnwrittenVectors(path).find(["0"])
    assert _rows(path) == 500
    monkeypatch.setattr(unwritten, "KEPT_SECONDS", -1)
    store = UnwrittenVectors(path)
    assert store.find(["0"]) == {}
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert path.stat().st_size < 50_000


def test_it_is_bounded_private_and_never_in_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "v.sqlite"
    store = UnwrittenVectors(path)
    store.add({"a": [1.0]})
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0
    monkeypatch.setattr(unwritten, "MAX_BYTES", 0)
    store.add({"b": [1.0]})
    assert store.find(["a", "b"]) == {"a": [1.0]}
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"no database" * 1000)
    store = UnwrittenVectors(broken)
    store.add({"a": [1.0]})
    store.remove(["a"])
    assert store.find(["a"]) == {}
