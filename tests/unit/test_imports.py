"""Who imports whom: only downward, so that a room can be read without those above it.

Imports within functions and for types count, too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIBRARY = "graphrag_neo4j"
LAYERS = (
    "errors progress telemetry options results disk word_characters ids model vocabulary settings"
    " files wheels artifacts cache_files text prompts database llm embeddings source_names readers"
    " extract context ingest parts entities communities retrieve search evaluate interop server"
    " bulk visualization resources graph_handle knowledge_graph __init__ apps serve cli __main__"
).split()
"""The modules and packages of the library, the lowest first."""

AROUND = ("library", "tests.support", "benchmarks", "docs", "tests")
"""What stands around the library, the lowest first; ``tests`` is all but the support."""

TESTS_OF_BENCHMARKS = {"test_benchmark.py", "test_cypher_plans.py"}

PROTOCOLS = {"_repr_html_", "_exit", "_p", "_r"}
"""Names with an underscore that others mean to be used: of IPython, the system, python-docx."""

STILL_PRIVATE = {"test_commit.py"}
"""Tests that use a private name: who waits in a queue shows nowhere else. Only gets shorter."""

Import = tuple[str, str]


def module_names(folder: Path) -> set[str]:
    """Full names of all modules and packages below ``folder`` of the repository."""
    paths = (path.relative_to(ROOT).with_suffix("") for path in folder.rglob("*.py"))
    return {".".join(path.parts).removesuffix(".__init__") for path in paths}


def imported(path: Path, known: set[str]) -> Iterator[str]:
    """Full names of the modules among ``known`` that a file imports, wherever it does."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module in known:
            assert node.level == 0, f"{path}: a relative import"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in known else str(node.module)


def room(module: str) -> str:
    """The part of the library that a module belongs to."""
    return module.split(".")[1] if "." in module else "__init__"


def library_imports(root: Path = ROOT / LIBRARY) -> dict[Import, set[str]]:
    """Which rooms import which others, and the files that do."""
    known = module_names(root)
    found: dict[Import, set[str]] = {}
    for path in root.rglob("*.py"):
        relative = path.relative_to(ROOT)
        here = "__init__" if len(relative.parts) == 2 and path.stem == "__init__" else None
        here = here or relative.with_suffix("").parts[1]
        for module in imported(path, known):
            if room(module) != here:
                found.setdefault((here, room(module)), set()).add(relative.as_posix())
    return found


def part(module: str) -> str:
    """What of the repository a module belongs to; see :data:`AROUND`."""
    if module.startswith("tests.support"):
        return "tests.support"
    top = module.split(".")[0]
    return "library" if top == LIBRARY else top


def test_every_room_has_its_layer() -> None:
    rooms = {path.stem for path in (ROOT / LIBRARY).iterdir() if path.suffix == ".py"}
    rooms |= {path.parent.name for path in (ROOT / LIBRARY).glob("*/__init__.py")}
    assert rooms <= set(LAYERS), rooms - set(LAYERS)
    assert len(LAYERS) == len(set(LAYERS))


def test_the_library_imports_only_downward() -> None:
    found = library_imports()
    upward = {pair for pair in found if LAYERS.index(pair[0]) < LAYERS.index(pair[1])}
    assert not {pair: sorted(found[pair]) for pair in upward}


@pytest.mark.parametrize("folder", ["tests", "benchmarks", "docs", LIBRARY])
def test_tests_and_benchmarks_import_only_downward(folder: str) -> None:
    known = set().union(*(module_names(ROOT / top) for top in (LIBRARY, "tests", "benchmarks")))
    known |= module_names(ROOT / "docs")
    for path in (ROOT / folder).rglob("*.py"):
        here = part(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for module in imported(path, known):
            there = part(module)
            assert AROUND.index(there) <= AROUND.index(here), f"{path} imports {module}"
            if (here, there) == ("tests", "benchmarks"):
                assert path.name in TESTS_OF_BENCHMARKS, f"{path} imports {module}"
            if path.name.startswith("test_"):
                assert "test_" not in module, f"{path} imports another test: {module}"


@pytest.mark.parametrize("folder", ["tests", "benchmarks"])
def test_tests_and_benchmarks_use_no_private_name(folder: str) -> None:
    for path in (ROOT / folder).rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                private = [alias.name for alias in node.names if alias.name.startswith("_")]
                assert not private or node.module == "__future__", f"{path}: {private}"
            elif isinstance(node, ast.Attribute) and re.match(r"_[a-z]", node.attr):
                own = ast.unparse(node.value) in ("self", "cls", "super()")
                is_known = node.attr in PROTOCOLS or path.name in STILL_PRIVATE
                assert own or is_known, f"{path}: {ast.unparse(node)}"


def test_an_upward_import_would_be_found() -> None:
    known = {"graphrag_neo4j.cli", "graphrag_neo4j.cli.app"}
    path = ROOT / "graphrag_neo4j" / "cli" / "app.py"
    assert room("graphrag_neo4j.cli.app") == "cli"
    assert ("cli", "errors") in library_imports()
    assert set(imported(path, known)) <= known
