"""Which way the text of a PDF page runs, and its places seen so that most of it is upright.

A page in landscape is stored as one in portrait whose text runs up, as a rule, whether or not the
page says that it is shown turned (``/Rotate``): its characters tell, and they alone are asked.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import pi
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypdfium2 import PdfPage, PdfTextPage

_SAMPLE = 200  # characters that tell how a page's text runs: to ask each is slow
_SLANT = 0.28  # of a quarter turn: more than italics are slanted

Sides = tuple[float, float, float, float]
"""Left, right, bottom and top of a box."""
_NO_PAGE: Sides = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class PageTurn:
    """How a page has to be turned: by ``quarters`` of a turn, clockwise; ``page`` is its box."""

    quarters: int = 0
    page: Sides = _NO_PAGE

    def box(self, sides: Sides) -> Sides:
        """A box on the page, when that is turned."""
        return turned(sides, self.quarters, self.page)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A point on the page, when that is turned."""
        across, _, up, _ = self.box((x, x, y, y))
        return across, up


def upright_text(page: PdfPage) -> tuple[PdfTextPage, PageTurn]:
    """The characters of a page, and the turn after which most of them are upright. The page is
    shown turned so, as pdfium orders words by what is shown."""
    shown = page.get_rotation() // 90
    text_page = page.get_textpage()
    quarters = _most_quarters(text_page, shown)
    if quarters != shown:
        text_page.close()
        page.set_rotation(90 * quarters)
        text_page = page.get_textpage()
    left, bottom, right, top = page.get_mediabox()
    return text_page, PageTurn(quarters, (left, right, bottom, top))


def turned(sides: Sides, quarters: int, page: Sides = _NO_PAGE) -> Sides:
    """A box after ``quarters`` of a turn clockwise, from the lower left of the turned ``page``;
    without one, around the point that places are measured from."""
    left, right, bottom, top = sides
    if quarters == 1:
        return bottom - page[2], top - page[2], page[1] - right, page[1] - left
    if quarters == 2:
        return page[1] - right, page[1] - left, page[3] - top, page[3] - bottom
    if quarters == 3:
        return page[3] - top, page[3] - bottom, left - page[0], right - page[0]
    return sides


def quarters_of(text_page: PdfTextPage, index: int) -> int | None:
    """By how many quarters of a turn, clockwise, a character has to be turned to be upright; None
    if it stands aslant."""
    import pypdfium2.raw as pdfium

    exact = -float(pdfium.FPDFText_GetCharAngle(text_page, index)) / (pi / 2)
    if abs(exact - round(exact)) > _SLANT:
        return None
    is_mirrored = pdfium.FPDFText_GetFontSize(text_page, index) < 0  # and turned back, as a rule
    return (round(exact) + (2 if is_mirrored else 0)) % 4


def _most_quarters(text_page: PdfTextPage, default: int) -> int:
    import pypdfium2.raw as pdfium

    count = pdfium.FPDFText_CountChars(text_page)
    votes = Counter(
        quarters_of(text_page, index) or 0
        for index in range(0, count, max(count // _SAMPLE, 1))
        if not chr(pdfium.FPDFText_GetUnicode(text_page, index) % 0x110000).isspace()
    )
    return max(sorted(votes), key=lambda quarters: votes[quarters], default=default)
