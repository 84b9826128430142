"""What is exported is all that a user names, and nothing heavy is loaded before it is needed."""

from __future__ import annotations

import ast
import asyncio
import inspect
import re
import subprocess
import sys
from contextvars import ContextVar
from importlib.metadata import files
from pathlib import Path

import pytest

import graphrag_neo4j
from graphrag_neo4j import KnowledgeGraph, errors
from graphrag_neo4j.graph_handle import GraphHandle
from graphrag_neo4j.llm.concurrency import run_sync
from graphrag_neo4j.resources import communities, entities, schema, sources


def test_exported_names_are_sorted_and_exist() -> None:
    assert graphrag_neo4j.__all__ == sorted(graphrag_neo4j.__all__)
    for name in graphrag_neo4j.__all__:
        assert getattr(graphrag_neo4j, name)


def test_type_checkers_are_told_of_every_exported_name() -> None:
    tree = ast.parse(Path(graphrag_neo4j.__file__).read_text("utf-8"))
    told = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("graphrag_neo4j.")
        for alias in node.names
    }
    assert told == set(graphrag_neo4j.__all__)


def test_every_error_is_exported() -> None:
    kinds = [kind for kind in vars(errors).values() if inspect.isclass(kind)]
    tree = {kind.__name__ for kind in kinds if issubclass(kind, errors.GraphRagError)}
    assert tree <= set(graphrag_neo4j.__all__)


def test_what_a_public_method_returns_is_exported() -> None:
    nouns = (sources.Sources, entities.Entities, communities.Communities, schema.Schema)
    of_llama_index = {"RetrieverQueryEngine", "BaseChatEngine", "FunctionTool", "GraphQueryEngine"}
    elsewhere = {"None", "Path", "Self", "Any", "Iterator", "AsyncIterator"} | of_llama_index
    for owner in (GraphHandle, KnowledgeGraph, *nouns):
        for name, method in vars(owner).items():
            if name.startswith("_") or not inspect.isfunction(method):
                continue
            returned = str(inspect.signature(method).return_annotation)
            aliases = {k: str(v) for module in (sources, entities, communities)
                       for k, v in vars(module).items() if str(v).startswith("list[")}  # fmt: skip
            named = re.findall(r"[A-Z]\w+", aliases.get(returned, returned))
            assert set(named) <= {*graphrag_neo4j.__all__, *elsewhere}, f"{name}: {returned}"
            assert "dict" not in returned and "Row" not in returned, f"{name}: {returned}"


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
        "graphrag_neo4j/cypher/ingest/write_chunks.cypher",
        "graphrag_neo4j/cypher/schema/V001__constraints.cypher",
        "graphrag_neo4j/data/a_christmas_carol.md",
        "graphrag_neo4j/server/locks/neo4j-2026.01.4-gds-2.26.0.tsv",
        "graphrag_neo4j/py.typed",
    ):
        assert name in installed


def test_a_blocking_form_keeps_the_context_of_its_caller_within_a_loop() -> None:
    name: ContextVar[str] = ContextVar("name", default="nobody")

    async def said() -> str:
        return name.get()

    async def within_a_loop() -> str:
        name.set("Anna")
        return run_sync(said())

    assert asyncio.run(within_a_loop()) == "Anna"
