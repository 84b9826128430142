"""What the formats of an old Word file say of its paragraphs: which are headings, which stand in a
table, where its rows end, and what tracked changes took away ([MS-DOC])."""

from __future__ import annotations

import re
import struct
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.readers.edged_tables import CellFormat, RowFormat

PARAGRAPH_END = re.compile("[\r\x07\x0c]")
_PIECES, _PARAGRAPHS, _CHARACTERS = 0x1A2, 0x102, 0xFA  # where tables of these are told
_PAGE = 512
_STRUCK_OUT, _SIGN = 0x0800, 0x6A03  # formats by their names: sprmCFRMarkDel, sprmCPicLocation
_IN_TABLE, _ROW_END, _HEAD_ROW = 0x2416, 0x2417, 0x3404  # sprmPFInTable, -PFTtp, -TTableHeader
_COLUMNS = 0xD608  # sprmTDefTable
_ELSEWHERE = (0x6645, 0x6646)  # sprmPHugePapx: the formats stand in the stream "Data"
_OPERANDS = (1, 1, 2, 4, 2, 2, 0, 3)  # bytes of what a format says, by its kind; 0: told before it
_HEADINGS = range(1, 10)  # of styles, these numbers are headings in each file
_CELL = 20  # bytes that tell of a cell
_MERGED, _GOES_ON, _STARTS = 0x03, 0x20, 0x40  # flags of a cell: with one beside it; with others
# in its column, of which the first one has both


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters ``begin`` to ``end`` of the text, at ``offset`` of the stream."""

    begin: int
    end: int
    offset: int
    width: int  # bytes of a character

    @property
    def stop(self) -> int:
        """Where it ends in the stream."""
        return self.offset + (self.end - self.begin) * self.width

    def place_of(self, offset: int) -> int:
        """The character at an ``offset`` of the stream; the nearest of the piece."""
        return min(max(self.begin + (offset - self.offset) // self.width, self.begin), self.end)

    def read(self, data: bytes) -> str:
        raw = data[self.offset : self.offset + (self.end - self.begin) * self.width]
        return raw.decode("cp1252" if self.width == 1 else "utf-16-le", "replace")


@dataclass(frozen=True, slots=True)
class ParagraphFormat:
    """A paragraph's ``level`` as a heading, and the ``row`` that ends with it."""

    level: int = 0
    in_table: bool = False
    row: RowFormat | None = None


PLAIN = ParagraphFormat()


def pieces_of(data: bytes, table: bytes) -> Iterator[Piece]:
    """The table of pieces: the text as it reads, wherever in the file it was written."""
    at, size = struct.unpack_from("<II", data, _PIECES)
    end = at + size
    while at < end and table[at] == 1:  # formats, of no concern
        at += 3 + struct.unpack_from("<H", table, at + 1)[0]
    if at >= end or table[at] != 2:
        raise ReadError("it is not a sound Word file.", "Save it as .docx.", "corrupt")
    n = (struct.unpack_from("<I", table, at + 1)[0] - 4) // 12
    places = struct.unpack_from(f"<{n + 1}I", table, at + 5)
    if sum(max(stop - begin, 0) for begin, stop in pairwise(places)) > len(data):
        raise ValueError("more characters than bytes")
    for number in range(n):
        offset = struct.unpack_from("<I", table, at + 5 + (n + 1) * 4 + number * 8 + 2)[0]
        is_narrow = offset & 0x40000000
        offset &= 0x3FFFFFFF
        begin, stop = places[number], places[number + 1]
        if stop > begin:
            width = 1 if is_narrow else 2
            yield Piece(begin, stop, offset // 2 if is_narrow else offset, width)


def paragraph_formats(
    data: bytes, table: bytes, more: bytes, pieces: Iterable[Piece], text: str
) -> Iterator[tuple[int, ParagraphFormat]]:
    """The formats of paragraphs, by the place of their end. ``more``: the stream "Data"."""
    formats = sorted(_formats(data, table, more), key=lambda one: one[0])
    ends = [end for end, _ in formats]
    for piece in pieces:
        for mark in PARAGRAPH_END.finditer(text, piece.begin, piece.end):
            offset = piece.offset + (mark.start() - piece.begin) * piece.width
            at = bisect_right(ends, offset)
            if at < len(formats) and formats[at][1] != PLAIN:
                yield mark.start(), formats[at][1]


def struck_out(data: bytes, table: bytes, pieces: Iterable[Piece]) -> Iterator[tuple[int, int]]:
    """Where stands what a tracked change took away."""
    struck = [
        (begin, end)
        for begin, end, formats in _character_formats(data, table)
        if _STRUCK_OUT in _switched_on(formats)
    ]
    apart = _merged(struck)
    ends = [end for _, end in apart]
    for piece in pieces:
        for n in range(bisect_right(ends, piece.offset), len(apart)):
            begin, end = apart[n]
            if begin >= piece.stop:
                break
            yield piece.place_of(begin), piece.place_of(end)


def signs_of(data: bytes, table: bytes, pieces: Iterable[Piece]) -> Iterator[tuple[int, int]]:
    """The places of signs that stand for something in the stream "Data", and where it is there."""
    told = sorted(
        (begin, struct.unpack_from("<I", formats, at)[0])
        for begin, _, formats in _character_formats(data, table)
        for name, at in _listed(formats)
        if name == _SIGN
    )
    begins = [begin for begin, _ in told]
    for piece in pieces:
        for n in range(bisect_left(begins, piece.offset), bisect_left(begins, piece.stop)):
            yield piece.place_of(begins[n]), told[n][1]


def _character_formats(data: bytes, table: bytes) -> Iterator[tuple[int, int, bytes]]:
    """For each stretch of the stream with formats of its own, its begin, its end and these."""
    for page in _pages(data, table, _CHARACTERS):
        runs = page[_PAGE - 1]
        places = struct.unpack_from(f"<{runs + 1}I", page)
        for run, (begin, end) in enumerate(pairwise(places)):
            at = 2 * page[(runs + 1) * 4 + run]
            if at:
                yield begin, end, page[at + 1 : at + 1 + page[at]]


def _merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges in their order, those that touch as one."""
    merged: list[tuple[int, int]] = []
    for begin, end in sorted(ranges):
        if merged and begin <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((begin, end))
    return merged


def _formats(data: bytes, table: bytes, more: bytes) -> Iterator[tuple[int, ParagraphFormat]]:
    """For each stretch of the stream with one format, its end and that format."""
    for page in _pages(data, table, _PARAGRAPHS):
        runs = page[_PAGE - 1]
        ends = struct.unpack_from(f"<{runs + 1}I", page)[1:]
        for run, end in enumerate(ends):
            yield end, _format(page, 2 * page[(runs + 1) * 4 + run * 13], more)


def _pages(data: bytes, table: bytes, told: int) -> Iterator[bytes]:
    """The pages of formats that a table names."""
    at, size = struct.unpack_from("<II", data, told)
    n = max(size - 4, 0) // 8
    numbers = struct.unpack_from(f"<{n}I", table, at + (n + 1) * 4) if n else ()
    for number in dict.fromkeys(numbers):
        page = data[number * _PAGE : (number + 1) * _PAGE]
        if len(page) < _PAGE:
            return
        yield page


def _format(page: bytes, at: int, more: bytes) -> ParagraphFormat:
    if not at:
        return PLAIN
    size = 2 * page[at] - 1 if page[at] else 2 * page[at + 1]
    begin = at + (1 if page[at] else 2)
    style = struct.unpack_from("<H", page, begin)[0]
    formats = _whole(page[begin + 2 : begin + size], more)
    on = set(_switched_on(formats))
    row = RowFormat(_HEAD_ROW in on, tuple(_cells(formats))) if _ROW_END in on else None
    return ParagraphFormat(style if style in _HEADINGS and not row else 0, _IN_TABLE in on, row)


def _whole(formats: bytes, more: bytes) -> bytes:
    """The formats themselves, wherever they stand: a page has no room for many."""
    for name, at in _listed(formats):
        if name in _ELSEWHERE:
            place = struct.unpack_from("<I", formats, at)[0]
            if place + 2 <= len(more):
                size = struct.unpack_from("<H", more, place)[0]
                return more[place + 2 : place + 2 + size]
    return formats


def _cells(formats: bytes) -> Iterator[CellFormat]:
    """The cells of a row."""
    at = next((at for name, at in _listed(formats) if name == _COLUMNS), 0)
    if not at:
        return
    n = formats[at + 2]
    edges = struct.unpack_from(f"<{n + 1}h", formats, at + 3)[1:]
    end = at + 1 + struct.unpack_from("<H", formats, at)[0]
    for number, edge in enumerate(edges):
        place = at + 3 + 2 * (n + 1) + _CELL * number  # the last cells may be told nothing of
        flags = struct.unpack_from("<H", formats, place)[0] if place + _CELL <= end else 0
        goes_on = flags & (_GOES_ON | _STARTS) == _GOES_ON
        yield CellFormat(edge, bool(flags & _MERGED), goes_on)


def _switched_on(formats: bytes) -> Iterator[int]:
    return (name for name, at in _listed(formats) if formats[at])


def _listed(formats: bytes) -> Iterator[tuple[int, int]]:
    """The formats in a list of them: the name of each, and where stands what it says."""
    at = 2
    while at < len(formats):
        name = struct.unpack_from("<H", formats, at - 2)[0]
        yield name, at
        if name == _COLUMNS and at + 2 <= len(formats):
            at += struct.unpack_from("<H", formats, at)[0] + 1
        else:
            at += _OPERANDS[name >> 13] or formats[at] + 1
        at += 2
