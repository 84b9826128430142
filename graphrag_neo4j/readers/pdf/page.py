"""The lines of a PDF page, from the places of its words.

Segments that stand side by side are a row, rows whose cells stand below each other a table. Where
the content goes from column to column line by line, they are put in the order in which people read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median_low
from typing import TYPE_CHECKING

from graphrag_neo4j.readers.ocr import MOST_PIXELS, Words, words_on
from graphrag_neo4j.readers.pdf.aligned_rows import Kind, beside, table_texts, with_wrapped_cells
from graphrag_neo4j.readers.pdf.characters import Segment
from graphrag_neo4j.readers.pdf.tex_codes import without_dingbats
from graphrag_neo4j.readers.pdf.turns import turned

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

_COLUMN_ROWS = 6  # rows that two columns have side by side at least
_COLUMN_FILL = 0.55  # of its column that a line of prose fills on average
_SCANNED_DPI = 200
_MUCH_LARGER = 1.5
_LINE = 0.9  # of the size of type: from the top of its letters to their foot


@dataclass(frozen=True, slots=True)
class Line:
    """What stands on one line, or in one row of a table, whose wrapped lines are parted by line
    breaks. ``gap`` is the white space above it in lines, 0 for none."""

    text: str
    segments: tuple[Segment, ...]
    kind: Kind = ""
    gap: float = 0.0
    level: int = 0

    @property
    def top(self) -> float:
        return self.segments[0].top

    @property
    def left(self) -> float:
        return min(segment.left for segment in self.segments)

    @property
    def right(self) -> float:
        return max(segment.right for segment in self.segments)

    @property
    def height(self) -> float:
        """That of its smallest part: a single large sign makes no large line."""
        return min(segment.height for segment in self.segments)

    @property
    def size(self) -> float:
        """That of the type of its longest part, 0 if unknown."""
        return max(self.segments, key=lambda segment: len(segment.text)).size

    @property
    def is_sideways(self) -> bool:
        """Whether it does not stand as most lines of its page do."""
        return bool(self.segments[0].quarters)

    @property
    def is_bold(self) -> bool:
        return all(segment.is_bold for segment in self.segments)


def page_lines(segments: Iterable[Segment]) -> list[Line]:
    """The lines of a page in reading order, last those that stand sideways, which are lines of
    their own; those of a table are of its kinds (:data:`Kind`)."""
    found = without_dingbats([s for s in segments if s.text])
    lines = _lines([segment for segment in found if not segment.quarters])
    for quarters in sorted({segment.quarters for segment in found} - {0}):
        sideways = _lines([_upright(s) for s in found if s.quarters == quarters])
        lines += [replace(sideways[0], gap=1.0), *sideways[1:]]
    return lines


def _upright(segment: Segment) -> Segment:
    box = (segment.left, segment.right, segment.bottom, segment.top)
    left, right, bottom, top = turned(box, segment.quarters)
    return replace(segment, left=left, right=right, bottom=bottom, top=top)


def with_typed(segments: Sequence[Segment], typed: Iterable[Segment]) -> list[Segment]:
    """``segments`` with what was ``typed`` onto their page: behind what stands left of it on its
    line, else behind what stands above it."""
    found = list(segments)
    for one in typed:
        on_line = [n for n, s in enumerate(found) if beside(s, one) and s.left < one.left]
        above = [n for n, s in enumerate(found) if s.bottom > one.top - 1]
        if on_line:
            at = max(on_line, key=lambda n: found[n].left)
        else:
            at = min(above, key=lambda n: found[n].bottom, default=-1)
        found.insert(at + 1, one)
    return found


def scanned_lines(page: PdfPage) -> list[Line]:
    """The lines on the pictures of a page, by OCR; none if it has no picture."""
    import pypdfium2.raw as pdfium

    if next(page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE]), None) is None:
        return []
    width, height = page.get_size()
    scale = min(_SCANNED_DPI / 72, (MOST_PIXELS / max(width * height, 1.0)) ** 0.5)
    words = words_on(page.render(scale=scale).to_numpy())
    # Heights of words on a picture are rough: alike ones are the same, so none seems a heading.
    usual = median_low([word.bottom - word.top for word in words]) if words else 0.0

    def segment(word: Words) -> Segment:
        own = word.bottom - word.top
        size = max(own if own > _MUCH_LARGER * usual else usual, 1.0) / scale
        left, right = word.left / scale, word.right / scale
        return Segment(
            word.text, left, right, height - word.bottom / scale, height - word.top / scale, size
        )

    return _lines([segment(word) for word in words])


def _lines(segments: list[Segment]) -> list[Line]:
    segments = _in_columns(segments)
    rows = with_wrapped_cells(list(_rows(segments)))
    lines: list[Line] = []
    for row, (text, in_table) in zip(rows, table_texts(rows), strict=True):
        own: Kind = "code" if all(segment.is_code for segment in row) else ""
        ruled = row[0].in_table if len(row) == 1 else ""
        lines.append(Line(text, tuple(row), in_table or ruled or own, _gap(lines[-1:], row)))
    return lines


def _gap(before: Sequence[Line], row: Sequence[Segment]) -> float:
    """Lines of white space above ``row``; 0 at the top of a page or of a column."""
    if not before:
        return 0.0
    # Some boxes are those of letters: without a p or a g they end above the foot of their line.
    foot = min(min(s.bottom, s.top - _LINE * s.size) for s in before[0].segments)
    space = foot - row[0].top
    return max(space / max(row[0].height, 1.0), 0.0)


# -- rows and columns ------------------------------------------------------------------------


def _rows(segments: Iterable[Segment]) -> Iterator[list[Segment]]:
    """Neighbours in reading order that stand side by side, from left to right."""
    row: list[Segment] = []
    for segment in segments:
        if row and not (beside(row[-1], segment) and segment.left >= row[-1].right - 1):
            yield row
            row = []
        row.append(segment)
    if row:
        yield row


def _in_columns(segments: list[Segment]) -> list[Segment]:
    """The segments in reading order: as they come, unless they alternate between two columns."""
    gutter = _gutter(segments)
    if gutter is None:
        return segments
    sides = [_side(segment, gutter) for segment in segments]
    known = [side for side in sides if side]
    switches = sum(a != b for a, b in pairwise(known))
    if switches < _COLUMN_ROWS:
        return segments  # the content goes through one column, then through the other
    ordered: list[Segment] = []
    left: list[Segment] = []
    right: list[Segment] = []
    for segment, side in zip(segments, sides, strict=True):
        if side:
            (left if side < 0 else right).append(segment)
        else:  # across both: what is above is read before
            ordered += [*left, *right, segment]
            left, right = [], []
    return [*ordered, *left, *right]


def _side(segment: Segment, gutter: float) -> int:
    if segment.right <= gutter + 1:
        return -1
    return 1 if segment.left >= gutter - 1 else 0


def _gutter(segments: Sequence[Segment]) -> float | None:
    """Where two columns of prose part, if there are any."""
    if len(segments) < 2 * _COLUMN_ROWS:
        return None
    lefts = Counter(round(segment.left) for segment in segments)
    start, end = min(s.left for s in segments), max(s.right for s in segments)
    width = end - start
    for left, count in lefts.most_common(4):
        if count < _COLUMN_ROWS or not start + 0.35 * width < left < start + 0.65 * width:
            continue
        gutter = left - 1.0
        before = [s for s in segments if s.right <= gutter]
        after = [s for s in segments if s.left >= gutter]
        across = len(segments) - len(before) - len(after)
        if len(before) < _COLUMN_ROWS or across > len(segments) // 5:
            continue
        edge = max(s.right for s in before)
        fills = [
            sum(s.right - s.left for s in side) / len(side) / room
            for side, room in ((before, edge - start), (after, end - left))
        ]
        if min(fills) >= _COLUMN_FILL:
            return gutter
    return None


def with_kind(line: Line, kind: Kind, level: int = 0) -> Line:
    """``line`` as another kind of line."""
    return replace(line, kind=kind, level=level)
