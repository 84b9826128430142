"""How a place in a source is said. Cypher gives it: of the statement, else of its chunk."""

from __future__ import annotations


def place_text(start: int | None, end: int | None) -> str:
    """ "characters 10-42" of the source's text, or that nobody knows where it stands."""
    if start is None or end is None or start < 0:
        return "place in the text unknown"
    return f"characters {start}-{end}"
