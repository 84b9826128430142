"""PDF files by pdfium: pages, headings and tables; wrapped lines joined to paragraphs again.

Against the HTML of the same manuals, words measured on pdfium's character boxes
(:mod:`.characters`) are as whole as those of pdfminer.six, in a fifth of its time; pypdf,
pdfplumber and pdfium's own text glue and tear more (``python -m benchmarks.readers``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers import ocr
from graphrag_neo4j.readers.apart import tell_alive
from graphrag_neo4j.readers.content import clean_text, safe_metadata, title_from_name, with_words
from graphrag_neo4j.readers.pdf.annotations import comments_on, put_in
from graphrag_neo4j.readers.pdf.characters import Segment, segments
from graphrag_neo4j.readers.pdf.furniture import without_furniture, without_notes, without_sideways
from graphrag_neo4j.readers.pdf.headings import outline_of, title_of, usual_height, with_headings
from graphrag_neo4j.readers.pdf.open_tables import bands, open_tables
from graphrag_neo4j.readers.pdf.page import (
    Line,
    page_lines,
    scanned_lines,
    with_kind,
    with_typed,
)
from graphrag_neo4j.readers.pdf.paragraphs import PagesText
from graphrag_neo4j.readers.pdf.ruled_rows import RuledRows
from graphrag_neo4j.readers.pdf.rulings import RuledTable, lines_on, ruled_tables
from graphrag_neo4j.readers.pdf.turns import upright_text

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

_NO_TITLE = re.compile(
    r"\Z|\(?(?:anonymous|unspecified)\)?\Z|untitled|microsoft word"
    r"|.*\.(?:docx?|indd|qxd|tex|dvi|rtf|pdf)\Z",
    re.IGNORECASE,
)
_TYPED = 0.9  # of the text in one pitch: typed as a whole but for stamps and letterheads
_MOSTLY = 0.5  # of it: what is set like code may be prose
_PDFIUM = Lock()
"""pdfium serves one thread at a time."""


def read_pdf(path: Path, uri: str, *, with_ocr: bool = True) -> Document:
    """A PDF. Its places are pages; its headings those of its outline, else lines in larger type and
    lines in bold type that stand apart at the margin; its title that of its metadata, else what
    stands in the largest type at its top. Running heads and page numbers are left out, what stands
    sideways on a page stands below it. Pages of pictures without text are read by OCR if that is
    installed and wanted (``with_ocr``). Forms are read as they are filled in; comments stand below
    their page."""
    if not path.stat().st_size:
        with_words("")
    may_look = with_ocr and ocr.is_installed()
    with _PDFIUM:
        pdf = _open(path)
        try:
            comments: list[list[str]] = [[] for _ in range(len(pdf))]
            rows = RuledRows()
            pages = [_lines_of(pdf, n, rows, may_look, said) for n, said in enumerate(comments)]
            outline = outline_of(pdf)
            named, author = (_info(pdf, key) for key in ("Title", "Author"))
        finally:
            pdf.close()
    if not any(pages) and not any(comments):
        raise _without_text(with_ocr)
    pages, sideways = without_sideways(pages)
    share = _code_share(pages)
    pages_of_text = without_furniture(_as_prose(pages) if share >= _TYPED else pages)
    text = PagesText(line for lines in pages_of_text for line in lines)
    usual = usual_height(pages_of_text)
    for number, lines in enumerate(with_headings(pages_of_text, outline), start=1):
        kept, notes = without_notes(lines, usual)
        text.add_page(number, kept, [*notes, *sideways[number - 1]])
        text.add_comments(number, comments[number - 1])
    text.add_notes()
    title = None if _NO_TITLE.match(named) else named
    title = title or title_of(pages) or title_from_name(path)
    metadata = safe_metadata([("pages", len(pages)), ("author", author or None)])
    body, headings = with_words(text.text), tuple(text.headings)
    places, blocks = tuple(text.places), tuple(text.blocks) if share < _MOSTLY else ()
    return Document(uri, body, title, headings, metadata, places=places, blocks=blocks)


def _code_share(pages: Sequence[list[Line]]) -> float:
    """How much of the text is set like code."""
    lines = [line for page in pages for line in page]
    n_code = sum(len(line.text) for line in lines if line.kind == "code")
    return n_code / max(sum(len(line.text) for line in lines), 1)


def _as_prose(pages: Sequence[list[Line]]) -> list[list[Line]]:
    return [[with_kind(one, "") if one.kind == "code" else one for one in page] for page in pages]


def _without_text(with_ocr: bool) -> ReadError:
    reason = "the PDF has no text, only pictures."
    if not ocr.is_installed():
        return ReadError(reason, f"{ocr.INSTALL} reads the words on them.", "scanned")
    if not with_ocr:
        return ReadError(reason, "--ocr pages reads the words on them.", "scanned")
    return ReadError("the PDF has no text, and no words on its pictures.", "", "scanned")


def _open(path: Path) -> PdfDocument:
    from pypdfium2 import PdfDocument, PdfiumError

    try:
        return PdfDocument(path)
    except PdfiumError as error:
        if b"/Encrypt" in path.read_bytes():
            hint = "Save it without a password."
            raise ReadError("the PDF is encrypted.", hint, "encrypted") from None
        hint = "Print it to a new PDF."
        raise ReadError("it is not a sound PDF.", hint, "corrupt") from error


def _lines_of(
    pdf: PdfDocument, number: int, rows: RuledRows, with_ocr: bool, comments: list[str]
) -> list[Line]:
    """A page's lines, and the comments on it added to ``comments``; none if the page is damaged, as
    its neighbours may be sound."""
    from pypdfium2 import PdfiumError

    tell_alive()
    try:
        page = pdf[number]
        found, tables = _segments(page)
        comments += comments_on(page)
        if put_in(page):
            page.close()
            page = pdf[number]
            with_answers, tables = _segments(page)
            found = with_typed(found, with_answers[len(found) :])
    except PdfiumError:
        return []
    try:
        lines = page_lines(rows.put_in(found, tables))
        return scanned_lines(page) if with_ocr and not lines else lines
    finally:
        page.close()


def _segments(page: PdfPage) -> tuple[list[Segment], list[RuledTable]]:
    """What stands on a page, and the tables drawn on it, both when most of it is upright."""
    text_page, turn = upright_text(page)
    try:
        across, down = lines_on(page, turn)
        tables = ruled_tables(across, down)
        borders = [cell for table in tables for cell in table]
        areas = bands(across, down)
        found = list(segments(text_page, turn, borders, areas))
        if not areas:
            return found, tables
        tables_of = {area: open_tables(area, found) for area in areas}
        if not all(tables_of.values()):
            narrow = [area for area in areas if tables_of[area]]
            found = list(segments(text_page, turn, borders, narrow))
        tables += [table for own in tables_of.values() for table in own]
        return found, sorted(tables, key=lambda table: -table[0].top)
    finally:
        text_page.close()


def _info(pdf: PdfDocument, key: str) -> str:
    """What the metadata say under ``key``; nothing if that is damaged (an emoji cut in two)."""
    try:
        value = pdf.get_metadata_value(key)
    except UnicodeDecodeError:
        return ""
    return " ".join(clean_text(value or "").split())
