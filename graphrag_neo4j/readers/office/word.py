"""Word files: all that is to be read in them, in its order.

The library opens the package and knows its styles; the text is read from the XML itself: paragraphs
in content controls, tracked insertions and text boxes are none of the library's paragraphs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.readers.boxes import short_lines
from graphrag_neo4j.readers.content import (
    Blocks,
    clean_text,
    comment,
    decode,
    title_from_name,
)
from graphrag_neo4j.readers.field_sheets import with_named_fields
from graphrag_neo4j.readers.office.drawings import (
    CHART,
    DIAGRAM,
    RELATION,
    add_chart,
    add_diagram,
)
from graphrag_neo4j.readers.office.embedded import read_embedded
from graphrag_neo4j.readers.office.numbering import BULLET, Numbering
from graphrag_neo4j.readers.office.package import author_of, linked, open_package
from graphrag_neo4j.readers.office.word_tables import is_layout, styles_with_names, word_rows
from graphrag_neo4j.readers.office.word_xml import (
    COMPATIBILITY,
    UNREAD,
    WORD,
    join_paragraphs,
    paragraphs_of,
    within,
    words_of,
)
from graphrag_neo4j.readers.options import DEFAULT, ReadOptions
from graphrag_neo4j.readers.records import Item
from graphrag_neo4j.readers.web.page import add_page
from graphrag_neo4j.readers.written import as_written

if TYPE_CHECKING:
    from docx.document import Document as WordFile
    from lxml.etree import _Element

_HEADING_STYLE = re.compile(r"heading (\d)", re.IGNORECASE)
_CONTENTS_STYLE = re.compile(r"toc (\d|heading)", re.IGNORECASE)
_OF_A_KIND = re.compile(rf"{_HEADING_STYLE.pattern}|toc |title$|list", re.IGNORECASE)
_REFERENCES = tuple(f"{WORD}{kind}Reference" for kind in ("footnote", "endnote", "comment"))

_Mark = tuple[str, str]
"""The kind and the id by which a text refers to a note or comment."""


def read_docx(
    path: Path, uri: str, options: ReadOptions = DEFAULT, depth: int = 0
) -> Iterator[Item]:
    """A .docx file, then the files in it: ``uri#name``. Title: core
    properties, else the first title or top heading, else its name."""
    import docx

    file = open_package(path, "Word file")
    try:
        word = docx.Document(file)
        blocks = _Reader(word).blocks
        core = word.core_properties
        named, author = core.title.strip(), core.author.strip()
    except OSError:
        raise
    except Exception as error:  # zip, XML and package errors of several libraries
        raise ReadError("it is not a sound Word file.", "Open it in Word and save it.") from error
    first = next((heading.title for heading in blocks.headings if heading.level == 1), "")
    title = named if named and named != "Word Document" else first
    inner = list(read_embedded([word.part], uri, options, depth))
    if blocks.text or not inner:
        document = blocks.document(uri, title or title_from_name(path), author_of(author))
        yield replace(as_written(document, path), share=1.0)
    yield from inner


class _Reader:
    def __init__(self, word: WordFile) -> None:
        self.blocks = Blocks()
        self._word = word
        self._comments = dict(self._commented())
        self._notes = dict(self._noted())
        self._numbering = Numbering(linked(self._word.part, "/numbering"), word.styles.element)
        self._styles = styles_with_names(word.styles.element)
        join_paragraphs(word.element.body)
        self._add(word.element.body)
        for note in self._notes.values():  # to which nothing refers
            self.blocks.add(note)

    def _add(self, element: _Element) -> None:
        """The blocks within ``element``, also those that a control or an insertion wraps."""
        for child in element:
            if child.tag == f"{WORD}p":
                self._add_paragraph(child)
            elif child.tag == f"{WORD}tbl":
                self._add_table(child)
            elif child.tag == f"{WORD}altChunk":
                self._add_page(child)
            elif child.tag not in UNREAD:
                self._add(child)

    def _add_paragraph(self, paragraph: _Element) -> None:
        style, text = self._style(paragraph), words_of(paragraph)
        if _CONTENTS_STYLE.match(style):
            return
        if text.strip():
            self._add_text(paragraph, style, text)
        for box in _boxes(paragraph):
            self._add_box(box)
        self._add_drawings(paragraph)
        self._add_remarks(paragraph)

    def _add_box(self, box: _Element) -> None:
        if not all(map(self._is_plain, box)) or not (text := short_lines(map(words_of, box))):
            self._add(box)
            return
        self.blocks.add(text)
        for paragraph in box:
            self._add_drawings(paragraph)
            self._add_remarks(paragraph)

    def _is_plain(self, element: _Element) -> bool:
        """Whether it is a paragraph, and neither a heading nor an item."""
        if element.tag != f"{WORD}p" or element.find(f"{WORD}pPr/{WORD}numPr") is not None:
            return False
        return _OF_A_KIND.match(self._style(element)) is None

    def _add_remarks(self, element: _Element) -> None:
        """The notes and comments that ``element`` refers to."""
        for reference in element.iter(*_REFERENCES):
            kind = str(reference.tag).removeprefix(WORD).removesuffix("Reference")
            said = self._comments if kind == "comment" else self._notes
            self.blocks.add(said.pop((kind, reference.get(f"{WORD}id") or ""), ""))

    def _add_text(self, paragraph: _Element, style: str, text: str) -> None:
        mark = self._numbering.next(paragraph)
        number = "" if mark == BULLET else mark
        heading = _HEADING_STYLE.match(style)
        if heading or style == "Title":
            whole = " ".join(f"{number} {text}".split())
            self.blocks.add(whole, level=int(heading[1]) if heading else 1)
        elif mark == BULLET or style.startswith("List"):
            self.blocks.add(f"{mark or BULLET} {text.strip()}", kind="item")
        else:
            self.blocks.add(f"{number} {text.strip()}" if number else text)

    def _add_drawings(self, paragraph: _Element) -> None:
        for chart in paragraph.iter(f"{CHART}chart"):
            add_chart(self.blocks, self._part(chart.get(f"{RELATION}id")))
        for diagram in paragraph.iter(f"{DIAGRAM}relIds"):
            add_diagram(self.blocks, self._part(diagram.get(f"{RELATION}dm")))

    def _add_page(self, part: _Element) -> None:
        """What another program put in as a page, for Word to convert."""
        data = self._part(part.get(f"{RELATION}id"))
        if b"<html" in data[:1000].lower():
            add_page(self.blocks, clean_text(decode(data)))

    def _add_table(self, table: _Element) -> None:
        if is_layout(table):
            for row in within(table, "tr"):
                for cell in within(row, "tc"):
                    self._add(cell)
            return
        self.blocks.add_table(with_named_fields(word_rows(table, self._styles)))
        for paragraph in table.iter(f"{WORD}p"):
            self._add_drawings(paragraph)
        self._add_remarks(table)

    def _style(self, paragraph: _Element) -> str:
        """The English name of its style, whatever Word's language."""
        from docx.text.paragraph import Paragraph

        style = Paragraph(paragraph, self._word).style
        return (style.name or "") if style is not None else ""

    def _part(self, relation: str | None) -> bytes:
        found = self._word.part.rels.get(relation or "")
        return b"<none/>" if found is None or found.is_external else found.target_part.blob

    def _noted(self) -> Iterator[tuple[_Mark, str]]:
        """Footnotes and endnotes."""
        for notes in linked(self._word.part, "/footnotes", "/endnotes"):
            for note in notes:
                if note.get(f"{WORD}type") in (None, "normal"):  # else the rule above them
                    kind = str(note.tag).removeprefix(WORD)
                    yield (kind, note.get(f"{WORD}id") or ""), paragraphs_of(note)

    def _commented(self) -> Iterator[tuple[_Mark, str]]:
        """What reviewers wrote."""
        for comments in linked(self._word.part, "/comments"):
            for one in comments:
                author = clean_text(one.get(f"{WORD}author") or "").strip()
                said = comment(paragraphs_of(one), author)
                yield ("comment", one.get(f"{WORD}id") or ""), said


def _boxes(paragraph: _Element) -> Iterator[_Element]:
    """The text boxes that hang on a paragraph; one that old versions of Word find in another form
    stands there twice."""
    for box in paragraph.iter(f"{WORD}txbxContent"):
        is_copy = next(box.iterancestors(f"{COMPATIBILITY}Fallback"), None) is not None
        if not is_copy and next(box.iterancestors(f"{WORD}p"), None) is paragraph:
            yield box
