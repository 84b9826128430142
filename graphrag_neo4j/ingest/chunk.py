"""Cutting a document into chunks whose text is exactly a span of the document.

Two strategies: ``"sentence"`` packs whole sentences, never crosses a section and parts a talk
between its turns where it can, ``"token"`` slides a window of fixed size. Either way each character
that is not white space is in at least one chunk, no chunk is longer than asked for, and the ids of
chunks depend on their text and title but not on where they stand, so an insertion at the top leaves
the rest alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.ids import make_id
from graphrag_neo4j.model import Chunk, Document
from graphrag_neo4j.text.places import Places
from graphrag_neo4j.text.questions import asks
from graphrag_neo4j.text.quotations import own_part
from graphrag_neo4j.text.sentences import Span, sentence_spans
from graphrag_neo4j.text.speakers import document_turns
from graphrag_neo4j.text.tokens import count_tokens, token_offsets

Strategy = Literal["sentence", "token"]

MIN_SIZE = 16
"""The smallest chunk size, in tokens: room for any single character and a word or two."""

_WORD = re.compile(r"\w")
_LONGEST_WORD = 60  # characters
_TINY = 8  # a section below size / 8 is too little to stand alone


def chunk_document(
    document: Document, source_id: str, *, size: int, overlap: int, strategy: Strategy
) -> list[Chunk]:
    """Cut ``document`` into chunks of at most ``size`` tokens (cl100k_base), in order.

    ``overlap`` tokens at most are repeated at the start of the next chunk: exactly as many with
    ``strategy="token"``; whole sentences, and only inside a section, with ``"sentence"``.
    A document without text gives no chunks. Raises :class:`UsageError` for a size below
    ``MIN_SIZE``, an overlap that is negative or not below the size, or an unknown strategy.
    """
    if size < MIN_SIZE:
        raise UsageError(f"Chunk size {size} is too small.", f"Use at least {MIN_SIZE} tokens.")
    if not 0 <= overlap < size:
        raise UsageError(f"Chunk overlap {overlap} is not in 0..{size - 1}.", "Make it smaller.")
    if strategy == "sentence":
        spans = list(_sentence_chunks(document, size, overlap))
    elif strategy == "token":
        spans = list(_token_chunks(document, size, overlap))
    else:
        raise UsageError(f"Unknown chunk strategy {strategy!r}.", 'Use "sentence" or "token".')
    return _records(document, source_id, spans)


_Titled = tuple[Span, str]  # a chunk's span and its heading


def _records(document: Document, source_id: str, spans: list[_Titled]) -> list[Chunk]:
    seen: Counter[tuple[str, str]] = Counter()
    places = Places(document)
    chunks = []
    for position, ((start, end), heading) in enumerate(spans):
        text = document.text[start:end]
        named = heading and heading != document.title
        extra = f" - {_with_parent(heading, document, places, start, end)}" if named else ""
        title = document.title + extra
        occurrence = seen[title, text]
        seen[title, text] += 1
        chunks.append(
            Chunk(
                id=make_id("chunk", source_id, title, text, str(occurrence)),
                source_id=source_id,
                title=title,
                heading=heading,
                text=text,
                start=start,
                end=end,
                position=position,
                n_tokens=count_tokens(text),
                place=places.of(start, end),
                section=places.section(start, end),
                own=own_part(text, document.blocks, start),
            )
        )
    return chunks


def _with_parent(heading: str, document: Document, places: Places, start: int, end: int) -> str:
    """``heading``, of a chunk from ``start`` to ``end``, as :meth:`Places.heading` names it."""
    below = (h.start for h in document.headings if start < h.start < end and h.title == heading)
    here = places.heading(start)
    return here if here.endswith(heading) else places.heading(next(below, start)) or heading


class _Ruler:
    """Measures spans of one text in tokens without encoding each span anew."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.offsets = token_offsets(text)

    def about(self, start: int, end: int) -> int:
        """Tokens of the whole text that touch the span; its own count may differ by a few."""
        first = max(bisect_right(self.offsets, start) - 1, 0)
        return bisect_left(self.offsets, end) - first

    def fits(self, start: int, end: int, size: int) -> bool:
        """Whether the span alone has at most ``size`` tokens."""
        about = self.about(start, end)
        # Alone, a span differs only at its edges, and where tokens.py cuts an endless run.
        margin = 8 + (end - start) // 1_000
        if about > size + margin:
            return False
        return about <= size - margin or count_tokens(self.text[start:end]) <= size

    def cut(self, start: int, end: int, size: int) -> int:
        """The last place up to ``end`` at which a span from ``start`` still fits."""
        token = bisect_right(self.offsets, start) - 1 + size
        if token < len(self.offsets):
            end = max(min(end, self.offsets[token]), start + 1)
        while count_tokens(self.text[start:end]) > size:
            end = start + token_offsets(self.text[start:end])[size]
        return end


def _trim(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    stripped = piece.lstrip()
    return end - len(stripped), end - len(stripped) + len(stripped.rstrip())


# -- token windows ---------------------------------------------------------------------------


def _token_chunks(document: Document, size: int, overlap: int) -> Iterator[_Titled]:
    text, ruler = document.text, _Ruler(document.text)
    offsets = ruler.offsets
    starts = [heading.start for heading in document.headings]
    token, done = 0, 0
    while done < len(text) and token < len(offsets):
        begin = offsets[token]
        limit = offsets[token + size] if token + size < len(offsets) else len(text)
        start, end = _trim(text, begin, limit)
        done = limit
        if start < end:
            cut = ruler.cut(start, end, size)
            done = limit if cut == end else cut
            start, end = _trim(text, start, cut)
            at = bisect_right(starts, start)
            yield (start, end), document.headings[at - 1].title if at else ""
        # The window may have been cut shorter than its tokens; nothing may fall between two.
        token = max(min(token + size - overlap, bisect_left(offsets, done)), token + 1)


# -- sentences in sections -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Section:
    """A stretch of text under one heading; ``level`` 0 is the text before the first."""

    start: int
    end: int
    level: int
    heading: str
    has_body: bool


def _sentence_chunks(document: Document, size: int, overlap: int) -> Iterator[_Titled]:
    ruler = _Ruler(document.text)
    rows = [(block.start, block.end) for block in document.blocks if block.kind == "row"]
    turns = sorted(document_turns(document))
    for section in _packed(_sections(document), ruler, size):
        for span in _pack(_units(section, rows, ruler, size), turns, ruler, size, overlap):
            yield span, section.heading


def _sections(document: Document) -> list[_Section]:
    text, sections = document.text, []
    bounds = [(0, 0, ""), *((h.start, h.level, h.title) for h in document.headings)]
    ends = [start for start, _, _ in bounds[1:]] + [len(text)]
    for (start, level, heading), end in zip(bounds, ends, strict=True):
        content = text[start:end].strip()
        if content:
            has_body = level == 0 or _WORD.search(content.partition("\n")[2]) is not None
            sections.append(_Section(start, end, level, heading, has_body))
    return sections


def _packed(sections: list[_Section], ruler: _Ruler, size: int) -> Iterator[_Section]:
    """Sections, the tiny ones joined with those after them that are not above them.

    The joined section keeps the first heading. A heading without a body of its own only leads
    to the next one, whose name is the better one.
    """
    current: _Section | None = None
    for section in sections:
        if current is None:
            current = section
        elif _joins(current, section, ruler, size):
            named = current if current.has_body else section
            has_body = current.has_body or section.has_body
            current = _Section(current.start, section.end, named.level, named.heading, has_body)
        else:
            yield current
            current = section
    if current is not None:
        yield current


def _joins(current: _Section, following: _Section, ruler: _Ruler, size: int) -> bool:
    if following.level < current.level:
        return False
    if not current.has_body and following.level > current.level:
        return True
    tiny = not current.has_body or ruler.about(current.start, current.end) < size / _TINY
    return tiny and ruler.about(current.start, following.end) <= size


def _units(section: _Section, rows: list[Span], ruler: _Ruler, size: int) -> list[Span]:
    """The sentences and rows of a section; what is longer than ``size`` is cut between rows, else
    between words."""
    units = []
    found = sentence_spans(ruler.text[section.start : section.end])
    spans = [(section.start + begin, section.start + stop) for begin, stop in found]
    for start, end in _whole_rows(spans, rows, ruler, size):
        while not ruler.fits(start, end, size):
            cut = ruler.cut(start, end, size)
            cut = _before_row(rows, start, cut) or _between_words(ruler.text, start, cut)
            units.append(_trim(ruler.text, start, cut))
            start, _ = _trim(ruler.text, cut, end)
        units.append((start, end))
    return units


def _whole_rows(spans: list[Span], rows: list[Span], ruler: _Ruler, size: int) -> Iterator[Span]:
    """The sentences, those of one row of a table together where they fit into ``size``."""
    ends = [end for _, end in rows]
    start = end = -1
    for begin, stop in spans:
        at = bisect_left(ends, begin + 1)  # the first row that ends behind it begins
        is_same_row = at < len(rows) and rows[at][0] < end
        if start >= 0 and is_same_row and ruler.fits(start, stop, size):
            end = stop
            continue
        if start >= 0:
            yield start, end
        start, end = begin, stop
    if start >= 0:
        yield start, end


def _before_row(rows: list[Span], start: int, cut: int) -> int:
    """Where the row begins that would be cut, if it does behind ``start``; else 0."""
    at = bisect_left(rows, (cut, cut)) - 1  # the last row that begins before the cut
    begin, end = rows[at] if at >= 0 else (0, 0)
    return begin if start < begin < cut < end else 0


def _between_words(text: str, start: int, cut: int) -> int:
    """``cut``, or the white space before it if it is within a word. What is longer than any word,
    as text of a script without blanks, is cut anywhere."""
    piece = text[max(start, cut - _LONGEST_WORD) : cut]
    if piece[-1].isspace() or text[cut : cut + 1].isspace():
        return cut
    _, *word = piece.rsplit(None, 1)
    return cut - len(word[0]) if word else cut


def _pack(
    units: list[Span], turns: list[int], ruler: _Ruler, size: int, overlap: int
) -> Iterator[Span]:
    """Join units from left to right up to ``size``; repeat the last ones up to ``overlap``."""
    first = 0
    while first < len(units):
        start = units[first][0]
        last = first
        while last + 1 < len(units) and ruler.fits(start, units[last + 1][1], size):
            last += 1
        if turns and last + 1 < len(units):
            last = _last_of_turn(units, first, last, turns, ruler, size)
        yield start, units[last][1]
        if last + 1 == len(units):
            return
        first = last + 1
        while (
            first > 1
            and units[first - 1][0] > start
            and ruler.about(units[first - 1][0], units[last][1]) <= overlap
            and ruler.fits(units[first - 1][0], units[last + 1][1], size)
        ):
            first -= 1


def _last_of_turn(
    units: list[Span], first: int, last: int, turns: list[int], ruler: _Ruler, size: int
) -> int:
    """The unit with which a chunk ends that may have those from ``first`` to ``last``: the last one
    of a turn, better of one that does not ask. What is said far from who says it, and an answer far
    from its question, are not found. At least half of the chunk is kept."""
    ends = []
    for at in range(last, first - 1, -1):
        if at < last and ruler.about(units[first][0], units[at][1]) < size / 2:
            break
        if bisect_left(turns, units[at][1]) < bisect_right(turns, units[at + 1][0]):
            ends.append(at)
    told = (at for at in ends if not asks(ruler.text[slice(*units[at])]))
    return next(told, ends[0] if ends else last)
