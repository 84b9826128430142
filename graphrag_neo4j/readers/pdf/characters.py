"""The characters of a PDF page, from pdfium, as words: a gap is a space, a wide gap ends a segment.

An accent that was printed over a letter, as TeX does it, becomes one with it; what is left of
TeX's own codes is mended by :mod:`.tex_codes`. Small characters that are raised are superscripts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import hypot, isfinite
from statistics import median_low
from typing import TYPE_CHECKING, Literal

from graphrag_neo4j.readers.content import clean_text
from graphrag_neo4j.readers.pdf.signs import Char, signs_in_place
from graphrag_neo4j.readers.pdf.tex_codes import LIGATURES, with_signs
from graphrag_neo4j.readers.pdf.turns import PageTurn, Sides, quarters_of, turned
from graphrag_neo4j.readers.superscripts import superscript, with_superscripts

if TYPE_CHECKING:
    from pypdfium2 import PdfTextPage

    from graphrag_neo4j.readers.pdf.rulings import Box

_WORD_GAP = 0.17  # of the character's height: more than kerning, less than any space
_NO_GAP = 0.03  # a space that the next character covers is none
_CELL_GAP = 1.4  # of that height: wider than a space of justified text
_CLOSE_GAP = 0.8  # between cells of a table that lines show to be one
_SCRIPT = 0.87  # of the height of what stands before: a superscript is smaller
_RAISED = 0.25  # of that height, by which it stands higher
_SMALLEST_BOX, _LARGEST_BOX = 0.4, 1.6  # of the size of its type, that a character's box has
_FIXED_PITCH = 1
_SAMPLE = 8  # characters whose font tells that of a segment
_BOLD = re.compile(rb"bold|black|heavy|demi|medi$|cmbx", re.IGNORECASE)  # in the name of a font
_CODE = re.compile(rb"mono|courier|consolas|typewriter|(?:cm|sf|lm|ec|sl|tx)tt", re.IGNORECASE)
_HYPHENS = ("\x02", "\ufffe")  # what pdfium makes of a hyphen at the end of a line
_ACCENTS = dict(
    zip(
        "`´ˆ˜¨˝˚ˇ˘¯˙¸˛",
        "\u0300\u0301\u0302\u0303\u0308\u030b\u030a\u030c\u0306\u0304\u0307\u0327\u0328",
        strict=True,
    )
)
_DOTLESS = str.maketrans("ıȷ", "ij")


@dataclass(frozen=True, slots=True)
class Segment:
    """Words on one line without a wide gap; the box in points from the page's lower left.
    ``in_table``: it is a whole row of a table that is drawn, or the one with its names.
    ``quarters``: of a turn, clockwise, after which it is upright, if the rest of its page is.
    ``height`` is that of the box of a usual character; ``size`` that of its type, 0 if the file
    does not tell it."""

    text: str
    left: float
    right: float
    bottom: float
    top: float
    height: float
    is_code: bool = False
    is_bold: bool = False
    in_table: Literal["", "cells", "columns"] = ""
    quarters: int = 0
    size: float = 0.0


@dataclass(slots=True)
class _Open:
    """A segment while its characters come; places are those after its ``quarters`` of a turn."""

    chars: list[str]
    left: float
    right: float
    bottom: float
    top: float
    is_code: bool
    is_bold: bool
    heights: list[float]
    places: list[int]  # of the characters on the page
    last_left: float
    last_right: float
    quarters: int = 0
    is_spaced: bool = False  # a space came last
    is_broken: bool = False  # a line ended, for pdfium at least
    raised: set[int] = field(default_factory=set)  # which of ``chars`` are superscripts
    base: tuple[float, float] = field(init=False)  # bottom, top of the last one that is not

    def __post_init__(self) -> None:
        self.base = self.bottom, self.top

    def joins(self, place: Sides) -> bool:
        """Whether a superscript follows, or what stands behind one: pdfium breaks lines there."""
        left, _, bottom, top = place
        room = _WORD_GAP * (self.base[1] - self.base[0])
        is_script = len(self.chars) - 1 in self.raised or self._is_raised(bottom, top)
        return is_script and abs(left - self.right) < room

    def _is_raised(self, bottom: float, top: float) -> bool:
        height = self.base[1] - self.base[0]
        return top - bottom < _SCRIPT * height and bottom - self.base[0] > _RAISED * height

    def add(self, char: str, index: int, place: Sides) -> None:
        left, right, bottom, top = place
        height = top - bottom
        gap = (left - self.right) / max(height, 1.0)
        covered = abs(gap) < _NO_GAP and char.isalpha() and self.chars[-1].isalpha()
        may_join = char in _ACCENTS or self.chars[-1] in _ACCENTS
        if may_join and (whole := self._with_accent(char, left, right)):
            self.chars[-1] = whole
        else:
            if gap > _WORD_GAP or (self.is_spaced and not covered):
                self.chars.append(" ")
            self.chars.append(char)
            if self._is_raised(bottom, top):
                self.raised.add(len(self.chars) - 1)
            else:
                self.base = bottom, top
        self.heights.append(height)
        self.places.append(index)
        self.last_left, self.last_right = left, right
        self.right = max(self.right, right)
        self.bottom, self.top = min(self.bottom, bottom), max(self.top, top)
        self.is_spaced = self.is_broken = False

    def _with_accent(self, char: str, left: float, right: float) -> str | None:
        """The last character and this one as one, if one of them is an accent on the other."""
        last = self.chars[-1]
        shared = min(right, self.last_right) - max(left, self.last_left)
        if shared < 0.5 * min(right - left, self.last_right - self.last_left):
            return None
        letter, accent = (char, last) if last in _ACCENTS else (last, char)
        whole = unicodedata.normalize("NFC", letter.translate(_DOTLESS) + _ACCENTS[accent])
        return whole if letter.isalpha() and len(whole) == 1 else None

    def close(self, page: PdfTextPage) -> Segment:
        text = " ".join(clean_text(self._text()).split())
        usual = median_low(self.heights)
        height = max(usual, 1.0)
        size = _size(page, self.places[self.heights.index(usual)], height)
        box = turned((self.left, self.right, self.bottom, self.top), -self.quarters % 4)
        is_bold = self.is_bold and _Font.at(page, self.places[-1]).is_bold
        is_code = self.is_code and all(_Font.at(page, at).is_code for at in self._sample())
        return Segment(text, *box, height, is_code, is_bold, quarters=self.quarters, size=size)

    def _text(self) -> str:
        if not self.raised:
            return with_signs("".join(self.chars))
        text = ""
        for is_raised, run in groupby(enumerate(self.chars), lambda one: one[0] in self.raised):
            said = with_signs("".join(char for _, char in run))
            text += superscript(said) if is_raised else said
        return with_superscripts(text)

    def _sample(self) -> list[int]:
        """Characters here and there, the last one among them: to ask each for its font is slow."""
        return self.places[:: max(len(self.places) // _SAMPLE, 1)] + self.places[-1:]


def segments(
    page: PdfTextPage, turn: PageTurn, borders: Sequence[Box] = (), tables: Sequence[Box] = ()
) -> Iterator[Segment]:
    """What stands on a page, when that is turned, in the order of its content. What a line of the
    page parts, the left or right side of one of ``borders``, is no segment; in ``tables`` a smaller
    gap parts them, too."""
    current: _Open | None = None
    for one in signs_in_place(list(_chars(page, turn))):
        char, index, place = one.text, one.index, one.place
        if place is None:
            if current and char == "\n":
                current.is_broken = True
            elif current:
                if not current.is_broken:
                    current.chars.append("\u00ad")
                yield current.close(page)
                current = None
            continue
        if current and current.quarters:
            is_along = char.isspace() or _quarters(page, index, turn) == current.quarters
            goes_on = is_along and _goes_on(current, turned(place, current.quarters))
        else:
            goes_on = current is None or _goes_on(current, place, borders, tables)
        if current and goes_on and current.is_broken:
            goes_on = current.joins(turned(place, current.quarters))
        if current and not goes_on:
            yield current.close(page)
            current = None
        is_ligature = ord(char) < 32 and char in LIGATURES and _Font.at(page, index).is_nameless
        if char.isspace() and not is_ligature:
            if current:
                current.is_spaced = True
        elif current:
            current.add(char, index, turned(place, current.quarters))
        else:
            current = _opened(page, char, index, place, _quarters(page, index, turn))
    if current:
        yield current.close(page)


def _chars(page: PdfTextPage, turn: PageTurn) -> Iterator[Char]:
    """The characters of a page in the order of its content; without a place are the end of a line
    and a hyphen there."""
    import pypdfium2.raw as pdfium

    box = pdfium.FS_RECTF()
    for index in range(pdfium.FPDFText_CountChars(page)):
        code = pdfium.FPDFText_GetUnicode(page, index)
        char = chr(code) if code < 0x110000 else "\ufffd"
        if char == "\n" or (char == "\r" and _is_made(page, index)):
            yield Char("\n", index, None)
            continue
        if not code or not pdfium.FPDFText_GetLooseCharBox(page, index, box):
            continue
        if char in _HYPHENS:
            yield Char("\u00ad", index, None)
            continue
        place = box.left, box.right, box.bottom, box.top
        if isfinite(sum(place)):  # else of a damaged font
            yield Char(char, index, turn.box(place) if turn.quarters else place)


def _opened(page: PdfTextPage, char: str, index: int, place: Sides, quarters: int) -> _Open:
    left, right, bottom, top = turned(place, quarters)
    font = _Font.at(page, index)
    style = (font.is_code, font.is_bold, [top - bottom])
    return _Open([char], left, right, bottom, top, *style, [index], left, right, quarters)


def _quarters(page: PdfTextPage, index: int, turn: PageTurn) -> int:
    """Those of a turn after which a character is upright, when the page is turned."""
    quarters = quarters_of(page, index)
    return 0 if quarters is None else (quarters - turn.quarters) % 4


def _is_made(page: PdfTextPage, index: int) -> bool:
    """Whether pdfium put a character in, or its font has a name: no ligature then."""
    import pypdfium2.raw as pdfium

    is_generated = bool(pdfium.FPDFText_IsGenerated(page, index))
    return is_generated or not _Font.at(page, index).is_nameless


def _goes_on(
    current: _Open, place: Sides, borders: Iterable[Box] = (), tables: Iterable[Box] = ()
) -> bool:
    """Whether a character stands on the segment's line, no wide gap and no border from it."""
    left, _, bottom, top = place
    height = max(current.top - current.bottom, 1.0)
    overlap = min(current.top, top) - max(current.bottom, bottom)
    if overlap < 0.3 * min(height, max(top - bottom, 0.1)):
        return top <= bottom  # without a box: a space that pdfium put in
    gap = left - current.right
    if gap > _WORD_GAP * height and any(
        box.bottom <= (top + bottom) / 2 <= box.top
        and (
            current.right <= box.left + 1 <= left + 2 or current.right <= box.right + 1 <= left + 2
        )
        for box in borders
    ):
        return False
    if gap > _CLOSE_GAP * height and any(one.holds(left, (top + bottom) / 2) for one in tables):
        return False
    return -2 * height < gap < _CELL_GAP * height


def _size(page: PdfTextPage, index: int, height: float) -> float:
    """The size of a character's type; 0 if that does not fit its box, as with fonts of pictures."""
    import pypdfium2.raw as pdfium

    matrix = pdfium.FS_MATRIX()
    if not pdfium.FPDFText_GetMatrix(page, index, matrix):
        return 0.0
    size = abs(float(pdfium.FPDFText_GetFontSize(page, index))) * hypot(matrix.c, matrix.d)
    return size if _SMALLEST_BOX * size <= height <= _LARGEST_BOX * size else 0.0


@dataclass(frozen=True, slots=True)
class _Font:
    is_code: bool
    is_bold: bool
    is_nameless: bool  # as TeX's bitmap fonts are

    @classmethod
    def at(cls, page: PdfTextPage, index: int) -> _Font:
        """The font of a character."""
        import ctypes

        import pypdfium2.raw as pdfium

        flags = ctypes.c_int()
        name = ctypes.create_string_buffer(64)
        pdfium.FPDFText_GetFontInfo(page, index, name, 64, flags)
        is_code = bool(flags.value & _FIXED_PITCH or _CODE.search(name.value))
        return cls(is_code, bool(_BOLD.search(name.value)), not name.value)
