"""Finds the Cypher files: one statement each, named by what it does ("write/chunk").

In an installed package they lie inside it; in a checkout, in ``cypher/`` beside it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)


@cache
def folder() -> Path:
    """The folder that holds the product's Cypher files."""
    inside = _PACKAGE / "cypher"
    return inside if inside.is_dir() else _PACKAGE.parent / "cypher"


FILTER = "true /* filter */"
"""Where a statement can be narrowed to sources that a reader asks for."""


@cache
def load(name: str) -> str:
    """The text of ``cypher/<name>.cypher``."""
    return (folder() / f"{name}.cypher").read_text(encoding="utf-8")


def narrowed(names: str | Sequence[str], condition: str | None) -> str:
    """The text of a statement with ``condition`` in the place of its filter, if there is one; of
    several, one statement that runs them all and gives the columns of each."""
    text = load(names) if isinstance(names, str) else _together([load(name) for name in names])
    return text if condition is None else text.replace(FILTER, condition)


def split(script: str) -> list[str]:
    """The statements of a script, which end with ";" at the end of a line; comments dropped."""
    bare = _COMMENT.sub("", script)
    return [s.strip() for s in re.split(r";\s*(?:\n|$)", bare) if s.strip()]


def _together(texts: Sequence[str]) -> str:
    version = "CYPHER 25\n"
    parts = [f"CALL () {{\n{text.removeprefix(version)}\n}}" for text in texts]
    head = version if any(text.startswith(version) for text in texts) else ""
    return head + "\n".join([*parts, "RETURN *"])
