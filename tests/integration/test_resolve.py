"""Merged entities: what ingest, delete, retrieval and people see of them, and how they part."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from graphrag_neo4j.cli import cli
from graphrag_neo4j.errors import GraphRagError
from graphrag_neo4j.ids import entity_id
from graphrag_neo4j.ingest import derive
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.server import ServerInfo
from tests.support.databases import (
    Snapshot,
    connect,
    count,
    database_hits,
    embed_entities,
    empty,
    run_cypher,
    snapshot,
)
from tests.support.fake_llm import FakeLLM, prompt_of
from tests.support.life import Sources, clear, live, write_lines
from tests.support.name_variants import line, sources

MakeGraph = Callable[..., KnowledgeGraph]
RUNS = int(os.environ.get("GRAPHRAG_LIFE_RUNS", "6"))


def ingest(graph: KnowledgeGraph, folder: Path, which: Sources | None = None) -> None:
    lines = [one for lines in (which or sources()).values() for one in lines]
    graph.import_extracted(write_lines(folder / "lines.jsonl", lines))


def forget(graph: KnowledgeGraph) -> None:
    """Remove the records of pairs taken apart."""
    run_cypher(graph, "MATCH (k:DistinctPair) DELETE k")


def unmerge_all(graph: KnowledgeGraph) -> None:
    if names := [row.alias_id for row in graph.entities.merges()]:
        graph.entities.unmerge(*names)
    forget(graph)


def names_of(graph: KnowledgeGraph) -> set[str]:
    return {row["name"] for row in run_cypher(graph, "MATCH (e:Entity) RETURN e.name AS name")}


def test_resolution_merges_and_says_why(fresh_graph: KnowledgeGraph, tmp_path: Path) -> None:
    ingest(fresh_graph, tmp_path)
    dry = fresh_graph.entities.resolve(dry_run=True)
    assert fresh_graph.entities.merges() == []
    done = fresh_graph.entities.resolve()
    assert done.merges == dry.merges
    assert {(m.alias, m.canonical, m.reason) for m in done.merges} == {
        ("Nordic Freight Ltd.", "Nordic Freight", "legal form"),
        ("WPL", "World Port League", "acronym"),
        ("Pórt of Melby", "Port of Melby", "spelling"),
        ("Anna Berg", "Dr. Anna Berg", "title"),
    }
    listed = fresh_graph.entities.merges()
    assert [(m.alias, m.reason, m.decided_by) for m in listed] == [
        (m.alias, m.reason, m.decided_by) for m in done.merges
    ]
    assert all(m.at for m in listed)
    assert fresh_graph.stats().nodes["Alias"] == len(listed)


PERSONS = dict.fromkeys(("Priya", "Priya Raman", "Raman", "Daniel", "Daniel Wu"), "PERSON")
PERSONS |= {"Daniel Orr": "PERSON", "Lantern": "PROJECT"}


def test_a_first_or_last_name_alone_is_proposed_and_not_merged(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    said = {
        "a": [line("a", ("Priya Raman", "leads", "Lantern"), types=PERSONS)],
        "b": [line("b", ("Priya", "left", "Lantern"), ("Raman", "knows", "Daniel"), types=PERSONS)],
        "c": [line("c", ("Daniel Wu", "knows", "Daniel Orr"), types=PERSONS)],
    }
    ingest(fresh_graph, tmp_path, said)
    done = fresh_graph.entities.resolve()
    assert done.merges == ()
    assert [(p.name, p.may_be, p.reason, p.fitting) for p in done.proposed] == [
        ("Daniel", "Daniel Orr", "first name", 2),
        ("Daniel", "Daniel Wu", "first name", 2),
        ("Priya", "Priya Raman", "first name", 1),
        ("Raman", "Priya Raman", "last name", 1),
    ]
    assert "Priya may be Priya Raman (first name; not merged)" in done.summary()
    fresh_graph.entities.merge("Priya", into="Priya Raman")
    fresh_graph.entities.keep_apart("Daniel", "Daniel Orr")
    left = fresh_graph.entities.resolve(dry_run=True).proposed
    assert [(p.name, p.may_be) for p in left] == [
        ("Daniel", "Daniel Wu"),
        ("Raman", "Priya Raman"),
    ]


def test_a_code_is_of_the_kind_that_a_table_says_however_often_its_writing_told(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    kinds = ("TICKET", "TICKET", "ORDER", "UNKNOWN")
    said = {
        uri: [line(uri, ("PO-77812", f"was seen in {uri}", "Melby"), types={"PO-77812": kind})]
        for uri, kind in zip("abcd", kinds, strict=True)
    }
    ingest(fresh_graph, tmp_path, said)
    assert fresh_graph.entities.get("PO-77812").type == "ORDER"


def test_a_merged_entity_has_all_that_was_said_of_it(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    ingest(fresh_graph, tmp_path)
    fresh_graph.entities.resolve()
    for name in ("Nordic Freight", "Nordic Freight Ltd.", entity_id("Nordic-Freight Ltd")):
        row = fresh_graph.entities.get(name)
        assert row.name == "Nordic Freight"
    assert {"Nordic Freight Ltd."} <= {*row.aliases}
    assert (row.type, row.chunk_count) == ("COMPANY", 4)
    assert "Nordic Freight Ltd. of a" in (row.description or "")
    owns = [r for r in row.relations if r.type == "OWNS" and r.to_name == "Port of Melby"]
    assert owns[0].from_name == "Nordic Freight" and owns[0].weight == 6.0
    assert {s.uri for s in row.sources} == {"doc:a", "doc:b", "doc:c", "doc:d"}
    loops = run_cypher(fresh_graph, "MATCH (e:Entity)-[r:RELATED]->(e) RETURN e.name AS name")
    assert loops == []
    assert run_cypher(
        fresh_graph,
        "MATCH (f:Fact) WHERE f.text STARTS WITH 'Nordic Freight trades as' RETURN f.text AS t",
    ) == [{"t": "Nordic Freight trades as Nordic Freight Ltd."}]


def test_a_relation_to_itself_that_was_stated_stays(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    ingest(
        fresh_graph,
        tmp_path,
        {"a": [line("a", ("Blue-Line", "renamed", "Blue-Line"), ("Blueline", "is", "new"))]},
    )
    fresh_graph.entities.resolve()
    loops = run_cypher(
        fresh_graph, "MATCH (e:Entity)-[r:RELATED]->(e) RETURN r.description AS said"
    )
    assert loops == [{"said": "Blue-Line renamed Blue-Line"}]


def test_resolving_or_ingesting_again_changes_nothing(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    ingest(fresh_graph, tmp_path)
    fresh_graph.entities.resolve()
    before = snapshot(fresh_graph)
    assert fresh_graph.entities.resolve().merges == ()
    assert snapshot(fresh_graph) == before
    ingest(fresh_graph, tmp_path)
    assert snapshot(fresh_graph) == before


def test_what_comes_later_lands_on_the_merged_entity(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    every = sources()
    early = {k: every[k] for k in "ab"}
    ingest(fresh_graph, tmp_path, early)
    fresh_graph.entities.resolve()
    more = {"e": [line("e", ("Nordic Freight Ltd.", "bought", "Blue Lines"))]}
    ingest(fresh_graph, tmp_path, more)
    assert "Nordic Freight Ltd." not in names_of(fresh_graph)
    assert "doc:e" in {s.uri for s in fresh_graph.entities.get("Nordic Freight").sources}
    before = snapshot(fresh_graph)
    ingest(fresh_graph, tmp_path, {**early, **more})
    assert snapshot(fresh_graph) == before
    unmerge_all(fresh_graph)
    apart = snapshot(fresh_graph)
    clear(fresh_graph)
    ingest(fresh_graph, tmp_path, {**early, **more})
    assert snapshot(fresh_graph) == apart


def test_what_an_ingest_reads_does_not_grow_with_all_merges(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    ingest(fresh_graph, tmp_path)
    fresh_graph.entities.resolve()
    few = database_hits(fresh_graph, "ingest/merged_with_evidence", limit=10)
    run_cypher(
        fresh_graph,
        "MATCH (e:Entity) WITH e LIMIT 1 UNWIND range(1, 300) AS i "
        "CREATE (:Alias {id: 'made' + i, name: 'Made ' + i})-[:MERGED_INTO]->(e)",
    )
    assert database_hits(fresh_graph, "ingest/merged_with_evidence", limit=10) == few


def test_evidence_of_a_merged_entity_waits_for_it_to_be_absorbed(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    ingest(fresh_graph, tmp_path)
    fresh_graph.entities.resolve()
    alias = entity_id("Nordic Freight Ltd.")
    rows = [{"id": alias, "name": "Nordic Freight Ltd.", "dirty": "new"}]
    fresh_graph.database.write("ingest/write_entities", rows=rows)
    marked = fresh_graph.database.read("ingest/dirty_entities", marks=["new"], limit=10)
    assert marked == [], "it is not derived by itself"
    waiting = fresh_graph.database.read("ingest/merged_with_evidence", limit=10)
    assert waiting == [{"id": alias}]
    fresh_graph.ingest()
    assert "Nordic Freight Ltd." not in names_of(fresh_graph)


def test_a_merge_taken_back_leaves_no_trace_but_is_not_made_again(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    ingest(fresh_graph, tmp_path)
    before = snapshot(fresh_graph)
    n = len(fresh_graph.entities.resolve().merges)
    gone = fresh_graph.entities.unmerge("Nordic Freight Ltd.")
    assert [(r.name, r.into) for r in gone] == [("Nordic Freight Ltd.", "Nordic Freight")]
    assert len(fresh_graph.entities.merges()) == n - 1
    assert "Nordic Freight Ltd." in names_of(fresh_graph)
    assert fresh_graph.entities.resolve().merges == ()
    fresh_graph.entities.unmerge(*(m.alias_id for m in fresh_graph.entities.merges()))
    assert fresh_graph.entities.resolve().merges == ()
    assert len(fresh_graph.entities.resolve(force=True, dry_run=True).merges) == n
    assert count(fresh_graph, "Alias") == 0
    kept = run_cypher(fresh_graph, "MATCH (k:DistinctPair) RETURN k.name AS name")
    assert len(kept) == n
    forget(fresh_graph)
    assert snapshot(fresh_graph) == before
    assert len(fresh_graph.entities.resolve(force=True).merges) == n


def test_what_was_merged_into_what_is_merged_parts_again(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    said = [
        line("a", ("Alpha Ltd", "owns", "Beta Ltd"), ("Gamma Ltd", "supplies", "Alpha Ltd")),
        line("b", ("Beta Ltd", "sued", "Gamma Ltd"), ("Delta Ltd", "acquired", "Beta Ltd")),
    ]
    ingest(fresh_graph, tmp_path, {"a": said[:1], "b": said[1:]})
    apart = snapshot(fresh_graph)
    fresh_graph.entities.merge("Alpha Ltd", into="Beta Ltd")
    fresh_graph.entities.merge("Beta Ltd", into="Gamma Ltd")
    merges = {(merge.alias, merge.name) for merge in fresh_graph.entities.merges()}
    assert merges == {("Alpha Ltd", "Gamma Ltd"), ("Beta Ltd", "Gamma Ltd")}
    assert not run_cypher(fresh_graph, "MATCH (e:Entity)-[loop:RELATED]->(e) RETURN loop")
    later = line("c", ("Alpha Ltd", "opened", "Norland Dock"))
    ingest(fresh_graph, tmp_path, {"c": [later]})
    assert "Alpha Ltd" not in names_of(fresh_graph)
    fresh_graph.sources.delete("doc:c")
    for name in ("Beta Ltd", "Alpha Ltd"):
        fresh_graph.entities.unmerge(name)
    forget(fresh_graph)
    assert snapshot(fresh_graph) == apart


CHAIN = {
    "a": [line("a", ("Alpha Ltd", "owns", "Beta Ltd"), ("Gamma Ltd", "supplies", "Alpha Ltd"))],
    "b": [line("b", ("Beta Ltd", "sued", "Gamma Ltd"), ("Delta Ltd", "acquired", "Beta Ltd"))],
}
LATER = line("c", ("Alpha Ltd", "opened", "Norland Dock"), ("Beta Ltd", "left", "Norland Dock"))


def merged_in_a_row(graph: KnowledgeGraph) -> list[Snapshot]:
    """The graph after no merge, one, two and three of a chain: each of what was merged before."""
    states = [unpaired(graph)]
    chain = ("Alpha Ltd", "Beta Ltd", "Gamma Ltd", "Delta Ltd")
    for alias, into in pairwise(chain):
        graph.entities.merge(alias, into=into)
        states.append(unpaired(graph))
    return states


def unpaired(graph: KnowledgeGraph) -> Snapshot:
    """The graph without pairs taken apart, and without the times of merges."""
    forget(graph)
    run_cypher(graph, "MATCH (a:Alias) REMOVE a.at")
    return snapshot(graph)


@pytest.mark.parametrize("ingests", [False, True], ids=["at_once", "after_more_was_read"])
def test_merges_of_a_chain_are_taken_back_one_by_one(
    fresh_graph: KnowledgeGraph, tmp_path: Path, ingests: bool
) -> None:
    ingest(fresh_graph, tmp_path, CHAIN)
    states = merged_in_a_row(fresh_graph)
    for name, before in zip(("Gamma Ltd", "Beta Ltd", "Alpha Ltd"), states[2::-1], strict=True):
        if ingests:
            ingest(fresh_graph, tmp_path, {"c": [LATER]})
        fresh_graph.entities.unmerge(name)
        if ingests:
            fresh_graph.sources.delete("doc:c")
        assert unpaired(fresh_graph) == before, name


@pytest.mark.parametrize("order", [*permutations(("Alpha Ltd", "Beta Ltd", "Gamma Ltd"))])
def test_all_merges_of_a_chain_are_taken_back_in_any_order_or_together(
    fresh_graph: KnowledgeGraph, tmp_path: Path, order: tuple[str, ...]
) -> None:
    ingest(fresh_graph, tmp_path, CHAIN)
    apart = merged_in_a_row(fresh_graph)[0]
    for name in order:
        fresh_graph.entities.unmerge(name)
    assert unpaired(fresh_graph) == apart
    merged_in_a_row(fresh_graph)
    fresh_graph.entities.unmerge(*order[:2])
    fresh_graph.entities.unmerge(order[2])
    assert unpaired(fresh_graph) == apart


def test_what_parts_from_the_middle_of_a_chain_is_merged_with_neither_side_again(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    ingest(fresh_graph, tmp_path, CHAIN)
    merged_in_a_row(fresh_graph)
    fresh_graph.entities.unmerge("Beta Ltd")
    merges = {(merge.alias, merge.name) for merge in fresh_graph.entities.merges()}
    assert merges == {("Alpha Ltd", "Beta Ltd"), ("Gamma Ltd", "Delta Ltd")}
    kept = run_cypher(fresh_graph, "MATCH (pair:DistinctPair) RETURN pair.name AS name")
    assert {row["name"] for row in kept} == {"Beta Ltd / Gamma Ltd", "Beta Ltd / Delta Ltd"}


def test_an_exported_chain_of_merges_is_taken_back_where_it_was_imported(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    ingest(fresh_graph, tmp_path, CHAIN)
    merged_in_a_row(fresh_graph)
    fresh_graph.export("jsonl", tmp_path / "graph.jsonl")
    empty(fresh_graph.database)
    fresh_graph.import_jsonl(tmp_path / "graph.jsonl")
    fresh_graph.entities.unmerge("Gamma Ltd")
    merges = {(merge.alias, merge.name) for merge in fresh_graph.entities.merges()}
    assert merges == {("Alpha Ltd", "Gamma Ltd"), ("Beta Ltd", "Gamma Ltd")}


@pytest.mark.parametrize(
    ("alias", "said", "gone"),
    [("WPL", "World Port League", "b"), ("Anna Berg", "Dr. Anna Berg", "c")],
)
def test_a_merge_that_no_text_proves_any_more_is_taken_back_by_the_next_resolution(
    fresh_graph: KnowledgeGraph, tmp_path: Path, alias: str, said: str, gone: str
) -> None:
    more = {
        **sources(),
        "e": [line("e", (alias, "met", "Olaf Lund"))],
        "f": [line("f", (said, "left", "Norland"))],
    }
    ingest(fresh_graph, tmp_path, more)
    assert said in {m.canonical for m in fresh_graph.entities.resolve().merges}
    assert fresh_graph.entities.resolve().parted == ()
    fresh_graph.sources.delete(f"doc:{gone}")
    dry = fresh_graph.entities.resolve(dry_run=True)
    done = fresh_graph.entities.resolve()
    assert len(done.parted) == 1 and alias in done.parted[0] and said in done.parted[0]
    assert dry.parted == done.parted and "no text proves it" in done.summary()
    run_cypher(fresh_graph, "MATCH (a:Alias) SET a.at = null")
    found = snapshot(fresh_graph)
    assert names_of(fresh_graph) >= {alias, said}
    clear(fresh_graph)
    run_cypher(fresh_graph, "MATCH (a:Alias) DELETE a")
    ingest(fresh_graph, tmp_path, {key: lines for key, lines in more.items() if key != gone})
    fresh_graph.entities.resolve()
    run_cypher(fresh_graph, "MATCH (a:Alias) SET a.at = null")
    assert snapshot(fresh_graph) == found


def test_other_names_that_a_note_gives_find_it_and_join_what_other_files_call_so(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    note = (
        "---\naliases: [Old Margery, the Drum]\n---\n# The Sunken Drum\n\nIt lies off the cape.\n"
    )
    (tmp_path / "The Sunken Drum.md").write_text(note)
    (tmp_path / "log.txt").write_text("We came near the cape. Nobody has seen Old Margery since.\n")
    fresh_graph.ingest(tmp_path)
    drum = fresh_graph.entities.get("The Sunken Drum")
    assert drum.aliases == ("Old Margery", "the Drum")
    done = fresh_graph.entities.resolve()
    assert [({m.alias, m.canonical}, m.reason) for m in done.merges] == [
        ({"Old Margery", "The Sunken Drum"}, "alias")
    ]
    assert fresh_graph.entities.resolve().parted == ()
    (tmp_path / "The Sunken Drum.md").write_text(note.replace("Old Margery, ", ""))
    fresh_graph.ingest(tmp_path)
    assert len(fresh_graph.entities.resolve().parted) == 1


def test_what_somebody_merged_is_not_taken_back_for_want_of_a_text(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    ingest(fresh_graph, tmp_path, {"e": [line("e", ("WPL", "met", "World Port League"))]})
    fresh_graph.entities.merge("WPL", into="World Port League")
    assert fresh_graph.entities.resolve().parted == ()
    assert [merge.alias for merge in fresh_graph.entities.merges()] == ["WPL"]


@pytest.mark.parametrize("name", ["WPL", "World Port League", "the world port league"])
def test_an_entity_is_not_merged_into_itself_by_any_of_its_names(
    fresh_graph: KnowledgeGraph, tmp_path: Path, name: str
) -> None:
    ingest(fresh_graph, tmp_path)
    fresh_graph.entities.resolve()
    before = snapshot(fresh_graph)
    for into in ("World Port League", "WPL"):
        with pytest.raises(GraphRagError, match="one entity already") as caught:
            fresh_graph.entities.merge("Port of Melby", name, into=into)
        assert caught.value.exit_code == 2
    assert snapshot(fresh_graph) == before


def test_force_forgets_what_it_overrides(fresh_graph: KnowledgeGraph, tmp_path: Path) -> None:
    ingest(fresh_graph, tmp_path)
    n = len(fresh_graph.entities.resolve().merges)
    fresh_graph.entities.unmerge("Nordic Freight Ltd.")
    assert len(fresh_graph.entities.resolve(force=True).merges) == 1
    assert run_cypher(fresh_graph, "MATCH (k:DistinctPair) RETURN k") == []
    assert len(fresh_graph.entities.merges()) == n


def test_unknown_names_change_nothing(fresh_graph: KnowledgeGraph, tmp_path: Path) -> None:
    ingest(fresh_graph, tmp_path)
    fresh_graph.entities.resolve()
    before = snapshot(fresh_graph)
    with pytest.raises(GraphRagError, match="Nobody"):
        fresh_graph.entities.unmerge("Nordic Freight Ltd.", "Nobody")
    with pytest.raises(GraphRagError, match="Nobody"):
        fresh_graph.entities.get("Nobody")
    assert snapshot(fresh_graph) == before


def test_deleting_all_leaves_no_merge_behind(fresh_graph: KnowledgeGraph, tmp_path: Path) -> None:
    ingest(fresh_graph, tmp_path)
    fresh_graph.entities.resolve()
    fresh_graph.sources.delete("doc:a")
    assert "Nordic Freight Ltd." not in {m.alias for m in fresh_graph.entities.merges()}
    fresh_graph.sources.delete("doc:b", "doc:c", "doc:d")
    assert not any(fresh_graph.stats().nodes.values())


@pytest.mark.parametrize("most", [derive.MANY_FACTS, 0], ids=["none_is_a_hub", "all_are_hubs"])
def test_any_life_with_merges_equals_a_fresh_build_once_they_are_taken_back(
    fresh_graph: KnowledgeGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(derive, "MANY_FACTS", most)
    fresh_graph.schema.apply()
    every = sources()
    for seed in range(RUNS):
        chance = random.Random(seed)
        run_cypher(fresh_graph, "MATCH (n:Alias|DistinctPair) DETACH DELETE n")
        clear(fresh_graph)
        ingest(fresh_graph, tmp_path, every)
        state: Sources = dict(every)
        for _ in range(2):
            fresh_graph.entities.resolve()
            if chance.random() < 0.5 and fresh_graph.entities.merges():
                fresh_graph.entities.unmerge(chance.choice(fresh_graph.entities.merges()).alias_id)
            lived = live(fresh_graph, every, chance, tmp_path, steps=chance.randint(1, 3))
            state = {**state, **lived}
        there = {s.uri.removeprefix("doc:") for s in fresh_graph.sources.list()}
        state = {k: v for k, v in state.items() if k in there}
        before = snapshot(fresh_graph)
        ingest(fresh_graph, tmp_path, state)
        assert snapshot(fresh_graph) == before, f"seed {seed}: ingested again"
        unmerge_all(fresh_graph)
        embed_entities(fresh_graph)
        apart = snapshot(fresh_graph)
        clear(fresh_graph)
        ingest(fresh_graph, tmp_path, state)
        embed_entities(fresh_graph)
        assert snapshot(fresh_graph) == apart, f"seed {seed}"


def test_a_question_that_names_an_alias_finds_the_merged_entity(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    ingest(fresh_graph, tmp_path, {"a": sources()["a"], "b": sources()["b"]})
    fresh_graph.entities.resolve()
    for mode in ("entity_based", "traversal"):
        found = fresh_graph.retrieve("What does the WPL want?", mode)
        assert any("World Port League admitted" in s.text for r in found for s in r.statements)


def test_a_search_that_names_an_alias_starts_at_the_merged_entity(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    ingest(fresh_graph, tmp_path, {"a": sources()["a"], "b": sources()["b"]})
    fresh_graph.entities.resolve()
    for mode in ("local", "causal"):
        options = {"top_k": 1, "oversample": 1, "context_only": True}
        if mode == "causal":
            options["s"] = 0
        found = fresh_graph.search("What does the WPL want?", mode, **options)
        shown = found.context.tables["Entities"]
        assert "World Port League" in {row["entity"] for row in shown}, mode
    vector = [0.0] * 383 + [1.0]
    starts = fresh_graph.database.read(
        fresh_graph.database.for_server("search/seeds"), vector=vector, words="",
        named=[entity_id("WPL"), entity_id("World Port League")],
        n_entities=0, n_chunks=0, asked=1,
    )  # fmt: skip
    assert [row["id"] for row in starts] == [entity_id("World Port League")]
    auto = fresh_graph.search("What does the WPL want?", "auto", context_only=True)
    assert "names WPL" in auto.notes[0]


def says_same(*together: str) -> Callable[[dict[str, Any]], Any]:
    """An LLM for which pairs of these names are the same."""

    def answer(request: dict[str, Any]) -> Any:
        lines = prompt_of(request).splitlines()
        pairs = []
        for i, text in enumerate(lines):
            number, _, a = text.partition(". A: ")
            if number.isdigit():
                ends = (a, lines[i + 1].partition("B: ")[2])
                same = all(any(f"{n} [" in end for n in together) for end in ends)
                pairs.append({"pair": int(number), "same": same, "reason": "one person"})
        return {"pairs": pairs}

    return answer


SMITHS = {
    "x": [line("x", ("Robert Smith", "wrote", "Ode"), types={"Robert Smith": "POET"})],
    "y": [line("y", ("Bob Smith", "wrote", "Elegy"), types={"Bob Smith": "PERSON"})],
    "z": [line("z", ("Rob Smith", "wrote", "Hymn"), ("Wild Rose", "is", "red"))],
}


def test_an_llm_judges_what_indexes_find_alike(
    make_graph: MakeGraph, tmp_path: Path, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = says_same("Robert Smith", "Bob Smith")
    with make_graph(settings=fake_llm.settings(llm_cache=str(tmp_path / "answers"))) as graph:
        ingest(graph, tmp_path, SMITHS)
        done = graph.entities.resolve()
        assert [(m.alias, m.canonical, m.reason, m.decided_by) for m in done.merges] == [
            ("Bob Smith", "Robert Smith", "one person", "llm")
        ]
        assert done.asked == 4 and "Wild Rose" not in prompt_of(fake_llm.requests[0])
        assert graph.entities.resolve(use_llm=False).asked == 0
        before = snapshot(graph)
        assert graph.entities.resolve().merges == ()
        n = len(fake_llm.requests)
        graph.entities.resolve()
        assert len(fake_llm.requests) == n
        assert snapshot(graph) == before


@pytest.mark.parametrize("force", [False, True])
def test_what_is_kept_apart_while_an_llm_is_asked_stays_apart(
    make_graph: MakeGraph, tmp_path: Path, fake_llm: FakeLLM, force: bool
) -> None:
    with make_graph(settings=fake_llm.settings()) as graph, make_graph() as beside:
        ingest(graph, tmp_path, SMITHS)
        verdicts = says_same("Robert Smith", "Bob Smith", "Rob Smith")

        def answer(request: dict[str, Any]) -> Any:
            if len(fake_llm.requests) == 1:
                beside.entities.keep_apart("Robert Smith", "Bob Smith")
            return verdicts(request)

        fake_llm.answer = answer
        done = graph.entities.resolve(force=force)
        together = {frozenset((m.alias, m.canonical)) for m in done.merges}
        assert len(together) == 1, "Rob Smith is one of the two"
        assert frozenset(("Robert Smith", "Bob Smith")) not in together
        assert len(graph.entities.merges()) == 1
        pairs = run_cypher(graph, "MATCH (p:DistinctPair) RETURN p.name AS name")
        assert pairs == [{"name": "Robert Smith / Bob Smith"}]


def test_an_llm_that_fails_loses_nothing_and_is_reported(
    make_graph: MakeGraph, tmp_path: Path, fake_llm: FakeLLM
) -> None:
    fake_llm.script("no idea")
    with make_graph(settings=fake_llm.settings()) as graph:
        ingest(graph, tmp_path, {**SMITHS, **sources()})
        done = graph.entities.resolve()
        assert done.merges and {m.decided_by for m in done.merges} == {"rules"}
        assert "asked twice" in done.failed[0]


@pytest.mark.lts
def test_resolution_works_on_the_lts_line(
    lts_server: ServerInfo, tmp_path: Path, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = says_same("Robert Smith", "Bob Smith")
    with connect(lts_server, settings=fake_llm.settings()) as graph:
        empty(graph.database)
        ingest(graph, tmp_path, {**SMITHS, **sources()})
        embed_entities(graph)
        before = snapshot(graph)
        assert {m.decided_by for m in graph.entities.resolve().merges} == {"rules", "llm"}
        unmerge_all(graph)
        embed_entities(graph)
        assert snapshot(graph) == before


def test_the_commands_show_merge_and_part(
    server: ServerInfo, fresh_graph: KnowledgeGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ingest(fresh_graph, tmp_path)
    monkeypatch.setenv("NEO4J_URI", server.bolt_uri)
    monkeypatch.setattr("graphrag_neo4j.cli.app.App.graph", lambda self: connect(server))
    run = CliRunner().invoke
    dry = run(cli, ["entities", "resolve", "--dry-run"])
    assert "Nordic Freight Ltd. -> Nordic Freight (legal form; rules)" in dry.output
    assert run(cli, ["entities", "merges"]).output.startswith("Nothing is merged")
    assert run(cli, ["entities", "resolve"]).exit_code == 0
    assert "Nordic Freight Ltd. -> Nordic Freight" in run(cli, ["entities", "merges"]).output
    shown = run(cli, ["entities", "get", "nordic freight ltd"])
    assert shown.output.startswith("Nordic Freight [COMPANY]")
    assert "Nordic Freight [OWNS] Port of Melby" in shown.output
    assert (
        "apart from Nordic Freight"
        in run(cli, ["entities", "unmerge", "Nordic Freight Ltd."]).output
    )
    for command in ("get", "unmerge"):
        failed = run(cli, ["entities", command, "Nobody"])
        assert failed.exit_code == 1 and failed.output.count("\n") == 1
        assert "Nobody" in failed.output
