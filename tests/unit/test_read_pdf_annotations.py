"""What people put onto a PDF: forms that are filled in, words typed on it, comments."""

from __future__ import annotations

from pathlib import Path

from pypdf import PdfReader, PdfWriter
from pypdf.annotations import Highlight, Link, Text
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    NumberObject,
    TextStringObject,
)

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from tests.support.pdf_file import At, write_pdf

BOX = (100, 700, 300, 716)


def read(path: Path) -> str:
    [document] = read_path(path)
    assert isinstance(document, Document), document
    return document.text


def writer(tmp_path: Path, *words: At) -> PdfWriter:
    return PdfWriter(clone_from=PdfReader(write_pdf(tmp_path / "plain.pdf", list(words))))


def saved(pdf: PdfWriter, tmp_path: Path) -> Path:
    path = tmp_path / "a.pdf"
    pdf.write(path)
    return path


def test_the_answers_in_a_form_stand_behind_what_they_answer(tmp_path: Path) -> None:
    pdf = writer(tmp_path, (50, 703, "Name:"), (50, 600, "Thank you for your help."))
    field = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Annot"),
            NameObject("/Subtype"): NameObject("/Widget"),
            NameObject("/FT"): NameObject("/Tx"),
            NameObject("/T"): TextStringObject("field_7"),
            NameObject("/F"): NumberObject(4),
            NameObject("/Rect"): ArrayObject(FloatObject(n) for n in BOX),
            NameObject("/DA"): TextStringObject("/Helv 11 Tf 0 g"),
        }
    )
    kept = pdf.add_annotation(0, field).indirect_reference
    assert kept is not None
    font = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica"}
    helvetica = DictionaryObject({NameObject(k): NameObject(v) for k, v in font.items()})
    fonts = DictionaryObject({NameObject("/Helv"): helvetica})
    pdf.root_object[NameObject("/AcroForm")] = DictionaryObject(
        {
            NameObject("/Fields"): ArrayObject([kept]),
            NameObject("/DR"): DictionaryObject({NameObject("/Font"): fonts}),
        }
    )
    pdf.update_page_form_field_values(pdf.pages[0], {"field_7": "Anna Berg"})
    assert read(saved(pdf, tmp_path)) == "Name: Anna Berg\n\nThank you for your help."


def stream(head: str, content: str) -> str:
    return f"<< {head} /Length {len(content)} >>\nstream\n{content}\nendstream"


def test_what_is_typed_on_a_page_stands_at_its_place(tmp_path: Path) -> None:
    fonts = "/Resources << /Font << /F1 4 0 R >> >>"
    said = "BT /F1 11 Tf 50 703 Td (Name:) Tj 0 -103 Td (Thank you for your help.) Tj ET"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] {fonts} /Contents 5 0 R"
        " /Annots [6 0 R] >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        stream("", said),
        "<< /Type /Annot /Subtype /FreeText /Rect [100 700 300 716] /F 4 /Contents (Anna Berg)"
        " /AP << /N 7 0 R >> >>",
        stream(
            f"/Type /XObject /Subtype /Form /BBox [0 0 200 16] {fonts}",
            "BT /F1 11 Tf 2 3 Td (Anna Berg) Tj ET",
        ),
    ]
    body = "".join(f"{n} 0 obj\n{one}\nendobj\n" for n, one in enumerate(objects, start=1))
    path = tmp_path / "a.pdf"  # without a table of its objects: pdfium looks for them
    path.write_text(f"%PDF-1.4\n{body}trailer << /Root 1 0 R >>\n%%EOF\n", "latin-1")
    assert read(path) == "Name: Anna Berg\n\nThank you for your help."


def test_comments_stand_below_their_page(tmp_path: Path) -> None:
    plain = write_pdf(tmp_path / "plain.pdf", [(50, 703, "The crane fell.")], [(50, 703, "Twice.")])
    pdf = PdfWriter(clone_from=PdfReader(plain))
    note = Text(text="Not on Monday.", rect=BOX)
    note[NameObject("/T")] = TextStringObject("Kåre Lie")
    pdf.add_annotation(0, note)
    quads = ArrayObject(FloatObject(n) for n in (50, 716, 90, 716, 50, 700, 90, 700))
    mark = Highlight(rect=BOX, quad_points=quads)
    mark[NameObject("/Contents")] = TextStringObject("Check\nthis.")
    pdf.add_annotation(0, mark)
    pdf.add_annotation(0, Link(rect=BOX, url="https://melby.example"))
    assert read(saved(pdf, tmp_path)) == (
        "The crane fell.\n\nComment by Kåre Lie: Not on Monday.\n\nComment: Check this.\n\nTwice."
    )


def test_a_page_with_nothing_but_comments_is_read(tmp_path: Path) -> None:
    pdf = PdfWriter()
    pdf.add_blank_page(612, 792)
    pdf.add_annotation(0, Text(text="Where is the plan?", rect=BOX))
    assert read(saved(pdf, tmp_path)) == "Comment: Where is the plan?"
