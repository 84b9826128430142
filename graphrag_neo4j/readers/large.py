"""Large texts come in parts, each a document of its own.

So memory stays bounded, an ingest that was interrupted goes on with the next part, and a change
touches the part that it stands in. Where a text is cut, and what a part is called, hangs on the
words there, not on their distance from the beginning: what is inserted, deleted or appended moves
no part but its own.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.model import Document, Heading, Place
from graphrag_neo4j.readers.content import clean_text, open_text, title_from_name, with_words

LARGE = 1_000_000
"""Characters; a longer text comes in parts."""
MIN_PART, MAX_PART = 200_000, 400_000
_NAMED_BY = 400
"""Characters at the beginning of a part that name it."""
_NEAR = 80
"""Characters after a place that tell whether to cut there."""
_BREAKS = (re.compile(r"\n[^\S\n]*\n+"), re.compile(r"\n"), re.compile(r"\s"))


def in_parts(document: Document) -> Iterator[Document]:
    """A document itself, or its parts if its text is longer than ``LARGE``."""
    if len(document.text) <= LARGE:
        yield document
        return
    names = _Names(document.uri, len(document.text) / (document.share or 1.0))
    rest = document
    while len(rest.text) > MAX_PART:
        part, rest = _parted(rest, _cut(rest))
        if not part.text.isspace():
            yield names.named(part)
    if not rest.text.isspace():
        yield names.named(rest)


def read_large_text(path: Path, uri: str) -> Iterator[Document]:
    """A plain text that need not fit into memory: the very parts that :func:`in_parts` gives."""
    names = _Names(uri, path.stat().st_size)
    rest = Document(uri, "", title_from_name(path), has_lines=True)
    found = False
    with open_text(path) as file:
        while read := file.read(MAX_PART):
            rest = replace(rest, text=rest.text + clean_text(read))
            while len(rest.text) > MAX_PART:
                part, rest = _parted(rest, _cut(rest))
                if not part.text.isspace():
                    found = True
                    yield names.named(part)
    if not rest.text.isspace():
        yield names.named(rest)
    elif not found:
        with_words("")


class _Names:
    """Gives the parts of one file, of about ``size`` characters, their uris and shares."""

    def __init__(self, uri: str, size: float) -> None:
        self._size = size
        self._start = uri + ("/" if "#" in uri else "#") + "part-"
        self._seen: dict[str, int] = {}

    def named(self, part: Document) -> Document:
        key = content_hash(part.text[:_NAMED_BY])[:16]
        n = self._seen[key] = self._seen.get(key, 0) + 1
        uri = self._start + key + (f"-{n}" if n > 1 else "")
        return replace(part, uri=uri, share=len(part.text) / self._size)


def _cut(document: Document) -> int:
    """Where a part may end: before the highest heading there is, else at a blank line, a line's
    end, a blank; of several the one whose following words have the smallest hash."""
    text = document.text

    def order(at: int) -> str:
        return content_hash(text[at : at + _NEAR].lstrip()[: _NEAR // 2])

    inside = [h for h in document.headings if MIN_PART <= h.start <= MAX_PART]
    if inside:
        top = min(heading.level for heading in inside)
        return min((h.start for h in inside if h.level == top), key=order)
    for pattern in _BREAKS:
        ends = (found.end() for found in pattern.finditer(text, MIN_PART, MAX_PART))
        if free := [at for at in ends if not _is_inside(document, at)]:
            return min(free, key=order)
    return MAX_PART


def _is_inside(document: Document, at: int) -> bool:
    """Whether a block of code or a row of a table would be cut."""
    n = bisect_left(document.blocks, at, key=lambda block: block.start)
    return n > 0 and document.blocks[n - 1].end > at


def _parted(document: Document, at: int) -> tuple[Document, Document]:
    """What stands before ``at``, and what from there on."""
    text, headings, places = document.text, document.headings, document.places
    blocks = document.blocks
    n_headings = bisect_left(headings, at, key=lambda one: one.start)
    n_places = bisect_left(places, at, key=lambda one: one.start)
    n_blocks = bisect_left(blocks, at, key=lambda one: one.start)
    first = replace(
        document,
        text=text[:at],
        headings=headings[:n_headings],
        places=places[:n_places],
        blocks=blocks[:n_blocks],
    )
    current = bisect_right(places, at, key=lambda one: one.start)
    here = [replace(places[current - 1], start=at)] if current else list[Place]()
    rest = replace(
        document,
        text=text[at:],
        headings=tuple(replace(h, start=h.start - at) for h in headings[n_headings:]),
        places=tuple(replace(p, start=p.start - at) for p in (*here, *places[current:])),
        blocks=tuple(replace(b, start=b.start - at, end=b.end - at) for b in blocks[n_blocks:]),
        above=_path([*document.above, *headings[:n_headings]]),
        first_line=document.first_line + text.count("\n", 0, at),
    )
    return first, rest


def _path(headings: list[Heading]) -> tuple[Heading, ...]:
    """The headings that what comes after them stands under."""
    path: list[Heading] = []
    for heading in headings:
        while path and path[-1].level >= heading.level:
            path.pop()
        path.append(replace(heading, start=0))
    return tuple(path)
