"""The graph as CSV files for ``neo4j-admin database import``, the way into Neo4j for bulk.

A file for each label and each kind of relationship, with the tool's own header, and the tool's
arguments in ``arguments.txt``:

    cd FOLDER && neo4j-admin database import full neo4j @arguments.txt
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from neo4j.time import DateTime

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.interop.records import LinkRecord, TransferReport, property_types, records
from graphrag_neo4j.progress import Advance

ROWS_PER_WRITE = 5_000
BETWEEN = "\x1f"
"""Between the values of a list: Unicode's unit separator, which no text needs."""
_OPTIONS = ("--id-type=string", "--multiline-fields=true", "--array-delimiter=U+001F")
Columns = dict[str, str]
"""Column, named and typed as the tool wants it -> property; "" for the ends and ids."""


def write_admin_csv(
    database: Database, folder: Path, report: TransferReport, advance: Advance, with_vectors: bool
) -> None:
    """Write the files in one pass over the graph; of kinds that it has none of, none."""
    nodes, links = property_types(database, "node"), property_types(database, "relationship")
    files: dict[str, _File] = {}
    try:
        for record in records(database, with_vectors=with_vectors):
            if isinstance(record, LinkRecord):
                start, type_, end = record.link.pattern
                name = f"{start}-{type_}-{end}"
                if name not in files:
                    ends = {f":START_ID({start})": "", f":END_ID({end})": ""}
                    columns = ends | _headers(links.get(type_, {}))
                    files[name] = _File(folder / f"{name}.csv", f"--relationships={type_}", columns)
                files[name].add([record.start, record.end], record.properties)
            else:
                label = record.label
                if label not in files:
                    columns = {f"id:ID({label})": ""} | _headers(nodes.get(label, {}), with_vectors)
                    files[label] = _File(folder / f"{label}.csv", f"--nodes={label}", columns)
                files[label].add([record.properties["id"]], record.properties)
                advance(1)
            report.count(record)
    finally:
        for file in files.values():
            file.close()
    arguments = [*_OPTIONS, *(file.argument for file in files.values())]
    (folder / "arguments.txt").write_text("\n".join(arguments) + "\n", encoding="utf-8")


def _headers(types: Mapping[str, str], with_vectors: bool = True) -> Columns:
    hidden = {"id"} if with_vectors else {"id", "embedding", "embedding_key", "vector_stale"}
    kinds = {name: kind for name, kind in sorted(types.items()) if name not in hidden}
    if "embedding" in kinds:
        kinds["embedding"] = "float[]"  # as the server's own procedure stores vectors
    return {f"{_safe(name)}:{kind}": name for name, kind in kinds.items()}


def _safe(name: str) -> str:
    """A colon in a header would begin the type."""
    return name.replace(":", "_")


class _File:
    """One CSV file, written in groups of rows. Absent is nothing, an empty text is ""."""

    def __init__(self, path: Path, option: str, columns: Columns) -> None:
        import pyarrow as pa
        from pyarrow import csv

        self.argument = f"{option}=./{path.name}"  # the tool wants a folder
        self._properties = [(name, head.endswith("[]")) for head, name in columns.items() if name]
        self._schema = pa.schema([(header, pa.string()) for header in columns])
        options = csv.WriteOptions(quoting_style="all_valid")
        self._writer: Any = csv.CSVWriter(path, self._schema, write_options=options)
        self._rows: list[list[str | None]] = []

    def add(self, ids: list[str], properties: Row) -> None:
        values = (_text(properties.get(name), is_list) for name, is_list in self._properties)
        self._rows.append([*ids, *values])
        if len(self._rows) >= ROWS_PER_WRITE:
            self._flush()

    def close(self) -> None:
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        import pyarrow as pa

        columns = [pa.array(column, pa.string()) for column in zip(*self._rows, strict=True)]
        if columns:
            self._writer.write_table(pa.Table.from_arrays(columns, schema=self._schema))
        self._rows = []


def _text(value: object, is_list: bool) -> str | None:
    """A value as the tool reads it; of another type than its column's, its JSON."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, DateTime):
        return value.iso_format()
    if is_list and isinstance(value, list):
        return BETWEEN.join(_text(one, False) or "" for one in value)
    return json.dumps(value, ensure_ascii=False, default=str)
