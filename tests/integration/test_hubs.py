"""Entities that very much is said of: what a change says anew of them, and what it leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from graphrag_neo4j.ingest import derive
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.progress import Advance
from tests.support.databases import run_cypher, snapshot
from tests.support.life import Line, clear, write_lines


def named(uri: str, *names: str) -> Line:
    """A chunk whose one statement names these."""
    said = {"text": f"{' and '.join(names)} were there.", "mentions": [*names]}
    return {"source": {"uri": f"doc:{uri}"}, "text": uri, "statements": [said]}


def owns(owner: str, owned: str) -> Line:
    """A chunk that states that one owns another."""
    triple = [owner, "owns", owned]
    return {"source": {"uri": f"doc:{owner}"}, "text": owner, "triples": [triple]}


def pairs(graph: KnowledgeGraph) -> set[tuple[str, str]]:
    """Who leads to whom as named together."""
    query = "MATCH (a)-[:CO_OCCURS_WITH]->(b) RETURN a.name AS one, b.name AS other"
    return {(row["one"], row["other"]) for row in run_cypher(graph, query)}


def test_what_is_named_everywhere_has_no_neighbours_of_its_own(
    fresh_graph: KnowledgeGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(derive, "MOST_MENTIONS", 3)
    guests = [named(f"{n}", "Hub", f"G{n}") for n in range(3)]
    fresh_graph.import_extracted(write_lines(tmp_path / "lines.jsonl", guests))
    both = {("Hub", f"G{n}") for n in range(3)} | {(f"G{n}", "Hub") for n in range(3)}
    assert pairs(fresh_graph) == both
    alone = {**named("alone", "Hub"), "text": "It was the hub again."}
    fresh_graph.import_extracted(write_lines(tmp_path / "more.jsonl", [alone]))
    assert pairs(fresh_graph) == {(f"G{n}", "Hub") for n in range(3)}
    fresh_graph.sources.delete("doc:alone")
    assert pairs(fresh_graph) == both


class Stopping:
    """A progress that ends the run after so many rounds of deriving."""

    def __init__(self, rounds: int) -> None:
        self._left = rounds

    @contextmanager
    def task(self, description: str, *_: object) -> Iterator[Advance]:
        yield self._advance if description == "Deriving entities" else lambda _: None

    def _advance(self, _: int) -> None:
        self._left -= 1
        if not self._left:
            raise InterruptedError


@pytest.mark.parametrize("rounds", [1, 2])
def test_an_interrupted_derivation_is_finished_by_the_next_run(
    make_graph: Callable[..., KnowledgeGraph],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    rounds: int,
) -> None:
    """As after a crash. Each owns another, so that in any order one is derived before its owner."""
    monkeypatch.setattr(derive, "MANY_FACTS", 0)
    monkeypatch.setattr(derive, "ROUND", 1)
    owned = {"Anna": "Berta", "Berta": "Carl", "Carl": "Anna"}
    first = write_lines(tmp_path / "first.jsonl", [named("first", *owned)])
    second = write_lines(tmp_path / "second.jsonl", [owns(*pair) for pair in owned.items()])
    with make_graph(progress=Stopping(rounds)) as stopped, make_graph() as graph:
        graph.schema.apply()
        graph.import_extracted(first)
        with pytest.raises(InterruptedError):
            stopped.import_extracted(second)
        assert run_cypher(graph, "MATCH (e:Entity) WHERE e.dirty IS NOT NULL RETURN e.id")
        graph.import_extracted(second)
        for owner, other in owned.items():
            assert (owner, other) in {
                (relation.from_name, relation.to_name)
                for relation in graph.entities.get(owner).relations
            }
        lived = snapshot(graph)
        clear(graph)
        graph.import_extracted(first)
        graph.import_extracted(second)
        assert snapshot(graph) == lived
