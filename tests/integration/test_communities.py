"""Communities: found by Leiden, the same for the same content, steady under small changes."""

from __future__ import annotations

import itertools
import json
import random
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import click.testing
import pytest

from graphrag_neo4j.cli import cli
from graphrag_neo4j.communities import clustering, store
from graphrag_neo4j.communities.entity_graph import read_entity_graph
from graphrag_neo4j.database import batching
from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.embeddings.models import LocalEmbedding
from graphrag_neo4j.errors import DatabaseError, UsageError
from graphrag_neo4j.ids import entity_id
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.server import ServerInfo
from tests.support.databases import connect, empty, run_cypher, snapshot
from tests.support.graphs import planted, write_graph

GDS_GRAPHS = "CALL gds.graph.list() YIELD graphName RETURN graphName"


def tree(graph: KnowledgeGraph) -> dict[str, dict[str, Any]]:
    """Every community with level, members (names) and parent."""
    rows = run_cypher(
        graph,
        "MATCH (c:Community) OPTIONAL MATCH (c)-[:CHILD_OF]->(p) RETURN c.id AS id, "
        "c.level AS level, c.size AS size, collect(p.id) AS parents, "
        "COLLECT { MATCH (c)<-[:IN_COMMUNITY]-(e) RETURN e.name } AS members",
    )
    return {row["id"]: {**row, "members": set(row["members"])} for row in rows}


def check_tree(graph: KnowledgeGraph) -> None:
    """At most one community per entity and level, those alone on level 0 only; each inside its
    one parent, a level above."""
    found = tree(graph)
    everyone = {r["name"] for r in run_cypher(graph, "MATCH (e:Entity) RETURN e.name AS name")}
    levels: dict[int, list[set[str]]] = defaultdict(list)
    for community in found.values():
        levels[community["level"]].append(community["members"])
        assert community["size"] == len(community["members"]) > 0
    assert sorted(levels) == list(range(len(levels)))
    assert set().union(*levels[0]) == everyone
    for level, members in levels.items():
        assert sum(map(len, members)) == len(set().union(*members))
        assert level == 0 or min(map(len, members)) > 1
    for community in found.values():
        above = [
            c for c in found.values()
            if c["level"] > community["level"] and community["members"] <= c["members"]
        ]  # fmt: skip
        assert [found[id_] for id_ in community["parents"]] == sorted(
            above, key=lambda c: c["level"]
        )[:1]
        if community["size"] > 1 and community["level"] < max(levels):
            assert above[0]["level"] >= 1 and community["parents"]


def detect_planted(graph: KnowledgeGraph, groups: int = 12, size: int = 8) -> None:
    write_graph(graph, *planted(groups, size))
    graph.communities.detect()


def test_planted_groups_are_found_and_every_entity_has_one_community_per_level(
    fresh_graph: KnowledgeGraph,
) -> None:
    names, relations = planted(12, 8)
    # a small component, and two loners
    write_graph(fresh_graph, [*names, "x", "y", "alone", "lonely"], [*relations, ("x", "IS", "y")])
    before = run_cypher(
        fresh_graph, "MATCH (a)-[r:RELATED]->(b) RETURN a.id, b.id, properties(r) AS r"
    )
    found = fresh_graph.communities.detect()
    assert (found.how, found.method) == ("new", "leiden")
    check_tree(fresh_graph)
    members = [c["members"] for c in tree(fresh_graph).values()]
    for g in range(12):
        assert {f"{g}-{k}" for k in range(8)} in members
    assert {"x", "y"} in members
    assert {"alone"} in members
    assert before == run_cypher(
        fresh_graph, "MATCH (a)-[r:RELATED]->(b) RETURN a.id, b.id, properties(r) AS r"
    )
    assert run_cypher(fresh_graph, GDS_GRAPHS) == []


def test_second_detection_changes_nothing(fresh_graph: KnowledgeGraph) -> None:
    detect_planted(fresh_graph)
    before = snapshot(fresh_graph)
    assert fresh_graph.communities.detect().how == "unchanged"
    assert snapshot(fresh_graph) == before
    again = fresh_graph.communities.detect(fresh=True)
    assert (again.how, again.added, again.removed) == ("new", 0, 0)
    assert snapshot(fresh_graph) == before


def test_same_content_in_another_order_gives_the_same_communities(
    fresh_graph: KnowledgeGraph,
) -> None:
    names, relations = planted(20, 9)
    found = []
    for seed in (1, 2):
        empty(fresh_graph.database)
        run_cypher(fresh_graph, "UNWIND range(1, $n) AS i CREATE (:Waste)", n=1000 * seed)
        random.Random(seed).shuffle(names)
        random.Random(seed).shuffle(relations)
        write_graph(fresh_graph, names, relations)
        fresh_graph.communities.detect()
        found.append(tree(fresh_graph))
    assert found[0] == found[1]


def test_small_addition_keeps_all_communities_that_it_does_not_touch(
    fresh_graph: KnowledgeGraph,
) -> None:
    detect_planted(fresh_graph, groups=30)
    before = tree(fresh_graph)
    write_graph(fresh_graph, ["new"], [("new", "KNOWS", f"3-{k}") for k in (1, 2, 3)])
    found = fresh_graph.communities.detect()
    assert found.how == "updated"
    check_tree(fresh_graph)
    after = tree(fresh_graph)
    home = [c for c in after.values() if "new" in c["members"]]
    assert len(home) == len(found.levels)
    assert all("3-1" in c["members"] for c in home)
    assert {id_ for id_ in before if "3-1" not in before[id_]["members"]} <= after.keys()
    assert found.added == found.removed == len(home)


def test_large_addition_is_found_from_scratch(fresh_graph: KnowledgeGraph) -> None:
    names, relations = planted(12, 8)
    write_graph(
        fresh_graph, names[:48], [r for r in relations if r[0] in names[:48] and r[2] in names[:48]]
    )
    fresh_graph.communities.detect()
    write_graph(fresh_graph, names, relations)
    assert fresh_graph.communities.detect().how == "new"
    grown = tree(fresh_graph)
    empty(fresh_graph.database)
    detect_planted(fresh_graph)
    assert tree(fresh_graph) == grown


def test_deleted_entities_leave_no_membership_and_no_empty_community(
    fresh_graph: KnowledgeGraph,
) -> None:
    detect_planted(fresh_graph, groups=30)
    run_cypher(fresh_graph, "MATCH (e:Entity) WHERE e.name STARTS WITH '7-' DETACH DELETE e")
    found = fresh_graph.communities.detect()
    assert found.removed > 0
    check_tree(fresh_graph)
    run_cypher(fresh_graph, "MATCH (e:Entity) DETACH DELETE e")
    assert fresh_graph.communities.detect().levels == ()
    assert tree(fresh_graph) == {}


def test_communities_above_the_limit_have_smaller_ones_inside(fresh_graph: KnowledgeGraph) -> None:
    fresh_graph.context.settings = fresh_graph.settings.model_copy(update={"max_community_size": 6})
    detect_planted(fresh_graph, groups=6, size=16)
    check_tree(fresh_graph)
    found = tree(fresh_graph).values()
    assert max(c["size"] for c in found if c["level"] == 0) <= 6
    assert {f"2-{k}" for k in range(16)} in [c["members"] for c in found]


def test_killed_run_is_finished_by_the_next(
    fresh_graph: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    detect_planted(fresh_graph)
    whole = snapshot(fresh_graph)
    run_cypher(fresh_graph, "MATCH (c:Community) DETACH DELETE c")
    real = batching.write_rows

    def killed(database: Any, name: str, rows: list[Any]) -> int:
        if name == "communities/write_parents":
            raise KeyboardInterrupt
        return real(database, name, rows[: len(rows) // 2])

    monkeypatch.setattr(store, "write_rows", killed)
    with pytest.raises(KeyboardInterrupt):
        fresh_graph.communities.detect()
    assert fresh_graph.stats().communities.method is None
    monkeypatch.undo()
    fresh_graph.communities.detect()
    assert snapshot(fresh_graph) == whole


@pytest.mark.parametrize("failing", [1, 2, 5])
def test_a_write_that_fails_ends_all_writers_and_the_next_run_finishes(
    fresh_graph: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    detect_planted(fresh_graph)
    whole = snapshot(fresh_graph)
    run_cypher(fresh_graph, "MATCH (c:Community) DETACH DELETE c")
    monkeypatch.setattr(store, "MEMBERS_AT_ONCE", 10)
    count = itertools.count(1)
    real = Database.write

    def write(database: Database, name: str, **values: Any) -> list[Any]:
        if name == "communities/create_members" and next(count) == failing:
            raise DatabaseError("The disk is full.")
        return real(database, name, **values)

    monkeypatch.setattr(Database, "write", write)
    with pytest.raises(DatabaseError, match="disk"):
        fresh_graph.communities.detect()
    tried = next(count)
    assert fresh_graph.stats().communities.method is None
    fresh_graph.communities.detect()
    assert snapshot(fresh_graph) == whole
    assert failing < tried <= failing + 2  # the other writer may have one under way


def test_two_detections_at_once_give_what_one_gives(
    fresh_graph: KnowledgeGraph, make_graph: Callable[..., KnowledgeGraph]
) -> None:
    detect_planted(fresh_graph)
    whole = snapshot(fresh_graph)
    run_cypher(fresh_graph, "MATCH (c:Community) DETACH DELETE c")
    with make_graph() as other, ThreadPoolExecutor(2) as pool:
        runs = list(pool.map(lambda one: one.communities.detect(), (fresh_graph, other)))
    assert {run.how for run in runs} == {"new", "unchanged"}
    assert snapshot(fresh_graph) == whole


def test_projection_of_a_crashed_run_is_replaced_and_a_failed_one_dropped(
    fresh_graph: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_graph(fresh_graph, *planted(4, 6))
    run_cypher(
        fresh_graph,
        "MATCH (e:Entity) RETURN gds.graph.project($name, e, null)",
        name=clustering.PROJECTION,
    )
    fresh_graph.communities.detect()
    assert len(tree(fresh_graph)) > 4
    impossible = fresh_graph.settings.model_copy(update={"community_gamma": float("nan")})
    fresh_graph.context.settings = impossible
    with pytest.raises(DatabaseError):
        fresh_graph.communities.detect(fresh=True)
    assert run_cypher(fresh_graph, GDS_GRAPHS) == []


def test_graph_without_entities_says_so(fresh_graph: KnowledgeGraph) -> None:
    with pytest.raises(DatabaseError, match="no entities"):
        fresh_graph.communities.detect()


def test_entities_without_relations_are_communities_of_one(fresh_graph: KnowledgeGraph) -> None:
    write_graph(fresh_graph, ["a", "b", "c"], [("a", "IS", "a")])
    found = fresh_graph.communities.detect()
    assert [(x.communities, x.alone) for x in found.levels] == [(0, 3)]
    check_tree(fresh_graph)
    assert fresh_graph.communities.report().communities == 0


def test_an_entity_alone_has_one_community_and_fills_no_list_and_no_report(
    fresh_graph: KnowledgeGraph, server: ServerInfo
) -> None:
    names, relations = planted(12, 8)
    loners = [f"loner {k}" for k in range(9)]
    write_graph(fresh_graph, [*names, *loners], relations)
    found = fresh_graph.communities.detect()
    assert len(found.levels) > 1
    assert {level.alone for level in found.levels} == {9}
    communities = tree(fresh_graph)
    for name in loners:
        (own,) = (c for c in communities.values() if name in c["members"])
        assert (own["level"], own["size"], own["parents"]) == (0, 1, [])
    assert fresh_graph.communities.detect().how == "unchanged"
    run = fresh_graph.communities.report()
    assert run.communities == len(communities) - 9
    level = fresh_graph.stats().communities.levels[0]
    assert (level.alone, level.reports_missing) == (9, 0)
    assert min(row.size for row in fresh_graph.communities.list()) > 1
    assert len(fresh_graph.communities.list(alone=True)) == len(fresh_graph.communities.list()) + 9
    context = fresh_graph.search(
        "What is this about?", "global", level=0, context_only=True
    ).context
    assert len(context.tables["Reports"]) == level.communities
    write_graph(fresh_graph, ["late"], [("late", "KNOWS", "loner 3")])
    assert fresh_graph.communities.detect().how == "updated"
    check_tree(fresh_graph)
    assert {"late", "loner 3"} in [c["members"] for c in tree(fresh_graph).values()]


def test_copies_of_loners_that_an_older_version_left_go(fresh_graph: KnowledgeGraph) -> None:
    names, relations = planted(12, 8)
    write_graph(fresh_graph, [*names, "alone"], relations)
    fresh_graph.communities.detect()
    whole = snapshot(fresh_graph)
    run_cypher(
        fresh_graph,
        "MATCH (e:Entity {name: 'alone'})-[:IN_COMMUNITY]->(c) "
        "CREATE (c)-[:CHILD_OF]->(d:Community {id: 'copy', level: 1, size: 1, name: 'alone'}) "
        "CREATE (e)-[:IN_COMMUNITY]->(d)",
    )
    fresh_graph.communities.detect()
    assert snapshot(fresh_graph) == whole


def test_odd_weights_do_no_harm(fresh_graph: KnowledgeGraph) -> None:
    write_graph(fresh_graph, *planted(4, 6))
    run_cypher(fresh_graph, "MATCH (:Entity {name: '0-0'})-[r:RELATED]->() SET r.weight = null")
    run_cypher(fresh_graph, "MATCH (:Entity {name: '0-1'})-[r:RELATED]->() SET r.weight = -5.0")
    run_cypher(
        fresh_graph, "MATCH (:Entity {name: '0-2'})-[r:RELATED]->() SET r.weight = 0.0 / 0.0"
    )
    run_cypher(fresh_graph, "MATCH (:Entity {name: '0-3'})-[r:RELATED]->() SET r.weight = 'heavy'")
    fresh_graph.communities.detect()
    check_tree(fresh_graph)


def test_server_without_gds_gets_louvain_with_a_notice(
    fresh_graph: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clustering, "has_gds", lambda _: False)
    write_graph(fresh_graph, *planted(12, 8))
    found = fresh_graph.communities.detect()
    assert found.method == "louvain"
    assert "no Graph Data Science" in found.summary()
    check_tree(fresh_graph)
    assert {f"5-{k}" for k in range(8)} in [c["members"] for c in tree(fresh_graph).values()]


@pytest.mark.lts
def test_the_lts_line_finds_them_too(lts_server: ServerInfo) -> None:
    with connect(lts_server) as graph:
        empty(graph.database)
        detect_planted(graph)
        check_tree(graph)
        assert graph.communities.detect().how == "unchanged"


def test_entities_that_are_named_together_are_tied_weakly(fresh_graph: KnowledgeGraph) -> None:
    write_graph(fresh_graph, ["a", "b", "c"], [])
    run_cypher(
        fresh_graph,
        "MATCH (a:Entity {name: 'a'}) MATCH (b:Entity {name: 'b'}) "
        "SET a.chunk_count = 1, b.chunk_count = 1 "
        "CREATE (a)-[:CO_OCCURS_WITH {chunks: 1, within: 'statement'}]->(b)",
    )
    fresh_graph.communities.detect()
    assert {"a", "b"} in [c["members"] for c in tree(fresh_graph).values()]
    fresh_graph.context.settings = fresh_graph.settings.model_copy(update={"comention_weight": 0.0})
    fresh_graph.communities.detect()
    assert {"a", "b"} not in [c["members"] for c in tree(fresh_graph).values()]


def test_stats_list_and_show(fresh_graph: KnowledgeGraph) -> None:
    detect_planted(fresh_graph)
    levels = fresh_graph.stats().communities.levels
    assert levels[0].communities == levels[0].reports_missing >= 12
    assert max(level.modularity or 0 for level in levels) > 0.8
    assert 0 < (levels[0].coverage or 0) < (levels[-1].coverage or 0) <= 1
    rows = fresh_graph.communities.list(1)
    assert {row.level for row in rows} == {1}
    assert len(rows) == levels[1].communities
    shown = fresh_graph.communities.get(rows[0].id[:10])
    assert len(shown.entities) == shown.size
    assert shown.sub_communities
    with pytest.raises(UsageError, match="No community"):
        fresh_graph.communities.get("nothing")
    with pytest.raises(UsageError, match="Several"):
        fresh_graph.communities.get("")


def test_commands_hang_together(fresh_graph: KnowledgeGraph, server: ServerInfo) -> None:
    env = {
        "NEO4J_URI": server.bolt_uri,
        "NEO4J_USERNAME": server.username,
        "NEO4J_PASSWORD": server.password,
        "OPENAI_API_KEY": "",
        "OPENAI_BASE_URL": "",
    }

    def run(*arguments: str) -> click.testing.Result:
        return click.testing.CliRunner(env=env).invoke(cli, arguments)

    fresh_graph.context.embed_model = LocalEmbedding()
    write_graph(fresh_graph, *planted(3, 5))
    assert "found from scratch" in run("communities", "detect").stdout
    report = json.loads(run("communities", "report", "--json").stdout)
    assert report["written"]["rules"] > 0
    assert report["counters"]["directed"] == report["counters"]["lines"] > 0
    assert "0 stale" in run("stats").stdout
    assert "reports reused; written: none" in run("communities", "report").stdout
    rows = json.loads(run("communities", "list", "--level", "0", "--json").stdout)
    assert rows[0]["title"] in run("communities", "list").stdout
    shown = run("communities", "get", rows[0]["id"][:8]).stdout
    assert shown.startswith(f"# {rows[0]['title']}")
    assert run("communities", "get", "zzz").exit_code == 2


def test_entity_ids_number_the_nodes(fresh_graph: KnowledgeGraph) -> None:
    write_graph(fresh_graph, ["b", "a"], [("b", "IS", "a")])
    found = read_entity_graph(fresh_graph.database, comention_weight=0)
    assert list(found.ids) == sorted([entity_id("a"), entity_id("b")])
    assert found.edges == [(0, 1, 1.0)]
