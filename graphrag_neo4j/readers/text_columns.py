"""Plain text in columns, as of a newsletter: one column after the other, as a person reads it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from graphrag_neo4j.readers.aligned_tables import PARAGRAPH

_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
_FEWEST_LINES = 3
"""With text on both sides of the gap."""
_MOST_LINES = 200
_LONGEST_LINE = 300
_FEWEST_WORDS = 2.5
"""Of a line of a column, in the mean: cells of a table have fewer."""
_MOST_GAPS = 0.25
"""What share of the lines of the first column may have a gap within."""
_GOES_ON = 0.3
"""What share of the lines of a column begin within a sentence at least: with a small letter."""


def without_columns(text: str) -> str:
    """``text`` with its columns below one another, those of each paragraph; the same text if it has
    none. Columns are prose on both sides of a gap that lines of a paragraph have at one place; a
    table, whose cells do not go on in the next line or are parted by tabs, stays as it is."""
    if "  " not in text:
        return text
    return PARAGRAPH.sub(lambda found: _read_down(found[0]), text)


def _read_down(paragraph: str) -> str:
    parted = None if "\t" in paragraph else _columns(paragraph.rstrip("\n").split("\n"))
    if parted is None:
        return paragraph
    end = "\n" if paragraph.endswith("\n") else ""
    return "\n\n".join(_plain(column) for column in parted) + end


def _columns(lines: Sequence[str]) -> list[list[str]] | None:
    """The lines of each column, if there is more than one."""
    if not _FEWEST_LINES <= len(lines) <= _MOST_LINES or max(map(len, lines)) > _LONGEST_LINE:
        return None
    for start in _starts(lines):
        left = [line[:start].rstrip() for line in lines]
        right = [line[start:].rstrip() for line in lines]
        has_cells = sum(map(bool, map(_GAP.search, map(str.strip, left)))) > _MOST_GAPS * len(left)
        if not has_cells and _is_prose(left) and _is_prose(right):
            return [left, *(_columns(right) or [right])]
    return None


def _starts(lines: Sequence[str]) -> Iterator[int]:
    """Where a second column may start, leftmost first: no line has text just before it."""
    found = Counter(gap.end() for line in lines for gap in _GAP.finditer(line))
    for start, count in sorted(found.items()):
        is_free = all(not line[max(0, start - 2) : start].strip() for line in lines)
        if count >= _FEWEST_LINES and is_free:
            yield start


def _is_prose(column: Sequence[str]) -> bool:
    said = [line.strip() for line in column if line.strip()]
    n_words = sum(len(line.split()) for line in said)
    if len(said) < _FEWEST_LINES or n_words < _FEWEST_WORDS * len(said):
        return False
    return sum(line[0].islower() for line in said[1:]) >= _GOES_ON * (len(said) - 1)


def _plain(column: Sequence[str]) -> str:
    """A column as text, where it is blank an empty line."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(column)).strip("\n")
