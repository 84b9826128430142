"""Word files of before 2007 (.doc): their text, headings, tables and notes ([MS-DOC]).

No library reads them that is free to use and needs no other program. What is read is the text that
the piece table puts together, and of the formats only what a paragraph is: heading or row's end.
"""

from __future__ import annotations

import re
import struct
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Blocks, clean_text, title_from_name
from graphrag_neo4j.readers.office.ole import open_ole, summary_of
from graphrag_neo4j.readers.office.package import author_of
from graphrag_neo4j.readers.tables import Cell

_STREAM = "WordDocument"
_MARKS = (0xA5EC, 0xA5DC)  # of Word 97 and later, of Word 6 and 95
_FIRST_97 = 0xC1  # version
_ENCRYPTED, _SECOND_TABLE = 0x0100, 0x0200
_LENGTHS = 0x4C  # of the text, the footnotes, headers, macros, comments, endnotes and boxes
_PIECES, _PARAGRAPHS, _CHARACTERS = 0x1A2, 0x102, 0xFA  # where tables of these are told
_PAGE = 512
_ROW_END, _STRUCK_OUT = 0x2417, 0x0800  # formats: sprmPFTtp, sprmCFRMarkDel
_OPERANDS = (1, 1, 2, 4, 2, 2, 0, 3)  # bytes of what a format says, by its kind; 0: told before it
_HEADINGS = range(1, 10)  # of styles, these numbers are headings in each file
_PARAGRAPH_END = re.compile("[\r\x07\x0c]")
_LISTS = ("index", "toa", "toc")  # fields whose result is a list of places in the text
_FIELD_MARKS = "\x13\x14\x15"
_LONGEST_COMMAND = 100
_NOTHING = "\x01"
_SIGNS = str.maketrans({"\x0b": "\n", "\x1e": "-", "\x1f": None, "\xa0": " "})
_UNPRINTED = re.compile("[\x00-\x08\x0e-\x1f]")


@dataclass(frozen=True, slots=True)
class _Piece:
    """Characters ``begin`` to ``end`` of the text, at ``offset`` of the stream."""

    begin: int
    end: int
    offset: int
    width: int  # bytes of a character

    def place_of(self, offset: int) -> int:
        """The character at an ``offset`` of the stream; the nearest of the piece."""
        return min(max(self.begin + (offset - self.offset) // self.width, self.begin), self.end)

    def read(self, data: bytes) -> str:
        raw = data[self.offset : self.offset + (self.end - self.begin) * self.width]
        return raw.decode("cp1252" if self.width == 1 else "utf-16-le", "replace")


def read_doc(path: Path, uri: str) -> Document:
    """A .doc file, its notes at the end. Title: its properties, else the first top heading, else
    its name."""
    with open_ole(path, "Word file", ".docx") as file:
        data = file.openstream(_STREAM).read()
        flags = struct.unpack_from("<H", data, 0x0A)[0]
        if struct.unpack_from("<H", data)[0] not in _MARKS:
            raise ReadError("it is not a sound Word file.", "Save it as .docx.", "corrupt")
        if flags & _ENCRYPTED:
            raise ReadError("it is encrypted.", "Save it without a password.", "encrypted")
        blocks = Blocks()
        if struct.unpack_from("<H", data, 2)[0] < _FIRST_97:
            _add(blocks, _printed(_old_text(data)), {})
        else:
            table = file.openstream("1Table" if flags & _SECOND_TABLE else "0Table").read()
            _add_parts(blocks, data, table)
        named, author = summary_of(file)
    first = next((heading.title for heading in blocks.headings if heading.level == 1), "")
    return blocks.document(uri, named or first or title_from_name(path), author_of(author))


def _old_text(data: bytes) -> str:
    """The text of Word 6 and 95: one stretch of bytes."""
    begin, length = struct.unpack_from("<I", data, 0x18)[0], struct.unpack_from("<I", data, 0x34)[0]
    return data[begin : begin + length].decode("cp1252", "replace")


def _add_parts(blocks: Blocks, data: bytes, table: bytes) -> None:
    pieces = list(_pieces(data, table))
    text = "".join(piece.read(data) for piece in pieces)
    lengths = struct.unpack_from("<7I", data, _LENGTHS)
    body, footnotes, headers, macros, comments, endnotes, boxes = lengths
    kinds: dict[int, int] = {}
    try:
        text = _without(text, _struck_out(data, table, pieces))
        kinds.update(_kinds(data, table, pieces, text))
    except (IndexError, struct.error):  # damage to formats shall not cost the text
        pass
    text = _printed(text)
    _add(blocks, text[:body], kinds)
    notes = body + footnotes
    rest = notes + headers + macros
    said = [text[body:notes], text[rest : rest + comments + endnotes + boxes]]
    _add(blocks, "\r".join(said), {})


def _pieces(data: bytes, table: bytes) -> Iterator[_Piece]:
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
            yield _Piece(begin, stop, offset // 2 if is_narrow else offset, width)


def _kinds(data: bytes, table: bytes, pieces: list[_Piece], text: str) -> Iterator[tuple[int, int]]:
    """By the place of its end: the level of a heading, or -1 for the end of a row."""
    formats = sorted(_formats(data, table))
    ends = [end for end, _ in formats]
    for piece in pieces:
        for mark in _PARAGRAPH_END.finditer(text, piece.begin, piece.end):
            offset = piece.offset + (mark.start() - piece.begin) * piece.width
            at = bisect_right(ends, offset)
            if at < len(formats) and formats[at][1]:
                yield mark.start(), formats[at][1]


def _struck_out(data: bytes, table: bytes, pieces: list[_Piece]) -> Iterator[tuple[int, int]]:
    """Where stands what a tracked change took away."""
    struck: list[tuple[int, int]] = []
    for page in _pages(data, table, _CHARACTERS):
        runs = page[_PAGE - 1]
        places = struct.unpack_from(f"<{runs + 1}I", page)
        for run, (begin, end) in enumerate(pairwise(places)):
            at = 2 * page[(runs + 1) * 4 + run]
            if at and _STRUCK_OUT in _properties(page[at + 1 : at + 1 + page[at]]):
                struck.append((begin, end))
    apart = _merged(struck)
    ends = [end for _, end in apart]
    for piece in pieces:
        stop = piece.offset + (piece.end - piece.begin) * piece.width
        for n in range(bisect_right(ends, piece.offset), len(apart)):
            begin, end = apart[n]
            if begin >= stop:
                break
            yield piece.place_of(begin), piece.place_of(end)


def _merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges in their order, those that touch as one."""
    merged: list[tuple[int, int]] = []
    for begin, end in sorted(ranges):
        if merged and begin <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((begin, end))
    return merged


def _without(text: str, ranges: Iterable[tuple[int, int]]) -> str:
    """``text`` of the same length; the marks of fields stay, which come in threes."""
    shown = list(text)
    for begin, end in ranges:
        shown[begin:end] = (c if c in _FIELD_MARKS else _NOTHING for c in shown[begin:end])
    return "".join(shown)


def _formats(data: bytes, table: bytes) -> Iterator[tuple[int, int]]:
    """For each stretch of the stream with one format, its end and kind."""
    for page in _pages(data, table, _PARAGRAPHS):
        runs = page[_PAGE - 1]
        ends = struct.unpack_from(f"<{runs + 1}I", page)[1:]
        for run, end in enumerate(ends):
            yield end, _kind(page, 2 * page[(runs + 1) * 4 + run * 13])


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


def _kind(page: bytes, at: int) -> int:
    if not at:
        return 0
    size = 2 * page[at] - 1 if page[at] else 2 * page[at + 1]
    begin = at + (1 if page[at] else 2)
    style = struct.unpack_from("<H", page, begin)[0]
    if _ROW_END in _properties(page[begin + 2 : begin + size]):
        return -1
    return style if style in _HEADINGS else 0


def _properties(formats: bytes) -> Iterator[int]:
    """The formats in a list of them that are switched on."""
    at = 0
    while at + 2 < len(formats):
        name = struct.unpack_from("<H", formats, at)[0]
        size = _OPERANDS[name >> 13] or formats[at + 2] + 1
        if formats[at + 2]:
            yield name
        at += 2 + size


def _add(blocks: Blocks, text: str, kinds: dict[int, int]) -> None:
    """The paragraphs of a text; the cells of a table come row by row. Where no row's end is known,
    it is where a cell has no words."""
    start = 0
    rows: list[list[str]] = []
    cells: list[str] = []
    for mark in _PARAGRAPH_END.finditer(text + "\r"):
        kind = kinds.get(mark.start(), 0)
        said = _shown(text[start : mark.start()])
        start = mark.end()
        if mark[0] == "\x07":
            if kind < 0 or not (kinds or said):
                rows.append(cells)
                cells = []
            else:
                cells.append(said)
            continue
        if said and (rows or cells):
            blocks.add_table([[Cell(cell) for cell in row] for row in (*rows, cells)])
            rows, cells = [], []
        blocks.add(" ".join(said.split()) if kind > 0 else said, level=max(kind, 0))
    blocks.add_table([[Cell(cell) for cell in row] for row in (*rows, cells)])


def _printed(text: str) -> str:
    """``text`` of the same length, without how its fields come about, and tables of contents."""
    shown = list(text)
    fields: list[tuple[int, bool]] = []  # where each open one begins; whether its result is shown
    hidden = 0  # open ones of which nothing is shown here
    for at, sign in enumerate(text):
        if sign == "\x13":
            fields.append((at, False))
            hidden += 1
        elif sign == "\x14" and fields:
            begin, was_shown = fields.pop()
            words = text[begin + 1 : min(at, begin + _LONGEST_COMMAND)].split(maxsplit=1)
            is_shown = not words or words[0].casefold() not in _LISTS
            fields.append((begin, is_shown))
            hidden += was_shown - is_shown
        elif sign == "\x15" and fields:
            hidden -= not fields.pop()[1]
        elif hidden:
            shown[at] = _NOTHING
    return "".join(shown)


def _shown(text: str) -> str:
    return clean_text(_UNPRINTED.sub("", text.translate(_SIGNS))).strip()
