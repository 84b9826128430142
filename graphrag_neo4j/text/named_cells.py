"""A row of a table in words: its cells with the names of their columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter


def named_cells(columns: Sequence[str], cells: Sequence[str]) -> str:
    """ "Name: Ann; City: Oslo", a name of several columns once; without columns "Ann, Oslo", or
    "Name: Ann" if the first cell is a name with its colon. Cells without words are left out."""
    if not any(columns):
        filled = [cell for cell in cells if cell]
        if len(filled) > 1 and filled[0].endswith(":"):
            return f"{filled[0]} {', '.join(filled[1:])}"
        return ", ".join(filled)
    names = [*(name.rstrip(" :") for name in columns), *[""] * (len(cells) - len(columns))]
    said: list[str] = []
    for name, group in groupby(zip(names, cells, strict=False), itemgetter(0)):
        if filled := [cell for _, cell in group if cell]:
            said.append(f"{name}: {', '.join(filled)}" if name else "; ".join(filled))
    return "; ".join(said)
