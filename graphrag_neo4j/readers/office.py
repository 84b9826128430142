"""Word and PowerPoint files: paragraphs and tables in order, headings, slides with notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Document, Scalar
from graphrag_neo4j.readers.archive import open_zip, xml_root
from graphrag_neo4j.readers.content import (
    Blocks,
    clean_text,
    safe_metadata,
    title_from_name,
)

if TYPE_CHECKING:
    from docx.document import Document as WordFile
    from docx.table import Table
    from docx.text.paragraph import Paragraph
    from lxml.etree import _Element
    from pptx.slide import Slide

_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_COMPATIBILITY = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_LIBRARIES = ("python-docx", "python-pptx", "Steve Canny")
_HEADING_STYLE = re.compile(r"heading (\d)", re.IGNORECASE)


def read_docx(path: Path, uri: str) -> Document:
    """A .docx file, its notes at the end. Title: core properties, else the first title or top
    heading, else its name."""
    import docx

    with open_zip(path, "Word file"):
        pass  # only its limits; the library opens it itself
    try:
        word = docx.Document(str(path))
        blocks = _collect(word)
        core = word.core_properties
        named, author = core.title.strip(), core.author.strip()
    except OSError:
        raise
    except Exception as error:  # zip, XML and package errors of several libraries
        raise ReadError("it is not a sound Word file.", "Open it in Word and save it.") from error
    first = next((heading.title for heading in blocks.headings if heading.level == 1), "")
    title = named if named and named != "Word Document" else first
    return blocks.document(uri, title or title_from_name(path), _author(author))


def read_pptx(path: Path, uri: str) -> Document:
    """A .pptx file; its places are slides. Title: core properties, else the first slide's."""
    import pptx

    with open_zip(path, "PowerPoint file"):
        pass
    blocks = Blocks()
    try:
        deck = pptx.Presentation(str(path))
        for number, slide in enumerate(deck.slides, start=1):
            blocks.place("slide", str(number))
            _add_slide(blocks, slide)
        core = deck.core_properties
        named, author = core.title.strip(), core.author.strip()
    except OSError:
        raise
    except Exception as error:
        hint = "Open it in PowerPoint and save it."
        raise ReadError("it is not a sound PowerPoint file.", hint) from error
    first = blocks.headings[0].title if blocks.headings else ""
    title = named if named and named != "PowerPoint Presentation" else first
    return blocks.document(uri, title or title_from_name(path), _author(author))


def _author(name: str) -> dict[str, Scalar]:
    # The libraries write their own names where an author wrote none.
    return safe_metadata([("author", name)]) if name not in ("", *_LIBRARIES) else {}


def _add_slide(blocks: Blocks, slide: Slide) -> None:
    title = slide.shapes.title
    if title is not None and title.has_text_frame:
        blocks.add(" ".join(clean_text(title.text_frame.text).split()), level=1)
    _add_shapes(blocks, [s for s in slide.shapes if title is None or s.shape_id != title.shape_id])
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        blocks.add(clean_text(slide.notes_slide.notes_text_frame.text))


def _add_shapes(blocks: Blocks, shapes: Iterable[Any]) -> None:
    for shape in shapes:
        if hasattr(shape, "shapes"):  # a group
            _add_shapes(blocks, shape.shapes)
        elif getattr(shape, "has_table", False):
            rows = shape.table.rows
            blocks.add_table([clean_text(cell.text) for cell in row.cells] for row in rows)
        elif shape.has_text_frame:
            paragraphs = [clean_text(p.text).strip() for p in shape.text_frame.paragraphs]
            paragraphs = [text for text in paragraphs if text]
            for text in paragraphs:
                if len(paragraphs) > 1:
                    blocks.add(f"- {text}", kind="item")
                else:
                    blocks.add(text)


def _collect(word: WordFile) -> Blocks:
    from docx.table import Table

    blocks = Blocks()
    for block in word.iter_inner_content():
        if isinstance(block, Table):
            blocks.add_table(_table_cells(block))
        else:
            _add_paragraph(blocks, block)
            for words in _boxed(block):
                blocks.add(words)
    for words in _notes(word):
        blocks.add(words)
    return blocks


def _boxed(paragraph: Paragraph) -> Iterator[str]:
    """The paragraphs of text boxes that hang on a paragraph; a box that old versions of Word find
    in another form stands there twice."""
    for box in paragraph._p.iter(f"{_WORD}txbxContent"):
        if next(box.iterancestors(f"{_COMPATIBILITY}Fallback"), None) is None:
            yield from (_words(element) for element in box.iter(f"{_WORD}p"))


def _notes(word: WordFile) -> Iterator[str]:
    """Footnotes and endnotes, which the library does not give."""
    for relation in word.part.rels.values():
        if relation.is_external or not relation.reltype.endswith(("/footnotes", "/endnotes")):
            continue
        for note in xml_root(relation.target_part.blob):
            if note.get(f"{_WORD}type") is None:  # else the rule above them
                yield " ".join(filter(None, (_words(p) for p in note.iter(f"{_WORD}p"))))


def _words(element: _Element) -> str:
    return clean_text("".join(text.text or "" for text in element.iter(f"{_WORD}t"))).strip()


def _add_paragraph(blocks: Blocks, paragraph: Paragraph) -> None:
    style = (paragraph.style.name or "") if paragraph.style is not None else ""
    text = clean_text(paragraph.text)
    heading = _HEADING_STYLE.match(style)
    if heading or style == "Title":
        blocks.add(" ".join(text.split()), level=int(heading[1]) if heading else 1)
    elif style.startswith("List") and text.strip():
        blocks.add(f"- {text.strip()}", kind="item")
    else:
        blocks.add(text)


def _table_cells(table: Table) -> Iterator[list[str]]:
    for row in table.rows:
        cells: list[str] = []
        before = None
        for cell in row.cells:
            if cell._tc is not before:  # a merged cell comes once for each column it spans
                cells.append(clean_text(cell.text))
            before = cell._tc
        yield cells
