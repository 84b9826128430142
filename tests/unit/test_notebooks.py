"""The notebooks as files."""

from __future__ import annotations

from pathlib import Path

import nbformat

from tests.support.notebooks import MACHINE, PATHS, each_notebook, outputs


def test_there_are_five() -> None:
    assert len(PATHS) == 5


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
