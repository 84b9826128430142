"""Tables that reStructuredText draws: simple ones, whose columns stand below a rule, and grids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from graphrag_neo4j.model import Block, BlockKind

_RULE = re.compile(r"\s*={2,}(?: +={2,})+\s*")
_BORDER = re.compile(r"\s*\+(?:[-=]+\+)+\s*")
_COLUMN = re.compile(r"=+")
_MOST_LINES = 1_000
_WITH_NAMES = 3
"""Rules of a simple table that has a row of names: above it, below it, and at the end."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a text, and where it starts."""

    start: int
    text: str

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip())

    @property
    def begin(self) -> int:
        """Where its words begin."""
        return self.start + self.indent

    @property
    def end(self) -> int:
        return self.start + len(self.text.rstrip())

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()


def is_rule(line: str) -> bool:
    """Whether a line is the rule of a simple table."""
    return line.lstrip()[:1] == "=" and _RULE.fullmatch(line) is not None


def is_border(line: str) -> bool:
    """Whether a line is a border between the rows of a grid."""
    return line.lstrip()[:1] == "+" and _BORDER.fullmatch(line) is not None


def simple_table(lines: Sequence[Line], at: int) -> tuple[list[Block], int]:
    """The rows of the table whose first rule is line ``at``, and the line to go on with. A row goes
    on where its first cell is empty; an empty line ends the table only below a rule."""
    rules = [at]
    for number in range(at + 1, min(len(lines), at + _MOST_LINES)):
        if not is_rule(lines[number].text):
            continue
        rules.append(number)
        if number + 1 == len(lines) or lines[number + 1].is_blank:
            break
    else:
        return [], at + 1
    starts = [found.start() for found in _COLUMN.finditer(lines[at].text)]
    ends = [*starts[1:], None]
    head = lines[at + 1 : rules[1]] if len(rules) == _WITH_NAMES else []
    names = _joined(_cut(line, starts, ends) for line in head)
    rows: list[list[Line]] = []
    for line in lines[rules[1] + 1 if head else at + 1 : rules[-1]]:
        if line.is_blank or is_rule(line.text):
            continue
        if rows and not _cut(line, starts, ends)[0]:
            rows[-1].append(line)
        else:
            rows.append([line])
    told = [(row, _joined(_cut(line, starts, ends) for line in row)) for row in rows]
    return list(_blocks(head, names, told)), rules[-1] + 1


def grid_table(lines: Sequence[Line], at: int) -> tuple[list[Block], int]:
    """The rows of the grid whose first border is line ``at``, and the line to go on with; of one
    with cells over several columns or rows none."""
    bars = [n for n, mark in enumerate(lines[at].text.rstrip()) if mark == "+"]
    starts, ends = [bar + 1 for bar in bars[:-1]], bars[1:]
    head: list[Line] = []
    rows: list[list[Line]] = [[]]
    end, is_even = at + 1, True
    while end < len(lines) and lines[end].text.lstrip()[:1] in ("|", "+"):
        line = lines[end].text.rstrip()
        if is_border(line):
            if "=" in line and not head:
                head = [one for row in rows for one in row]
                rows = []
            rows.append([])
        else:
            rows[-1].append(lines[end])
        marks = "+" if is_border(line) else "|"
        is_even &= [n for n, mark in enumerate(line) if mark == marks] == bars
        end += 1
    if not is_even:
        return [], end
    names = _joined(_cut(line, starts, ends) for line in head)
    told = [(row, _joined(_cut(line, starts, ends) for line in row)) for row in rows if row]
    return list(_blocks(head, names, told)), end


def _blocks(
    head: Sequence[Line],
    names: tuple[str, ...],
    rows: Iterable[tuple[Sequence[Line], tuple[str, ...]]],
) -> Iterator[Block]:
    if head:
        yield _block("columns", head, names, names)
    for row, cells in rows:
        yield _block("row", row, names, cells)


def _block(
    kind: BlockKind, lines: Sequence[Line], names: tuple[str, ...], cells: tuple[str, ...]
) -> Block:
    return Block(lines[0].begin, lines[-1].end, kind, names, cells)


def _cut(line: Line, starts: Sequence[int], ends: Sequence[int | None]) -> tuple[str, ...]:
    """The cells of a line between places."""
    pairs = zip(starts, ends, strict=True)
    return tuple(line.text[start:end].strip() for start, end in pairs)


def _joined(lines: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The cells of a row of several lines, each whole."""
    return tuple(" ".join(filter(None, cell)) for cell in zip(*lines, strict=True))
