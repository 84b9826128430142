"""The notebooks of the repository."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from nbformat import NotebookNode

ROOT = Path(__file__).parents[2]
PATHS = sorted((ROOT / "notebooks").glob("*.ipynb"))

MACHINE = re.compile(
    r"(?<![\w.])/(?:tmp|root|home|Users|var|usr|work)/|[A-Z]:\\\\|site-packages|ipykernel_"
    r"|127\.0\.0\.1|localhost|\d{2}:\d{2}:\d{2}"
)
"""What an output must not tell of the machine, or the time, that it was made on."""
each_notebook = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def outputs(notebook: NotebookNode) -> Iterator[NotebookNode]:
    for cell in notebook.cells:
        yield from cell.get("outputs", ())
