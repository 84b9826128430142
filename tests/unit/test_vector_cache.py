"""Vectors on disk: what was embedded once is not embedded again."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from llama_index.core.base.embeddings.base import BaseEmbedding

from graphrag_neo4j import cache_files
from graphrag_neo4j.embeddings import embedder, vector_cache
from graphrag_neo4j.embeddings.embedder import Embedder
from graphrag_neo4j.embeddings.endpoint import EndpointEmbedding
from graphrag_neo4j.embeddings.models import LocalEmbedding
from graphrag_neo4j.embeddings.multilingual import MultilingualEmbedding
from graphrag_neo4j.embeddings.vector_cache import VectorCache
from graphrag_neo4j.progress import NullProgress
from graphrag_neo4j.settings import Settings
from tests.support.hash_embedding import HashEmbedding

TEXTS = {f"id-{n}": f"Person {n} lives in Melby." for n in range(50)}


class Dying(HashEmbedding):
    """Fails after ``steps`` steps, and notes what it was asked. ``size``: length of its vectors."""

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


def embed(path: Path, model: HashEmbedding) -> dict[str, list[float]]:
    return Embedder(model, NullProgress(), VectorCache(path)).vectors(TEXTS)


def test_an_interrupted_run_asks_for_nothing_again_nor_does_a_third(tmp_path: Path) -> None:
    path = tmp_path / "v.sqlite"
    first, second = Dying(steps=3, asked=[]), Dying(asked=[])
    with pytest.raises(KeyboardInterrupt):
        embed(path, first)
    vectors = embed(path, second)
    assert len(first.asked) == 30 and len(second.asked) == 20
    assert not set(first.asked) & set(second.asked)
    kept = embed(path, Dying(steps=0))
    assert {k: pytest.approx(v, abs=1e-7) for k, v in vectors.items()} == kept


def test_another_model_or_other_options_find_nothing(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, vector_cache=str(tmp_path / "v.sqlite"))
    models = (
        HashEmbedding(),
        HashEmbedding(model_name="other"),
        HashEmbedding(embed_batch_size=7),
        Dying(asked=[]),
    )
    for model in models:
        cache = VectorCache.of(settings, model)
        assert cache.find(["a"]) == {}
        cache.add({"a": [1.0]})
    assert VectorCache.of(settings, HashEmbedding()).find(["a"]) == {"a": [1.0]}


class Twin(HashEmbedding):
    """Another model of the same name and options."""


def test_models_of_two_classes_share_nothing(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, vector_cache=str(tmp_path / "v.sqlite"))
    VectorCache.of(settings, HashEmbedding()).add({"a": [1.0]})
    assert VectorCache.of(settings, Twin()).find(["a"]) == {}
    assert VectorCache.of(settings, HashEmbedding()).find(["a"]) == {"a": [1.0]}


def test_nothing_is_kept_of_a_model_without_a_name(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, vector_cache=str(tmp_path / "v.sqlite"))
    unnamed = HashEmbedding(model_name=BaseEmbedding.model_fields["model_name"].default)
    VectorCache.of(settings, unnamed).add({"a": [1.0]})
    assert VectorCache.of(settings, unnamed).find(["a"]) == {}


def test_vectors_of_our_own_models_that_were_kept_before_are_found(tmp_path: Path) -> None:
    path = tmp_path / "v.sqlite"
    settings = Settings(
        _env_file=None, vector_cache=str(path), openai_api_key="sk-1", embed_model="embedder-2"
    )
    for model in (LocalEmbedding(), MultilingualEmbedding(), EndpointEmbedding.of(settings)):
        options = {k: v for k, v in model.to_dict().items() if not k.endswith("key")}
        known_by = json.dumps(options, sort_keys=True, default=str)
        VectorCache(path, known_by).add({"a": [1.0]})
        assert VectorCache.of(settings, model).find(["a"]) == {"a": [1.0]}


def test_no_text_and_no_key_of_an_endpoint_is_in_the_file(tmp_path: Path) -> None:
    from llama_index.embeddings.openai import OpenAIEmbedding

    settings = Settings(_env_file=None, vector_cache=str(tmp_path / "v.sqlite"))
    cache = VectorCache.of(settings, OpenAIEmbedding(api_key="sk-secret-1"))
    cache.add({"Anna Berg": [1.0]})
    again = VectorCache.of(settings, OpenAIEmbedding(api_key="sk-secret-2"))
    assert again.find(["Anna Berg"]) == {"Anna Berg": [1.0]}, "a new key is no other model"
    written = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"sk-secret" not in written and b"Anna" not in written


def test_off_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHRAG_CACHE", str(tmp_path))
    cache = VectorCache.of(Settings(_env_file=None, vector_cache="off"), HashEmbedding())
    cache.add({"a": [1.0]})
    assert cache.find(["a"]) == {} and not list(tmp_path.iterdir())
    monkeypatch.delenv("GRAPHRAG_VECTOR_CACHE")
    VectorCache.of(Settings(_env_file=None), HashEmbedding()).add({"a": [1.0]})
    assert (tmp_path / "vectors.sqlite").exists()


def test_what_was_not_used_for_long_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "v.sqlite"
    VectorCache(path).add({"a": [1.0], "b": [2.0]})
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE vector SET used = used - 100 * 86400")
    monkeypatch.setattr(cache_files, "KEPT_SECONDS", 200 * 86_400)
    assert VectorCache(path).find(["a"]) == {"a": [1.0]}
    monkeypatch.undo()
    assert VectorCache(path).find(["a", "b"]) == {"a": [1.0]}, "a was used since"


def test_it_is_bounded_and_keeps_the_newest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "v.sqlite"
    monkeypatch.setattr(vector_cache, "MAX_BYTES", 400_000)
    cache = VectorCache(path)
    for n in range(40):
        cache.add({f"{n} {k}": [float(n)] * 384 for k in range(20)})
    assert len(cache.find([f"39 {k}" for k in range(20)])) == 20
    assert cache.find([f"0 {k}" for k in range(20)]) == {}
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert path.stat().st_size < 600_000


def test_it_is_private_and_never_in_the_way(tmp_path: Path) -> None:
    path = tmp_path / "v.sqlite"
    VectorCache(path).add({"a": [1.0]})
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"no database" * 1000)
    cache = VectorCache(broken)
    cache.add({"a": [1.0]})
    assert cache.find(["a"]) == {}
