"""What in reStructuredText is no prose: the names and options of directives, code, and tables,
whose rows know the names of their columns."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from graphrag_neo4j.model import Block
from graphrag_neo4j.readers.content import words
from graphrag_neo4j.readers.markup.rst_tables import (
    Line,
    grid_table,
    is_border,
    is_rule,
    simple_table,
)

_DIRECTIVE = re.compile(
    r"(?P<mark>\s*\.\.[ ]+(?:\|[^|]{1,80}\|[ ]+)?(?P<name>[\w:.+-]+)::)(?:[ ]+(?P<said>\S.*))?"
)
_UNSAID = re.compile(r"\s*\.\.(?:[ ]+(?!\[[\w#*-]+\]\s).*)?$")
"""A target or a comment; not a note at the foot."""
_OPTION = re.compile(r"\s+:(?P<name>[\w-]+):(?:[ ]+(?P<value>.*))?")
_CODE = words("code code-block doctest math parsed-literal prompt sourcecode")
_SILENT = words(
    """
    contents currentmodule default-role highlight image include index meta module raw role sectnum
    tabularcolumns testsetup toctree
    """
)
_VERSIONS = words("deprecated deprecated-removed versionadded versionchanged versionremoved")
"""Directives whose names are part of what they say."""
_FIELD = re.compile(r"\s*:(?P<name>[^\s:`][^:`\n]{0,60}):[ ]+(?P<said>\S.*)")
_FIRST_CELL = re.compile(r"\s*\*[ ]+-(?:[ ]+(?P<cell>\S.*))?\s*")
_LONGEST_FIELD = 300  # characters
_LONGEST_NUMBER = 4  # digits
_NEXT_CELL = re.compile(r"\s*-(?:[ ]+(?P<cell>\S.*))?\s*")


def rst_blocks(text: str) -> tuple[Block, ...]:
    """Code, rows of tables, and what states nothing, in their order."""
    raw = text.split("\n")
    starts = accumulate((len(line) + 1 for line in raw), initial=0)
    lines = [Line(start, line) for start, line in zip(starts, raw, strict=False)]
    blocks: list[Block] = []
    at = 0
    while at < len(lines):
        found, at = _at(lines, at)
        blocks += found
    return tuple(blocks)


def _at(lines: Sequence[Line], at: int) -> tuple[list[Block], int]:
    """The blocks that begin with a line, and the line to go on with."""
    line = lines[at]
    if directive := _DIRECTIVE.fullmatch(line.text.rstrip()):
        return _directive(lines, at, directive)
    if (at == 0 or lines[at - 1].is_blank) and _FIELD.match(line.text):
        return _fields(lines, at)
    if is_rule(line.text):
        return simple_table(lines, at)
    if is_border(line.text):
        return grid_table(lines, at)
    if line.text.lstrip().startswith("..") and _UNSAID.match(line.text):
        end = _end_of_body(lines, at)
        return [_silent(line.begin, lines[end - 1].end)], end
    is_before_code = line.text.rstrip().endswith("::") and lines[at + 1 : at + 2]
    if is_before_code and lines[at + 1].is_blank:
        end = _end_of_body(lines, at)
        return _code(lines[at + 1 : end]), end
    return [], at + 1


def _fields(lines: Sequence[Line], at: int) -> tuple[list[Block], int]:
    """The fields that begin with a line, each a name and what it says."""
    indent, blocks = lines[at].indent, list[Block]()
    while at < len(lines) and lines[at].indent == indent:
        field = _FIELD.fullmatch(lines[at].text.rstrip())
        if field is None:
            break
        found, at = _named(lines, at, indent, field)
        blocks += found
    return blocks, at


def _named(
    lines: Sequence[Line], at: int, start: int, named: re.Match[str]
) -> tuple[list[Block], int]:
    """A name that begins at ``start`` of a line, with what it says there and on the lines below
    that are indented more, up to a blank one; and the line to go on with. What is long is prose,
    which has no block."""
    end = at + 1
    while end < len(lines) and not lines[end].is_blank and lines[end].indent > lines[at].indent:
        end += 1
    said = " ".join([named["said"], *(line.text.strip() for line in lines[at + 1 : end])])
    if len(said) > _LONGEST_FIELD:
        return [], end
    begin = lines[at].start + start
    return [Block(begin, lines[end - 1].end, "row", (named["name"],), (said,))], end


def _end_of_body(lines: Sequence[Line], at: int) -> int:
    """Behind the last line that is indented below line ``at``."""
    indent, end = lines[at].indent, at + 1
    for number in range(at + 1, len(lines)):
        if not lines[number].is_blank:
            if lines[number].indent <= indent:
                break
            end = number + 1
    return end


def _directive(lines: Sequence[Line], at: int, directive: re.Match[str]) -> tuple[list[Block], int]:
    name, line, end = (
        directive["name"].rpartition(":")[2].casefold(),
        lines[at],
        _end_of_body(lines, at),
    )
    if name in _SILENT:
        return [_silent(line.begin, lines[end - 1].end)], end
    if name in _VERSIONS and directive["said"]:
        start = directive.start("name")
        blocks, end = _named(lines, at, start, directive)
        return [_silent(line.begin, line.start + start), *blocks], end
    first = at + 1
    options: dict[str, str] = {}
    while first < end and (option := _OPTION.fullmatch(lines[first].text.rstrip())):
        options[option["name"]] = (option["value"] or "").strip()
        first += 1
    stop = line.end if name in _CODE else line.start + directive.end("mark")
    blocks = [_silent(line.begin, stop)]
    if options:
        blocks.append(_silent(lines[at + 1].begin, lines[first - 1].end))
    body = lines[first:end]
    if name in _CODE:
        return [*blocks, *_code(body)], end
    if name == "list-table":
        return [*blocks, *_list_table(body, options)], end
    if name == "csv-table":
        return [*blocks, *_csv_table(body, options)], end
    return blocks, first


def _silent(start: int, end: int) -> Block:
    return Block(start, end, "columns")


def _code(lines: Sequence[Line]) -> list[Block]:
    filled = [line for line in lines if line.text.strip()]
    return [Block(filled[0].start, filled[-1].end, "code")] if filled else []


def _list_table(lines: Sequence[Line], options: dict[str, str]) -> Iterator[Block]:
    """The rows of a table that is written as a list of lists."""
    rows: list[list[list[Line]]] = []
    indent = next((line.indent for line in lines if line.text.strip()), 0)
    dash = -1
    for line in lines:
        if line.is_blank:
            continue
        if line.indent == indent and (first := _FIRST_CELL.fullmatch(line.text)):
            dash = line.text.index("-")
            rows.append([_cell(line, first)])
        elif rows and line.indent == dash and (cell := _NEXT_CELL.fullmatch(line.text)):
            rows[-1].append(_cell(line, cell))
        elif rows:
            rows[-1][-1].append(Line(line.begin, line.text.strip()))
    yield from _rows(rows, options)


def _cell(line: Line, found: re.Match[str]) -> list[Line]:
    return [Line(line.start + found.start("cell"), found["cell"])] if found["cell"] else []


def _rows(rows: Sequence[Sequence[Sequence[Line]]], options: dict[str, str]) -> Iterator[Block]:
    given = options.get("header-rows", "")
    n_names = int(given) if given.isdecimal() and len(given) < _LONGEST_NUMBER else 0
    cells = [tuple(" ".join(piece.text.strip() for piece in cell) for cell in row) for row in rows]
    names = cells[0] if n_names else ()
    for number, row in enumerate(rows):
        pieces = [piece for cell in row for piece in cell]
        if not pieces:
            continue
        start, end = pieces[0].start, pieces[-1].end
        if number < n_names:
            yield Block(start, end, "columns", names, cells[number])
        else:
            yield Block(start, end, "row", names, cells[number])


def _csv_table(lines: Sequence[Line], options: dict[str, str]) -> Iterator[Block]:
    """The rows of a table whose lines are values between commas."""
    names = _values(options.get("header", ""))
    n_names = 0 if names else options.get("header-rows") == "1"
    for line in lines:
        if line.is_blank:
            continue
        cells = _values(line.text.strip())
        if n_names:
            names, n_names = cells, False
            yield Block(line.begin, line.end, "columns", names, cells)
        else:
            yield Block(line.begin, line.end, "row", names, cells)


def _values(line: str) -> tuple[str, ...]:
    try:
        row = next(csv.reader([line], skipinitialspace=True), [])
    except csv.Error:
        row = [line]
    return tuple(cell.strip() for cell in row)
