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


@cache
def load(name: str) -> str:
    """The text of ``cypher/<name>.cypher``."""
    return (folder() / f"{name}.cypher").read_text(encoding="utf-8")


def split(script: str) -> list[str]:
    """The statements of a script, which end with ";" at the end of a line; comments dropped."""
    bare = _COMMENT.sub("", script)
    return [s.strip() for s in re.split(r";\s*(?:\n|$)", bare) if s.strip()]
