"""References as answers and reports write them: ``[Data: Entities (5, 7); Claims (2, +more)]``."""

from __future__ import annotations

import re
from collections.abc import Iterator

MAX_IDS = 5
"""Ids that one reference to a table should have, at most, by convention; then "+more"."""
_BRACKET = re.compile(r"\[\s*(?:Data|records)\s*:([^\]]*)\]", re.IGNORECASE)
_BRACKET_BEFORE = re.compile(r"[ \t]*\[\s*(?:Data|records)\s*:[^\]]*\]", re.IGNORECASE)
_GROUP = re.compile(r"([^\W\d_][\w ]*?)\s*\(([^)]*)\)")


def groups(text: str) -> Iterator[tuple[str, list[str]]]:
    """Table, as written, and ids of each reference; "+more" is no id."""
    for bracket in _BRACKET.finditer(text):
        for group in _GROUP.finditer(bracket[1]):
            ids = [part.strip() for part in re.split(r"[,;]", group[2])]
            yield group[1].strip(), [id_ for id_ in ids if id_ and not id_.startswith("+")]


def without(text: str) -> str:
    """``text`` without its references, and without the spaces before them."""
    return _BRACKET_BEFORE.sub("", text)
