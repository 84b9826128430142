"""Columns without a name that are mostly empty: a mark beside a few rows ("!"), a note behind one.

They say the least of a row, wherever they stand, so they come last in its record.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

ROWS_LOOKED_AT = 100


def stray_columns(names: Sequence[str], rows: Sequence[Sequence[str]]) -> frozenset[int]:
    """The places of columns without a name that fewer than half of the ``rows`` fill; a row of one
    cell tells nothing."""
    told = [row for row in rows if sum(bool(cell.strip()) for cell in row) > 1]
    return frozenset(
        n
        for n, name in enumerate(names)
        if not name.strip()
        and 2 * sum(n < len(row) and bool(row[n].strip()) for row in told) < len(told)
    )


def with_last(record: Mapping[str, str], names: Collection[str]) -> dict[str, str]:
    """A record whose fields called ``names`` come behind all others."""
    first = {name: value for name, value in record.items() if name not in names}
    return first | dict(record)
