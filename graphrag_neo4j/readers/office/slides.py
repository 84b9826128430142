"""PowerPoint files: slides with their notes and comments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.readers.boxes import short_lines
from graphrag_neo4j.readers.content import Blocks, clean_text, comment, title_from_name
from graphrag_neo4j.readers.field_sheets import with_named_fields
from graphrag_neo4j.readers.office.drawings import (
    DIAGRAM,
    DRAWING,
    RELATION,
    add_chart,
    add_diagram,
    paragraphs,
)
from graphrag_neo4j.readers.office.embedded import read_embedded
from graphrag_neo4j.readers.office.package import author_of, linked, open_package
from graphrag_neo4j.readers.options import DEFAULT, ReadOptions
from graphrag_neo4j.readers.records import Item
from graphrag_neo4j.readers.superscripts import superscript, with_superscripts
from graphrag_neo4j.readers.tables import Cell

if TYPE_CHECKING:
    from pptx.presentation import Presentation
    from pptx.slide import NotesSlide, Slide
    from pptx.table import Table
    from pptx.text.text import TextFrame

_SLIDES = "{http://schemas.openxmlformats.org/presentationml/2006/main}"


def read_pptx(
    path: Path, uri: str, options: ReadOptions = DEFAULT, depth: int = 0
) -> Iterator[Item]:
    """A .pptx file, then the files in it: ``uri#name``. Its places are slides. Title: core
    properties, else the first slide's."""
    import pptx

    file = open_package(path, "PowerPoint file")
    blocks = Blocks()
    try:
        deck = pptx.Presentation(file)
        authors = dict(_authors(deck))
        for number, slide in enumerate(deck.slides, start=1):
            blocks.place("slide", str(number))
            _add_slide(blocks, slide)
            for said, author in _comments(slide):
                blocks.add(comment(said, authors.get(author, "")))
        core = deck.core_properties
        named, author = core.title.strip(), core.author.strip()
    except OSError:
        raise
    except Exception as error:
        hint = "Open it in PowerPoint and save it."
        raise ReadError("it is not a sound PowerPoint file.", hint) from error
    first = blocks.headings[0].title if blocks.headings else ""
    title = named if named and named != "PowerPoint Presentation" else first
    inner = list(read_embedded((slide.part for slide in deck.slides), uri, options, depth))
    if blocks.text or not inner:
        document = blocks.document(uri, title or title_from_name(path), author_of(author))
        yield replace(document, share=1.0)
    yield from inner


def _add_slide(blocks: Blocks, slide: Slide) -> None:
    title = slide.shapes.title
    if title is not None and title.has_text_frame:
        blocks.add(" ".join(" ".join(_texts(title.text_frame)).split()), level=1)
    shapes = [s for s in slide.shapes if title is None or s.shape_id != title.shape_id]
    _add_shapes(blocks, slide, [shape for shape in shapes if not _is_furniture(shape)])
    if slide.has_notes_slide:
        notes = slide.notes_slide
        if notes.notes_text_frame is not None:
            blocks.add("\n".join(_texts(notes.notes_text_frame)))
        _add_shapes(blocks, notes, [shape for shape in notes.shapes if not shape.is_placeholder])


def _add_shapes(blocks: Blocks, slide: Slide | NotesSlide, shapes: Iterable[Any]) -> None:
    for shape in shapes:
        if hasattr(shape, "shapes"):  # a group
            _add_shapes(blocks, slide, shape.shapes)
        elif getattr(shape, "has_table", False):
            blocks.add_table(with_named_fields(_rows(shape.table)))
        elif getattr(shape, "has_chart", False):
            add_chart(blocks, shape.chart.part.blob)
        elif shape.has_text_frame:
            _add_text(blocks, shape)
        for diagram in shape.element.iter(f"{DIAGRAM}relIds"):
            add_diagram(blocks, slide.part.related_part(diagram.get(f"{RELATION}dm")).blob)


def _rows(table: Table) -> Iterator[list[Cell]]:
    for number, row in enumerate(table.rows):
        is_name = number == 0 and table.first_row and len(table.rows) > 1
        yield [
            Cell("\n".join(_texts(cell.text_frame)), cell.span_width, cell.span_height, is_name)
            for cell in row.cells
            if not cell.is_spanned
        ]


def _texts(frame: TextFrame) -> Iterator[str]:
    """The paragraphs of a shape, also those without words."""
    for paragraph in frame.paragraphs:
        parts = (_text(part) for part in paragraph._p.content_children)
        yield clean_text(with_superscripts("".join(parts), of_runs=True))


def _text(part: Any) -> str:
    """What a run, a line break or a field of a paragraph says."""
    properties = part.find(f"{DRAWING}rPr")
    raised_by = "0" if properties is None else properties.get("baseline") or "0"
    return part.text if raised_by.startswith(("0", "-")) else superscript(part.text)


def _is_furniture(shape: Any) -> bool:
    """Whether it is the date, the footer or the number that each slide has."""
    from pptx.enum.shapes import PP_PLACEHOLDER

    return shape.is_placeholder and shape.placeholder_format.type in (
        PP_PLACEHOLDER.DATE,
        PP_PLACEHOLDER.FOOTER,
        PP_PLACEHOLDER.SLIDE_NUMBER,
    )


def _add_text(blocks: Blocks, shape: Any) -> None:
    """The paragraphs of a shape: several are items, or one paragraph of short lines where they are
    no points."""
    texts = [text.strip() for text in _texts(shape.text_frame) if text.strip()]
    if not _has_points(shape) and (text := short_lines(texts)):
        texts = [text]
    for text in texts:
        if len(texts) > 1:
            blocks.add(f"- {text}", kind="item")
        else:
            blocks.add(text)


def _has_points(shape: Any) -> bool:
    """Whether its paragraphs are points of a list, as those of a layout are."""
    marks = (shape.text_frame._txBody.iter(f"{DRAWING}{of}") for of in ("buChar", "buAutoNum"))
    return shape.is_placeholder or any(True for _ in chain(*marks))


def _comments(slide: Slide) -> Iterator[tuple[str, str]]:
    """What reviewers wrote, and the id of each, in the form of any version."""
    for root in linked(slide.part, "/comments"):
        for one in root.iter():
            if (author := one.get("authorId")) is None:
                continue
            texts = [clean_text(text.text or "").strip() for text in one.iterfind(f"{_SLIDES}text")]
            for body in one:  # since 2019; answers are comments within
                if isinstance(body.tag, str) and body.tag.endswith("}txBody"):
                    texts += paragraphs(body)
            yield " ".join(texts), author


def _authors(deck: Presentation) -> Iterator[tuple[str, str]]:
    for root in linked(deck.part, "/commentAuthors", "/authors"):
        for one in root:
            yield one.get("id") or "", clean_text(one.get("name") or "").strip()
