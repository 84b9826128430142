"""References as answers and reports write them: ``[Data: Entities (5, 7); Claims (2, +more)]``."""

from __future__ import annotations

import re
from collections.abc import Iterator

MAX_IDS = 5
"""Ids that one reference to a table should have, at most, by convention; then "+more"."""
MAX_SPAN = 50
"""Ids that a span of them ("3-7") stands for, at most."""
# Lengths are bounded, and nothing begins within a word or a gap: else the search of a long text
# without references takes the square of its length.
_MARK = r"\[\s*(?:Data|records)\s*:([^\]]{0,3000})\]"
REFERENCE = re.compile(_MARK, re.IGNORECASE)
_BRACKET_BEFORE = re.compile(rf"(?<![ \t])[ \t]*{_MARK}", re.IGNORECASE)
_GROUP = re.compile(r"(?<![^\W\d_])([^\W\d_][\w ]{0,39}?)\s{0,9}\(([^)]*)\)")
_SPAN = re.compile(r"(\d{1,9})\s*[-\u2013]\s*(\d{1,9})")


def groups(text: str) -> Iterator[tuple[str, list[str]]]:
    """Table, as written, and ids of each reference; "+more" is no id, "3-5" is three."""
    for bracket in REFERENCE.finditer(text):
        for group in _GROUP.finditer(bracket[1]):
            parts = (part.strip() for part in re.split(r"[,;]", group[2]))
            said = (part for part in parts if part and not part.startswith("+"))
            yield group[1].strip(), [id_ for part in said for id_ in _ids(part)]


def _ids(part: str) -> list[str]:
    span = _SPAN.fullmatch(part)
    first, last = (int(span[1]), int(span[2])) if span else (0, 0)
    if 0 < last - first < MAX_SPAN:
        return [str(n) for n in range(first, last + 1)]
    return [part]


def without(text: str) -> str:
    """``text`` without its references, and without the spaces before them."""
    return _BRACKET_BEFORE.sub("", text)
