"""Backup, restore and reset of a real local server; each dump or load costs some seconds."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from click.testing import CliRunner, Result

from graphrag_neo4j.cli import cli
from graphrag_neo4j.errors import ServerError, UsageError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.progress import Advance, NullProgress, Status
from graphrag_neo4j.server import LocalServer
from graphrag_neo4j.server.backup import backup, restore
from tests.support.databases import connect, run_cypher


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    server = LocalServer(tmp_path_factory.mktemp("backup") / "Zoë's graph", memory="1g")
    with connect(server.start()) as graph:
        run_cypher(graph, "UNWIND range(1, 7) AS i CREATE (:Kept {i: i})-[:NEXT]->(:Kept {i: -i})")
    try:
        yield server
    finally:
        server.stop()


def kept(local: LocalServer) -> int:
    with connect(local.start()) as graph:
        return int(run_cypher(graph, "MATCH (n:Kept)-[:NEXT]->() RETURN count(n) AS n")[0]["n"])


def run(local: LocalServer, *arguments: str) -> Result:
    return CliRunner().invoke(cli, ["--home", str(local.home), *arguments])


def leftovers(local: LocalServer) -> list[str]:
    return [path.name for path in local.home.iterdir() if path.name.startswith("restore-")]


def test_a_graph_comes_back_from_its_backup(local: LocalServer, tmp_path: Path) -> None:
    dump = tmp_path / "graph.dump"
    done = run(local, "server", "backup", str(dump), "--json")
    assert done.exit_code == 0, done.output
    assert local.status().running  # as before
    assert [path.name for path in tmp_path.iterdir()] == ["graph.dump"]
    if os.name == "posix":
        assert dump.stat().st_mode & 0o777 == 0o600
    with pytest.raises(UsageError, match="exists already"):
        backup(local, dump)

    with connect(local.start()) as graph:
        run_cypher(graph, "CREATE (:Later)")
    refused = run(local, "server", "restore", str(dump))
    assert refused.exit_code == 2
    assert "holds 15 nodes" in refused.output
    restored = run(local, "server", "restore", str(dump), "--force", "--json")
    assert restored.exit_code == 0, restored.output
    assert json.loads(restored.stdout)["nodes"] == 14
    assert kept(local) == 7
    assert leftovers(local) == []


class InterruptedStop(LocalServer):
    """One whose first stop is interrupted when the process was told to end."""

    is_interrupted = False

    def stop(self) -> bool:
        if not self.is_interrupted:
            self.is_interrupted = True
            psutil.Process(self.status().pid).terminate()
            raise KeyboardInterrupt
        return super().stop()


class InterruptedDump(NullProgress):
    """Ctrl-C when the dump begins."""

    @contextmanager
    def task(
        self, name: str, _total: int | None, _unit: str = "items", _status: Status = str, /
    ) -> Iterator[Advance]:
        if name.startswith("neo4j-admin"):
            raise KeyboardInterrupt
        yield lambda _: None


@pytest.mark.parametrize("when", ["stop", "dump"])
def test_a_server_that_ran_runs_again_after_an_interrupted_backup(
    local: LocalServer, when: str, tmp_path: Path
) -> None:
    before = local.start().pid
    stopping = InterruptedStop(local.home, memory="1g") if when == "stop" else local
    progress = InterruptedDump() if when == "dump" else None
    with pytest.raises(KeyboardInterrupt):
        backup(stopping, tmp_path / "graph.dump", progress)
    status = local.status()
    assert status.running
    assert status.pid != before  # that one was about to end
    assert list(tmp_path.iterdir()) == []
    assert kept(local) == 7


def test_a_file_that_is_no_dump_changes_nothing(local: LocalServer, tmp_path: Path) -> None:
    bad = tmp_path / "bad.dump"
    bad.write_bytes(b"this is no dump" * 100)
    with pytest.raises(ServerError, match="The load failed") as caught:
        restore(local, bad, force=True)
    assert len(str(caught.value).splitlines()) == 1
    assert kept(local) == 7
    assert leftovers(local) == []


def test_a_graph_that_does_not_start_is_replaced_by_force(
    local: LocalServer, tmp_path: Path
) -> None:
    dump = backup(local, tmp_path / "sound.dump")
    before = kept(local)
    local.stop()
    for store in (local.home / "data" / "databases" / "neo4j").glob("neostore*"):
        store.write_bytes(b"\0" * store.stat().st_size)
    assert restore(local, dump, force=True) == 2 * before
    assert kept(local) == before
    assert leftovers(local) == []


def test_what_cannot_work_is_one_line(local: LocalServer, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no file"):
        restore(local, tmp_path / "missing.dump")
    with pytest.raises(UsageError, match="cannot be written"):
        backup(local, tmp_path / "no folder" / "graph.dump")
    with pytest.raises(UsageError, match="no graph"):
        backup(LocalServer(tmp_path / "new"), tmp_path / "graph.dump")
    if os.name == "posix" and os.geteuid() != 0:
        tmp_path.chmod(0o500)
        with pytest.raises(UsageError, match="cannot be written"):
            backup(local, tmp_path / "graph.dump")


def test_reset_asks_first_and_keeps_the_schema(fresh_graph: KnowledgeGraph) -> None:
    fresh_graph.schema.apply()
    run_cypher(fresh_graph, "UNWIND range(1, 25) AS i CREATE (:Entity {id: toString(i)})")
    assert fresh_graph.reset() == 25
    assert fresh_graph.reset() == 0
    assert fresh_graph.schema.status().pending == ()
    assert fresh_graph.stats().nodes["Entity"] == 0


def test_reset_removes_all_but_only_with_consent(local: LocalServer) -> None:
    with connect(local.start()) as graph:
        run_cypher(graph, "CREATE (:Source {id: 'ours'}), (:__Usage {id: 'test'})")
    asked = CliRunner().invoke(cli, ["--home", str(local.home), "reset"], input="n\n")
    assert asked.exit_code == 1
    assert (
        "Remove all 16 nodes of the graph, 14 of them not made by graphrag-neo4j?" in asked.output
    )
    assert kept(local) == 7
    assert "16 nodes removed" in run(local, "reset", "--yes").output
    assert kept(local) == 0
