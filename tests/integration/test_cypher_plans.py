"""Every statement of the product is planned by a real server, and planned well."""

from __future__ import annotations

import re

import pytest

from benchmarks.statements import FOLDER
from graphrag_neo4j.database import cypher
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.server import ServerInfo
from tests.support.databases import connect, empty

BAD = ("AllNodesScan", "CartesianProduct", "Eager")
NAMES = cypher.names()
STATEMENTS = {name: cypher.load(name) for name in NAMES} | {
    f"benchmarks/{path.stem}": path.read_text("utf-8") for path in FOLDER.glob("*.cypher")
}
"""The product's, and those that only comparisons need."""


def operators(graph: KnowledgeGraph, text: str) -> set[str]:
    """Names of the operators in the plan of a statement."""
    prefix, text = ("CYPHER 25 ", text[9:]) if text.startswith("CYPHER 25") else ("", text)
    parameters = dict.fromkeys(re.findall(r"\$(\w+)", text))
    with graph.database.driver_session() as driver:
        plan = driver.execute_query(f"{prefix}EXPLAIN {text}", parameters).summary.plan
    found: set[str] = set()
    stack = [plan] if plan else []
    while stack:
        node = stack.pop()
        found.add(node["operatorType"].split("@")[0])
        stack += node.get("children", [])
    return found


def check(graph: KnowledgeGraph, name: str) -> None:
    """A bad operator must be explained in the file's first line."""
    text = STATEMENTS[name]
    bad = {op for op in operators(graph, text) if op in BAD}
    first = text.splitlines()[0]
    unexplained = {op for op in bad if f"{op}:" not in first}
    assert not unexplained, f"{name}: {unexplained}"


@pytest.fixture(scope="module")
def planned(server: ServerInfo) -> KnowledgeGraph:
    graph = connect(server).__enter__()
    empty(graph.database)
    graph.schema.apply()
    return graph


@pytest.mark.parametrize("name", STATEMENTS)
def test_statement_is_planned_without_scans_products_or_eager(
    planned: KnowledgeGraph, name: str
) -> None:
    check(planned, name)


@pytest.mark.parametrize("name", ["database/node_counts", "database/relationship_counts"])
def test_all_kinds_are_counted_from_the_count_store(planned: KnowledgeGraph, name: str) -> None:
    found = operators(planned, cypher.load(cypher.of_all(name)))
    assert {op for op in found if "Scan" in op} == set()
    assert any("FromCountStore" in op for op in found)


@pytest.mark.parametrize("name", ["serve/most_mentioned", "entities/entities"])
def test_those_mentioned_most_come_in_the_order_of_an_index(
    planned: KnowledgeGraph, name: str
) -> None:
    found = operators(planned, cypher.load(name))
    assert "PartialTop" in found and not found & {"Top", "Sort", "NodeByLabelScan"}


@pytest.mark.lts
def test_statements_are_planned_well_on_the_lts_line_too(lts_server: ServerInfo) -> None:
    with connect(lts_server) as graph:
        empty(graph.database)
        graph.schema.apply()
        for name in STATEMENTS:
            if not name.endswith(".search"):
                check(graph, name)


def test_an_eager_explanation_is_not_left_behind(planned: KnowledgeGraph) -> None:
    explained: dict[tuple[str, str], bool] = {}  # file and operator: whether a plan has it
    for name in STATEMENTS:
        text = STATEMENTS[name]
        for op in BAD:
            if f"{op}:" in text.splitlines()[0]:
                key = name.partition(":")[0], op
                explained[key] = explained.get(key, False) or op in operators(planned, text)
    assert [key for key, is_there in explained.items() if not is_there] == []
