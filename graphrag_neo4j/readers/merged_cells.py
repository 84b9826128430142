"""Cells of a sheet that are merged over several rows: what they say counts for each of these."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import IO

Spans = Mapping[int, Sequence[tuple[int, int]]]
"""Of each row with cells that go on below it: their columns and last rows, all counted from 1."""

_TAGS = ("{*}row", "{*}mergeCell")
_RANGE = re.compile(r"([A-Z]{1,3})(\d{1,7})(?::[A-Z]{1,3}(\d{1,7}))")
_MOST = 100_000
"""Merged cells of a sheet; a damaged or made-up file may name any number."""
_LONGEST = 120
"""Characters of what is said again in each row; a longer text is no value of a column."""


def spans_of(part: IO[bytes]) -> Spans:
    """The merged cells of a worksheet of an .xlsx, which names them behind its rows. ``part`` is
    read as a stream; what is damaged in it is left to the reader of its rows."""
    from lxml import etree
    from openpyxl.utils.cell import column_index_from_string

    spans: dict[int, list[tuple[int, int]]] = defaultdict(list)
    found = 0
    with suppress(etree.XMLSyntaxError):
        for _, element in etree.iterparse(
            part, tag=_TAGS, resolve_entities=False, no_network=True, load_dtd=False
        ):
            if cells := _RANGE.fullmatch(element.get("ref", "")):
                column, first, last = cells.groups()
                if int(last) > int(first):
                    spans[int(first)].append((column_index_from_string(column), int(last)))
                    found += 1
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]
            if found == _MOST:
                break
    return spans


def filled_down(rows: Iterable[list[object]], spans: Spans) -> Iterator[list[object]]:
    """All rows of a sheet, with what a merged cell says in each row that it spans and that says
    anything itself; of several columns it fills the first one."""
    held: dict[int, tuple[object, int]] = {}
    for number, row in enumerate(rows, start=1):
        held = {column: cell for column, cell in held.items() if cell[1] >= number}
        if held and any(map(_is_filled, row)):
            row += [None] * (max(held) - len(row))
            for column, (value, _) in held.items():
                if not _is_filled(row[column - 1]):
                    row[column - 1] = value
        for column, last in spans.get(number, ()):
            value = row[column - 1] if column <= len(row) else None
            if _is_filled(value) and len(str(value)) <= _LONGEST:
                held[column] = (value, last)
        yield row


def _is_filled(cell: object) -> bool:
    return cell not in (None, "")
