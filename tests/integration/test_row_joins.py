"""Rows of several tables are joined where a cell of one is the code that another is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from tests.support.databases import run_cypher, snapshot

ORDERS = "id,order,article,qty\n1,SO-26001,FLT-0050-D2,37\n2,SO-26002,HOS-0075-Q1,4\n"
STOCK = "id,article,description,bin\n7,FLT-0050-D2,basket strainer,A07-5\n"


def _files(folder: Path) -> dict[str, Path]:
    files = {"orders": folder / "orders.csv", "stock": folder / "stock.csv"}
    files["orders"].write_text(ORDERS)
    files["stock"].write_text(STOCK)
    return files


def _edges(graph: KnowledgeGraph) -> set[tuple[str, str, str]]:
    rows = run_cypher(
        graph,
        "MATCH (a:Entity)-[r:RELATED]->(b:Entity)"
        " RETURN a.name AS start, r.relation_type AS type, b.name AS end",
    )
    return {(row["start"], row["type"], row["end"]) for row in rows}


@pytest.mark.parametrize("order", [("orders", "stock"), ("stock", "orders")])
def test_an_order_leads_over_its_article_to_the_bin_whichever_file_comes_first(
    fresh_graph: KnowledgeGraph, tmp_path: Path, order: tuple[str, str]
) -> None:
    files = _files(tmp_path)
    for name in order:
        fresh_graph.ingest(files[name])
    assert _edges(fresh_graph) == {
        ("SO-26001", "ARTICLE", "FLT-0050-D2"),
        ("SO-26002", "ARTICLE", "HOS-0075-Q1"),
        ("FLT-0050-D2", "BIN", "A07-5"),
    }
    types = run_cypher(fresh_graph, "MATCH (e:Entity) RETURN e.name AS name, e.type AS type")
    assert {row["name"]: row["type"] for row in types} == {
        "SO-26001": "ORDER",
        "SO-26002": "ORDER",
        "FLT-0050-D2": "ARTICLE",
        "HOS-0075-Q1": "ARTICLE",
        "A07-5": "BIN",
    }


def test_the_join_follows_a_change_and_the_end_of_either_file(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    files = _files(tmp_path)
    fresh_graph.sync(tmp_path)
    files["orders"].write_text(ORDERS.replace("26001,FLT-0050-D2", "26001,HOS-0075-Q1"))
    fresh_graph.sync(tmp_path)
    assert ("SO-26001", "ARTICLE", "HOS-0075-Q1") in _edges(fresh_graph)
    assert ("SO-26001", "ARTICLE", "FLT-0050-D2") not in _edges(fresh_graph)
    files["orders"].write_text(ORDERS)
    files["stock"].unlink()
    fresh_graph.sync(tmp_path)
    assert _edges(fresh_graph) == {
        ("SO-26001", "ARTICLE", "FLT-0050-D2"),
        ("SO-26002", "ARTICLE", "HOS-0075-Q1"),
    }
    files["stock"].write_text(STOCK)
    fresh_graph.sync(tmp_path)
    again = snapshot(fresh_graph)
    for file in files.values():
        fresh_graph.sources.delete(str(file))
    fresh_graph.ingest(tmp_path)
    assert snapshot(fresh_graph) == again
