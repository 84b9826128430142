"""A dozen names, nothing else, and nothing heavy before it is needed."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import files

import pytest

import graphrag_neo4j


def test_exported_names_are_sorted_and_exist() -> None:
    assert graphrag_neo4j.__all__ == sorted(graphrag_neo4j.__all__)
    for name in graphrag_neo4j.__all__:
        assert getattr(graphrag_neo4j, name)


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing_like_it"):
        _ = graphrag_neo4j.nothing_like_it


@pytest.mark.parametrize("module", ["graphrag_neo4j", "graphrag_neo4j.cli"])
def test_heavy_packages_are_imported_late(module: str) -> None:
    code = (
        f"import sys, {module}; heavy = {{'llama_index', 'neo4j', 'pandas', 'graphdatascience', "
        "'onnxruntime', 'openai', 'rich', 'pydantic', 'jgo', 'tiktoken', 'numpy'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


def test_installed_package_carries_its_cypher_book_and_locks() -> None:
    installed = {str(path) for path in files("graphrag-neo4j") or ()}
    if any("editable" in path for path in installed):
        pytest.skip("an editable install reads the checkout itself")
    for name in (
        "graphrag_neo4j/cypher/write/chunk.cypher",
        "graphrag_neo4j/cypher/schema/V001__constraints.cypher",
        "graphrag_neo4j/data/a_christmas_carol.md",
        "graphrag_neo4j/server/locks/neo4j-2026.01.4-gds-2.26.0.tsv",
        "graphrag_neo4j/py.typed",
    ):
        assert name in installed
