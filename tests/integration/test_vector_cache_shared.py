"""Processes share one cache of vectors."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from graphrag_neo4j.embeddings.vector_cache import VectorCache


def _fill(path: Path, n: int) -> int:
    cache = VectorCache(path)
    for k in range(20):
        cache.add({f"{n} {k} {i}": [float(n)] * 8 for i in range(20)})
    return len(cache.find([f"{n} {k} {i}" for k in range(20) for i in range(20)]))


def test_several_processes_fill_it_at_once(tmp_path: Path) -> None:
    path = tmp_path / "v.sqlite"
    with ProcessPoolExecutor(4, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(_fill, [path] * 4, range(4))) == [400] * 4
    assert len(VectorCache(path).find([f"3 {k} 0" for k in range(20)])) == 20
