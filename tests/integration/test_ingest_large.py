"""Large files on their way into the graph: in parts, as they come; a kill loses one step."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.readers import large
from graphrag_neo4j.server import ServerInfo
from tests.support.databases import empty, run_cypher, snapshot
from tests.support.files import write_zip

STEP = 20
SCRIPT = """
import os, signal, sys
from pathlib import Path
from graphrag_neo4j.embeddings import embedder
from graphrag_neo4j.ingest import pipeline
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.readers import large
from graphrag_neo4j.settings import Settings
from tests.support.hash_embedding import HashEmbedding

uri, password, file, asked, vectors, steps = sys.argv[1:]
embedder.TEXTS_PER_STEP = 20
large.LARGE, large.MIN_PART, large.MAX_PART = 4_000, 1_000, 2_000
pipeline.BATCH_CHARACTERS = 2_000


left = int(steps)  # not a field: another option would be another model


class Noting(HashEmbedding):
    def get_text_embedding_batch(self, texts, *args, **kwargs):
        global left
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
        with open(asked, "a") as out:
            out.writelines(t.replace(chr(10), " ") + chr(10) for t in texts)
        with open(asked + ".steps", "a") as out:
            out.write(".")
        return super().get_text_embedding_batch(texts, *args, **kwargs)


with KnowledgeGraph.connect(uri, "neo4j", password, "neo4j",
                            Settings(_env_file=None, vector_cache=vectors),
                            embed_model=Noting()) as graph:
    print(graph.ingest(file).summary())
"""


def _run(
    server: ServerInfo, folder: Path, asked: str, steps: int = -1, vectors: str = "whole.sqlite"
) -> int:
    command = [
        sys.executable, "-c", SCRIPT, server.bolt_uri, server.password, str(folder / "big.txt"),
        str(folder / asked), str(folder / vectors), str(steps),
    ]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.run(command, env=environment, check=False, timeout=300).returncode


def _asked(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.exists() else []


def test_a_large_file_goes_on_where_it_was_killed(
    server: ServerInfo, fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    people = [f"Person{n} Berg of Melby{n} founded Firm{n} Ltd in {1900 + n}." for n in range(220)]
    (tmp_path / "big.txt").write_text("\n\n".join(people))
    assert _run(server, tmp_path, "whole") == 0
    wanted, whole = snapshot(fresh_graph), _asked(tmp_path / "whole")
    assert _run(server, tmp_path, "again", 0) == 0, "the graph is there, nothing is asked"
    empty(fresh_graph.database)
    assert _run(server, tmp_path, "again", 0) == 0, "nor is it for one that is made anew"
    assert snapshot(fresh_graph) == wanted
    assert len(whole) == len(set(whole)) > 7 * STEP
    last = len((tmp_path / "whole.steps").read_text()) - 1
    for steps in (1, last // 2, last):
        empty(fresh_graph.database)
        (tmp_path / "before").unlink(missing_ok=True)
        (tmp_path / "after").unlink(missing_ok=True)
        vectors = f"{steps}.sqlite"
        assert _run(server, tmp_path, "before", steps, vectors) == -signal.SIGKILL
        seen = run_cypher(
            fresh_graph,
            "MATCH (s:Source) RETURN s.status AS status, "
            "COUNT { (s)<-[:FROM_SOURCE]-(c:Chunk) WHERE c.embedding IS NULL } AS bare",
        )
        assert all(row["status"] == "complete" and not row["bare"] for row in seen)
        assert len(seen) > 1 or steps < last  # at most two batches are behind the embedder
        assert _run(server, tmp_path, "after", vectors=vectors) == 0
        assert snapshot(fresh_graph) == wanted
        before, after = _asked(tmp_path / "before"), _asked(tmp_path / "after")
        assert sorted({*before, *after}) == sorted(whole)
        assert len(before) + len(after) - len(whole) <= STEP


def test_a_file_that_grows_and_shrinks_leaves_no_doubles(
    fresh_graph: KnowledgeGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large, "LARGE", 4_000)
    monkeypatch.setattr(large, "MIN_PART", 1_000)
    monkeypatch.setattr(large, "MAX_PART", 2_000)
    people = [f"Person{n} Berg lives in Melby{n}." for n in range(400)]
    file = tmp_path / "a.txt"
    (tmp_path / "a.txt.bak").write_text("Siri Dahl lives in Norland.")
    for n, sources in ((40, 1), (390, 8), (400, 8), (30, 1)):
        file.write_text("\n".join(people[:n]))
        fresh_graph.ingest(tmp_path)
        found = snapshot(fresh_graph)
        names = [s.uri.partition("#")[0] for s in fresh_graph.sources.list()]
        assert len(names) >= sources + 1 and set(names) == {file.as_uri(), file.as_uri() + ".bak"}
        empty(fresh_graph.database)
        fresh_graph.ingest(tmp_path)
        assert snapshot(fresh_graph) == found
    assert len(fresh_graph.sources.list()) == 2


def test_what_is_no_more_in_an_archive_or_a_mail_goes_with_the_next_ingest(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    settings = fresh_graph.settings.model_copy(update={"archives": True})
    fresh_graph.context.settings = settings
    path = tmp_path / "a.zip"
    rows = "id,text\n1,Erik Holm is old.\n"
    write_zip(path, {"a.txt": "Anna Berg lives here.", "b.csv": rows, "c.txt": "Siri is new."})
    fresh_graph.ingest(path)
    write_zip(path, {"a.txt": "Anna Berg lives here.", "b.csv": "id,text\n1,\n"})
    report = fresh_graph.ingest(path)
    assert report.removed == 1  # the row cannot be read now, so it stays
    left = sorted(source.uri.partition("#")[2] for source in fresh_graph.sources.list())
    assert left == ["a.txt", "b.csv/1"]
