"""Ray and Spark write the parts that one process writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graphrag_neo4j.errors import GraphRagError, UsageError
from graphrag_neo4j.parts.engines import Engine
from tests.support.dying_embedding import DyingEmbedding
from tests.support.parts import contents, extracted, write_files

ENGINES = ("ray", "spark")
PACKAGES = {"ray": "ray", "spark": "pyspark"}

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_files(tmp_path / "files")


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_writes_the_same_bytes_though_a_worker_is_killed(
    engine: Engine, folder: Path, tmp_path: Path
) -> None:
    pytest.importorskip(PACKAGES[engine], reason=f"the extra {engine} is not installed")
    extracted(folder, tmp_path / "one")
    report = extracted(folder, tmp_path / "two", engine, workers=2)
    assert contents(tmp_path / "two") == contents(tmp_path / "one")
    assert report.parts == report.made > 2
    marks = write_files(tmp_path / "marks", {"1": ""})
    model = DyingEmbedding(marks=str(marks))
    extracted(folder, tmp_path / "killed", engine, workers=2, embed_model=model)
    assert not list(marks.iterdir())
    assert contents(tmp_path / "killed") == contents(tmp_path / "one")


@pytest.mark.parametrize("engine", ENGINES)
def test_an_error_of_a_worker_is_one_line(engine: Engine, folder: Path, tmp_path: Path) -> None:
    pytest.importorskip(PACKAGES[engine], reason=f"the extra {engine} is not installed")
    with pytest.raises(GraphRagError) as caught:
        extracted(folder, tmp_path / "out", engine, workers=2, extractor=Failing())
    assert str(caught.value) == "It cannot be done. Do something else."


def test_an_engine_that_there_is_not_is_told(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no engine 'abacus'"):
        extracted(folder, tmp_path / "out", "abacus")  # type: ignore[arg-type]


class Failing:
    """An extractor that can do nothing."""

    fingerprint = "failing"

    def extract_many(self, work: Any) -> Any:
        raise GraphRagError("It cannot be done.", "Do something else.")
