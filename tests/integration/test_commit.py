"""Group commit: what waits for one lock is carried out together, and nobody pays for another."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.embeddings.embedder import Embedder
from graphrag_neo4j.errors import DatabaseError
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest import group_commit as module
from graphrag_neo4j.ingest.changeset import Changeset
from graphrag_neo4j.ingest.content import ExtractedContent
from graphrag_neo4j.ingest.document_update import DocumentUpdate
from graphrag_neo4j.ingest.group_commit import commit
from graphrag_neo4j.ingest.rows import GraphRows
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.progress import NullProgress
from graphrag_neo4j.readers.files import ReadOptions, read_uris
from graphrag_neo4j.vocabulary import Label
from tests.support.databases import snapshot
from tests.support.hash_embedding import HashEmbedding

MakeGraph = Callable[..., KnowledgeGraph]


class OneSource:
    """A source without anything below it; ``is_still_so`` is asked under the lock."""

    def __init__(
        self,
        graph: KnowledgeGraph,
        id_: str,
        is_still_so: Callable[[Database], bool],
        title: object = "T",
    ) -> None:
        self.database = graph.database
        self.embedder = Embedder(HashEmbedding(), NullProgress())
        self.is_still_so = is_still_so
        self.outcome: bool | None = None
        self._id = id_
        self._title = title

    def prepare(self, _database: Database) -> Changeset[None]:
        graph, id_ = GraphRows(), self._id
        properties = {"id": id_, "uri": id_, "title": self._title}
        graph.add(Label.SOURCE, id=id_, properties=properties)
        return Changeset(None, frozenset([id_]), [], graph, {id_: "complete"})

    def is_current(self, database: Database, _changeset: Changeset[None]) -> bool:
        return self.is_still_so(database)

    def commit(self) -> bool | None:
        changeset = self.prepare(self.database)
        self.outcome = commit(self.database, self.embedder, self, changeset)
        return self.outcome


@pytest.fixture
def graphs(fresh_graph: KnowledgeGraph, make_graph: MakeGraph) -> Iterator[list[KnowledgeGraph]]:
    """Four connections to one database with a schema."""
    fresh_graph.schema.apply()
    with make_graph() as a, make_graph() as b, make_graph() as c:
        yield [fresh_graph, a, b, c]


def together(changes: list[OneSource]) -> dict[int, BaseException]:
    """Commit the first change, and while it is under way all others, which then are one group."""
    first, *others = changes
    errors: dict[int, BaseException] = {}

    def run(number: int, one: OneSource) -> None:
        try:
            one.commit()
        except BaseException as error:
            errors[number] = error

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(others, start=1)]

    def is_current(database: Database) -> bool:
        for thread in threads:
            thread.start()
        key = (*first.database.identity, first.embedder.model_name)
        while len(module._TURNS[key]._waiting) < len(others):
            time.sleep(0.01)
        return True

    first.is_still_so = is_current
    run(0, first)
    for thread in threads:
        thread.join()
    return errors


def titles(graph: KnowledgeGraph) -> dict[str, str]:
    return {source.uri: source.title for source in graph.sources.list()}


def test_those_who_wait_are_served_by_the_first_of_them(graphs: list[KnowledgeGraph]) -> None:
    asked: list[Database] = []

    def is_current(database: Database) -> bool:
        asked.append(database)
        return True

    changes = [OneSource(one, f"s{i}", is_current) for i, one in enumerate(graphs)]
    assert together(changes) == {}
    assert [one.outcome for one in changes] == [True] * 4
    assert len(asked) == 3 and len(set(asked)) == 1
    assert titles(graphs[0]) == {f"s{i}": "T" for i in range(4)}


def test_a_change_that_no_longer_holds_comes_back(graphs: list[KnowledgeGraph]) -> None:
    answers: list[Callable[[Database], bool]] = [lambda _: True] * 4
    answers[2] = lambda _: False
    changes = [OneSource(one, f"s{i}", answers[i]) for i, one in enumerate(graphs)]
    assert together(changes) == {}
    assert [one.outcome for one in changes] == [True, True, None, True]
    assert titles(graphs[0]).keys() == {"s0", "s1", "s3"}


def test_of_two_changes_of_one_source_one_comes_back(graphs: list[KnowledgeGraph]) -> None:
    ids = ["s0", "s1", "s1", "s2"]
    changes = [
        OneSource(one, id_, lambda _: True, f"T{i}")
        for i, (one, id_) in enumerate(zip(graphs, ids, strict=True))
    ]
    assert together(changes) == {}
    done = [i for i in (1, 2) if changes[i].outcome]
    assert len(done) == 1
    assert titles(graphs[0]) == {"s0": "T0", "s1": f"T{done[0]}", "s2": "T3"}


def test_what_is_wrong_with_one_fails_no_other(graphs: list[KnowledgeGraph]) -> None:
    said = ["T", "T", {"no": "property"}, "T"]
    changes = [
        OneSource(one, f"s{i}", lambda _: True, title)
        for i, (one, title) in enumerate(zip(graphs, said, strict=True))
    ]
    errors = together(changes)
    while again := [one for one in changes if one.outcome is None and changes.index(one) != 2]:
        assert again[0].commit()  # a group that failed is handed back, and its builders come again
    assert isinstance(errors.pop(2, None), DatabaseError | None) and errors == {}
    with pytest.raises(DatabaseError):
        changes[2].commit()
    assert titles(graphs[0]).keys() == {"s0", "s1", "s3"}


def test_what_is_asked_under_the_lock_reads_no_file(
    fresh_graph: KnowledgeGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, copy = tmp_path / "a.txt", tmp_path / "b.txt"
    for file in (first, copy):
        file.write_text("Anna Berg manages the Port of Melby.")
    fresh_graph.ingest(first)
    changed = Document(first.as_uri(), "Anna Berg left the Port of Melby.", "a")
    content = ExtractedContent(RulesExtractor(), fresh_graph.settings)
    update = DocumentUpdate([changed], content, ReadOptions.of(fresh_graph.settings))
    read: list[list[str]] = []

    def counted(uris: list[str], options: Any) -> Any:
        read.append(uris)
        return read_uris(uris, options)

    monkeypatch.setattr("graphrag_neo4j.ingest.document_update.read_uris", counted)
    changeset = update.prepare(fresh_graph.database)
    assert update.is_current(fresh_graph.database, changeset)
    fresh_graph.ingest(copy)  # now the old text has a name that it has to be written under
    assert not update.is_current(fresh_graph.database, changeset)
    assert read == []
    changeset = update.prepare(fresh_graph.database)
    assert read == [[copy.as_uri()]]
    assert update.is_current(fresh_graph.database, changeset)
    assert changeset.basis.write.keys() == {first.as_uri(), copy.as_uri()}


def test_builders_at_once_make_what_they_make_in_turn(
    graphs: list[KnowledgeGraph], make_graph: MakeGraph
) -> None:
    said = "Anna Berg founded Blue Lines {} in Melby. She lives there."
    texts = [Document(f"doc:{i}", said.format(i), f"D{i}") for i in range(24)]
    graphs[0].ingest(texts)
    wanted = snapshot(graphs[0])
    for _ in range(2):
        graphs[0].reset()
        threads = [
            threading.Thread(target=one.ingest, args=(texts[i::4] + texts[:2],))
            for i, one in enumerate(graphs)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert snapshot(graphs[0]) == wanted
