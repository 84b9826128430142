"""Parts are the same bytes whichever processes make them, and wherever they lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.errors import GraphRagError
from graphrag_neo4j.parts.engines import on_local
from graphrag_neo4j.parts.load import Parts
from graphrag_neo4j.parts.store import Store
from tests.support.dying_embedding import DyingEmbedding
from tests.support.parts import contents, extracted, write_files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_files(tmp_path / "files")


def test_two_workers_write_the_bytes_of_one_though_some_are_killed(
    folder: Path, tmp_path: Path
) -> None:
    one = extracted(folder, tmp_path / "one")
    marks = write_files(tmp_path / "marks", {"1": "", "2": ""})
    model = DyingEmbedding(marks=str(marks))
    two = extracted(folder, tmp_path / "two", workers=2, embed_model=model)
    assert not list(marks.iterdir())
    assert one.parts > 3
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert one.to_dict() | {"out": ""} == two.to_dict() | {"out": ""}


def test_a_part_that_kills_all_its_workers_is_named(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_local, "ATTEMPTS", 2)
    marks = write_files(tmp_path / "marks", {str(n): "" for n in range(9)})
    with pytest.raises(GraphRagError, match=r"Workers died 2 times on .*\. Perhaps memory"):
        extracted(folder, tmp_path / "out", workers=2, embed_model=DyingEmbedding(marks=str(marks)))


def test_parts_may_lie_in_a_bucket(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moto = pytest.importorskip("moto.server", reason="moto, the stand-in for S3, is not installed")
    server = moto.ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            monkeypatch.setenv(name, "testing")
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        bucket = pytest.importorskip("s3fs", reason="s3fs is not installed").S3FileSystem()
        bucket.mkdir("graphs")
        extracted(folder, tmp_path / "out")
        there = Store.of("s3://graphs/parts")
        extracted(folder, there.address, workers=2)
        assert there.names() == sorted(contents(tmp_path / "out"))
        for name, data in contents(tmp_path / "out").items():
            with there.reading(name) as file:
                assert file.read() == data
        there.remove(["part-00000.parquet"])
        assert extracted(folder, there.address).made == 1
        assert len(Parts(there)) == len(Parts(Store.of(tmp_path / "out")))
    finally:
        server.stop()
