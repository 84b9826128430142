"""What people put onto a PDF: the answers in its forms, what they typed on it, their comments."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import TYPE_CHECKING

from graphrag_neo4j.readers.content import clean_text, comment

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

_MOST = 2_000  # on a page
_COMMENTS = (1, 9, 10, 11, 12, 14)  # note, highlight, underline, squiggle, strike-out, caret
_TYPED = (3, 20)  # typed on the page, a field of a form


def comments_on(page: PdfPage) -> list[str]:
    """What readers wrote about the page, in its order."""
    import pypdfium2.raw as pdfium

    comments = []
    for found in _annotations(page):
        if pdfium.FPDFAnnot_GetSubtype(found) in _COMMENTS and (said := _value(found, b"Contents")):
            comments.append(comment(said, _value(found, b"T")))
    return comments


def put_in(page: PdfPage) -> bool:
    """Make what is typed on ``page``, and into its forms, the last of its content; whether there
    is any. It is seen when the page is loaded anew."""
    import pypdfium2.raw as pdfium

    if not any(pdfium.FPDFAnnot_GetSubtype(found) in _TYPED for found in _annotations(page)):
        return False
    done = pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY)
    return bool(done == pdfium.FLATTEN_SUCCESS)


def _annotations(page: PdfPage) -> Iterator[object]:
    import pypdfium2.raw as pdfium

    for number in range(min(pdfium.FPDFPage_GetAnnotCount(page), _MOST)):
        annotation = pdfium.FPDFPage_GetAnnot(page, number)
        try:
            yield annotation
        finally:
            pdfium.FPDFPage_CloseAnnot(annotation)


def _value(annotation: object, key: bytes) -> str:
    """A text of an annotation on one line; "" where there is none."""
    import pypdfium2.raw as pdfium

    size = pdfium.FPDFAnnot_GetStringValue(annotation, key, None, 0)
    buffer = ctypes.create_string_buffer(size)
    place = ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR))
    pdfium.FPDFAnnot_GetStringValue(annotation, key, place, size)
    text = buffer.raw[:size].decode("utf-16-le", "replace").rstrip("\0")
    return " ".join(clean_text(text).split())
