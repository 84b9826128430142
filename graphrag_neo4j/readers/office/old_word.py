"""Word files of before 2007 (.doc): their text, headings, tables and notes ([MS-DOC]).

No library reads them that is free to use and needs no other program. What is read is the text that
the piece table puts together, and of the formats only what a paragraph is.
"""

from __future__ import annotations

import re
import struct
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Blocks, clean_text, title_from_name
from graphrag_neo4j.readers.edged_tables import EdgedTable, RowFormat
from graphrag_neo4j.readers.office.old_word_formats import (
    PARAGRAPH_END,
    PLAIN,
    ParagraphFormat,
    paragraph_formats,
    pieces_of,
    signs_of,
    struck_out,
)
from graphrag_neo4j.readers.office.old_word_forms import shown_by_forms
from graphrag_neo4j.readers.office.ole import open_ole, summary_of
from graphrag_neo4j.readers.office.package import author_of
from graphrag_neo4j.readers.written import as_written

_STREAM, _MORE = "WordDocument", "Data"
_MARKS = (0xA5EC, 0xA5DC)  # of Word 97 and later, of Word 6 and 95
_FIRST_97 = 0xC1  # version
_ENCRYPTED, _SECOND_TABLE = 0x0100, 0x0200
_LENGTHS = 0x4C  # of the text, the footnotes, headers, macros, comments, endnotes and boxes
_LISTS = ("index", "toa", "toc")  # fields whose result is a list of places in the text
_FIELD_MARKS = "\x13\x14\x15"
_LONGEST_COMMAND = 100
_NOTHING = "\x01"
_SIGNS: dict[int, str | None] = {0x0B: "\n", 0x1E: "-", 0x1F: None, 0xA0: " "}
_FIRST_SIGN = 0xF0000  # of those for private use
_UNPRINTED = re.compile("[\x00-\x08\x0e-\x1f]")


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
            more = file.openstream(_MORE).read() if file.exists(_MORE) else b""
            _add_parts(blocks, data, table, more)
        named, author = summary_of(file)
    first = next((heading.title for heading in blocks.headings if heading.level == 1), "")
    title = named or first or title_from_name(path)
    return as_written(blocks.document(uri, title, author_of(author)), path)


def _old_text(data: bytes) -> str:
    """The text of Word 6 and 95: one stretch of bytes."""
    begin, length = struct.unpack_from("<I", data, 0x18)[0], struct.unpack_from("<I", data, 0x34)[0]
    return data[begin : begin + length].decode("cp1252", "replace")


def _add_parts(blocks: Blocks, data: bytes, table: bytes, more: bytes) -> None:
    pieces = list(pieces_of(data, table))
    text = "".join(piece.read(data) for piece in pieces)
    lengths = struct.unpack_from("<7I", data, _LENGTHS)
    body, footnotes, headers, macros, comments, endnotes, boxes = lengths
    formats: dict[int, ParagraphFormat] = {}
    try:
        text = _without(text, struck_out(data, table, pieces))
        formats.update(paragraph_formats(data, table, more, pieces, text))
    except (IndexError, struct.error):  # damage to formats shall not cost the text
        pass
    forms: dict[int, str] = {}
    with suppress(IndexError, struct.error):  # nor shall damage to a form
        forms.update(shown_by_forms(text, more, signs_of(data, table, pieces)))
    text, signs = _with_signs(_printed(text), forms)
    _add(blocks, text[:body], formats, signs)
    notes = body + footnotes
    rest = notes + headers + macros
    said = [text[body:notes], text[rest : rest + comments + endnotes + boxes]]
    _add(blocks, "\r".join(said), {}, signs)


def _without(text: str, ranges: Iterable[tuple[int, int]]) -> str:
    """``text`` of the same length; the marks of fields stay, which come in threes."""
    shown = list(text)
    for begin, end in ranges:
        shown[begin:end] = (c if c in _FIELD_MARKS else _NOTHING for c in shown[begin:end])
    return "".join(shown)


def _with_signs(text: str, shown: Mapping[int, str]) -> tuple[str, dict[int, str | None]]:
    """``text`` of the same length with a sign at each place where something is ``shown``, and what
    signs stand for."""
    signs = dict(_SIGNS)
    said = list(text)
    for number, (place, words) in enumerate(shown.items(), start=_FIRST_SIGN):
        if number <= sys.maxunicode:
            said[place] = chr(number)
            signs[number] = words
    return "".join(said), signs


def _add(
    blocks: Blocks,
    text: str,
    formats: Mapping[int, ParagraphFormat],
    signs: Mapping[int, str | None] = _SIGNS,
) -> None:
    """The paragraphs of a text; the cells of a table come row by row. Where no row's end is known,
    it is where a cell has no words."""
    start = 0
    table = EdgedTable()
    for mark in PARAGRAPH_END.finditer(text + "\r"):
        format_ = formats.get(mark.start(), PLAIN)
        said = _shown(text[start : mark.start()], signs)
        said = " ".join(said.split()) if format_.level else said
        start = mark.end()
        if mark[0] == "\x07":
            if format_.row or not (formats or said):
                table.end_row(format_.row or RowFormat())
            else:
                table.add(said, format_.level)
                table.end_cell()
        elif format_.in_table:
            table.add(said, format_.level)
        elif said or formats:  # where they are known, a blank line parts two tables
            table.add_to(blocks)
            blocks.add(said, level=format_.level)
    table.add_to(blocks)


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


def _shown(text: str, signs: Mapping[int, str | None]) -> str:
    return clean_text(_UNPRINTED.sub("", text.translate(signs))).strip()
