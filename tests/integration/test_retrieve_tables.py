"""A row of a table is shown with the names of its columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.retrieve.modes import RetrieverMode
from graphrag_neo4j.retrieve.results import to_nodes
from graphrag_neo4j.retrieve.shown import render

MARKDOWN = (
    "# Catches\n\nWhat came in at each port.\n\n| Port | Cod | Herring |\n|---|---|---|\n"
    "| Melby | 8 t | 120 t |\n| Oslo | 31 t | 4 t |\n"
)
PAGE = (
    "<body><h1>Catches</h1><p>What came in at each port.</p><table><tr><th>Port<th>Cod<th>Herring"
    "<tr><td>Melby<td>8 t<td>120 t<tr><td>Oslo<td>31 t<td>4 t</table></body>"
)
PLAIN = (
    "What came in at each port.\n\n"
    "Port    Cod    Herring\nMelby   8 t    120 t\nOslo    31 t   4 t\n"
)


@pytest.mark.parametrize("mode", ("traversal", "vector_guided", "hybrid"))
@pytest.mark.parametrize(("name", "text"), [("a.md", MARKDOWN), ("a.html", PAGE), ("a.txt", PLAIN)])
def test_a_row_is_shown_with_the_names_of_its_columns(
    fresh_graph: KnowledgeGraph, tmp_path: Path, mode: RetrieverMode, name: str, text: str
) -> None:
    (tmp_path / name).write_text(text)
    fresh_graph.ingest(tmp_path)
    results = fresh_graph.retrieve("How much herring was caught in Oslo?", mode)
    said = "Port: Oslo; Cod: 31 t; Herring: 4 t"
    assert said in [statement.shown for statement in results[0].statements]
    assert f"- {said}  [" in render(results)
    assert f"- {said}\n" in to_nodes(results)[0].node.get_content() + "\n"


def test_a_row_of_markdown_is_quoted_as_it_stands(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    (tmp_path / "a.md").write_text(MARKDOWN)
    fresh_graph.ingest(tmp_path)
    [result] = fresh_graph.retrieve("How much herring was caught in Oslo?")
    [row] = [statement for statement in result.statements if "Oslo" in statement.text]
    assert row.text == MARKDOWN[row.start : row.end] == "Oslo | 31 t | 4 t"


def test_prose_with_bars_is_shown_as_it_stands(fresh_graph: KnowledgeGraph, tmp_path: Path) -> None:
    said = "Erik Holm chose the **grey | blue** flag: it is seen from far away."
    (tmp_path / "a.md").write_text(f"# Flags\n\n{said}\n")
    fresh_graph.ingest(tmp_path)
    first = fresh_graph.retrieve("Which flag did Erik Holm choose?")[0].statements[0]
    assert first.shown == first.text == said


def test_fields_of_a_record_are_shown_with_marks_between_them(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    (tmp_path / "tents.csv").write_text("Product,Stars,Author\nMoraine tent,5,Geoff\n")
    fresh_graph.ingest(tmp_path / "tents.csv")
    [result] = fresh_graph.retrieve("Who wrote of the Moraine tent?")
    [statement] = result.statements
    assert statement.shown == "Product: Moraine tent; Stars: 5; Author: Geoff"
    assert statement.text == "Product: Moraine tent Stars: 5 Author: Geoff"
