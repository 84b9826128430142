"""The local server's home and options, without a server."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from graphrag_neo4j.errors import GraphRagError, MissingExtraError, ServerError
from graphrag_neo4j.serve.state import Running, read_running, write_running
from graphrag_neo4j.server import LocalServer, ServerInfo
from graphrag_neo4j.server.config import Memory, Ports, command
from graphrag_neo4j.server.java import find_java
from graphrag_neo4j.server.ports import choose_ports
from graphrag_neo4j.server.releases import RELEASES


def test_making_the_object_touches_nothing(tmp_path: Path) -> None:
    local = LocalServer(tmp_path / "new")
    status = local.status()
    assert (status.running, status.pid, status.bolt_uri) == (False, None, None)
    assert local.stop() is False
    assert local.password() is None
    assert local.logs() == ""
    assert list(tmp_path.iterdir()) == []


def test_a_stale_pid_means_not_running(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    (tmp_path / "data").mkdir()
    (tmp_path / "server.json").write_text(
        json.dumps(
            {"line": "2026.01", "version": "2026.01.4", "bolt_port": 7687, "http_port": 7474}
            | {"pid": ended.pid, "created": time.time()}
        )
    )
    assert LocalServer(tmp_path).status().running is False
    assert LocalServer(tmp_path).stop() is False
    assert json.loads((tmp_path / "server.json").read_text())["pid"] is None


def test_ports_are_remembered_while_free() -> None:
    with socket.socket() as bolt, socket.socket() as http:
        for listener in (bolt, http):
            listener.bind(("127.0.0.1", 0))  # not the usual ones: a server may start meanwhile
            listener.listen()
        ports = Ports(bolt.getsockname()[1], http.getsockname()[1])
        chosen = choose_ports(ports)
        assert chosen.bolt != ports.bolt
        assert chosen.http != ports.http
        assert chosen.bolt != chosen.http
    assert choose_ports(ports) == ports


@pytest.mark.parametrize("text", ["100m", "2", "g", "-1g", "1.5g", ""])
def test_memory_that_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(ServerError, match='"2g"'):
        Memory.parse(text)


def test_memory_is_divided() -> None:
    assert Memory.parse("2g") == Memory(heap=1536, page_cache=512)
    assert Memory.parse("1000M") == Memory(heap=750, page_cache=250)


@pytest.mark.parametrize("name", ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"])
def test_a_shell_whose_options_of_java_name_a_collector_stops_no_server(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "-Dx=y -XX:+UseG1GC -Xmx512m")
    java, release, memory = find_java(), RELEASES["2026.01"], Memory(heap=384, page_cache=128)
    words = command(java, release, tmp_path, tmp_path, memory, ["-version"])
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0 and 'version "' in done.stderr, done.stderr + done.stdout


def test_a_home_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", tmp_path / "file" / "home"):
        with pytest.raises(ServerError, match="--home") as caught:
            LocalServer(place).start()
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        '{"line": "9.9"}',
        '{"line": "5.26", "version": "5.26.1", "bolt_port": Infinity, "http_port": 1}',
    ],
)
def test_a_damaged_state_is_one_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "server.json").write_text(text)
    with pytest.raises(ServerError, match=r"server\.json is damaged"):
        LocalServer(tmp_path).start()


@pytest.mark.parametrize("pid", [-1, 0, 10**30])
def test_a_number_that_no_process_can_have_means_not_running(pid: int, tmp_path: Path) -> None:
    (tmp_path / "server.json").write_text(
        json.dumps(
            {"line": "2026.01", "version": "2026.01.4", "bolt_port": 7687, "http_port": 7474}
            | {"pid": pid, "created": time.time()}
        )
    )
    assert LocalServer(tmp_path).status().running is False


def test_a_damaged_password_file_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "credentials").write_bytes(b"\xff\xfe")
    with pytest.raises(ServerError, match="credentials is damaged") as caught:
        LocalServer(tmp_path).password()
    assert "NEO4J_PASSWORD" in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        '{"url": 5, "pid": "x", "digest": [], "token": null}',
        '{"url": "http://127.0.0.1:1", "pid": -1, "digest": "d", "token": "t"}',
        "[]",
        "{",
    ],
)
def test_a_damaged_note_of_a_running_page_is_none(text: str, tmp_path: Path) -> None:
    (tmp_path / "running.json").write_text(text)
    assert read_running(tmp_path) is None


def test_a_sound_note_of_a_running_page_is_read(tmp_path: Path) -> None:
    told = Running("http://127.0.0.1:8765", 4711, "d", "t")
    write_running(tmp_path, told)
    assert read_running(tmp_path) == told


def test_a_lost_password_of_an_old_home_is_explained(tmp_path: Path) -> None:
    (tmp_path / "data" / "databases").mkdir(parents=True)
    with pytest.raises(ServerError, match="password file"):
        LocalServer(tmp_path).start()


def test_missing_packages_name_the_pip_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "filelock", None)
    with pytest.raises(MissingExtraError, match=r"pip install '\.\[local\]'"):
        LocalServer(tmp_path).start()


def test_the_command_of_a_home_names_it_unless_it_is_the_default_one(tmp_path: Path) -> None:
    def command_of(home: Path) -> str:
        return ServerInfo("", "", "", "neo4j", "", 1, "", LocalServer(home).home).command

    assert command_of(LocalServer().home) == "graphrag-neo4j"
    assert command_of(tmp_path / "ada") == f"graphrag-neo4j --home {tmp_path / 'ada'}"
    assert command_of(tmp_path / "my graph").endswith("/my graph'")


def test_errors_of_the_server_are_errors_of_ours() -> None:
    assert issubclass(ServerError, GraphRagError)
