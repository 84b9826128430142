"""A row of a table in words: its cells with the names of their columns."""

from __future__ import annotations

from collections.abc import Sequence


def named_cells(columns: Sequence[str], cells: Sequence[str]) -> str:
    """ "Name: Ann; City: Oslo"; without columns "Ann, Oslo", or "Name: Ann" if the first cell is
    a name with its colon. Cells without words are left out."""
    if not any(columns):
        filled = [cell for cell in cells if cell]
        if len(filled) > 1 and filled[0].endswith(":"):
            return f"{filled[0]} {', '.join(filled[1:])}"
        return ", ".join(filled)
    names = [*(name.rstrip(" :") for name in columns), *[""] * (len(cells) - len(columns))]
    named = zip(names, cells, strict=False)
    return "; ".join(f"{name}: {cell}" if name else cell for name, cell in named if cell)
