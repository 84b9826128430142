"""What is embedded for a chunk and for a statement."""

from __future__ import annotations

import re
from collections.abc import Sequence

_FIELD = re.compile(r"([^\n:]{1,80}): \S")
"""A line of a record, "Name: value"."""


def chunk_text(title: str, text: str, own: str | None = None) -> str:
    """What is embedded for a chunk; ``own`` instead of what it quotes. A record is written as its
    statement is, so that both have one vector."""
    said = text if own is None else own
    lines = said.split("\n")
    if _is_record(lines):
        return statement_text(title, "; ".join(lines))
    return f"{title}\n{said}" if title else said or text


def _is_record(lines: Sequence[str]) -> bool:
    """Whether lines are fields, each of another name, the first one perhaps a name alone; those of
    a talk have the names of who speaks again and again."""
    first, *others = map(_FIELD.match, lines)
    fields = [first, *others] if first else others
    names = {field[1] for field in fields if field}
    return bool(others) and len(names) == len(fields)


def statement_text(title: str, text: str) -> str:
    """What is embedded for a statement: its document's title says what it is about."""
    return f"{title}: {text}" if title else text
