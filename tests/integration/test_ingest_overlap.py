"""Batches overlap on their way into the graph; it is the graph that one after the other makes."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import PrivateAttr

from graphrag_neo4j.errors import DatabaseError, ModelUnavailable
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest import pipeline
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Chunk, Document, ExtractedChunk
from graphrag_neo4j.progress import Advance, Status
from graphrag_neo4j.server import ServerInfo
from tests.support.command_line import start
from tests.support.databases import Snapshot, connect, empty, run_cypher, snapshot
from tests.support.documents import DOCUMENTS, many_documents
from tests.support.hash_embedding import HashEmbedding

PATIENCE = 60.0
WHOLE = 10**9
Work = Sequence[tuple[Document, Sequence[Chunk]]]


class Batches:
    """Extracts by the rules, and knows which batch is the how manieth.

    ``fails``: what to raise, by the number of the batch. ``two``: set when two are extracted.
    """

    def __init__(self, fails: dict[int, BaseException] | None = None) -> None:
        self._rules = RulesExtractor()
        self._fails = fails or {}
        self.n = 0
        self.two = threading.Event()

    @property
    def fingerprint(self) -> str:
        return self._rules.fingerprint

    def extract_many(self, work: Work) -> list[list[ExtractedChunk]]:
        if not work:  # made before, and planned anew
            return []
        self.n += 1
        if self.n in self._fails:
            raise self._fails[self.n]
        found = self._rules.extract_many(work)
        if self.n == 2:
            self.two.set()
        return found


class Waiting(HashEmbedding):
    """Embeds nothing before ``ready``; ``fails`` at the text that has a word."""

    _ready: threading.Event = PrivateAttr()
    _fails: tuple[str, Exception] | None = PrivateAttr()

    def __init__(
        self, ready: threading.Event, fails: tuple[str, Exception] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._ready, self._fails = ready, fails

    def get_text_embedding_batch(self, texts: list[str], *args: Any, **kwargs: Any) -> Any:
        assert self._ready.wait(PATIENCE)
        if self._fails and any(self._fails[0] in text for text in texts):
            raise self._fails[1]
        return super().get_text_embedding_batch(texts, *args, **kwargs)


def documents(n: int) -> list[Document]:
    """One is a batch."""
    return [
        Document(f"doc:{i}", f"Anna Berg founded Firm {i}. Firm {i} is in Melby.", f"Firm {i}")
        for i in range(n)
    ]


def batches_of(monkeypatch: pytest.MonkeyPatch, characters: int) -> None:
    monkeypatch.setattr(pipeline, "BATCH_CHARACTERS", characters)


def in_turn(graph: KnowledgeGraph, given: Sequence[Document], monkeypatch: Any) -> Snapshot:
    """The graph of ``given``, each ingested by itself."""
    empty(graph.database)
    for document in given:
        graph.ingest(document)
    found = snapshot(graph)
    empty(graph.database)
    return found


def uris(graph: KnowledgeGraph) -> list[str]:
    """Of all sources, each of which has to be whole."""
    rows = run_cypher(graph, "MATCH (s:Source) RETURN s.uri AS uri, s.status AS status")
    assert all(row["status"] == "complete" for row in rows)
    return sorted(row["uri"] for row in rows)


@pytest.mark.parametrize("characters", [1, 200, 2_000])
def test_batches_that_overlap_make_the_graph_of_one(
    fresh_graph: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch, characters: int
) -> None:
    given = [*DOCUMENTS, *many_documents()]
    batches_of(monkeypatch, WHOLE)
    whole = fresh_graph.ingest(given)
    wanted = snapshot(fresh_graph)
    empty(fresh_graph.database)
    batches_of(monkeypatch, characters)
    report = fresh_graph.ingest(given)
    assert snapshot(fresh_graph) == wanted
    assert replace(report, facts=whole.facts) == whole  # those of two batches are counted twice
    assert fresh_graph.ingest(given).unchanged == len(given)
    assert snapshot(fresh_graph) == wanted


def test_of_one_uri_in_two_batches_the_last_counts(
    server: ServerInfo, fresh_graph: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, other = documents(2)
    new = Document(old.uri, "Erik Holm founded Firm 0 in 1999.", old.title)
    wanted = in_turn(fresh_graph, [old, other, new], monkeypatch)
    batches_of(monkeypatch, 1)
    extractor = Batches()
    with connect(
        server, extractor=extractor, embed_model=Waiting(extractor.two)
    ) as graph:  # the first is not in the graph when the second is planned
        report = graph.ingest([old, new, other])
        assert snapshot(graph) == wanted
    assert (report.added, report.changed) == (2, 1)
    assert extractor.n == 3


@pytest.mark.parametrize("names", ["ab", "ba"])
def test_a_text_in_two_batches_is_one_source(
    server: ServerInfo, fresh_graph: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch, names: str
) -> None:
    text = "Anna Berg founded Firm 1. Firm 1 is in Melby."
    one, two = (Document(f"doc:{name}", text, "Firm") for name in names)
    wanted = in_turn(fresh_graph, [one, two], monkeypatch)
    batches_of(monkeypatch, 1)
    extractor = Batches()
    with connect(server, extractor=extractor, embed_model=Waiting(extractor.two)) as graph:
        graph.ingest([one, two])
        assert snapshot(graph) == wanted
        assert uris(graph) == ["doc:a"]


def test_an_extractor_that_fails_leaves_the_batches_before_and_raises(
    server: ServerInfo, fresh_graph: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = documents(6)
    wanted = in_turn(fresh_graph, given, monkeypatch)
    batches_of(monkeypatch, 1)
    with connect(server, extractor=Batches({3: ValueError("third")})) as graph:
        with pytest.raises(ValueError, match="third") as raised:
            graph.ingest(given)
        assert any(entry.name == "extract_many" for entry in raised.traceback)
        assert uris(graph) == ["doc:0", "doc:1"]
        graph.ingest(given)
        assert snapshot(graph) == wanted


def test_an_embedding_model_that_goes_leaves_what_was_before(
    server: ServerInfo, fresh_graph: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches_of(monkeypatch, 1)
    given, extractor = documents(6), Batches()
    fails = ("Firm 3", ModelUnavailable("The embedding model has gone.", "Start it."))
    with connect(server, extractor=extractor, embed_model=Waiting(extractor.two, fails)) as graph:
        report = graph.ingest(given)
        assert "has gone" in report.stopped and report.added == 3
        assert uris(graph) == ["doc:0", "doc:1", "doc:2"]
        with pytest.raises(ModelUnavailable):  # there is nothing to keep
            graph.ingest(given[3:])
        assert uris(graph) == ["doc:0", "doc:1", "doc:2"]


@contextmanager
def no_two_of_a_title(graph: KnowledgeGraph) -> Iterator[None]:
    """Neo4j refuses a second source of a title meanwhile."""
    rule = "CREATE CONSTRAINT one_title FOR (s:Source) REQUIRE s.title IS UNIQUE"
    run_cypher(graph, rule)
    try:
        yield
    finally:
        run_cypher(graph, "DROP CONSTRAINT one_title")


def test_after_a_batch_that_neo4j_refuses_nothing_is_written(
    server: ServerInfo, fresh_graph: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = documents(8)
    wanted = in_turn(fresh_graph, given, monkeypatch)
    given[2] = Document(given[2].uri, given[2].text, given[0].title)
    batches_of(monkeypatch, 1)
    with connect(server) as graph:
        with no_two_of_a_title(graph), pytest.raises(DatabaseError):
            graph.ingest(given)
        assert set(uris(graph)) == {"doc:0", "doc:1"}
        graph.ingest(documents(8))
        assert snapshot(graph) == wanted


def test_an_interrupt_ends_all_steps_and_the_next_run_goes_on(
    server: ServerInfo, fresh_graph: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = documents(8)
    wanted = in_turn(fresh_graph, given, monkeypatch)
    batches_of(monkeypatch, 1)
    extractor = Batches({5: KeyboardInterrupt()})
    with connect(server, extractor=extractor, embed_model=Waiting(extractor.two)) as graph:
        with pytest.raises(KeyboardInterrupt):
            graph.ingest(given)
        written = snapshot(graph)
        names = uris(graph)
        assert names == [document.uri for document in given[: len(names)]] and len(names) < 5
        assert snapshot(graph) == written
        graph.ingest(given)
        assert snapshot(graph) == wanted


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_sigterm_end_the_command_while_all_steps_are_under_way(
    by: signal.Signals, remote: dict[str, str], tmp_path: Path
) -> None:
    for n, document in enumerate(documents(4)):
        (tmp_path / f"{n}.txt").write_text("\n\n".join(f"{document.text} {k}" for k in range(3000)))
    off = {"GRAPHRAG_VECTOR_CACHE": "off", "GRAPHRAG_NLP": "none"}
    running = start("ingest", str(tmp_path), env={**os.environ, **remote, **off})
    while "Embedding texts" not in running.output[1] and running.wait(0.05) is None:
        pass
    running.interrupt(by)
    code = running.wait(PATIENCE)
    running.kill()
    assert code == 1, running.output
    *lines, last = running.output[1].splitlines()
    assert last == "Error: Interrupted. The same command again finishes the work."
    assert all(line.startswith("Ingesting documents") for line in lines)


class Listening:
    """Hears how far the whole is, and that no step advances beside another."""

    def __init__(self) -> None:
        self.heard: dict[str, list[int]] = {}
        self.total: int | None = None
        self._busy = threading.Lock()

    @contextmanager
    def task(
        self, description: str, total: int | None, _unit: str = "", _status: Status = str, /
    ) -> Iterator[Advance]:
        heard = self.heard.setdefault(description, [])
        if "Ingesting" in description:
            self.total = total

        def advance(n: int) -> None:
            if "Ingesting" in description:
                assert self._busy.acquire(blocking=False)
                self._busy.release()
            heard.append(n)

        yield advance


def test_progress_is_told_once_for_all_and_never_goes_back(
    server: ServerInfo,
    fresh_graph: KnowledgeGraph,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    batches_of(monkeypatch, 100)
    for n, document in enumerate(documents(20)):
        (tmp_path / f"{n}.txt").write_text(document.text)
    listening = Listening()
    with connect(server, progress=listening) as graph:
        graph.ingest(tmp_path)
    heard = listening.heard["Ingesting documents"]
    assert sum(heard) == listening.total == sum(f.stat().st_size for f in tmp_path.iterdir())
    assert min(heard) >= 0 and len(heard) > 20
