"""The notebooks run from top to bottom, and are committed as they ran.

``GRAPHRAG_UPDATE_NOTEBOOKS=1`` writes the outputs of this run into the repository.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import NotebookNode

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.server import ServerInfo

ROOT = Path(__file__).parents[2]
PATHS = sorted((ROOT / "notebooks").glob("*.ipynb"))
MACHINE = re.compile(
    r"(?<![\w.])/(?:tmp|root|home|Users|var|usr|work)/|[A-Z]:\\\\|site-packages|ipykernel_"
    r"|127\.0\.0\.1|localhost|\d{2}:\d{2}:\d{2}"
)
"""What an output must not tell of the machine, or the time, that it was made on."""

each_notebook = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def execute(notebook: NotebookNode, folder: Path, **env: str) -> None:
    """Run all cells in ``folder``; raises when one does. The user's own settings do not count."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("NEO4J_", "OPENAI_")) and name != "GRAPHRAG_HOME"
    }
    own = {
        "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
        "IPYTHONDIR": str(folder / ".ipython"),
        "OMP_NUM_THREADS": "2",
    }
    client = NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        record_timing=False,
        coalesce_streams=True,
    )
    client.execute(env={**kept, **own, **env})


def outputs(notebook: NotebookNode) -> Iterator[NotebookNode]:
    for cell in notebook.cells:
        yield from cell.get("outputs", ())


def shape(notebook: NotebookNode) -> list[tuple[str, list[str]]]:
    """What kinds of outputs there are: numbers in them may differ from machine to machine."""
    return [(o.output_type, sorted(o.get("data", {}))) for o in outputs(notebook)]


def test_there_are_five() -> None:
    assert len(PATHS) == 5


@each_notebook
def test_a_notebook_runs_from_top_to_bottom(
    path: Path, server: ServerInfo, bare_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    homes = tmp_path / "homes"
    homes.mkdir()
    (homes / path.stem).symlink_to(server.home)  # its own home is the tests' server
    committed = nbformat.read(path, as_version=4)
    notebook = nbformat.read(path, as_version=4)
    execute(notebook, tmp_path)
    assert bare_graph.stats()["nodes"]["Statement"] > 0
    assert [home.name for home in homes.iterdir()] == [path.stem]
    assert not MACHINE.search(str([*outputs(notebook)]))
    if os.environ.get("GRAPHRAG_UPDATE_NOTEBOOKS"):
        notebook.metadata = committed.metadata
        nbformat.write(notebook, path)
    else:
        assert shape(notebook) == shape(committed)


@each_notebook
def test_a_notebook_is_committed_as_it_ran(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    found = list(outputs(notebook))
    assert len(found) > len(code) // 2
    assert not [o for o in found if o.output_type == "error" or o.get("name") == "stderr"]
    assert not MACHINE.search(str(found))


@each_notebook
def test_a_notebook_is_short_and_bare(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    assert 10 <= len(notebook.cells) <= 18
    assert path.stat().st_size < 150_000
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert set(notebook.metadata.language_info) == {"name"}
    assert not any(cell.metadata for cell in notebook.cells)


def test_without_network_and_files_a_cell_says_one_line(tmp_path: Path) -> None:
    opening = nbformat.v4.new_code_cell(
        "from graphrag_neo4j import KnowledgeGraph\nkg = KnowledgeGraph.local('homes/x').open()"
    )
    opening.metadata.tags = ["raises-exception"]
    notebook = nbformat.v4.new_notebook(cells=[opening])
    nowhere = "http://127.0.0.1:9"
    names = ("HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy", "ALL_PROXY")
    proxies = dict.fromkeys(names, nowhere)
    execute(notebook, tmp_path, GRAPHRAG_CACHE=str(tmp_path / "cache"), **proxies)
    (error,) = outputs(notebook)
    assert error.ename == "ProvisionError"
    (line,) = error.traceback
    assert line.startswith("ProvisionError: ") and "network" in line
    assert "\n" not in line.strip()
