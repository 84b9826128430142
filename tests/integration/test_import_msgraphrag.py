"""Indexes of Microsoft GraphRAG become graphs like any other, whatever is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.retrieve.results import to_node
from graphrag_neo4j.retrieve.shown import render
from tests.support.databases import Snapshot, count, run_cypher, snapshot
from tests.support.msgraphrag_index import GENERATIONS, RELATIONS, make_index


def relations(graph: KnowledgeGraph) -> dict[tuple[str, str], tuple[float, str]]:
    rows = run_cypher(
        graph,
        "MATCH (a:Entity)-[r:RELATED]->(b:Entity) RETURN a.name AS a, b.name AS b, "
        "r.weight AS weight, r.description AS description",
    )
    found = {(r["a"], r["b"]): (r["weight"], r["description"]) for r in rows}
    assert len(found) == len(rows)
    return found


WANTED = {
    ("ANNA", "GHOST"): (7.3, "Anna fears the ghost."),
    ("GHOST", "ANNA"): (3.0, "The ghost visits Anna.; The ghost warns Anna."),
    ("ANNA", "NOBODY KNOWN"): (1.0, "ANNA is related to NOBODY KNOWN"),
    ("ANNA", "THE GHOST"): (4.0, "Anna fears the ghost."),
}


def without_communities(state: Snapshot) -> Snapshot:
    nodes, links = state
    return (
        frozenset(n for n in nodes if n[0] != ("Community",)),
        frozenset(x for x in links if x[1] not in ("IN_COMMUNITY", "CHILD_OF")),
    )


@pytest.mark.parametrize("generation", GENERATIONS)
def test_each_generation_gives_the_same_relations(
    fresh_graph: KnowledgeGraph, tmp_path: Path, generation: str
) -> None:
    report = fresh_graph.import_msgraphrag(make_index(tmp_path / generation, generation))
    assert relations(fresh_graph) == WANTED
    assert (report.documents, report.chunks, report.entities) == (3, 4, 4)  # one for what is lost
    assert report.relationships == len(RELATIONS) - 2
    found = report.defects.found
    assert found["ends of relationships that are no entities"].example == "NOBODY KNOWN"
    assert found["relationships without a weight (1 is taken)"].count == 1
    assert found["relationships without source or target (left out)"].count == 1
    assert found["relationships given more than once (weights added)"].count == 2
    assert "records without a text unit that is there" in found
    assert "GHOST / THE GHOST" in {d.example for d in found.values()}
    names = {r["name"] for r in run_cypher(fresh_graph, "MATCH (e:Entity) RETURN e.name AS name")}
    assert {"GHOST", "THE GHOST", "ANNA", "BERG CORP", "NOBODY KNOWN"} <= names
    assert report.communities.communities == 4
    if generation == "2024":
        assert {"tables missing (covariates)", "tables missing (reports)"} <= found.keys()
        assert (report.claims, report.communities.reports) == (0, 0)
    else:
        assert (report.claims, report.communities.reports) == (3, 3)
        assert found["reports on communities that are not there (left out)"].example == "9"
        assert "STRANGER" in names
    before = snapshot(fresh_graph)
    again = fresh_graph.import_msgraphrag(tmp_path / generation)
    assert (again.changed, again.entities_derived) == (0, 0)
    assert snapshot(fresh_graph) == before


def test_what_was_not_located_stands_where_its_chunk_does(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    fresh_graph.import_msgraphrag(make_index(tmp_path / "index", "v3"))
    chunks = {row["id"]: (row["start"], row["end"]) for row in run_cypher(
        fresh_graph, "MATCH (c:Chunk) RETURN c.id AS id, "
        "nullIf(c.start, -1) AS start, nullIf(c.end, -1) AS end"
    )}  # fmt: skip
    results = fresh_graph.retrieve("Whom does Anna fear?")
    said = [statement for result in results for statement in result.statements]
    evidence = [e for r in fresh_graph.entities.get("ANNA").relations for e in r.evidence]
    assert said and evidence
    for one in said:
        assert (one.start, one.end) == chunks[one.chunk_id]
    for place in evidence:
        assert (place.start, place.end) == chunks[place.chunk_id]
    assert "characters 0-15]" in render(results)

    run_cypher(fresh_graph, "MATCH (c:Chunk) SET c.start = -1, c.end = -1")
    results = fresh_graph.retrieve("Whom does Anna fear?")
    assert {s.start for result in results for s in result.statements} == {None}
    node = to_node(results[0])
    shown = [
        render(results),
        fresh_graph.show("Whom does Anna fear?").html(),
        json.dumps(node.metadata),
    ]
    assert "place in the text unknown]" in shown[0]
    assert not any("-1" in text.replace("u002d", "-") for text in (shown[0], shown[2]))
    assert "place in the text unknown" in shown[1] and "characters -1" not in shown[1]
    for mode in ("basic", "local"):
        found = fresh_graph.search("Whom does Anna fear?", mode, context_only=True)
        assert {source.place.start for source in found.sources} <= {None}


def test_a_graph_does_not_depend_on_the_order_of_a_tables_columns_or_lists(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    folder = make_index(tmp_path / "v3", "v3")
    fresh_graph.import_msgraphrag(folder)
    before = snapshot(fresh_graph)
    for path in folder.glob("*.parquet"):
        table = pq.read_table(path)
        pq.write_table(table.select(sorted(table.column_names, reverse=True)), path)
    assert fresh_graph.import_msgraphrag(folder).changed == 0
    assert snapshot(fresh_graph) == before


def test_communities_have_our_levels_and_reports_stand_on_finer_ones_too(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    report = fresh_graph.import_msgraphrag(make_index(tmp_path / "v3", "v3"))
    rows = run_cypher(
        fresh_graph,
        "MATCH (c:Community)<-[:IN_COMMUNITY]-(e) WITH c, e ORDER BY e.name "
        "RETURN c.id AS key, c.level AS level, c.original_id AS id, c.title AS title, "
        "c.rating AS rating, collect(e.name) AS names, "
        "head([(c)-[:CHILD_OF]->(p) | p.title]) AS parent",
    )
    found = {(r["level"], *r["names"]): r for r in rows}
    alone = [(0, name) for name in ("NOBODY KNOWN", "STRANGER")]
    assert set(found) == {
        (1, "ANNA", "GHOST", "THE GHOST"),
        (0, "GHOST", "THE GHOST"),
        (0, "ANNA"),
        (0, "BERG CORP"),
        *alone,
    }
    top = found[1, "ANNA", "GHOST", "THE GHOST"]
    assert (top["id"], top["title"], top["rating"]) == ("c0", "Report 0", 10.0)
    assert found[0, "GHOST", "THE GHOST"]["parent"] == "Report 0"
    single = found[0, "BERG CORP"]
    assert (single["id"], single["title"], single["parent"]) == ("c1", "Report 1", None)
    assert (report.communities.carried, report.communities.alone) == (0, 2)
    assert fresh_graph.stats().communities.method == "msgraphrag"


def test_references_of_imported_reports_name_our_records(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    report = fresh_graph.import_msgraphrag(make_index(tmp_path / "v3", "v3"))
    rows = run_cypher(
        fresh_graph, "MATCH (c:Community) WHERE c.title IS NOT NULL RETURN c.id AS id"
    )
    found = {row.title: row for row in (fresh_graph.communities.get(r["id"]) for r in rows)}
    row = found["Report 0"]
    texts = [row.summary, row.full_content, *(f.explanation for f in row.findings)]
    assert texts == ["On 0.", "# Report 0", "e."]
    ids = {r["n"]: r["id"] for r in run_cypher(
        fresh_graph,
        "MATCH (e) WHERE e.original_id IS NOT NULL RETURN e.original_id AS n, e.id AS id",
    )}  # fmt: skip
    ghost, anna = ids["e1"], ids["e3"]
    (finding,) = row.findings
    assert {(r.kind, r.id) for r in finding.references} == {
        ("entity", ghost),
        ("entity", anna),
        ("relation", f"{anna} RELATED {ghost}"),
        ("claim", ids["k2"]),
        ("source", ids["u2"]),
        ("report", found["Report 2"].id),
    }
    assert {"Anna fears the ghost.", "A ghost."} <= {p.text for p in row.evidence}
    left_out = report.defects.found[
        "references in reports to records that are not there (left out)"
    ]
    assert left_out.example.endswith("entity 77")


def test_detection_keeps_the_reports_of_communities_with_the_same_members(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    folder = make_index(tmp_path / "v3", "v3")
    fresh_graph.import_msgraphrag(folder)
    texts = "MATCH (c:Community) RETURN c.id AS id, c.title AS title"
    before = {r["id"]: r["title"] for r in run_cypher(fresh_graph, texts)}
    found = fresh_graph.communities.detect()
    after = {r["id"]: r["title"] for r in run_cypher(fresh_graph, texts)}
    assert found.how == "new"
    kept = before.keys() & after.keys()
    assert kept
    assert {id_: before[id_] for id_ in kept} == {id_: after[id_] for id_ in kept}
    again = fresh_graph.import_msgraphrag(folder)
    assert "detected" in again.communities.kept
    assert {r["id"]: r["title"] for r in run_cypher(fresh_graph, texts)} == after


def test_communities_of_the_index_come_back_on_demand_and_after_a_reset(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    folder = make_index(tmp_path / "v3", "v3")
    fresh_graph.import_msgraphrag(folder)
    imported = titles(fresh_graph)
    fresh_graph.communities.detect()
    fresh_graph.communities.report()
    assert titles(fresh_graph) != imported
    report = fresh_graph.import_msgraphrag(folder, replace_communities=True)
    assert (report.communities.kept, report.communities.communities) == ("", 4)
    assert titles(fresh_graph) == imported
    fresh_graph.communities.detect()
    fresh_graph.reset()
    assert fresh_graph.import_msgraphrag(folder).communities.kept == ""
    assert titles(fresh_graph) == imported


def titles(graph: KnowledgeGraph) -> dict[str, str]:
    return {row.id: row.title for row in graph.communities.list()}


def test_a_deleted_document_takes_its_share_and_comes_back_with_it(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    folder = make_index(tmp_path / "v3", "v3")
    fresh_graph.import_msgraphrag(folder)
    before = without_communities(snapshot(fresh_graph))
    fresh_graph.sources.delete("msgraphrag:d2")
    weight, description = relations(fresh_graph)["ANNA", "GHOST"]
    assert 3.6 < weight < 3.7
    assert description == "Anna fears the ghost."
    assert "BERG CORP" not in {
        r["n"] for r in run_cypher(fresh_graph, "MATCH (e:Entity) RETURN e.name AS n")
    }
    assert fresh_graph.import_msgraphrag(folder).changed
    assert without_communities(snapshot(fresh_graph)) == before
    fresh_graph.sources.delete(*(row.uri for row in fresh_graph.sources.list()))
    assert all(count(fresh_graph, label) == 0 for label in ("Entity", "Fact", "Statement", "Claim"))


def test_our_own_ingest_stands_beside_an_import(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    folder = make_index(tmp_path / "v3", "v3")
    fresh_graph.import_msgraphrag(folder)
    before = without_communities(snapshot(fresh_graph))
    text = "Anna Berg met Anna in Melby. The Ghost frightened Anna."
    fresh_graph.ingest(Document("doc:own", text, "Own"), Document("doc:same", "All.", "d2.txt"))
    assert without_communities(snapshot(fresh_graph)) != before
    fresh_graph.sources.delete("doc:own", "doc:same")
    assert without_communities(snapshot(fresh_graph)) == before


def damaged(folder: Path, kind: str) -> Path:
    make_index(folder, "v3")
    path = folder / "relationships.parquet"
    if kind == "no folder":
        return folder / "nowhere"
    if kind == "no parquet":
        for file in folder.iterdir():
            file.unlink()
    elif kind == "no relationships":
        path.unlink()
    elif kind == "cut short":
        path.write_bytes(path.read_bytes()[:-100])
    elif kind == "other columns":
        pq.write_table(pa.table({"x": [1]}), path)
    return folder


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("no folder", "There is no folder"),
        ("no parquet", "There is no parquet file"),
        ("no relationships", "no relationships.parquet"),
        ("cut short", "relationships.parquet cannot be read"),
        ("other columns", "has no column 'source'"),
    ],
)
def test_what_is_no_index_is_refused_in_one_line(
    fresh_graph: KnowledgeGraph, tmp_path: Path, kind: str, message: str
) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        fresh_graph.import_msgraphrag(damaged(tmp_path / "index", kind))
    assert "\n" not in str(caught.value)
    assert count(fresh_graph, "Source") == 0
