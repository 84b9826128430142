"""The cache file: shared by processes, survives a kill, keeps no secrets."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from graphrag_neo4j.errors import SettingsError
from graphrag_neo4j.llm.cache import AnswerCache, CachedAnswer
from graphrag_neo4j.llm.chat import ChatModel
from graphrag_neo4j.llm.client import make_llm
from tests.support.fake_llm import API_KEY, FakeLLM

ROOT = Path(__file__).parents[2]
WRITER = """
import sys
from pathlib import Path
from graphrag_neo4j.llm.cache import AnswerCache, CachedAnswer
cache = AnswerCache(Path(sys.argv[1]))
for n in range(int(sys.argv[3])):
    cache.put(f"{sys.argv[2]}-{n}", "m", CachedAnswer(f"{n} " + "x" * 5000, "stop", 1, 2))
"""


def writer(file: Path, name: str, n: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", WRITER, str(file), name, str(n)]
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE)


def answer(text: str = "ok") -> CachedAnswer:
    return CachedAnswer(text, "stop", 1, 2)


@pytest.fixture
def cache(tmp_path: Path) -> AnswerCache:
    return AnswerCache(tmp_path / "answers.sqlite")


def test_two_processes_share_one_file(cache: AnswerCache) -> None:
    writers = [writer(cache.path, name, 200) for name in "ab"]
    for process in writers:
        assert process.wait(60) == 0, process.communicate()[1]
    assert cache.size().entries == 400
    assert all(cache.get(f"{name}-{n}") is not None for name in "ab" for n in range(200))


def test_a_killed_writer_leaves_a_usable_file(cache: AnswerCache) -> None:
    process = writer(cache.path, "a", 1_000_000)
    until = time.monotonic() + 60
    while cache.size().entries < 50 and time.monotonic() < until:
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    cache.close()
    found = cache.size().entries
    assert found >= 50
    assert all(
        (kept := cache.get(f"a-{n}")) is not None and kept.text == f"{n} " + "x" * 5000
        for n in range(found)
    )
    cache.put("after", "m", answer())
    assert cache.get("after") == answer()


def test_threads_share_one_cache(cache: AnswerCache) -> None:
    def work(name: str) -> None:
        for n in range(50):
            cache.put(f"{name}-{n}", "m", answer(f"{name}-{n}"))
            assert cache.get(f"{name}-{n}") == answer(f"{name}-{n}")

    threads = [threading.Thread(target=work, args=(str(i),)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert cache.size().entries == 400


def test_a_forked_process_does_not_share_the_connection(cache: AnswerCache) -> None:
    cache.put("parent", "m", answer())
    if (pid := os.fork()) == 0:
        cache.put("child", "m", answer())
        os._exit(0 if cache.get("parent") else 1)
    assert os.waitpid(pid, 0)[1] == 0
    assert cache.get("child") == answer()


def test_the_file_is_for_its_owner_only(cache: AnswerCache) -> None:
    cache.put("k", "m", answer())
    assert all(part.stat().st_mode & 0o077 == 0 for part in cache.path.parent.iterdir())


def test_any_text_comes_back(cache: AnswerCache) -> None:
    cache.put("k", "m", answer("naïve 🚢\x00 \ud800"))
    kept = cache.get("k")
    assert kept is not None
    assert kept.text == "naïve 🚢\x00 ?"


def test_neither_key_nor_address_nor_prompt_is_in_the_file(
    fake_llm: FakeLLM, tmp_path: Path
) -> None:
    file = tmp_path / "answers.sqlite"
    settings = fake_llm.settings(llm_cache=str(file))
    chat = ChatModel.of(settings, make_llm(settings))
    fake_llm.script("the-answer")
    chat.complete([("user", "the-question")], stage="talk")
    stored = b"".join(part.read_bytes() for part in tmp_path.iterdir())
    assert b"the-answer" in stored
    for absent in (API_KEY, fake_llm.url, "the-question"):
        assert absent.encode() not in stored


@pytest.mark.parametrize("bad", ["file", "folder"])
def test_a_path_that_is_no_cache_is_one_clear_line(tmp_path: Path, bad: str) -> None:
    path = tmp_path / "answers.sqlite"
    if bad == "file":
        path.write_text("Something of the user's own, not to be touched. " * 100)
    else:
        path.mkdir()
    with pytest.raises(SettingsError, match="GRAPHRAG_LLM_CACHE"):
        AnswerCache(path).get("k")
    if bad == "file":
        assert path.read_text().startswith("Something of the user's own")


def test_the_default_file_is_in_the_cache_folder(
    fake_llm: FakeLLM, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRAPHRAG_CACHE", str(tmp_path))
    cache = AnswerCache.of(fake_llm.settings(llm_cache=None))
    assert cache is not None
    assert cache.path.parent == tmp_path
    assert list(tmp_path.iterdir()) == []  # nothing is made before it is used
