"""The local server, for real: each start costs some seconds, so there are few."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psutil
import pytest
from click.testing import CliRunner
from neo4j import GraphDatabase

from graphrag_neo4j.apps.doctor import examine
from graphrag_neo4j.cli import cli
from graphrag_neo4j.database import migrations
from graphrag_neo4j.errors import DatabaseError, ServerError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.server import LocalServer, ServerInfo, ports, process
from graphrag_neo4j.server.config import FixedPorts, Ports
from graphrag_neo4j.server.ports import choose_ports
from graphrag_neo4j.settings import Settings, load_settings

START = """
import sys, json
from pathlib import Path
from graphrag_neo4j.server import LocalServer
info = LocalServer(Path(sys.argv[1]), memory="1g").start()
print(json.dumps([info.pid, info.bolt_uri, info.http_uri]))
"""
OWN = ("conf", "extra.conf")
"""What the tests put into its home before its first start."""
STOP = """
import sys
from pathlib import Path
from graphrag_neo4j.server import LocalServer
print(LocalServer(Path(sys.argv[1])).stop())
"""


@pytest.fixture
def other_home(tmp_path: Path) -> Iterator[Path]:
    """A home of its own, whose server is stopped in any case."""
    try:
        yield tmp_path / "other"
    finally:
        LocalServer(tmp_path / "other").stop()


def query(info: ServerInfo, cypher: str) -> object:
    with GraphDatabase.driver(info.bolt_uri, auth=(info.username, info.password)) as driver:
        return driver.execute_query(cypher, database_="neo4j").records[0][0]


def test_the_server_answers_with_gds_and_browser(server: ServerInfo) -> None:
    assert query(server, "RETURN gds.version()") == "2.26.0"
    with urllib.request.urlopen(server.browser_url) as page:
        assert page.status == 200
        assert b"Neo4j Browser" in page.read()


def test_a_second_start_finds_the_first_and_costs_nothing(server: ServerInfo) -> None:
    begin = time.monotonic()
    assert LocalServer(server.home, "2026.01", memory="1g").start() == server
    assert time.monotonic() - begin < 2


def test_status_tells_what_runs(server: ServerInfo) -> None:
    status = LocalServer(server.home).status()
    assert status.running
    assert (status.pid, status.version) == (server.pid, "2026.01.4")
    assert (status.bolt_uri, status.browser_url) == (server.bolt_uri, server.browser_url)
    assert status.started is not None


def test_it_listens_on_loopback_only(server: ServerInfo) -> None:
    connections = psutil.Process(server.pid).net_connections("all")
    listening = {c.laddr.ip for c in connections if c.status == psutil.CONN_LISTEN}
    assert listening <= {"127.0.0.1", "::ffff:127.0.0.1"}


def test_the_password_is_in_one_file_for_its_owner_only(server: ServerInfo) -> None:
    assert server.credentials_file.stat().st_mode & 0o777 == 0o600
    assert server.home.stat().st_mode & 0o777 == 0o700
    assert server.password not in repr(server)
    assert server.password not in " ".join(psutil.Process(server.pid).cmdline())
    secret = server.password.encode()
    holding = [p for p in server.home.rglob("*") if p.is_file() and secret in p.read_bytes()]
    assert holding == [server.credentials_file]


@pytest.mark.skipif(os.name != "posix", reason="rights as POSIX has them")
def test_what_the_server_writes_is_for_its_owner_only(server: ServerInfo) -> None:
    written = [path for path in server.home.rglob("*") if path.parts[-1] not in OWN]
    assert {"databases", "logs", "neostore"} <= {path.name for path in written}
    assert [path for path in written if path.stat().st_mode & 0o077] == []


def test_another_line_is_refused(server: ServerInfo) -> None:
    with pytest.raises(ServerError, match=r"made by Neo4j 2026\.01 .* 5\.26"):
        LocalServer(server.home, "5.26").start()


def test_a_recycled_pid_is_not_taken_for_the_server(server: ServerInfo) -> None:
    state = server.home / "server.json"
    good = state.read_text()
    try:
        stale = json.loads(good) | {"pid": os.getpid(), "created": psutil.Process().create_time()}
        state.write_text(json.dumps(stale))
        assert LocalServer(server.home).status().pid == server.pid  # found by its command line
        assert LocalServer(server.home).start().pid == server.pid
        assert json.loads(state.read_text())["pid"] == server.pid
    finally:
        state.write_text(good)


def test_one_server_for_two_that_ask_at_once_on_free_ports_and_again_after_a_crash(
    other_home: Path,
) -> None:
    with ExitStack() as taken:
        for port, family, address in (
            (7687, socket.AF_INET6, "::1"),
            (7474, socket.AF_INET, "0.0.0.0"),
        ):
            listener = taken.enter_context(socket.socket(family))
            try:
                listener.bind((address, port))
                listener.listen()
            except OSError:
                pass  # somebody else has it: as good
        start = [sys.executable, "-c", START, str(other_home)]
        both = [subprocess.Popen(start, stdout=subprocess.PIPE) for _ in range(2)]
        first, second = (json.loads(process.communicate(timeout=120)[0]) for process in both)
    assert first == second
    pid, bolt, http = first
    assert not bolt.endswith(":7687")
    assert not http.endswith(":7474")

    local = LocalServer(other_home, memory="1g")
    info = local.start()
    query(info, "CREATE (:Kept {x: 1}) RETURN 1")
    psutil.Process(pid).kill()
    again = local.start()
    assert again.pid != pid
    assert (again.bolt_uri, again.http_uri) == (bolt, http)
    assert again.password == info.password
    assert query(again, "MATCH (n:Kept) RETURN n.x") == 1

    # from another process, while its parent (this one) does not wait for it
    begin = time.monotonic()
    stop = subprocess.run([sys.executable, "-c", STOP, str(other_home)], capture_output=True)
    assert stop.stdout.strip() == b"True"
    assert time.monotonic() - begin < 15
    assert not local.status().running


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 300 MB, which only root can make."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=300m", "tmpfs", str(place)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("needs the right to mount a tmpfs")
    try:
        yield place
    finally:
        LocalServer(place / "home").stop()
        subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_disk_that_fills_up_is_named_by_all(small_disk: Path) -> None:
    local = LocalServer(small_disk / "home", memory="1g")
    with KnowledgeGraph.local(local.home, Settings(_env_file=None, server_memory="1g")) as graph:
        with (small_disk / "ballast").open("wb") as file, pytest.raises(OSError):
            while True:
                file.write(bytes(1 << 20))
                file.flush()
        with pytest.raises(DatabaseError, match="disk of Neo4j is full") as caught:
            migrations.apply(graph.database, embed_model="hash", dimensions=384)
            graph.database.run_schema("UNWIND range(1, 100000) AS i CREATE (:Filler {i: i})")
        assert "\n" not in str(caught.value)
    begin = time.monotonic()
    checks = {check.name: check for check in examine(load_settings(home=local.home))}
    assert "full" in checks["disk of the home"].detail
    local.stop()
    assert time.monotonic() - begin < 90  # both at once, not at their timeouts
    with pytest.raises(ServerError, match="disk is full at"):
        local.start()


def test_fixed_ports_and_their_server_are_kept(other_home: Path) -> None:
    free = choose_ports(None)
    bolt, http = free.bolt + 500, free.http + 500
    local = LocalServer(other_home, memory="1g", ports=FixedPorts(bolt, http))
    assert local.start().bolt_uri.endswith(f":{bolt}")
    assert LocalServer(other_home).start().http_uri.endswith(f":{http}")
    with pytest.raises(ServerError, match=f"runs on other ports: {bolt}"):
        LocalServer(other_home, ports=FixedPorts(bolt=free.bolt)).start()


def test_a_port_that_was_taken_for_a_moment_is_no_reason_to_give_up(
    other_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = choose_ports(None)
    lost_first = iter([lost])
    with socket.create_server(("127.0.0.1", lost.bolt)) as holder:

        def chosen(*given: Any, **options: Any) -> Ports:
            return next(lost_first, None) or choose_ports(*given, **options)

        def is_free_by_now(port: int) -> bool:
            holder.close()
            return ports.is_free(port)

        monkeypatch.setattr(process, "choose_ports", chosen)
        monkeypatch.setattr(process, "is_free", is_free_by_now)
        info = LocalServer(other_home, memory="1g").start()
    assert query(info, "RETURN 1") == 1


def test_a_failed_start_shows_the_end_of_the_log_and_leaves_no_process(other_home: Path) -> None:
    (other_home / "conf").mkdir(parents=True)
    (other_home / "conf" / "extra.conf").write_text("server.memory.pagecache.size=plenty\n")
    begin = time.monotonic()
    with pytest.raises(ServerError) as caught:
        LocalServer(other_home, memory="1g").start()
    assert time.monotonic() - begin < 30  # noticed at once, not at the timeout
    assert "plenty" in caught.value.message
    assert str(other_home / "logs") in caught.value.hint
    assert not LocalServer(other_home).status().running


def test_a_heap_beyond_memory_is_explained_by_java_itself(other_home: Path) -> None:
    with pytest.raises(ServerError, match=r"heap|memory"):
        LocalServer(other_home, memory="900000000g").start()


@pytest.mark.lts
def test_the_lts_line_runs_too_and_is_kept_by_its_home(lts_server: ServerInfo) -> None:
    assert lts_server.version == "5.26.30"
    assert query(lts_server, "RETURN gds.version()") == "2.13.9"
    assert LocalServer(lts_server.home).start().pid == lts_server.pid
    with pytest.raises(ServerError, match=r"made by Neo4j 5\.26"):
        LocalServer(lts_server.home, "2026.01").start()


def test_the_command_line_never_prints_the_password_unasked(server: ServerInfo) -> None:
    def run(*arguments: str) -> str:
        result = CliRunner().invoke(cli, ["--home", str(server.home), "server", *arguments])
        assert result.exit_code == 0, result.output
        return result.output

    unasked = [run("start"), run("start", "--json"), run("status"), run("logs", "-n", "500")]
    assert not any(server.password in text for text in unasked)
    assert server.bolt_uri in unasked[0]
    assert server.browser_url in unasked[0]
    assert json.loads(unasked[1])["pid"] == server.pid
    assert server.password in run("status", "--show-password")
    assert json.loads(run("status", "--show-password", "--json"))["password"] == server.password
