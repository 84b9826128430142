"""Ray and Spark write the parts that one process writes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graphrag_neo4j.errors import GraphRagError, UsageError
from graphrag_neo4j.parts.engines import Engine
from tests.support.command_line import ROOT
from tests.support.dying_embedding import DyingEmbedding
from tests.support.parts import HASHED, contents, extracted, write_files

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


def test_a_spark_job_of_your_own_counts_in_the_parts(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyspark", reason="the extra spark is not installed")
    out = tmp_path / "out"
    local = {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    own = {"GRAPHRAG_EMBEDDING": HASHED, "GRAPHRAG_NLP": "none", "PYTHONPATH": str(ROOT)}
    job = [sys.executable, str(ROOT / "docs" / "examples" / "spark_job.py")]
    done = subprocess.run(
        [*job, str(folder), str(out)],
        env={**os.environ, **local, **own},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        f"10 sources in 1 part in {out}, 1 of them made now. 2 unreadable.",
        "Osterby 5",
        "Erik Holm 4",
        "Norland 4",
        "Anna Berg 3",
        "Olaf Lund 3",
    ]


def test_an_engine_that_there_is_not_is_told(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no engine 'abacus'"):
        extracted(folder, tmp_path / "out", "abacus")  # type: ignore[arg-type]


class Failing:
    """An extractor that can do nothing."""

    fingerprint = "failing"

    def extract_many(self, work: Any) -> Any:
        raise GraphRagError("It cannot be done.", "Do something else.")
