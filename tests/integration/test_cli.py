"""The command line as a person meets it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from graphrag_neo4j.artifacts import cache_dir
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.server import LocalServer, ServerInfo
from tests.support.command_line import run, run_bare, start

ROOT = Path(__file__).parents[2]


def test_ingest_retrieve_sources_stats_hang_together(
    remote: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "harbour.txt").write_text("Anna Berg manages the Port of Melby in Norland.")
    (tmp_path / "bad.txt").write_bytes(b"\x00\xff" * 50)
    first = run("ingest", str(tmp_path), env=remote)
    assert first.returncode == 1
    assert "bad.txt" in first.stdout
    (tmp_path / "bad.txt").unlink()
    second = run("ingest", str(tmp_path), "--json", env=remote)
    assert second.returncode == 0
    assert json.loads(second.stdout)["unchanged"] == 1
    found = run("retrieve", "Who manages the Port of Melby?", env=remote)
    assert "Anna Berg manages the Port of Melby" in found.stdout
    assert "characters 0-47" in found.stdout
    data = json.loads(run("retrieve", "Melby?", "--json", env=remote).stdout)
    assert data[0]["source"]["title"]
    sources = json.loads(run("sources", "list", "--json", env=remote).stdout)
    assert [source["chunks"] for source in sources] == [1]
    counts = json.loads(run("stats", "--json", env=remote).stdout)
    assert counts["nodes"]["Source"] == 1
    assert counts["relationships"]["FROM_SOURCE"] == 1


def test_schema_and_doctor(bare_graph: KnowledgeGraph, server: ServerInfo) -> None:
    assert bare_graph.is_open
    remote = {"NEO4J_URI": server.bolt_uri, "NEO4J_PASSWORD": server.password}
    assert "pending: V001" in run("schema", "status", env=remote).stdout
    assert "V001" in run("schema", "apply", env=remote).stdout
    assert "nothing, up to date" in run("schema", "apply", env=remote).stdout
    result = run("doctor", "--json", env=remote)
    checks = {check["name"]: check for check in json.loads(result.stdout)}
    assert checks["server"]["state"] == checks["GDS"]["state"] == checks["indexes"]["state"] == "ok"
    assert result.returncode == 0


@pytest.mark.parametrize(
    ("env", "message"),
    [
        ({"NEO4J_URI": "bolt://127.0.0.1:1"}, "No Neo4j answers"),
        ({"NEO4J_PASSWORD": "wrong"}, "NEO4J_PASSWORD"),
        ({"NEO4J_DATABASE": "other"}, "NEO4J_DATABASE"),
        ({"NEO4J_URI": "nonsense"}, "NEO4J_URI"),
        ({"RELATION_PATTERNS": "{"}, "RELATION_PATTERNS"),
    ],
)
def test_what_is_wrong_is_one_line_and_exit_code_1(
    remote: dict[str, str], env: dict[str, str], message: str
) -> None:
    result = run("stats", env={**remote, **env})
    assert result.returncode == 1
    assert message in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["retrieve", ""],
        ["retrieve"],
        ["nonsense"],
        ["ingest"],
        ["ingest", "/no/such/path"],
        ["ingest", ""],
        ["sync", ""],
        ["--home", "", "stats"],
    ],
)
def test_asked_wrongly_is_exit_code_2(remote: dict[str, str], arguments: list[str]) -> None:
    result = run(*arguments, env=remote)
    assert result.returncode == 2
    assert "Traceback" not in result.stderr


def test_ask_without_an_llm_says_so(remote: dict[str, str]) -> None:
    result = run("ask", "Who?", env=remote)
    assert result.returncode == 1
    assert "No LLM is set. Set OPENAI_API_KEY" in result.stderr


def finished(*arguments: str, env: dict[str, str]) -> str:
    """What a command prints that has only these variables."""
    running = start(*arguments, env=env)
    assert running.wait() == 0, running.output
    return running.output[0]


def test_demo_needs_only_home_and_leaves_the_home_directory_untouched(tmp_path: Path) -> None:
    own = tmp_path / "Zoë" / "data" / "thesis.txt"
    own.parent.mkdir(parents=True)
    own.write_text("mine")
    person = own.parents[1]
    env = {"HOME": str(person), "PATH": os.environ["PATH"], "GRAPHRAG_CACHE": str(cache_dir())}
    env["JDK_JAVA_OPTIONS"] = os.environ["JDK_JAVA_OPTIONS"]  # of this run, not of ours
    status = finished("server", "status", "--json", env=env)
    home = Path(json.loads(status)["home"])
    assert person in home.parents
    try:
        first = run_bare("demo", env=env)
        assert first.returncode == 0, first.stderr
        assert (home / "server.json").is_file()
        files = [path for path in person.rglob("*") if path.is_file()]
        assert [path for path in files if home not in path.parents] == [own]
        assert first.stdout.count("\nQ: ") == 3
        assert "characters" in first.stdout
        assert "/browser/" in first.stdout
        assert "MATCH" in first.stdout
        report = json.loads(finished("demo", "--json", env=env))["report"]
        assert (report["added"], report["unchanged"]) == (0, 1)
        stats = json.loads(finished("stats", "--json", env=env))
        assert stats["nodes"]["Statement"] > 1_000
    finally:
        LocalServer(home).stop()
