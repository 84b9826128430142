"""Text boxes and shapes: a few short lines in one say something together."""

from __future__ import annotations

from collections.abc import Iterable

_MOST, _LONGEST = 5, 40
"""Lines, and characters of each: a name with a post and a number, an address."""


def short_lines(paragraphs: Iterable[str]) -> str:
    """The lines of a box as one paragraph, if they are several, few and short; else nothing."""
    lines = [line.strip() for text in paragraphs for line in text.splitlines() if line.strip()]
    is_one = 1 < len(lines) <= _MOST and max(map(len, lines)) <= _LONGEST
    return "\n".join(lines) if is_one else ""
