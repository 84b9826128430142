"""The notebooks run from top to bottom, and are committed as they ran.

``GRAPHRAG_UPDATE_NOTEBOOKS=1`` writes the outputs of this run into the repository.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.server import ServerInfo
from tests.support.notebooks import MACHINE, ROOT, each_notebook, outputs


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


def told(notebook: NotebookNode) -> list[tuple[str, list[str], list[str]]]:
    """What is the same on every machine: kinds of outputs, and their lines, but for decimals
    (scores) and for the order of lines with nearly the same score."""
    return [
        (one.output_type, sorted(one.get("data", {})), sorted(_lines(one)))
        for one in outputs(notebook)
    ]


def _lines(output: NotebookNode) -> Iterator[str]:
    text = output.get("text") or output.get("data", {}).get("text/plain", "")
    for line in text.splitlines():
        yield " ".join(re.sub(r"\d+\.\d+", "#", line).split())


@each_notebook
def test_a_notebook_runs_from_top_to_bottom(
    path: Path, server: ServerInfo, fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    homes = tmp_path / "homes"
    homes.mkdir()
    (homes / path.stem).symlink_to(server.home)  # its own home is the tests' server
    committed = nbformat.read(path, as_version=4)
    notebook = nbformat.read(path, as_version=4)
    execute(notebook, tmp_path)
    assert fresh_graph.stats().nodes["Statement"] > 0
    assert [home.name for home in homes.iterdir()] == [path.stem]
    assert not MACHINE.search(str([*outputs(notebook)]))
    if os.environ.get("GRAPHRAG_UPDATE_NOTEBOOKS"):
        notebook.metadata = committed.metadata
        nbformat.write(notebook, path)
    else:
        assert told(notebook) == told(committed)


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
