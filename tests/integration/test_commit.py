"""Group commit: what waits for one lock is carried out together, and nobody pays for another."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.embeddings.embedder import Embedder
from graphrag_neo4j.errors import DatabaseError
from graphrag_neo4j.ingest import group_commit as module
from graphrag_neo4j.ingest.group_commit import Changeset, commit
from graphrag_neo4j.ingest.rows import GraphRows
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.progress import NullProgress
from graphrag_neo4j.vocabulary import Label
from tests.support.databases import snapshot
from tests.support.hash_embedding import HashEmbedding

MakeGraph = Callable[..., KnowledgeGraph]


def change(
    graph: KnowledgeGraph, id_: str, is_current: Callable[[Database], bool], title: object = "T"
) -> Changeset:
    """A source without anything below it."""
    rows = GraphRows()
    rows.add(Label.SOURCE, id=id_, properties={"id": id_, "uri": id_, "title": title})
    return Changeset(
        graph.database,
        Embedder(HashEmbedding(), NullProgress()),
        is_current=is_current,
        conflict_keys=frozenset([id_]),
        sources=[],
        graph=rows,
        status={id_: "complete"},
    )


@pytest.fixture
def graphs(fresh_graph: KnowledgeGraph, make_graph: MakeGraph) -> Iterator[list[KnowledgeGraph]]:
    """Four connections to one database with a schema."""
    fresh_graph.schema.apply()
    with make_graph() as a, make_graph() as b, make_graph() as c:
        yield [fresh_graph, a, b, c]


def together(changes: list[Changeset]) -> dict[int, BaseException]:
    """Commit the first change, and while it is under way all others, which then are one group."""
    first, *others = changes
    errors: dict[int, BaseException] = {}

    def run(number: int, one: Changeset) -> None:
        try:
            commit(one)
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

    first.is_current = is_current
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

    changes = [change(one, f"s{i}", is_current) for i, one in enumerate(graphs)]
    assert together(changes) == {}
    assert [one.outcome for one in changes] == [True] * 4
    assert len(asked) == 3 and len(set(asked)) == 1
    assert titles(graphs[0]) == {f"s{i}": "T" for i in range(4)}


def test_a_change_that_no_longer_holds_comes_back(graphs: list[KnowledgeGraph]) -> None:
    answers: list[Callable[[Database], bool]] = [lambda _: True] * 4
    answers[2] = lambda _: False
    changes = [change(one, f"s{i}", answers[i]) for i, one in enumerate(graphs)]
    assert together(changes) == {}
    assert [one.outcome for one in changes] == [True, True, None, True]
    assert titles(graphs[0]).keys() == {"s0", "s1", "s3"}


def test_of_two_changes_of_one_source_one_comes_back(graphs: list[KnowledgeGraph]) -> None:
    ids = ["s0", "s1", "s1", "s2"]
    changes = [
        change(one, id_, lambda _: True, f"T{i}")
        for i, (one, id_) in enumerate(zip(graphs, ids, strict=True))
    ]
    assert together(changes) == {}
    done = [i for i in (1, 2) if changes[i].outcome]
    assert len(done) == 1
    assert titles(graphs[0]) == {"s0": "T0", "s1": f"T{done[0]}", "s2": "T3"}


def test_what_is_wrong_with_one_fails_no_other(graphs: list[KnowledgeGraph]) -> None:
    said = ["T", "T", {"no": "property"}, "T"]
    changes = [
        change(one, f"s{i}", lambda _: True, title)
        for i, (one, title) in enumerate(zip(graphs, said, strict=True))
    ]
    errors = together(changes)
    while again := [one for one in changes if one.outcome is None and changes.index(one) != 2]:
        assert commit(again[0])  # a group that failed is handed back, and its builders come again
    assert isinstance(errors.pop(2, None), DatabaseError | None) and errors == {}
    with pytest.raises(DatabaseError):
        commit(changes[2])
    assert titles(graphs[0]).keys() == {"s0", "s1", "s3"}


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
