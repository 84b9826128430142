"""The graph as parquet: a table for each label and for each relationship type."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from neo4j.time import DateTime

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.interop.records import LinkRecord, TransferReport, property_types, records
from graphrag_neo4j.progress import Advance
from graphrag_neo4j.vocabulary import LABELS, TYPES

ROWS_PER_GROUP = 5_000
_ENDS = {"from_label": "string", "from": "string", "to_label": "string", "to": "string"}
_VECTOR = frozenset({"embedding", "embedding_key", "vector_stale"})


def write_tables(
    database: Database, folder: Path, report: TransferReport, advance: Advance, with_vectors: bool
) -> None:
    """Write all tables, empty ones too, in one pass over the graph."""
    tables = _open(database, folder, with_vectors)
    try:
        for record in records(database, with_vectors=with_vectors):
            if isinstance(record, LinkRecord):
                link = record.link
                ends = (link.start, record.start, link.end, record.end)
                row = {**record.properties, **dict(zip(_ENDS, ends, strict=True))}
                tables[link.type].add(row)
            else:
                tables[record.label].add(record.properties)
                advance(1)
            report.count(record)
    finally:
        for table in tables.values():
            table.close()


def _open(database: Database, folder: Path, with_vectors: bool) -> dict[str, _Table]:
    hidden = frozenset() if with_vectors else _VECTOR
    nodes, links = property_types(database, "node"), property_types(database, "relationship")
    tables: dict[str, _Table] = {}
    for label in LABELS:
        columns = {"id": "string", **_sorted(nodes.get(label, {}), hidden)}
        tables[label] = _Table(folder / f"{label}.parquet", columns)
    for type_ in TYPES:
        columns = _sorted(links.get(type_, {}), frozenset()) | _ENDS
        tables[type_] = _Table(folder / f"{type_}.parquet", columns)
    return tables


def _sorted(columns: Mapping[str, str], hidden: frozenset[str]) -> dict[str, str]:
    return {name: columns[name] for name in sorted(columns) if name not in hidden}


class _Table:
    """One file, written in groups of rows."""

    def __init__(self, path: Path, columns: Mapping[str, str]) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        plain = {
            "string": pa.string(),
            "long": pa.int64(),
            "double": pa.float64(),
            "boolean": pa.bool_(),
            "datetime": pa.string(),
        }
        kinds = plain | {f"{name}[]": pa.list_(type_) for name, type_ in plain.items()}
        self._texts = {name for name, kind in columns.items() if kind in ("string", "datetime")}
        self._schema = pa.schema([(name, kinds[kind]) for name, kind in columns.items()])
        self._writer: Any = pq.ParquetWriter(path, self._schema)
        self._rows: list[Row] = []

    def add(self, row: Row) -> None:
        self._rows.append({k: _text(v) if k in self._texts else v for k, v in row.items()})
        if len(self._rows) >= ROWS_PER_GROUP:
            self._flush()

    def close(self) -> None:
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        import pyarrow as pa

        self._writer.write_table(pa.Table.from_pylist(self._rows, self._schema))
        self._rows = []


def _text(value: object) -> str | None:
    """Of values of other types in a column of texts, their JSON."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, DateTime):
        return value.iso_format()
    return json.dumps(value, ensure_ascii=False, default=str)
