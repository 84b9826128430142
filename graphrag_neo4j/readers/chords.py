"""Lines of chords above the words of a song ("G        D7/F#"), which say nothing."""

from __future__ import annotations

import re

from graphrag_neo4j.model import Block

_CHORD = r"[A-H](?:#|b|♯|♭|is|es)?(?:maj|min|dim|aug|sus|add|m|M|\+)?\d{0,2}(?:/[A-H](?:#|b)?)?"
_LINE = re.compile(
    rf"^[ \t]*(?P<first>{_CHORD})(?P<more>(?:[ \t|]{{1,80}}{_CHORD}){{0,20}})[ \t|]*(?=\n[ \t]*\S)",
    re.MULTILINE,
)
_FEWEST = 2  # lines of several chords


def chord_lines(text: str) -> list[Block]:
    """The lines of chords of a song; none of a text that has hardly any."""
    found = list(_LINE.finditer(text))
    if sum(bool(line["more"]) for line in found) < _FEWEST:
        return []
    return [Block(line.start("first"), line.end(), "columns") for line in found]
