"""Writes rows by statements that UNWIND them: sorted, without duplicates, in bounded transactions.

Sorting makes concurrent writers take locks in one order; the bounds keep a transaction's
memory small whatever the rows carry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from graphrag_neo4j.database.connection import Database, Row, Statement

MAX_ROWS = 5_000
MAX_BYTES = 8_000_000
_FLOAT_BYTES = 9


class Writes:
    """Statements over rows, to be run in the order in which they were added.

    Small ones share a transaction, large ones take several: each has at most MAX_ROWS rows and
    about MAX_BYTES bytes. Whenever a run is cut off, what was added first is there.
    """

    def __init__(self) -> None:
        self._steps: list[tuple[list[Statement], int, int]] = []

    def add(self, names: str | Sequence[str], rows: Iterable[Row]) -> int:
        """Add ``cypher/<name>.cypher`` over ``rows``; returns how many these are.

        Rows are known by ``id``, or by ``from`` and ``to``; of equal ones the last counts.
        Of several names, all are run over some rows, in one transaction, before the next rows.
        """
        unique = {row_key(row): row for row in rows}
        together = [names] if isinstance(names, str) else names
        for batch in batches(unique[key] for key in sorted(unique)):
            statements: list[Statement] = [(name, {"rows": batch}) for name in together]
            self._steps.append((statements, len(batch), sum(map(_weight, batch))))
        return len(unique)

    def add_ids(self, name: str, ids: Sequence[str]) -> None:
        """Add ``cypher/<name>.cypher`` over element ids, in the order given."""
        for start in range(0, len(ids), MAX_ROWS):
            batch = list(ids[start : start + MAX_ROWS])
            self._steps.append(([(name, {"ids": batch})], len(batch), sum(map(len, batch))))

    def run(self, database: Database) -> None:
        """Send everything."""
        for statements in self.transactions():
            database.write_together(statements)

    def transactions(self) -> Iterator[list[Statement]]:
        """The statements of each transaction."""
        now: list[Statement] = []
        n = size = 0
        for statements, rows, weight in self._steps:
            if now and (n + rows > MAX_ROWS or size + weight > MAX_BYTES):
                yield now
                now, n, size = [], 0, 0
            now = now + statements
            n, size = n + rows, size + weight
        if now:
            yield now


def write_rows(database: Database, name: str, rows: Iterable[Row]) -> int:
    """Run ``cypher/<name>.cypher`` over ``rows`` and return how many were sent."""
    writes = Writes()
    n = writes.add(name, rows)
    writes.run(database)
    return n


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


def _weight(row: Mapping[str, object]) -> int:
    total = 0
    for value in row.values():
        if isinstance(value, str):
            total += len(value)
        elif isinstance(value, list):
            total += _FLOAT_BYTES * len(value)
        else:
            total += _FLOAT_BYTES
    return total
