"""Small real files of the formats that the readers know, each with given words."""

from __future__ import annotations

import csv
import html
import zipfile
from pathlib import Path

import docx
import openpyxl
import pptx

OFFICE = "urn:oasis:names:tc:opendocument:xmlns"
_ODF_NAMES = " ".join(
    f'xmlns:{name}="{OFFICE}:{name if name != "draw" else "drawing"}:1.0"'
    for name in ("office", "text", "table", "draw", "presentation")
)


def write_zip(path: Path, parts: dict[str, str | bytes]) -> Path:
    """A zip file with these parts."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return path


def write_odf(path: Path, body: str, **parts: str) -> Path:
    """An OpenDocument file whose body holds ``body``, as XML."""
    content = (
        f"<office:document-content {_ODF_NAMES}><office:body>{body}</office:body>"
        "</office:document-content>"
    )
    return write_zip(path, {"content.xml": content, **parts})


def flat_odf(body: str) -> str:
    """The text of a flat OpenDocument file called "Of Quays" by Ada."""
    names = f'{_ODF_NAMES} xmlns:dc="http://purl.org/dc/elements/1.1/"'
    about = "<dc:title>Of Quays</dc:title><dc:creator>Ada</dc:creator>"
    return (
        f"<office:document {names}><office:meta>{about}</office:meta>"
        f"<office:body>{body}</office:body></office:document>"
    )


def odf_paragraph(text: str) -> str:
    """A paragraph of an OpenDocument text; line breaks and runs of blanks stay."""
    shown = html.escape(text).replace("\n", "<text:line-break/>").replace("  ", " <text:s/>")
    return f"<text:p>{shown}</text:p>"


def write_docx(path: Path, *paragraphs: str) -> Path:
    """A Word file."""
    word = docx.Document()
    for text in paragraphs:
        word.add_paragraph(text)
    word.save(str(path))
    return path


def write_pptx(path: Path, *slides: tuple[str, str, str]) -> Path:
    """A deck of slides: title, words, notes; empty ones are not there."""
    deck = pptx.Presentation()
    for title, words, notes in slides:
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = words
        if notes:
            slide.notes_slide.notes_text_frame.text = notes
    deck.save(str(path))
    return path


def write_xlsx(path: Path, sheets: dict[str, list[list[object]]]) -> Path:
    """A workbook: rows by the name of their sheet."""
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


def write_table(path: Path, rows: list[list[object]]) -> Path:
    """Rows of cells as a .csv or a workbook of one sheet, as the name of the file tells."""
    if path.suffix != ".csv":
        return write_xlsx(path, {"Sheet": rows})
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    return path


def write_epub(path: Path, *chapters: str, title: str = "The Book", **parts: str) -> Path:
    """A book whose chapters are the bodies of XHTML pages."""
    items = [f'<item id="c{n}" href="c%20{n}.xhtml"/>' for n in range(len(chapters))]
    spine = [f'<itemref idref="c{n}"/>' for n in range(len(chapters))]
    package = (
        '<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
        f"<dc:title>{title}</dc:title><dc:creator>Ada Holm</dc:creator></metadata>"
        f"<manifest>{''.join(items)}</manifest><spine>{''.join(spine)}</spine></package>"
    )
    container = '<container><rootfiles><rootfile full-path="o/book.opf"/></rootfiles></container>'
    pages = {f"o/c {n}.xhtml": f"<html><body>{c}</body></html>" for n, c in enumerate(chapters)}
    return write_zip(
        path, {"META-INF/container.xml": container, "o/book.opf": package, **pages, **parts}
    )
