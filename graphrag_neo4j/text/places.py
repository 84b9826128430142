"""Where in its file something stands, and how that is said.

Cypher gives characters of the source's text, and what the file itself counts ("page 3"): of the
statement, else of its chunk.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate

from graphrag_neo4j.model import Document

RECORD_KINDS = frozenset({"row", "line", "item", "sheet"})
"""Kinds of places that number the records of a file."""
_PART = re.compile(r"[#/]part-[0-9a-f]{16}(?:-\d+)?\Z")
_PAGE = re.compile(r"pages? (\S+?)(?:-\S+)?\Z")


class Places:
    """The places of one document by the characters of its text."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def of(self, start: int, end: int) -> str:
        """ "page 3", "pages 3-4", "slide 2", "sheet Plan", "lines 7-9", "at 00:01:05"; empty where
        the format has no places, or the characters are not known."""
        if start < 0:
            return ""
        if self._document.has_lines:
            before = self._document.first_line - 1
            first, last = (
                before + bisect_right(self._lines, at) for at in (start, max(end - 1, start))
            )
            return _label("line", str(first), str(last))
        starts = self._starts
        if not starts:
            return ""
        first, last = (max(bisect_right(starts, at) - 1, 0) for at in (start, max(end - 1, start)))
        one, other = self._document.places[first], self._document.places[last]
        return _label(one.kind, one.name, other.name)

    def section(self, start: int) -> str:
        """The headings that the character at ``start`` stands under, from the top: "A > B"."""
        path = [(heading.level, heading.title) for heading in self._document.above]
        for heading in self._document.headings[: bisect_right(self._headings, start)]:
            while path and path[-1][0] >= heading.level:
                path.pop()
            path.append((heading.level, heading.title))
        return " > ".join(title for _, title in path)

    @cached_property
    def _lines(self) -> list[int]:
        lines = self._document.text.split("\n")
        return list(accumulate((len(line) + 1 for line in lines[:-1]), initial=0))

    @cached_property
    def _starts(self) -> list[int]:
        return [place.start for place in self._document.places]

    @cached_property
    def _headings(self) -> list[int]:
        return [heading.start for heading in self._document.headings]


def _label(kind: str, first: str, last: str) -> str:
    if kind == "time":
        return f"at {first}"
    return f"{kind} {first}" if first == last else f"{kind}s {first}-{last}"


def record_place(document: Document) -> str | None:
    """Where a row, line or item of a table or list stands; None of other documents. What is put
    before it changes that, and not what it says."""
    if len(document.places) == 1 and document.places[0].kind in RECORD_KINDS:
        return Places(document).of(0, len(document.text)) or None
    return None


def place_text(start: int | None, end: int | None, place: str | None = None) -> str:
    """ "page 3, characters 10-42" of the source's text, or that nobody knows where it stands."""
    said = f"{place}, " if place else ""
    if start is None or end is None or start < 0:
        return place or "place in the text unknown"
    return f"{said}characters {start}-{end}"


def page_label(place: str | None) -> str | None:
    """The page of "page 3"; the first one of "pages 3-4"; None of other places."""
    found = _PAGE.match(place or "")
    return found[1] if found else None


def whole_of(uri: str) -> str:
    """The file that ``uri`` names a part of, as large texts have them; else ``uri`` itself."""
    return _PART.sub("", uri)


def link_to(uri: str, place: str | None = None) -> str:
    """``uri``, so that a viewer opens a file at its page: ``file.pdf#page=3``."""
    uri = whole_of(uri)
    page = page_label(place)
    return f"{uri}#page={page}" if page and "#" not in uri else uri
