"""A real index of Microsoft GraphRAG (v3), as it comes, with its defects."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphrag_neo4j.interop.msgraphrag import ImportReport
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.server import ServerInfo
from tests.support.databases import connect, count, empty, run_cypher, snapshot
from tests.support.life import data_folder

DATA = data_folder()
INDEX = DATA / "christmas_carol" / "msgraphrag_v3" if DATA else None
pytestmark = pytest.mark.skipif(
    INDEX is None or not INDEX.is_dir(),
    reason="no christmas_carol/msgraphrag_v3 in GRAPHRAG_DATA or ../shared/data",
)


@pytest.fixture(scope="module")
def imported(server: ServerInfo) -> Iterator[tuple[KnowledgeGraph, ImportReport]]:
    with connect(server) as graph:
        empty(graph.database)
        yield graph, graph.import_msgraphrag(folder())


def folder() -> Path:
    assert INDEX is not None
    return INDEX


def table(name: str) -> list[dict[str, Any]]:
    import pyarrow.parquet as pq

    rows: list[dict[str, Any]] = pq.read_table(folder() / f"{name}.parquet").to_pylist()
    return rows


def test_everything_arrives(imported: tuple[KnowledgeGraph, ImportReport]) -> None:
    graph, report = imported
    assert (report.documents, report.chunks) == (1, 42)
    assert (report.entities, report.relationships, report.claims) == (529, 978, 406)
    assert (report.communities.communities, report.communities.reports) == (122, 122)
    assert count(graph, "Entity") == 529 + report.placeholders
    assert count(graph, "Claim") == 406
    for label, n in (("Entity", 529), ("Chunk", 42), ("Claim", 406), ("Community", 122)):
        rows = run_cypher(graph, f"MATCH (n:{label}) RETURN count(DISTINCT n.original_id) AS n")
        assert rows[0]["n"] == n
    ends = report.defects.found["ends of relationships that are no entities"]
    assert ends.count == 84


def test_each_relationship_is_related_in_its_direction(
    imported: tuple[KnowledgeGraph, ImportReport],
) -> None:
    graph, _ = imported
    rows = run_cypher(
        graph,
        "MATCH (a:Entity)-[r:RELATED]->(b:Entity) RETURN a.name AS source, b.name AS target, "
        "r.relation_type AS type, r.description AS description, r.weight AS weight",
    )
    found = {(r["source"], r["target"]): (r["description"], r["weight"]) for r in rows}
    wanted = {
        (r["source"], r["target"]): (r["description"], r["weight"]) for r in table("relationships")
    }
    assert len(rows) == len(found) == len(wanted) == 978
    assert found == wanted
    assert {r["type"] for r in rows} == {"RELATED"}


def test_entities_have_their_own_names_types_and_descriptions(
    imported: tuple[KnowledgeGraph, ImportReport],
) -> None:
    graph, _ = imported
    rows = run_cypher(
        graph,
        "MATCH (e:Entity) WHERE e.original_id IS NOT NULL RETURN e.original_id AS id, "
        "e.name AS name, e.type AS type, e.description AS description",
    )
    found = {r["id"]: (r["name"], r["type"], r["description"]) for r in rows}
    assert found == {e["id"]: (e["title"], e["type"], e["description"]) for e in table("entities")}


def test_communities_are_theirs_with_levels_turned_round(
    imported: tuple[KnowledgeGraph, ImportReport],
) -> None:
    graph, _ = imported
    rows = run_cypher(
        graph,
        "MATCH (c:Community) WHERE c.original_id IS NOT NULL RETURN c.original_id AS id, "
        "c.level AS level, c.title AS title, head([(c)-[:CHILD_OF]->(p) | p.original_id]) AS "
        "parent, [(c)<-[:IN_COMMUNITY]-(e) | e.original_id] AS members",
    )
    theirs = {c["community"]: c for c in table("communities")}
    titles = {r["community"]: r["title"] for r in table("community_reports")}
    found = {
        r["id"]: (3 - r["level"], r["title"], set(r["members"]), r["parent"])
        for r in rows
        if len(r["members"]) > 1
    }
    assert found == {
        c["id"]: (
            c["level"],
            titles[number],
            set(c["entity_ids"]),
            theirs[c["parent"]]["id"] if c["parent"] >= 0 else None,
        )
        for number, c in theirs.items()
        if len(c["entity_ids"]) > 1
    }
    alone = {c["id"] for c in theirs.values() if len(c["entity_ids"]) == 1}
    assert {(r["id"], r["level"]) for r in rows if len(r["members"]) == 1} <= {
        (id_, 0) for id_ in alone
    }


def test_reports_keep_what_they_cite_in_our_records(
    imported: tuple[KnowledgeGraph, ImportReport],
) -> None:
    graph, _ = imported
    rows = run_cypher(
        graph,
        "MATCH (c:Community) WHERE c.title IS NOT NULL RETURN c.summary + c.full_content AS text, "
        "c.findings AS findings, c.rating_explanation AS why, c.evidence AS evidence",
    )
    assert not any("[Data:" in row["text"] + row["findings"] + row["why"] for row in rows)
    findings = [one for row in rows for one in json.loads(row["findings"])]
    kinds = Counter(one["kind"] for finding in findings for one in finding["references"])
    assert kinds["entity"] > 500 and kinds["relation"] > 500
    ids = {id_ for row in rows for id_ in row["evidence"]}
    there = run_cypher(
        graph, "UNWIND $ids AS id MATCH (s:Statement {id: id}) RETURN count(s) AS n", ids=[*ids]
    )
    assert there[0]["n"] == len(ids) > 100


def test_every_entity_has_a_community_on_the_finest_level_and_no_copies_of_one_above(
    imported: tuple[KnowledgeGraph, ImportReport],
) -> None:
    graph, report = imported
    rows = run_cypher(
        graph, "MATCH (e:Entity) RETURN COLLECT { MATCH (e)-[:IN_COMMUNITY]->(c) "
        "RETURN c.level ORDER BY c.level } AS levels",
    )  # fmt: skip
    found = {tuple(r["levels"]) for r in rows}
    assert {levels[0] for levels in found} == {0}
    assert (0, 1, 2, 3) in found
    assert (0,) in found
    sizes = run_cypher(graph, "MATCH (c:Community) WHERE c.size = 1 RETURN DISTINCT c.level AS l")
    assert [r["l"] for r in sizes] == [0]
    assert report.communities.alone == 25 + report.placeholders


def test_a_second_import_changes_nothing(
    imported: tuple[KnowledgeGraph, ImportReport],
) -> None:
    graph, _ = imported
    before = snapshot(graph)
    again = graph.import_msgraphrag(folder())
    assert again.changed == 0
    assert again.entities_derived == 0
    assert snapshot(graph) == before


def test_our_detection_covers_all_repeatably_and_is_no_worse(
    imported: tuple[KnowledgeGraph, ImportReport],
) -> None:  # the last test here: it replaces the imported communities
    graph, _ = imported
    theirs = [level.modularity or 0.0 for level in graph.stats().communities.levels]
    entities = count(graph, "Entity")
    outcomes = set()
    for _ in range(5):
        found = graph.communities.detect(fresh=True)
        outcomes.add((found.levels, snapshot(graph)))
    assert len(outcomes) == 1
    rows = run_cypher(
        graph, "MATCH (e:Entity)-[:IN_COMMUNITY]->(c) WHERE c.level = 0 RETURN count(e) AS n"
    )
    assert {r["n"] for r in rows} == {entities}
    ours = [level.modularity or 0.0 for level in graph.stats().communities.levels]
    print("modularity, finest level first: theirs", theirs, "ours", ours)
    assert ours[0] >= theirs[0]
    assert max(ours) >= max(theirs)
    assert graph.import_msgraphrag(folder()).communities.kept
