"""Where in its file something stands, and how that is said.

Cypher gives characters of the source's text, and what the file itself counts ("page 3"): of the
statement, else of its chunk.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from functools import cached_property
from itertools import accumulate, takewhile

from graphrag_neo4j.model import Document

RECORD_KINDS = frozenset({"row", "line", "item", "sheet"})
"""Kinds of places that number the records of a file."""
_PART = re.compile(r"[#/]part-[0-9a-f]{16}(?:-\d+)?\Z")
_PARTED = " > "
_WORD = re.compile(r"\w")
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

    def section(self, start: int, end: int) -> str:
        """The headings that all text of a span stands under, from the top: "A > B". A heading that
        has nothing but other headings below it, within the span, does not count as text."""
        first, last = (bisect_right(self._headings, at) - 1 for at in (start, max(end - 1, start)))
        told = [at for at in range(first, last + 1) if self._has_body(at, end)] or [last]
        levels = zip(*(self._paths[at + 1] for at in told), strict=False)
        shared = takewhile(lambda titles: len(set(titles)) == 1, levels)
        return _PARTED.join(titles[0] for titles in shared)

    def heading(self, start: int) -> str:
        """The heading that the character at ``start`` stands under; empty without. If it is one
        word, or others have it, too, it comes after the one above it ("2.4.0 > Changed"), unless
        that is the document's title."""
        *above, title = self._paths[bisect_right(self._headings, start)] or ("",)
        says_little = len(title.split()) == 1 or self._named[title] > 1
        if above and says_little and above[-1] != self._document.title:
            return _PARTED.join([above[-1], title])
        return title

    def _has_body(self, at: int, end: int) -> bool:
        """Whether there is text up to ``end`` below heading number ``at``, before the next one."""
        headings = self._document.headings
        start = headings[at].start if at >= 0 else 0
        stop = min(headings[at + 1].start if at + 1 < len(headings) else end, end)
        text = self._document.text[start:stop].strip()
        return _WORD.search(text if at < 0 else text.partition("\n")[2]) is not None

    @cached_property
    def _paths(self) -> list[tuple[str, ...]]:
        """Titles from the top, of what stands before the first heading and of each heading."""
        path = [(heading.level, heading.title) for heading in self._document.above]
        paths = [tuple(title for _, title in path)]
        for heading in self._document.headings:
            while path and path[-1][0] >= heading.level:
                path.pop()
            path.append((heading.level, heading.title))
            paths.append(tuple(title for _, title in path))
        return paths

    @cached_property
    def _named(self) -> Counter[str]:
        return Counter(heading.title for heading in self._document.headings)

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
