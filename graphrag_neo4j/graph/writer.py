"""Writes rows through ``cypher/write/*``: sorted, without duplicates, in bounded batches.

Sorting makes concurrent writers take locks in one order; the bounds keep a transaction's
memory small whatever the rows carry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphrag_neo4j.graph.database import Database, Row

MAX_ROWS = 5_000
MAX_BYTES = 8_000_000
_FLOAT_BYTES = 9


def write_rows(database: Database, name: str, rows: Iterable[Row]) -> int:
    """Run ``cypher/<name>.cypher`` over ``rows`` and return how many were sent.

    Rows are known by ``id``, or by ``from`` and ``to``; of equal ones the last counts.
    """
    return write_rows_together(database, [name], rows)


def write_rows_together(database: Database, names: list[str], rows: Iterable[Row]) -> int:
    """:func:`write_rows` for several statements, each batch of rows in one transaction."""
    unique = {row_key(row): row for row in rows}
    ordered = [unique[key] for key in sorted(unique)]
    for batch in batches(ordered):
        if len(names) == 1:
            database.write(names[0], rows=batch)
        else:
            database.write_together(names, rows=batch)
    return len(ordered)


def batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Split rows so that none has more than MAX_ROWS rows or about MAX_BYTES bytes."""
    batch: list[Row] = []
    size = 0
    for row in rows:
        weight = _weight(row)
        if batch and (len(batch) >= MAX_ROWS or size + weight > MAX_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(row)
        size += weight
    if batch:
        yield batch


def row_key(row: Row) -> tuple[str, str]:
    """What a row is known by: its ``id``, or its two ends."""
    return (row["id"], "") if "id" in row else (row["from"], row["to"])


def _weight(row: Row) -> int:
    total = 0
    for value in row.values():
        if isinstance(value, str):
            total += len(value)
        elif isinstance(value, list):
            total += _FLOAT_BYTES * len(value)
        else:
            total += _FLOAT_BYTES
    return total
