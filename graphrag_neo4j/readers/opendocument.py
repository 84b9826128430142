"""OpenDocument: texts (.odt) and presentations (.odp); sheets are in :mod:`.open_sheets`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.boxes import short_lines
from graphrag_neo4j.readers.content import (
    Blocks,
    comment,
    safe_metadata,
    title_from_name,
    words,
)
from graphrag_neo4j.readers.field_sheets import with_named_fields
from graphrag_neo4j.readers.opendocument_numbers import List, Numbers
from graphrag_neo4j.readers.opendocument_xml import (
    DRAWING,
    NOT_TEXT,
    attribute,
    name_of,
    open_opendocument,
    repeats,
    text_of,
)
from graphrag_neo4j.readers.tables import Cell
from graphrag_neo4j.readers.written import as_written

if TYPE_CHECKING:
    from lxml.etree import _Element

_REMARKS = words("note annotation")
_LOOKS = frozenset(("", *words("desc enhanced-geometry event-listeners glue-point title")))
"""Of a shape: what it looks like, not what it says."""


def read_opendocument(path: Path, uri: str) -> Document:
    """An .odt or .odp file, or a flat one. Its places are slides. Title: its own, else its first
    heading."""
    file = open_opendocument(path)
    blocks = Blocks()
    _Walk(blocks, Numbers(file)).children(file.body)
    first = blocks.headings[0].title if blocks.headings else ""
    title = file.title or first or title_from_name(path)
    document = blocks.document(uri, title, safe_metadata([("author", file.author or None)]))
    return as_written(document, path)


class _Walk:
    """Goes through a body, element by element."""

    def __init__(self, blocks: Blocks, numbers: Numbers) -> None:
        self._blocks = blocks
        self._numbers = numbers
        self._lists: list[List] = []
        self._slides = 0

    def children(self, element: _Element, *, in_list: bool = False) -> None:
        if text := _short_lines(element):
            self._blocks.add(text)
            for child in element:
                self._add_apart(child)
            return
        for child in element:
            name = name_of(child)
            if name == "h":
                self._heading(child, in_list=in_list)
            elif name == "p":
                self._paragraph(child, in_list=in_list)
            elif name == "table":
                self._blocks.add_table(with_named_fields(_table_cells(child)))
                self._add_remarks(child)
            elif name == "page":
                self._slide(child)
            elif name == "list":
                self._list(child)
            elif name and name not in NOT_TEXT:
                self.children(child, in_list=in_list)

    def _list(self, element: _Element) -> None:
        opened = self._numbers.opened(element, self._lists[-1] if self._lists else None)
        self._lists.append(opened)
        for item in element:
            is_item = name_of(item) == "list-item"
            if is_item:
                opened.begin(item)
            self.children(item, in_list=is_item or len(self._lists) > 1)
        self._lists.pop()

    def _heading(self, element: _Element, *, in_list: bool) -> None:
        text, told = text_of(element), attribute(element, "outline-level")
        level = int(told) if told.isdecimal() else 1
        if text.strip():
            number = self._lists[-1].mark() if in_list else self._numbers.heading(element, level)
            self._blocks.add(f"{number} {text}", level=level)
        self._add_apart(element)

    def _paragraph(self, element: _Element, *, in_list: bool) -> None:
        text = text_of(element).strip()
        if in_list and text and self._lists[-1].is_numbered:
            self._blocks.add(f"{self._lists[-1].mark()} {text}")
        elif in_list and text:
            self._blocks.add(f"- {text}", kind="item")
        else:
            self._blocks.add(text)
        self._add_apart(element)

    def _add_apart(self, element: _Element) -> None:
        """What hangs on a paragraph, in boxes, shapes, comments and notes."""
        for child in element:
            name = name_of(child)
            if name in _REMARKS:
                self._add_remark(child)
            elif name in ("p", "h", "list", "table"):
                self.children(element)
                return
            elif name and name not in NOT_TEXT:
                self._add_apart(child)

    def _add_remarks(self, table: _Element) -> None:
        """The notes and comments of a table's cells."""
        for element in table.iter():
            if name_of(element) in _REMARKS:
                self._add_remark(element)

    def _add_remark(self, element: _Element) -> None:
        said = _paragraphs(element)
        if name_of(element) == "annotation":
            author = next((text_of(e) for e in element if name_of(e) == "creator"), "")
            said = comment(said, author)
        self._blocks.add(said)

    def _slide(self, page: _Element) -> None:
        self._slides += 1
        self._blocks.place("slide", str(self._slides))
        for frame in page:
            if attribute(frame, "class") == "title":
                for paragraph in frame.iter():
                    if name_of(paragraph) == "p":
                        self._blocks.add(text_of(paragraph), level=1)
            elif name_of(frame) == "notes":
                self._speaker_notes(frame)
            elif name_of(frame) == "annotation":
                self._add_remark(frame)
            elif name_of(frame) not in NOT_TEXT:
                self.children(frame)

    def _speaker_notes(self, notes: _Element) -> None:
        """What the page of notes below a slide says but for its head and foot."""
        for frame in notes:
            if attribute(frame, "class") in ("notes", ""):
                self.children(frame)


def _short_lines(element: _Element) -> str:
    """What a box or shape says that holds but a few short lines, and is none of a layout's."""
    holder = element if name_of(element) != "text-box" else element.getparent()
    is_box = str(element.tag).startswith(DRAWING)
    if not is_box or holder is None or attribute(holder, "class"):
        return ""
    paragraphs = [child for child in element if name_of(child) not in _LOOKS]
    is_plain = all(name_of(child) == "p" for child in paragraphs)
    return short_lines(map(text_of, paragraphs)) if is_plain else ""


def _paragraphs(element: _Element) -> str:
    said = (text_of(p).strip() for p in element.iter() if name_of(p) == "p")
    return " ".join(filter(None, said))


def _table_cells(table: _Element) -> Iterator[list[Cell]]:
    for row in table.iter():
        if name_of(row) == "table-row":
            parent = row.getparent()
            is_head = parent is not None and name_of(parent) == "table-header-rows"
            yield [_cell(cell, is_head) for cell in row if name_of(cell) == "table-cell"]


def _cell(cell: _Element, is_name: bool) -> Cell:
    text = " ".join(map(text_of, _cell_paragraphs(cell)))
    width, height = (repeats(cell, f"number-{of}-spanned") for of in ("columns", "rows"))
    return Cell(text, width, height, is_name)


def _cell_paragraphs(element: _Element) -> Iterator[_Element]:
    """The paragraphs of a cell, without those of its notes and comments."""
    for child in element:
        if name_of(child) in ("p", "h"):
            yield child
        if name_of(child) not in _REMARKS:
            yield from _cell_paragraphs(child)
