"""Finds the Cypher files: one statement each, named by what it does ("write/chunk").

In an installed package they lie inside it; in a checkout, in ``cypher/`` beside it.
"""

from __future__ import annotations

import re
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


def narrowed(name: str, condition: str | None) -> str:
    """The text of a statement with ``condition`` in the place of its filter, if there is one."""
    return load(name) if condition is None else load(name).replace(FILTER, condition)


def split(script: str) -> list[str]:
    """The statements of a script, which end with ";" at the end of a line; comments dropped."""
    bare = _COMMENT.sub("", script)
    return [s.strip() for s in re.split(r";\s*(?:\n|$)", bare) if s.strip()]
