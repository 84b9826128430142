"""Tables with lines across alone, as books and papers set them: below the names, at the end, and
mostly above the names. White space parts their columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from graphrag_neo4j.readers.pdf.aligned_rows import beside
from graphrag_neo4j.readers.pdf.characters import Segment
from graphrag_neo4j.readers.pdf.rulings import SNAP, Box, Line, RuledCell, RuledTable
from graphrag_neo4j.readers.tables import is_number, is_year

_TALLEST_HEAD = 80.0  # points: names take a few lines
_ABOVE = 24.0  # points above the uppermost line where names may stand
_MARGIN = 3.0  # points that words stand out beyond the lines
_FEWEST_ROWS = 2
_WHOLE = 0.5  # of the rows, at least, that have a word in each column
_NEAR = 6.0  # points from words to the line below them
_MOST_SEGMENTS = 5_000  # more are no table
_PROSE = 25  # characters: lines of columns of prose have more

_Row = list[Segment]
_Places = Sequence[tuple[float, float]]
"""From where to where each column goes."""


@dataclass(frozen=True, slots=True)
class Bands(Box):
    """What lies between lines across of one width, and the line of words above these; ``edges``
    are its top, and these lines, downwards; ``short`` are lines below names of several columns."""

    edges: tuple[float, ...]
    short: tuple[Line, ...]


def bands(across: Iterable[Line], down: Sequence[Line]) -> list[Bands]:
    """Where lines across of one width lie below each other, and no line down between them."""
    groups: list[list[Line]] = []
    across = list(across)
    for line in sorted(across, key=lambda one: (round(one[1] / SNAP), -one[0])):
        group = next((g for g in reversed(groups) if _of_one_width(g[-1], line)), None)
        if group:
            group.append(line)
        else:
            groups.append([line])
    return [found for group in groups if (found := _bands(group, across, down))]


def _of_one_width(one: Line, other: Line) -> bool:
    return abs(one[1] - other[1]) <= SNAP and abs(one[2] - other[2]) <= SNAP


def _bands(group: Sequence[Line], across: Iterable[Line], down: Sequence[Line]) -> Bands | None:
    if len(group) < 2:
        return None
    lines = sorted(group, reverse=True)
    _, left, right = lines[0]
    edges = lines[0][0] + _ABOVE, *(line[0] for line in lines)
    is_drawn = any(
        left - SNAP <= x <= right + SNAP and low < edges[0] - SNAP and high > edges[-1] + SNAP
        for x, low, high in down
    )
    short = [
        line
        for line in across
        if edges[-1] < line[0] < edges[0]
        and left - SNAP <= line[1]
        and line[2] <= right + SNAP
        and line not in group
    ]
    return None if is_drawn else Bands(left, right, edges[-1], edges[0], edges, tuple(short))


def open_tables(found: Bands, segments: Sequence[Segment]) -> list[RuledTable]:
    """The tables between these lines, the uppermost first. Of several of one width, each ends
    where what follows is not of its columns."""
    area = Box(found.left - _MARGIN, found.right + _MARGIN, found.bottom, found.top)
    inside = [s for s in segments if s.text and area.holds(_middle(s), _height(s))]
    if len(inside) > _MOST_SEGMENTS:
        return []
    rows = _rows(inside)
    parts = [
        [row for row in rows if below < _height(row[0]) < above]
        for above, below in pairwise(found.edges)
    ]
    tables: list[RuledTable] = []
    at = 0
    while at + 1 < len(parts):
        end = at
        if found.edges[at] - found.edges[at + 1] <= _TALLEST_HEAD and _are_names(parts[at]):
            while end + 1 < len(parts) and _columns(parts[at], parts[at + 1 : end + 2]):
                end += 1
        body = [row for part in parts[at + 1 : end + 1] for row in part]
        tables += [
            _table(found, head, rows, columns)
            for head, rows in _sections(parts[at], body)
            if (columns := _columns(head, [rows]))
        ]
        at = max(end, at + 1)
    return tables


def _sections(
    head: Sequence[_Row], body: Iterable[_Row]
) -> Iterator[tuple[Sequence[_Row], list[_Row]]]:
    """Names with the rows below them: a row that gives half of the names again has its own."""
    names = {segment.text for row in head for segment in row}
    rows: list[_Row] = []
    for row in body:
        if len(row) > 1 and 2 * sum(segment.text in names for segment in row) >= len(row):
            yield head, rows
            head, rows = [row], []
        else:
            rows.append(row)
    yield head, rows


def _are_names(head: Sequence[_Row]) -> bool:
    """Whether words, or years, stand above the columns but the first."""
    rows = [[segment.text for segment in row[1:]] for row in head if len(row) > 1]
    return bool(head) and all(
        any(is_year(one) or not is_number(one) for one in texts) for texts in rows
    )


def _rows(segments: Iterable[Segment]) -> list[_Row]:
    """The lines from the top down, each from left to right. What follows in the file goes on in
    its line: some signs stand higher or lower than the words beside them."""
    rows: list[_Row] = []
    for segment in segments:
        last = rows[-1] if rows else []
        if not (last and beside(last[-1], segment) and segment.left >= last[-1].right - 1):
            last = next((row for row in rows if beside(row[0], segment)), [])
        if last:
            last.append(segment)
        else:
            rows.append([segment])
    rows.sort(key=lambda row: -_height(row[0]))
    return [sorted(row, key=lambda one: one.left) for row in rows]


def _columns(head: Sequence[_Row], parts: Sequence[Sequence[_Row]]) -> _Places:
    """From where to where each column goes; none if what stands there is no table."""
    body = [row for part in parts for row in part]
    most = max(map(len, [*head, *body]), default=0)
    whole = [row for row in body if len(row) == most]
    if most < 2 or len(whole) < max(_FEWEST_ROWS, _WHOLE * len(body)) or not all(parts):
        return []
    columns = [
        (min(row[n].left for row in whole), max(row[n].right for row in whole)) for n in range(most)
    ]
    return columns if _are_apart(columns) and not _is_prose(whole) else []


def _is_prose(rows: Sequence[_Row]) -> bool:
    """Whether each column is as long as those of a text."""
    return all(
        median(len(one.text) for one in column) > _PROSE for column in zip(*rows, strict=True)
    )


def _table(found: Bands, head: Sequence[_Row], body: Sequence[_Row], places: _Places) -> RuledTable:
    columns = _Columns(places, found.short).as_wide_as(head)
    spans = any(len(columns.of(segment)) > 1 for row in head for segment in row)
    heads = [[row] for row in head] if spans else [list(head)]
    groups = [*heads, *_with_wrapped(body, columns)]
    inner = [(one[1] + other[0]) / 2 for one, other in pairwise(columns.places)]
    sides = [found.left - _MARGIN, *inner, found.right + _MARGIN]
    return tuple(
        cell
        for number, group in enumerate(groups)
        for cell in _cells(number, group, columns, sides, is_name=number < len(heads))
    )


def _cells(
    number: int,
    rows: Sequence[_Row],
    columns: _Columns,
    sides: Sequence[float],
    *,
    is_name: bool,
) -> Iterator[RuledCell]:
    """A row's cells, each as high as the middles of its words."""
    said = [(segment, columns.of(segment)) for row in rows for segment in row]
    column = 0
    while column < len(columns.places):
        own = [(segment, span) for segment, span in said if span[0] == column]
        width = max((len(span) for _, span in own), default=1)
        heights = [_height(segment) for segment, _ in own or said]
        box = sides[column], sides[column + width], min(heights) - 0.5, max(heights) + 0.5
        yield RuledCell(*box, number, column, 1, width, is_name)
        column += width


def _with_wrapped(body: Sequence[_Row], columns: _Columns) -> list[list[_Row]]:
    """The lines of each row: words below cells, without a first one, go on with what stands above,
    and so does a first cell alone that begins small."""
    groups: list[list[_Row]] = []
    for row in body:
        if groups and len(row) < len(columns.places) and _goes_on(row, columns):
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def _goes_on(row: _Row, columns: _Columns) -> bool:
    if columns.of(row[0])[0] == 0:
        return len(row) == 1 and row[0].text[0].islower()
    return not any(is_number(s.text) for s in row) and all(
        abs(s.left - columns.places[columns.of(s)[0]][0]) <= SNAP for s in row
    )


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where columns are, and the ``short`` lines below names of several."""

    places: _Places
    short: Sequence[Line]

    def of(self, segment: Segment) -> range:
        """The columns of a segment: those below a short line that is below it; those that it
        stands in, of several the ones that it stands over the middle of; or else the nearest."""
        middle = _middle(segment)
        for y, left, right in self.short:
            is_above = abs(segment.bottom - y) < _NEAR and left <= middle <= right
            if is_above and (own := self._over(left, right)):
                return own
        if not (own := self._over(segment.left, segment.right)):
            distances = [abs(sum(place) / 2 - middle) for place in self.places]
            nearest = distances.index(min(distances))
            return range(nearest, nearest + 1)
        return self._around(middle, own) if len(own) > 1 else own

    def _over(self, left: float, right: float) -> range | None:
        own = [n for n, place in enumerate(self.places) if left < place[1] and place[0] < right]
        return range(own[0], own[-1] + 1) if own else None

    def _around(self, middle: float, own: range) -> range:
        """The fewest columns with ``own`` whose middle it is; ``own`` if there are none."""
        ways = [
            (round(abs((self.places[first][0] + self.places[last][1]) / 2 - middle)), first, last)
            for first in range(own[0] + 1)
            for last in range(own[-1], len(self.places))
        ]
        off, first, last = min(ways, key=lambda way: (way[0], way[2] - way[1]))
        return range(first, last + 1) if off <= SNAP else own

    def as_wide_as(self, head: Sequence[_Row]) -> _Columns:
        """Columns as wide as their names, if these are wider than what stands below them."""
        wide = list(self.places)
        for segment in [s for row in head for s in row]:
            first, *others = self.of(segment)
            if not others:
                left, right = wide[first]
                wide[first] = min(left, segment.left), max(right, segment.right)
        return replace(self, places=wide) if _are_apart(wide) else self


def _are_apart(places: _Places) -> bool:
    return all(one[1] < other[0] for one, other in pairwise(places))


def _middle(segment: Segment) -> float:
    return (segment.left + segment.right) / 2


def _height(segment: Segment) -> float:
    return (segment.bottom + segment.top) / 2
