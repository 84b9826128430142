"""``cache``: what is kept on this machine, and removing it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from graphrag_neo4j.apps.doctor import examine
from graphrag_neo4j.artifacts import cache_dir
from graphrag_neo4j.cache_files import cache_path
from graphrag_neo4j.cli import cli
from graphrag_neo4j.embeddings.vector_cache import VectorCache
from graphrag_neo4j.extract.parse.parse_cache import parses_kept
from graphrag_neo4j.ingest.readings import readings_kept
from graphrag_neo4j.llm.cache import AnswerCache, CachedAnswer
from graphrag_neo4j.settings import Settings, load_settings


@pytest.fixture
def answers(tmp_path: Path) -> AnswerCache:
    return AnswerCache(tmp_path / "answers.sqlite")


@pytest.fixture
def vectors(tmp_path: Path) -> Path:
    return tmp_path / "vectors.sqlite"


@pytest.fixture
def env(answers: AnswerCache, vectors: Path) -> Mapping[str, str]:
    return {
        "GRAPHRAG_LLM_CACHE": str(answers.path),
        "GRAPHRAG_VECTOR_CACHE": str(vectors),
        "GRAPHRAG_PARSE_CACHE": str(parses(vectors)),
        "GRAPHRAG_READING_CACHE": str(readings(vectors)),
    }


def parses(vectors: Path) -> Path:
    return vectors.with_name("parses.sqlite")


def readings(vectors: Path) -> Path:
    return vectors.with_name("readings.sqlite")


def command(env: Mapping[str, str], *words: str, answer: str = "") -> Result:
    return CliRunner().invoke(cli, ["cache", *words], env=env, input=answer)


def sizes(env: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(command(env, "size", "--json").stdout)
    return found


def fill(answers: AnswerCache, vectors: Path) -> None:
    for n in range(30):
        answers.put(str(n), "m", CachedAnswer("x" * 10_000, "stop", 1, 2))
    for model in ("one model", "another"):
        VectorCache(vectors, model).add({str(n): [float(n)] * 1_000 for n in range(40)})
    settings = Settings(
        _env_file=None, parse_cache=str(parses(vectors)), reading_cache=str(readings(vectors))
    )
    for kept, number in ((parses_kept(settings), 50), (readings_kept(settings), 60)):
        assert kept is not None
        kept.add({str(n): bytes(10_000) for n in range(number)})


def test_size_of_each_and_no_file_is_made(
    env: Mapping[str, str], answers: AnswerCache, vectors: Path
) -> None:
    nothing = {"entries": 0, "bytes": 0}
    assert sizes(env) == {
        "answers": {"path": str(answers.path), **nothing},
        "vectors": {"path": str(vectors), **nothing},
        "parses": {"path": str(parses(vectors)), **nothing},
        "readings": {"path": str(readings(vectors)), **nothing},
    }
    files = (answers.path, vectors, parses(vectors), readings(vectors))
    assert not any(path.exists() for path in files)
    fill(answers, vectors)
    full = sizes(env)
    assert full["answers"]["entries"] == 30 and full["answers"]["bytes"] > 300_000
    assert full["vectors"]["entries"] == 80 and full["vectors"]["bytes"] > 300_000
    assert full["parses"]["entries"] == 50 and full["parses"]["bytes"] > 300_000
    said = command(env, "size").stdout
    assert "answers of the LLM: 30, 0." in said and "vectors: 80, 0." in said
    assert "parses: 50, 0." in said and "readings of files: 60, 0." in said


def test_doctor_and_cache_size_tell_the_same(
    env: Mapping[str, str],
    answers: AnswerCache,
    vectors: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fill(answers, vectors)
    writer = sqlite3.connect(vectors)
    writer.execute("UPDATE vector SET used = used")  # waits in the log while somebody has it open
    writer.commit()
    assert vectors.with_name(f"{vectors.name}-wal").stat().st_size > 0
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    checks = {check.name: check.detail for check in examine(load_settings(home=tmp_path / "home"))}
    size = sizes(env)["vectors"]["bytes"]  # the others' logs end when the last one closes them
    assert checks["cached vectors"].startswith(f"{size / 1e6:,.1f} MB")
    writer.close()


def test_clear_asks_first(env: Mapping[str, str], answers: AnswerCache, vectors: Path) -> None:
    fill(answers, vectors)
    assert command(env, "clear", answer="n\n").exit_code == 1
    left = sizes(env)
    kept = [left[which]["entries"] for which in ("answers", "vectors", "parses", "readings")]
    assert kept == [30, 80, 50, 60]


def test_clear_gives_the_space_of_all_back(
    env: Mapping[str, str], answers: AnswerCache, vectors: Path
) -> None:
    fill(answers, vectors)
    done = command(env, "clear", "--yes")
    assert done.exit_code == 0 and "vectors: 80, 0." in done.stdout
    left = sizes(env)
    for kept in left.values():
        assert kept["entries"] == 0 and kept["bytes"] < 50_000
    assert VectorCache(vectors, "one model").find(["1"]) == {}


@pytest.mark.parametrize("which", ["answers", "vectors", "parses", "readings"])
def test_clear_one_of_them(
    env: Mapping[str, str], answers: AnswerCache, vectors: Path, which: str
) -> None:
    fill(answers, vectors)
    done = json.loads(command(env, "clear", which, "--yes", "--json").stdout)
    assert done[which]["entries"] and [one for one in done.values() if one] == [done[which]]
    left = sizes(env)
    assert [name for name, kept in left.items() if not kept["entries"]] == [which]


def test_a_cache_that_is_off_says_so() -> None:
    said = {"LLM": "off", "VECTOR": "OFF", "PARSE": "no", "READING": "0"}
    off = {f"GRAPHRAG_{name}_CACHE": word for name, word in said.items()}
    assert command(off, "size").stdout.count("off") == 4
    assert command(off, "clear", "--yes").exit_code == 0


def test_a_file_that_is_no_cache_is_told_and_left(env: Mapping[str, str], vectors: Path) -> None:
    vectors.write_text("Something of the user's own. " * 100)
    for words in (["size"], ["clear", "--yes"]):
        said = command(env, *words)
        assert said.exit_code == 1 and "GRAPHRAG_VECTOR_CACHE" in said.stderr
    assert vectors.read_text().startswith("Something of the user's own")


@pytest.mark.parametrize("said", ["off", "0", "No", "false", " none "])
def test_whatever_says_no_makes_no_file(said: str) -> None:
    assert cache_path(said, "vectors.sqlite") is None


@pytest.mark.parametrize("said", [None, "", "on", "1", "True"])
def test_whatever_says_yes_means_the_usual_file(said: str | None) -> None:
    assert cache_path(said, "vectors.sqlite") == cache_dir() / "vectors.sqlite"


def test_a_path_is_taken_as_it_is(tmp_path: Path) -> None:
    assert cache_path(str(tmp_path / "mine"), "vectors.sqlite") == tmp_path / "mine"
