"""Vectors of entities are made by who needs them: once, and only those that are new or changed."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from graphrag_neo4j.embeddings.embedder import entity_text, key_of
from graphrag_neo4j.entities import vectors
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.progress import Advance, NullProgress
from graphrag_neo4j.server import LocalServer, ServerInfo
from graphrag_neo4j.settings import Settings
from tests.support.command_line import run, start
from tests.support.databases import (
    connect,
    database_hits,
    embed_entities,
    rebuilt,
    run_cypher,
    snapshot,
)
from tests.support.documents import DOCUMENTS, HARBOUR, many_documents
from tests.support.fake_llm import FakeLLM
from tests.support.graphs import write_graph
from tests.support.hash_embedding import HashEmbedding
from tests.support.parts import HASHED

MakeGraph = Callable[..., KnowledgeGraph]
QUESTION = "Who manages the Port of Melby?"


class CountingEmbedding(HashEmbedding):
    """Remembers the texts that it was asked for."""

    asked: list[str] = []  # noqa: RUF012 - a pydantic field, copied for each model

    def _get_text_embedding(self, text: str) -> list[float]:
        self.asked.append(text)
        return super()._get_text_embedding(text)

    def _get_query_embedding(self, query: str) -> list[float]:
        return super()._get_text_embedding(query)


class Listening(NullProgress):
    """Remembers the tasks that it was told of, with their totals."""

    def __init__(self) -> None:
        self.tasks: dict[str, int | None] = {}

    @contextmanager
    def task(self, description: str, total: int | None, *_: Any) -> Iterator[Advance]:
        self.tasks[description] = total
        yield lambda _: None


def local(graph: KnowledgeGraph, question: str = QUESTION) -> Any:
    return graph.search(question, "local", context_only=True)


def entities(graph: KnowledgeGraph) -> list[dict[str, Any]]:
    return run_cypher(
        graph,
        "MATCH (e:Entity) RETURN e.id AS id, e.name AS name, e.type AS type, "
        "e.description AS description, e.embedding AS vector, e.embedding_key AS key, "
        "e.vector_stale AS stale",
    )


def in_a_process(server: ServerInfo) -> dict[str, str]:
    """The environment in which a command asks the graph of this server."""
    return {
        "NEO4J_URI": server.bolt_uri,
        "NEO4J_USERNAME": server.username,
        "NEO4J_PASSWORD": server.password,
        "GRAPHRAG_EMBEDDING": HASHED,
    }


def names_waiting(graph: KnowledgeGraph) -> set[str]:
    return {row["name"] for row in entities(graph) if row["stale"]}


def check_vectors(graph: KnowledgeGraph, *, with_types: bool = True) -> None:
    """All are there, and are those that an ingest would have made by itself."""
    model = graph.embed_model
    for row in entities(graph):
        text = entity_text(row, with_types)
        assert row["key"] == key_of(model.model_name, text), row["name"]
        assert row["vector"] == pytest.approx(model.get_text_embedding(text), abs=1e-6)
        assert row["stale"] is None


def test_what_starts_from_no_entity_vector_makes_none(make_graph: MakeGraph) -> None:
    model = CountingEmbedding()
    with make_graph(embed_model=model) as graph:
        graph.ingest(DOCUMENTS)
        texts = {entity_text(row, True) for row in entities(graph)}
        graph.communities.detect()
        graph.communities.report()
        graph.entities.resolve()
        for mode in ("traversal", "vector_guided", "hybrid"):
            assert graph.retrieve(QUESTION, mode)
        assert graph.search(QUESTION, "basic", context_only=True).context
        assert graph.search(QUESTION, "global", context_only=True).context
        assert texts and not texts & {*model.asked}
        assert all(row["vector"] is None and row["stale"] for row in entities(graph))


@pytest.mark.parametrize("mode", ["local", "causal", "questions", "drift"])
def test_a_search_makes_the_vectors_that_it_needs_once(make_graph: MakeGraph, mode: Any) -> None:
    model, progress = CountingEmbedding(), Listening()
    with make_graph(embed_model=model, progress=progress) as graph:
        graph.ingest(DOCUMENTS)
        assert "Embedding entities" not in progress.tasks
        graph.communities.detect()
        graph.communities.report()
        model.asked.clear()
        options = {"context_only": mode != "drift"}
        graph.search(QUESTION, mode, **options)
        if mode == "drift":  # which wants an LLM before it looks at entities
            local(graph)
        assert progress.tasks["Embedding entities"] == graph.stats().nodes["Entity"]
        assert len(model.asked) == graph.stats().nodes["Entity"]
        check_vectors(graph)
        progress.tasks.clear()
        model.asked.clear()
        before = graph.database.calls
        again = local(graph)
        assert graph.database.calls - before == again.cypher_calls == 2
        assert not model.asked and not progress.tasks and not again.notes


def test_a_changed_entity_is_embedded_at_the_next_need(make_graph: MakeGraph) -> None:
    model = CountingEmbedding()
    with make_graph(embed_model=model) as graph:
        graph.ingest(DOCUMENTS)
        local(graph)
        model.asked.clear()
        text = HARBOUR.text.replace("Osterby", "Nyborg")
        graph.ingest(replace(HARBOUR, text=text))
        waiting = names_waiting(graph)
        assert "Nyborg" in waiting and "Erik Holm" not in waiting
        model.asked.clear()
        local(graph)
        assert {one.partition(" [")[0] for one in model.asked} == waiting
        check_vectors(graph)
        found = snapshot(graph)
        rebuilt(graph, *(replace(d, text=text) if d is HARBOUR else d for d in DOCUMENTS))
        embed_entities(graph)
        assert snapshot(graph) == found


def test_what_changes_back_needs_no_vector(make_graph: MakeGraph) -> None:
    model = CountingEmbedding()
    with make_graph(embed_model=model) as graph:
        graph.ingest(DOCUMENTS)
        local(graph)
        before = snapshot(graph)
        graph.ingest(replace(HARBOUR, text=HARBOUR.text.replace("harbour", "dock")))
        graph.ingest(HARBOUR)
        assert not names_waiting(graph)
        assert snapshot(graph) == before


def test_what_was_interrupted_goes_on_at_the_next_need(
    make_graph: MakeGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "ROUND", 3)

    class Stops(CountingEmbedding):
        def _get_text_embedding(self, text: str) -> list[float]:
            if len(self.asked) >= 7:
                raise RuntimeError("power cut")
            return super()._get_text_embedding(text)

    with make_graph() as graph:
        graph.ingest(DOCUMENTS)
    with make_graph(embed_model=Stops()) as graph:
        assert "power cut" in local(graph).error
    model = CountingEmbedding()
    with make_graph(embed_model=model) as graph:
        made = [row for row in entities(graph) if row["vector"]]
        assert len(made) == 6 and not any(row["stale"] for row in made)
        local(graph)
        assert len(model.asked) == graph.stats().nodes["Entity"] - 6
        check_vectors(graph)


def test_an_entity_that_changes_meanwhile_waits_on(make_graph: MakeGraph) -> None:
    """While it is embedded, too, others may write."""
    changed = replace(HARBOUR, text=f"{HARBOUR.text} Anna Berg is a sailor.")
    with make_graph() as other:

        class Slow(CountingEmbedding):
            def _get_text_embedding(self, text: str) -> list[float]:
                if not self.asked:
                    run_cypher(
                        other,
                        "MATCH (e:Entity {name: 'Anna Berg'})<-[m:MENTIONS]-() "
                        "SET m.description = 'A sailor', e.dirty = 'x'",
                    )
                    other.ingest(changed)
                return super()._get_text_embedding(text)

        other.ingest(DOCUMENTS)
        with make_graph(embed_model=Slow()) as graph:
            local(graph)
            assert "Anna Berg" in names_waiting(graph)
            waiting = [row for row in entities(graph) if row["name"] == "Anna Berg"]
            assert "A sailor" in waiting[0]["description"] and waiting[0]["vector"] is None
            local(graph)
            check_vectors(graph)


def test_two_at_once_embed_each_entity_once(make_graph: MakeGraph) -> None:
    begun = threading.Barrier(2)

    class Model(CountingEmbedding):
        def _get_query_embedding(self, query: str) -> list[float]:
            begun.wait(30)
            return super()._get_query_embedding(query)

    with make_graph() as graph:
        graph.ingest(many_documents())
    models = [Model(), Model()]

    def ask(model: HashEmbedding) -> None:
        with make_graph(embed_model=model) as graph:
            local(graph)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(ask, models))
    with make_graph() as graph:
        assert len(models[0].asked) + len(models[1].asked) == graph.stats().nodes["Entity"]
        check_vectors(graph)


def test_two_processes_at_once_make_them_all(
    fresh_graph: KnowledgeGraph, server: ServerInfo
) -> None:
    fresh_graph.ingest(many_documents())
    asked = ("search", QUESTION, "--mode", "local", "--context-only")
    running = [start(*asked, env=os.environ | in_a_process(server)) for _ in range(2)]
    assert [one.wait() for one in running] == [0, 0], [one.output for one in running]
    check_vectors(fresh_graph)


def test_nothing_that_waits_costs_no_scan(fresh_graph: KnowledgeGraph) -> None:
    write_graph(fresh_graph, [f"Firm {n}" for n in range(3_000)], [])
    run_cypher(fresh_graph, "CALL db.awaitIndexes(60)")
    asked = {"vector": [1.0] * 384, "words": "", "named": [], "n_chunks": 0, "n_entities": 5}
    seeds = fresh_graph.database.for_server("search/seeds")
    assert database_hits(fresh_graph, seeds, **asked, asked=50) < 50
    assert database_hits(fresh_graph, "entities/stale_vector_count") < 50
    run_cypher(fresh_graph, "MATCH (e:Entity) SET e.vector_stale = 'missing'")
    assert database_hits(fresh_graph, seeds, **asked, asked=50) < 50


def test_an_llm_compares_by_vectors_right_after_an_ingest(
    make_graph: MakeGraph, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = lambda _: {"pairs": []}
    with make_graph(settings=fake_llm.settings()) as graph:
        graph.ingest(DOCUMENTS)
        graph.entities.resolve(dry_run=True)
        check_vectors(graph)


def test_a_rule_without_types_holds_for_vectors_on_need(make_graph: MakeGraph) -> None:
    with make_graph(settings=Settings(_env_file=None, embed_entity_types=False)) as graph:
        graph.ingest(DOCUMENTS)
        local(graph)
        check_vectors(graph, with_types=False)


def test_another_model_renews_what_was_made_and_leaves_the_rest(make_graph: MakeGraph) -> None:
    with make_graph() as graph:
        graph.ingest(HARBOUR)
        local(graph)
        had = {row["name"] for row in entities(graph)}
        graph.ingest(DOCUMENTS)
        changed = names_waiting(graph) & had
        assert names_waiting(graph) - had and changed
    model = CountingEmbedding(model_name="other")
    with make_graph(embed_model=model) as graph:
        dry = graph.reembed(dry_run=True)
        assert (dry.stale["Entity"], set(dry.reasons)) == (len(had), {"another model"})
        assert dry.waiting == len(entities(graph)) - len(had)
        assert f"{dry.waiting} entities without a vector till" in dry.summary()
        graph.reembed()
        assert {row["name"] for row in entities(graph) if row["vector"]} == had
        assert not names_waiting(graph) & had
        assert not any(graph.reembed(dry_run=True).stale.values())
        model.asked.clear()
        local(graph)
        assert len(model.asked) == dry.waiting
        check_vectors(graph)


def test_an_export_without_vectors_comes_back_with_entities_that_wait(
    fresh_graph: KnowledgeGraph, make_graph: MakeGraph, tmp_path: Path
) -> None:
    fresh_graph.ingest(DOCUMENTS)
    local(fresh_graph)
    before = snapshot(fresh_graph)
    file = tmp_path / "g.jsonl"
    fresh_graph.export("jsonl", file)
    fresh_graph.reset()
    model = CountingEmbedding()
    with make_graph(embed_model=model) as graph:
        report = graph.import_jsonl(file)
        nodes = graph.stats().nodes
        assert report.embedded == nodes["Chunk"] + nodes["Statement"]
        assert all(row["stale"] and row["vector"] is None for row in entities(graph))
        local(graph)
        assert snapshot(graph) == before


def test_a_graph_that_has_its_vectors_is_brought_up_to_date_without_making_any(
    fresh_graph: KnowledgeGraph, server: ServerInfo
) -> None:
    fresh_graph.ingest(DOCUMENTS)
    local(fresh_graph)
    before = snapshot(fresh_graph)
    run_cypher(fresh_graph, "MATCH (m:__SchemaMigration {version: 'V013'}) DELETE m")
    run_cypher(fresh_graph, "DROP INDEX entity_vector_stale")
    model = CountingEmbedding()
    with connect(server, embed_model=model) as graph:
        assert not graph.schema.status().pending
        assert snapshot(graph) == before
        local(graph)
        assert not model.asked and snapshot(graph) == before


def test_an_entity_of_before_without_a_vector_gets_one(
    fresh_graph: KnowledgeGraph, server: ServerInfo
) -> None:
    fresh_graph.ingest(DOCUMENTS)
    local(fresh_graph)
    run_cypher(fresh_graph, "MATCH (m:__SchemaMigration {version: 'V013'}) DELETE m")
    run_cypher(fresh_graph, "MATCH (e:Entity {name: 'Osterby'}) "
                            "SET e.embedding = null, e.embedding_key = null")  # fmt: skip
    with connect(server) as graph:
        assert names_waiting(graph) == {"Osterby"}
        local(graph)
        check_vectors(graph)


def test_who_may_only_read_gets_an_answer(tmp_path: Path) -> None:
    home = tmp_path / "home"
    local_server = LocalServer(home, memory="1g")
    try:
        with connect(local_server.start()) as graph:
            graph.ingest(DOCUMENTS)
        local_server.stop()
        with (home / "conf" / "extra.conf").open("a") as conf:
            conf.write("server.databases.default_to_read_only=true\n")
        with connect(local_server.start()) as graph:
            found = local(graph)
            assert "no vector yet" in found.notes[0] and found.error is None
            tables = found.context.tables
            assert "Port of Melby" in {row["entity"] for row in tables["Entities"]}
            assert any("Anna Berg manages" in row["text"] for row in tables["Sources"])
            assert all(row["stale"] for row in entities(graph))
            assert graph.entities.resolve(dry_run=True).compared
        asked = ("search", QUESTION, "--mode", "local", "--context-only")
        said = run(*asked, env=in_a_process(local_server.start()))
        assert said.returncode == 0 and "Traceback" not in said.stderr
    finally:
        local_server.stop()
