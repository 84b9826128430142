"""The files that show how to extend the product do what they say."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.search.modes import SEARCH_MODES
from graphrag_neo4j.server import ServerInfo

EXAMPLES = ("extractor", "retriever", "search_mode", "reader", "statement", "spark_job")
FOLDER = Path(__file__).parents[2] / "docs" / "examples"
MAX_LINES = 60


@pytest.fixture
def shown(
    server: ServerInfo,
    fresh_graph: KnowledgeGraph,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Iterator[Callable[[str], str]]:
    """Runs an example on an empty graph of the test's server; gives what it printed."""
    modes = cast("dict[str, object]", SEARCH_MODES)
    known = dict(modes)
    monkeypatch.setenv("GRAPHRAG_HOME", str(server.home))

    def run(name: str) -> str:
        runpy.run_path(str(FOLDER / f"{name}.py"), run_name="__main__")
        return capsys.readouterr().out

    yield run
    modes.clear()
    modes.update(known)


def test_an_extractor_a_retriever_a_mode_and_a_statement_work_together(
    shown: Callable[[str], str],
) -> None:
    assert "Orion" in shown("extractor")
    assert "Kestrel Optics supplies Orion with lenses." in shown("retriever")
    assert "- Supplies" in shown("search_mode")
    assert shown("statement") == ""  # the only pair is joined by a relation


def test_a_reader_of_your_own_is_read(shown: Callable[[str], str]) -> None:
    assert "Met Anna Berg in Melby." in shown("reader")


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_short_and_told(name: str) -> None:
    lines = (FOLDER / f"{name}.py").read_text("utf-8").splitlines()
    assert len(lines) <= MAX_LINES
    assert f"examples/{name}.py" in (FOLDER.parent / "extending.md").read_text("utf-8")
