"""An evaluation as a file, in the form that the file's name asks for."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.evaluate.evaluation import Evaluation
from graphrag_neo4j.evaluate.junit import junit
from graphrag_neo4j.evaluate.page import page
from graphrag_neo4j.evaluate.report import markdown
from graphrag_neo4j.files import write_atomically

FORMS: Mapping[str, Callable[[Evaluation], str]] = {
    ".html": page,
    ".md": markdown,
    ".json": lambda one: json.dumps(one.to_dict(), indent=1, ensure_ascii=False) + "\n",
    ".xml": junit,
}
"""By the end of a file's name; ".xml" is JUnit."""


def check_output(path: Path) -> None:
    """Raises :class:`UsageError` for a name that asks for no form, before anything is measured."""
    if path.suffix.lower() not in FORMS:
        raise UsageError(
            f"{path} has no ending that says its form.", f"Use one of {', '.join(FORMS)}."
        )


def save(evaluation: Evaluation, path: Path) -> None:
    """Write ``path`` whole or not at all. Raises :class:`UsageError` if it cannot be written."""
    check_output(path)
    text = FORMS[path.suffix.lower()](evaluation).encode("utf-8", "replace").decode("utf-8")
    write_text(path, text)


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all. Raises :class:`UsageError` if that cannot be."""
    try:
        if path.is_dir():
            raise IsADirectoryError(21, "it is a folder")
        write_atomically(path, text)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror or error}.", "Name another with -o."
        ) from error
