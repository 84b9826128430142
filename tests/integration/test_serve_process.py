"""``graphrag-neo4j serve`` as a process: its link, the commands that use it, its ends."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from pytest_httpserver import HTTPServer

from tests.support.command_line import run
from tests.support.fake_llm import API_KEY, MODEL, FakeLLM, hang
from tests.support.served import serving

TEXT = b"Anna Berg manages the Port of Melby. Anna Berg met Carl Dahl in Norland."


@contextmanager
def served_elsewhere(folder: Path) -> Iterator[None]:
    """Another program at the address that a killed server left in its folder."""
    with HTTPServer() as other:
        other.expect_request("/api/server").respond_with_json({"digest": "of another graph"})
        left = {"url": other.url_for("").rstrip("/"), "pid": 1, "digest": "x", "token": "x"}
        (folder / "running.json").write_text(json.dumps(left), "utf-8")
        try:
            yield
        finally:
            (folder / "running.json").unlink()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("serve-home")


def test_commands_use_a_server_that_runs(
    remote: dict[str, str], home: Path, tmp_path: Path
) -> None:
    env = {**remote, "GRAPHRAG_HOME": str(home), "GRAPHRAG_LLM_CACHE": "off"}
    nowhere = "http://127.0.0.1:1"
    no_model = {"GRAPHRAG_CACHE": str(tmp_path), "HTTPS_PROXY": nowhere, "https_proxy": nowhere}
    with serving(env) as (url, token, process):
        client = httpx.Client(
            base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=60
        )
        job = client.post("/api/documents", files=[("files", ("town.txt", TEXT))]).json()
        end = time.monotonic() + 90
        while client.get(f"/api/jobs/{job['id']}").json()["state"] != "done":
            assert time.monotonic() < end
            time.sleep(0.1)
        second = run("serve", "--port", "0", env=env)
        assert second.returncode == 1 and f"is served already at {url}" in second.stderr
        question = "Who manages the Port of Melby?"
        served = run("retrieve", question, "--explain", env={**env, **no_model})
        assert served.returncode == 0, served.stderr
        other = {**env, "GRAPHRAG_HOME": f"{home}-other"}
        alone = run("retrieve", question, "--explain", env=other)
        assert served.stdout == alone.stdout and "Anna Berg manages" in served.stdout
        assert run("retrieve", question, env={**other, **no_model}).returncode == 1
        for wrong in (("search", "  ", "--context-only"), ("retrieve", ""), ("ask", "")):
            told = run(*wrong, env=env)
            assert told.returncode == 2
            assert told.stderr == "Error: The question is empty. Ask in words.\n"
        no_llm = run("search", question, env=env)
        assert no_llm.returncode == 1 and "No LLM is set." in no_llm.stderr
        as_json = run("retrieve", question, "-k", "2", "--json", env=env)
        assert json.loads(as_json.stdout)[0]["statements"]
        folder = _folder(home)
        assert (folder / "token").read_text("utf-8").strip() == token
        assert {oct(p.stat().st_mode & 0o777) for p in folder.iterdir() if p.is_file()} == {"0o600"}
        process.send_signal(signal.SIGTERM)
        process.wait(40)
        assert not (folder / "running.json").exists()
    with served_elsewhere(_folder(home)):
        foreign = run("retrieve", question, env=env)
        assert foreign.returncode == 0 and "Anna Berg manages" in foreign.stdout, "another one"
    gone = run("retrieve", question, env=env)
    assert gone.stdout and gone.returncode == 0, "without a server, on its own"


def test_a_killed_server_goes_on_with_what_it_confirmed(remote: dict[str, str], home: Path) -> None:
    env = {**remote, "GRAPHRAG_HOME": str(home), "GRAPHRAG_LLM_CACHE": "off"}
    with serving(env) as (url, token, process):
        headers = {"Authorization": f"Bearer {token}"}
        confirmed: list[Any] = [
            httpx.post(
                f"{url}/api/documents",
                headers=headers,
                files=[("files", (f"{n}.txt", TEXT + b"%d" % n))],
            ).json()["id"]
            for n in range(4)
        ]
        process.kill()
    with serving(env) as (url, other, process):
        assert other == token, "clients need not be told anew"
        end = time.monotonic() + 90
        while True:
            jobs = httpx.get(f"{url}/api/jobs", headers=headers).json()
            states = {job["id"]: job["state"] for job in jobs}
            if all(states[id_] == "done" for id_ in confirmed):
                break
            assert time.monotonic() < end, states
            time.sleep(0.2)
        sources = httpx.get(f"{url}/api/sources", headers=headers).json()
        assert {f"{n}" for n in range(4)} <= {one["title"] for one in sources}


@pytest.mark.parametrize("path", ["/api/search/stream", "/v1/chat/completions"])
def test_a_stop_ends_a_stream_with_an_error(
    remote: dict[str, str], tmp_path: Path, fake_llm: FakeLLM, path: str
) -> None:
    fake_llm.pause = 0.3
    fake_llm.answer = lambda _: "one two three " * 100
    with serving(_with_llm(remote, tmp_path, fake_llm)) as (url, token, process):
        _fill(url, token)
        said = [{"role": "user", "content": "Who manages the Port of Melby?"}]
        asked = {"model": "graph-basic", "messages": said, "stream": True}
        if path.startswith("/api"):
            asked = {"question": said[0]["content"], "mode": "basic"}
        with httpx.stream("POST", f"{url}{path}", json=asked, headers=_bearer(token)) as response:
            lines = response.iter_lines()
            assert any("two" in line for line in lines)
            process.send_signal(signal.SIGTERM)
            rest = list(lines)
        assert process.wait(40) is not None
        last = [line for line in rest if line.startswith("data: ")][-1]
        assert "was stopped" in json.loads(last.removeprefix("data: "))["error"]["message"]
        assert ("event: error" in rest) == path.startswith("/api")
        assert process.stderr and "Traceback" not in process.stderr.read()


def test_a_stop_answers_a_question_that_takes_too_long(
    remote: dict[str, str], tmp_path: Path, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = lambda _: hang(60)
    with serving(_with_llm(remote, tmp_path, fake_llm)) as (url, token, process):
        _fill(url, token)
        asked = {"question": "Who manages the Port of Melby?", "mode": "basic"}
        with ThreadPoolExecutor(1) as pool:
            answer = pool.submit(
                httpx.post, f"{url}/api/search", json=asked, headers=_bearer(token), timeout=60
            )
            fake_llm.wait_for(1, 30)
            process.send_signal(signal.SIGTERM)
            assert answer.result().status_code == 503
        assert "was stopped" in answer.result().json()["error"]["message"]
        process.wait(40)
        assert process.stderr and "Traceback" not in process.stderr.read()


def test_other_machines_need_a_token_of_your_own(tmp_path: Path) -> None:
    env = {"GRAPHRAG_HOME": str(tmp_path), "NEO4J_URI": "bolt://127.0.0.1:1"}
    refused = run("serve", "--host", "0.0.0.0", "--port", "0", env=env)
    assert refused.returncode == 2 and "GRAPHRAG_SERVE_TOKEN" in refused.stderr
    short = run("serve", env={**env, "GRAPHRAG_SERVE_TOKEN": "secret"})
    assert short.returncode == 2 and "too short" in short.stderr
    assert "secret" not in short.stderr


def _with_llm(remote: dict[str, str], home: Path, fake: FakeLLM) -> dict[str, str]:
    named = {"OPENAI_BASE_URL": fake.url, "OPENAI_API_KEY": API_KEY, "GRAPHRAG_LLM_MODEL": MODEL}
    quick = {"GRAPHRAG_LLM_CACHE": "off", "GRAPHRAG_EXTRACTOR": "rules"}
    return {**remote, **named, **quick, "GRAPHRAG_HOME": str(home)}


def _fill(url: str, token: str) -> None:
    """Let the server read a document."""
    with httpx.Client(base_url=url, headers=_bearer(token), timeout=60) as client:
        job = client.post("/api/documents", files=[("files", ("town.txt", TEXT))]).json()
        end = time.monotonic() + 90
        while client.get(f"/api/jobs/{job['id']}").json()["state"] != "done":
            assert time.monotonic() < end
            time.sleep(0.1)


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _folder(home: Path) -> Path:
    [folder] = home.glob("serve*")
    return folder
