"""A graph that an older version made is asked, changed and imported like one of this version.

``tests/support/old_graph`` was written by the version whose last schema file was V007: an export,
and what it found in it, in no order: how that is ranked may change. One entity and one fact are
marked, as by a run that was killed.
"""

from __future__ import annotations

import json
import shutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphrag_neo4j.database import cypher, migrations
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.server import ServerInfo
from tests.support.databases import connect, run_cypher, snapshot

OLD = Path(__file__).parents[1] / "support" / "old_graph"
ANSWERS = json.loads((OLD / "answers.json").read_text("utf-8"))
OLD_NAMES = ("todo", "df", "was", "copies")


@pytest.fixture
def old_graph(
    bare_graph: KnowledgeGraph, server: ServerInfo, tmp_path: Path
) -> Iterator[KnowledgeGraph]:
    """Not yet opened: its database has the old schema and content under the old names."""
    folder = Path(shutil.copytree(cypher.folder() / "schema", tmp_path / "schema"))
    for file in folder.glob("V*"):
        if file.name >= "V008":
            file.unlink()
    _drop_schema(bare_graph)
    migrations.apply(bare_graph.database, embed_model="hash", dimensions=384, folder=folder)
    _write_as_it_was(bare_graph)
    yield connect(server)


def _drop_schema(graph: KnowledgeGraph) -> None:
    for kind in ("CONSTRAINT", "INDEX"):
        for row in run_cypher(graph, f"SHOW {kind} YIELD name, type RETURN name, type"):
            if row["type"] != "LOOKUP":
                run_cypher(graph, f"DROP {kind} {row['name']}")


def _write_as_it_was(graph: KnowledgeGraph) -> None:
    nodes: dict[str, list[Any]] = defaultdict(list)
    links: dict[tuple[str, str, str], list[Any]] = defaultdict(list)
    for line in map(json.loads, (OLD / "graph.jsonl").read_text("utf-8").splitlines()):
        if "label" in line:
            nodes[line["label"]].append(line["properties"])
        elif "type" in line:
            link = (line["from"][0], line["type"], line["to"][0])
            links[link].append([line["from"][1], line["to"][1], line["properties"]])
    for label, rows in nodes.items():
        run_cypher(graph, f"UNWIND $rows AS row CREATE (n:{label}) SET n = row", rows=rows)
    for (start, type_, end), rows in links.items():
        run_cypher(
            graph,
            f"UNWIND $rows AS row MATCH (a:{start} {{id: row[0]}}) MATCH (b:{end} {{id: row[1]}}) "
            f"CREATE (a)-[r:{type_}]->(b) SET r = row[2]",
            rows=rows,
        )


def check(graph: KnowledgeGraph) -> None:
    """It answers as it did, by the names of today."""
    entities = [
        {"chunk_count" if name == "df" else name: value for name, value in row.items()}
        for row in ANSWERS["entities"]
    ]
    assert [entity.to_dict() for entity in graph.entities.list()] == entities
    for question, wanted in ANSWERS["answers"].items():
        found = [
            [one.topic, sorted(statement.text for statement in one.statements)]
            for one in graph.retrieve(question)
        ]
        assert sorted(found) == wanted
    rows = run_cypher(graph, "MATCH (n) WHERE NOT n:Source UNWIND keys(n) AS k RETURN DISTINCT k")
    rows += run_cypher(graph, "MATCH ()-[r]->() UNWIND keys(r) AS k RETURN DISTINCT k")
    assert not {row["k"] for row in rows} & set(OLD_NAMES)
    said = run_cypher(graph, "MATCH (s:Source {uri: 'doc:a'}) RETURN properties(s) AS p")[0]["p"]
    assert {name: said.get(name) for name in OLD_NAMES} == {  # metadata is not ours to rename
        "todo": "sell", "df": 3, "was": "old", "copies": None
    }  # fmt: skip


def together(graph: KnowledgeGraph) -> set[tuple[str, str, str]]:
    """Pairs that are named together, with what is said of each."""
    rows = run_cypher(
        graph,
        "MATCH (a)-[pair:CO_OCCURS_WITH]->(b) "
        "RETURN a.name AS a, b.name AS b, properties(pair) AS pair",
    )
    return {(row["a"], row["b"], str(sorted(row["pair"].items()))) for row in rows}


def test_an_upgrade_names_the_neighbours_that_a_derivation_would(
    old_graph: KnowledgeGraph,
) -> None:
    with old_graph as graph:
        upgraded = together(graph)
        run_cypher(graph, "MATCH (e:Entity) SET e.dirty = 'all'")
        graph.ingest()
        assert together(graph) == upgraded


def test_an_old_graph_opens_with_todays_names_and_answers_the_same(
    old_graph: KnowledgeGraph,
) -> None:
    with old_graph as graph:
        assert not graph.schema.status().pending
        graph.reembed()
        check(graph)
        indexes = {row["name"] for row in graph.database.read("database/indexes")}
        assert {"entity_dirty", "fact_dirty", "source_alias_count"} <= indexes
        assert together(graph), "who is named together is known at once"
        assert not {"entity_todo", "fact_todo", "source_copies", "kept_apart_id"} & indexes
        [pair] = run_cypher(graph, "MATCH (p:DistinctPair) RETURN labels(p) AS labels")
        assert pair == {"labels": ["DistinctPair"]}
        marked = "MATCH (n:Entity|Fact) WHERE n.dirty IS NOT NULL RETURN count(n) AS n"
        assert run_cypher(graph, marked)[0]["n"] >= 2
        assert graph.ingest().entities_derived  # what the killed run left is finished
        assert run_cypher(graph, marked) == [{"n": 0}]
        assert graph.entities.unmerge("NordicFreight")  # evidence still knows of whom it was said
        assert graph.entities.get("NordicFreight").chunk_count == 1
        assert not graph.entities.resolve().merges  # both pairs stay apart


def test_what_was_brought_up_to_date_once_stays_as_it_is(
    old_graph: KnowledgeGraph, server: ServerInfo
) -> None:
    with old_graph as graph:
        before = snapshot(graph)
    with connect(server) as again:
        assert snapshot(again) == before


def test_its_vector_indexes_are_made_anew_to_compare_exactly(old_graph: KnowledgeGraph) -> None:
    with old_graph as graph:
        vectors = run_cypher(graph, "SHOW VECTOR INDEXES YIELD state, options "
                                    "RETURN state, options.indexConfig AS config")  # fmt: skip
    assert len(vectors) == 4
    assert {row["state"] for row in vectors} == {"ONLINE"}
    assert not any(row["config"]["vector.quantization.enabled"] for row in vectors)


def test_an_upgrade_that_was_interrupted_is_finished_by_the_next(
    old_graph: KnowledgeGraph, server: ServerInfo
) -> None:
    with old_graph as graph:
        before = snapshot(graph)
        run_cypher(graph, "MATCH (m:__SchemaMigration {version: 'V008'}) DELETE m")
        run_cypher(graph, "MATCH (e:Entity) WITH e LIMIT 2 SET e.df = e.chunk_count "
                          "REMOVE e.chunk_count")  # fmt: skip
    with connect(server) as again:
        assert snapshot(again) == before


def test_an_old_export_is_imported(fresh_graph: KnowledgeGraph) -> None:
    fresh_graph.import_jsonl(OLD / "graph.jsonl")
    check(fresh_graph)
    [alias] = run_cypher(fresh_graph, "MATCH ()-[r]->() WHERE r.merged_from IS NOT NULL "
                                "RETURN DISTINCT r.merged_from AS id")  # fmt: skip
    assert alias["id"] == fresh_graph.entities.merges()[0].alias_id
    assert fresh_graph.entities.unmerge("NordicFreight")


def test_an_export_of_a_newer_version_is_refused_with_what_to_do(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    file = tmp_path / "new.jsonl"
    file.write_text('{"graphrag_neo4j": 99}\n{"end": {"nodes": 0, "relationships": 0}}\n')
    with pytest.raises(UsageError, match="newer graphrag-neo4j") as caught:
        fresh_graph.import_jsonl(file)
    assert "Upgrade" in caught.value.hint
