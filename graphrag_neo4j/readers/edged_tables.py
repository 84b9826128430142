"""Tables whose rows tell where their cells end, as in old Word files and rich text: their cells as
wide as the columns that they span."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from graphrag_neo4j.readers.content import Blocks
from graphrag_neo4j.readers.tables import Cell

_LAYOUT_PARAGRAPHS, _LAYOUT_LENGTH = 4, 400
_NEAR = 20  # twentieths of a point; as near are edges that a hand drew


@dataclass(frozen=True, slots=True)
class CellFormat:
    """Where a cell ends, from left to right; whether it is merged with one beside it, and whether
    it goes on from the row above."""

    edge: int
    is_merged: bool = False
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class RowFormat:
    """What the end of a row tells: whether it is repeated on each page, and its cells."""

    is_head: bool = False
    cells: tuple[CellFormat, ...] = ()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of a cell; ``level`` > 0: a heading."""

    text: str
    level: int = 0
    is_bold: bool = False


_Row = tuple[list[list[Paragraph]], RowFormat]


@dataclass(slots=True)
class EdgedTable:
    """A table as it is read: its rows, and the cells of the next row."""

    _rows: list[_Row] = field(default_factory=list)
    _cells: list[list[Paragraph]] = field(default_factory=list)
    _open: list[Paragraph] = field(default_factory=list)

    def add(self, text: str, level: int = 0, *, is_bold: bool = False) -> None:
        """A paragraph of the cell."""
        if text:
            self._open.append(Paragraph(text, level, is_bold))

    def end_cell(self) -> None:
        self._cells.append(self._open)
        self._open = []

    def end_row(self, row: RowFormat) -> None:
        if self._cells:
            self._rows.append((self._cells, row))
        self._cells = []

    def add_to(self, blocks: Blocks) -> None:
        """The table is over: its rows, or its paragraphs where it only places texts."""
        if self._open:
            self.end_cell()
        self.end_row(RowFormat())
        cells = [cell for row, _ in self._rows for cell in row]
        if any(map(_is_text, cells)):
            for paragraph in (paragraph for cell in cells for paragraph in cell):
                blocks.add(paragraph.text, level=paragraph.level)
        else:
            if _has_bold_names(self._rows):
                first, row = self._rows[0]
                self._rows[0] = first, replace(row, is_head=True)
            blocks.add_table(_table(self._rows))
        self._rows = []


def _is_text(cell: Sequence[Paragraph]) -> bool:
    """Whether a cell is a text of its own."""
    length = sum(len(paragraph.text) for paragraph in cell)
    return len(cell) >= _LAYOUT_PARAGRAPHS and length > _LAYOUT_LENGTH


def _has_bold_names(rows: Sequence[_Row]) -> bool:
    """Whether no row says that it has names, and the first alone is bold."""
    has_told = any(row.is_head for _, row in rows)
    return len(rows) > 1 and not has_told and _is_bold(rows[0]) and not _is_bold(rows[1])


def _is_bold(row: _Row) -> bool:
    said = [paragraph for cell in row[0] for paragraph in cell]
    return bool(said) and all(paragraph.is_bold for paragraph in said)


def _table(rows: Sequence[_Row]) -> Iterator[list[Cell]]:
    """The cells of each row; one that spans rows stands in each of them."""
    columns = _columns({cell.edge for _, row in rows for cell in row.cells})
    above: dict[int, str] = {}
    for cells, row in rows:
        texts = ["\n".join(paragraph.text for paragraph in cell) for cell in cells]
        if len(row.cells) < len(texts):  # damaged, or formats of another program
            yield [Cell(text, is_name=row.is_head) for text in texts]
            continue
        found = list(_spanning(texts, row.cells, columns, above))
        above = {column: cell.text for column, cell in found}
        yield [Cell(cell.text, cell.width, is_name=row.is_head) for _, cell in found]


def _columns(edges: Iterable[int]) -> dict[int, int]:
    """The column that ends at each edge; edges that nearly meet are one."""
    columns: dict[int, int] = {}
    column, before = -1, -(1 << 16)
    for edge in sorted(edges):
        column += edge > before + _NEAR
        columns[edge], before = column, edge
    return columns


def _spanning(
    texts: Sequence[str],
    formats: Sequence[CellFormat],
    columns: dict[int, int],
    above: dict[int, str],
) -> Iterator[tuple[int, Cell]]:
    """The cells of a row with their first columns. ``above``: what the row above says there."""
    begin = 0
    held: tuple[int, Cell] | None = None
    was_merged = False
    for text, format_ in zip(texts, formats, strict=False):
        end = max(columns[format_.edge] + 1, begin + 1)
        if format_.goes_on and not text:
            text = above.get(begin, "")
        if held and was_merged and format_.is_merged and not text:
            held = held[0], Cell(held[1].text, end - held[0])
        else:
            if held:
                yield held
            held = begin, Cell(text, end - begin)
        was_merged = format_.is_merged
        begin = end
    if held:
        yield held
