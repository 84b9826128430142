"""Entities that are named together: neighbours, and never facts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from graphrag_neo4j.apps.neo4j_browser import saved_query
from graphrag_neo4j.ids import entity_id
from graphrag_neo4j.ingest import derive
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from tests.support.databases import database_hits, empty, run_cypher, snapshot
from tests.support.life import Line, clear, write_lines


def line(uri: str, text: str, *statements: tuple[str, ...], **more: Any) -> Line:
    """A chunk whose statements each mention some names and state nothing of them."""
    said = [
        {
            "text": f"{' and '.join(names)} were there.",
            "start": 40 * n,
            "end": 40 * n + 30,
            "mentions": [*names],
        }
        for n, names in enumerate(statements)
    ]
    return {"source": {"uri": f"doc:{uri}"}, "text": f"{uri} {text}", "statements": said, **more}


def hand_over(graph: KnowledgeGraph, folder: Path, *lines: Line) -> None:
    graph.import_extracted(write_lines(folder / "lines.jsonl", lines))


def neighbours(graph: KnowledgeGraph, name: str) -> dict[str, dict[str, Any]]:
    """Those that an entity leads to, with what is said of each pair."""
    rows = run_cypher(
        graph,
        "MATCH (:Entity {id: $id})-[pair:CO_OCCURS_WITH]->(other:Entity) "
        "RETURN other.name AS name, properties(pair) AS pair",
        id=entity_id(name),
    )
    return {row["name"]: row["pair"] for row in rows}


def weights(graph: KnowledgeGraph, name: str) -> dict[str, float]:
    """How much more often than by chance an entity is named with those."""
    return {one.name: one.weight for one in graph.entities.get(name).neighbours}


def test_who_is_named_in_one_statement_is_a_neighbour_and_no_relation(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    hand_over(fresh_graph, tmp_path, line("a", "x", ("Anna", "Melby"), ("Carl", "Norland")))
    pair = neighbours(fresh_graph, "Anna")["Melby"]
    assert (pair["within"], pair["chunks"]) == ("statement", 1)
    assert weights(fresh_graph, "Anna") == {"Melby": 1.0}
    texts = "MATCH (s:Statement) WHERE s.id IN $ids RETURN s.text AS text"
    said = run_cypher(fresh_graph, texts, ids=pair["evidence"])
    assert said == [{"text": "Anna and Melby were there."}]
    assert neighbours(fresh_graph, "Melby") == {"Anna": pair}
    told = fresh_graph.entities.get("Anna")
    assert [(one.name, one.weight, one.within) for one in told.neighbours] == [
        ("Melby", 1.0, "statement")
    ]
    assert told.relations == ()
    counts = fresh_graph.stats().relationships
    assert counts["CO_OCCURS_WITH"] == 4
    assert not counts.get("RELATED") and not fresh_graph.stats().nodes["Fact"]


def test_a_weight_says_more_than_how_often(fresh_graph: KnowledgeGraph, tmp_path: Path) -> None:
    """The hub is with Anna as often as Carl is; but it is with everybody."""
    lines = [line(f"{n}", "x", ("Hub", f"Guest {n}")) for n in range(7)]
    lines += [line("both", "x", ("Anna", "Carl", "Hub"))]
    hand_over(fresh_graph, tmp_path, *lines)
    near = neighbours(fresh_graph, "Anna")
    assert near["Carl"]["chunks"] == near["Hub"]["chunks"] == 1
    assert weights(fresh_graph, "Anna") == {"Carl": 1.0, "Hub": pytest.approx(1 / 8**0.5)}


def test_whom_no_statement_names_with_another_is_near_what_its_chunk_names(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    names = ["Anna", "Berta", "Carl", "Dora", "Emil"]
    hand_over(fresh_graph, tmp_path, line("a", "x", *((name,) for name in names)))
    near = neighbours(fresh_graph, "Dora")
    assert set(near) == {"Berta", "Carl", "Emil"}, "the nearest in the text"
    assert {(p["within"], len(p["evidence"])) for p in near.values()} == {("chunk", 1)}
    assert {*weights(fresh_graph, "Dora").values()} == {0.25}


def test_a_hub_has_few_neighbours_and_everybody_has_the_hub(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    hand_over(fresh_graph, tmp_path, *(line(f"{n}", "x", ("Hub", f"G{n}")) for n in range(30)))
    assert len(neighbours(fresh_graph, "Hub")) == derive.MOST_NEIGHBOURS
    assert all("Hub" in neighbours(fresh_graph, f"G{n}") for n in range(30))


def test_a_new_text_about_a_hub_leaves_the_pairs_of_others_alone(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    """Else each text that names a hub would touch all that is named with it."""
    pairs = (
        "MATCH (one:Entity)-[pair:CO_OCCURS_WITH]->(other:Entity) "
        "WHERE NOT 'Carl' IN [one.name, other.name] "
        "RETURN elementId(pair) AS ref, properties(pair) AS said ORDER BY ref"
    )
    hand_over(fresh_graph, tmp_path, *(line(f"{n}", "x", ("Hub", f"G{n}")) for n in range(5)))
    before = run_cypher(fresh_graph, pairs)
    hand_over(fresh_graph, tmp_path, line("new", "x", ("Hub", "Carl")))
    assert run_cypher(fresh_graph, pairs) == before
    assert weights(fresh_graph, "G1") == {"Hub": pytest.approx(1 / 6**0.5)}


def test_relations_of_a_hub_cost_what_its_facts_do(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    """Four times as many facts, four times the reading; not the product of facts and relations."""
    hits = []
    for n in (10, 40):
        facts = [line(f"{k}", "x", triples=[["Hub", "owns", f"F{k}"]]) for k in range(n)]
        hand_over(fresh_graph, tmp_path, *facts)
        ids = [entity_id("Hub")]
        given: dict[str, Any] = {"ids": ids, "is_marked_only": False}
        hits.append(database_hits(fresh_graph, "ingest/derive_relations", **given))
    assert hits[1] < 5 * hits[0]


def test_neighbours_follow_the_texts_in_any_order(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    """A chunk that stays names others than before: whoever stands in it has other neighbours."""
    old = line("a", "x", ("Anna",), ("Carl",), ("Melby",))
    new = line("a", "x", ("Anna", "Berta"), ("Carl",), ("Norland",))
    beside = line("b", "y", ("Berta", "Carl"), ("Anna", "Norland"))
    hand_over(fresh_graph, tmp_path, beside)
    hand_over(fresh_graph, tmp_path, old)
    assert "Berta" in neighbours(fresh_graph, "Carl")
    hand_over(fresh_graph, tmp_path, new)
    lived = snapshot(fresh_graph)
    clear(fresh_graph)
    hand_over(fresh_graph, tmp_path, new, beside)
    assert snapshot(fresh_graph) == lived
    fresh_graph.sources.delete("doc:b")
    left = snapshot(fresh_graph)
    clear(fresh_graph)
    hand_over(fresh_graph, tmp_path, new)
    assert snapshot(fresh_graph) == left


def test_who_is_near_a_merged_entity_is_near_what_it_was_merged_into(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    hand_over(
        fresh_graph, tmp_path,
        line("a", "x", ("Anna", "Nordic Freight")),
        line("b", "y", ("Anna", "Nordic Freight Ltd."), ("Carl",)),
    )  # fmt: skip
    before = snapshot(fresh_graph)
    [merge] = fresh_graph.entities.resolve().merges
    [pair] = neighbours(fresh_graph, "Anna").values()
    assert pair["chunks"] == 2
    fresh_graph.entities.unmerge(merge.alias)
    run_cypher(fresh_graph, "MATCH (k:DistinctPair) DELETE k")
    assert snapshot(fresh_graph) == before


def test_neighbours_go_out_and_come_back(fresh_graph: KnowledgeGraph, tmp_path: Path) -> None:
    hand_over(fresh_graph, tmp_path, line("a", "x", ("Anna", "Melby"), ("Melby", "Carl")))
    fresh_graph.communities.detect()
    fresh_graph.export("graphml", tmp_path / "g.graphml")
    found = nx.read_graphml(tmp_path / "g.graphml")
    ends = {frozenset((found.nodes[a]["label"], found.nodes[b]["label"])) for a, b in found.edges()}
    assert ends == {frozenset(("Anna", "Melby")), frozenset(("Melby", "Carl"))}
    assert found.number_of_edges() == 2, "a pair comes once"
    kinds = {(d["kind"], d["label"], d["relation_type"]) for _, _, d in found.edges(data=True)}
    assert kinds == {("named together", "named together", "CO_OCCURS_WITH")}
    assert len({data["community_0"] for _, data in found.nodes(data=True)}) == 1
    before = snapshot(fresh_graph)
    fresh_graph.export("jsonl", tmp_path / "g.jsonl")
    empty(fresh_graph.database)
    fresh_graph.import_jsonl(tmp_path / "g.jsonl")
    assert snapshot(fresh_graph) == before


def test_an_export_of_before_gets_its_neighbours(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    hand_over(fresh_graph, tmp_path, line("a", "x", ("Anna", "Melby"), ("Carl",)))
    before = snapshot(fresh_graph)
    fresh_graph.export("jsonl", tmp_path / "g.jsonl")
    lines = [json.loads(one) for one in (tmp_path / "g.jsonl").read_text("utf-8").splitlines()]
    kept = [one for one in lines if one.get("type") != "CO_OCCURS_WITH"]
    kept[0]["graphrag_neo4j"] = 2
    kept[-1]["end"]["relationships"] -= len(lines) - len(kept)
    write_lines(tmp_path / "old.jsonl", kept)
    empty(fresh_graph.database)
    fresh_graph.import_jsonl(tmp_path / "old.jsonl")
    assert len(lines) - len(kept) == 4
    assert snapshot(fresh_graph) == before


def test_an_export_of_before_loses_the_weights_that_it_tells(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    hand_over(fresh_graph, tmp_path, line("a", "x", ("Anna", "Melby")))
    before = snapshot(fresh_graph)
    fresh_graph.export("jsonl", tmp_path / "g.jsonl")
    lines = [json.loads(one) for one in (tmp_path / "g.jsonl").read_text("utf-8").splitlines()]
    lines[0]["graphrag_neo4j"] = 3
    for one in lines:
        if one.get("type") == "CO_OCCURS_WITH":
            one["properties"]["weight"] = 0.9
    write_lines(tmp_path / "old.jsonl", lines)
    empty(fresh_graph.database)
    fresh_graph.import_jsonl(tmp_path / "old.jsonl")
    assert snapshot(fresh_graph) == before


def test_why_two_are_connected_is_told_by_who_is_named_between_them(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    hand_over(
        fresh_graph, tmp_path,
        line("a", "x", ("Anna", "Melby")), line("b", "y", ("Melby", "Carl")),
    )  # fmt: skip
    text = saved_query("why_connected").text.replace("'') AS first", "'anna') AS first")
    rows = run_cypher(fresh_graph, text.replace("'') AS second", "'carl') AS second"))
    names = [[node["name"] for node in row["path"].nodes] for row in rows]
    assert names == [["Anna", "Melby", "Carl"]]
    said = {one["text"] for one in rows[0]["said"]}
    assert said == {"Anna and Melby were there.", "Melby and Carl were there."}


def test_a_picture_shows_neighbours_apart_from_relations(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    hand_over(
        fresh_graph, tmp_path,
        line("a", "x", ("Anna", "Melby"), triples=[["Anna", "owns", "Port"]]),
    )  # fmt: skip
    picture = fresh_graph.show("Anna")
    names = {node.id: node.name for node in picture.nodes}
    together = [edge for edge in picture.edges if not edge.directed]
    assert [{names[e.source], names[e.target]} for e in together] == [{"Anna", "Melby"}]
    assert all(edge.quiet and edge.type == "named together" for edge in together)
    assert ("Statement", "Anna and Melby were there. [doc:a]") in together[0].details
    typed = {(names[e.source], e.type, names[e.target]) for e in picture.edges if not e.quiet}
    assert typed == {("Anna", "OWNS", "Port")}


def test_local_search_tells_whom_an_entity_is_named_with(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    hand_over(
        fresh_graph, tmp_path,
        line("a", "x", ("Anna", "Melby"), triples=[["Anna", "owns", "Port"]]),
    )  # fmt: skip
    found = fresh_graph.search("What of Anna?", mode="local", context_only=True)
    rows = {row["entity"]: row["named_with"] for row in found.context.tables["Entities"]}
    assert rows["Anna"] == "Melby", "the port is related, and stands among the relations"
