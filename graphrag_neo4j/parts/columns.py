"""The columns of a part: a row for each source, or for what could not be read.

Beside what tells a source's version there is a list for each kind of row of the graph, named as in
:func:`column_of`: ``Chunk`` holds the chunks, ``Statement-MENTIONS-Entity`` the mentions. They are
the very rows that :mod:`graphrag_neo4j.ingest.rows` makes; chunks and statements have their
``embedding`` and its key, too. Of what could not be read there is only ``uri`` and the reason.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.ingest.embedded_texts import chunk_text, statement_text
from graphrag_neo4j.ingest.identity import Version
from graphrag_neo4j.ingest.rows import GraphRows
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.vocabulary import (
    CHUNK_ABOUT,
    CHUNK_MENTIONS,
    CHUNK_NEXT,
    CLAIM_IN_CHUNK,
    CLAIM_OBJECT,
    CLAIM_SUBJECT,
    EMBEDDED,
    FACT_SUPPORTS,
    STATEMENT_IN_CHUNK,
    STATEMENT_MENTIONS,
    STATEMENT_NEXT,
    TOPIC_IN_CHUNK,
    TOPIC_MENTIONS,
    Kind,
    Label,
    Link,
)

FORMAT = 4
"""Of parts and their manifest; to be raised with each change of the columns."""

_TEXT, _WHOLE, _REAL, _TEXTS, _VECTOR = "text", "whole", "real", "texts", "vector"
Columns = Mapping[str, str]


def _columns(texts: str, wholes: str = "", reals: str = "") -> Columns:
    kinds = ((texts, _TEXT), (wholes, _WHOLE), (reals, _REAL))
    return {name: kind for names, kind in kinds for name in names.split()}


_ENDS = _columns("from to")
_ENTITY = _columns("from to name type description")
_MENTION = _columns("from to name type description alias type_from")

COLUMNS: Mapping[Kind, Columns] = {
    Label.CHUNK: _columns(
        "id source_id title text own stems place section", "n_tokens position start end"
    ),
    Label.TOPIC: _columns("id name origin chunk_id"),
    Label.STATEMENT: _columns("id topic_id text resolved"),
    Label.CLAIM: _columns(
        "id chunk_id origin type status description start_date end_date source_text"
    ),
    CHUNK_NEXT: _ENDS,
    TOPIC_IN_CHUNK: _ENDS,
    STATEMENT_IN_CHUNK: _columns("from to place", "start end"),
    STATEMENT_NEXT: _ENDS,
    FACT_SUPPORTS: _columns(
        "from to subject object text predicate relation_type description", reals="weight"
    ),
    STATEMENT_MENTIONS: _MENTION,
    CHUNK_ABOUT: _MENTION,
    CHUNK_MENTIONS: _MENTION,
    TOPIC_MENTIONS: _MENTION,
    CLAIM_SUBJECT: _ENTITY,
    CLAIM_OBJECT: _ENTITY,
    CLAIM_IN_CHUNK: _ENDS,
}
"""The fields of each kind of row; those of sources have columns of their own."""
STATUS = "ChunkStatus"
"""The column that says of each chunk whether it was extracted."""
STATUS_COLUMNS = {**_columns("id status reason"), "quarantine": _TEXTS}
EMBEDDING_COLUMNS = {"embedding_key": _TEXT, "embedding": _VECTOR}
"""Of chunks and statements, beside their own."""
SOURCE_COLUMNS = _columns(
    "uri content_hash fingerprint place status properties unreadable hint kind skipped"
)


def column_of(kind: Kind) -> str:
    """The name of the column with all rows of a kind."""
    if isinstance(kind, Link):
        role = f"-{kind.role}" if kind.role else ""
        return f"{kind.start}-{kind.type}-{kind.end}{role}"
    return str(kind)


@cache
def schema() -> Any:
    """The columns as Arrow has them."""
    import pyarrow as pa

    types = {
        _TEXT: pa.string(),
        _WHOLE: pa.int64(),
        _REAL: pa.float64(),
        _TEXTS: pa.list_(pa.string()),
        _VECTOR: pa.list_(pa.float32()),
    }

    def rows(columns: Columns) -> Any:
        return pa.list_(pa.struct([(name, types[kind]) for name, kind in columns.items()]))

    fields = [(name, types[kind]) for name, kind in SOURCE_COLUMNS.items()]
    for kind, columns in COLUMNS.items():
        embedding = EMBEDDING_COLUMNS if kind in EMBEDDED else {}
        fields.append((column_of(kind), rows({**columns, **embedding})))
    return pa.schema([*fields, (STATUS, rows(STATUS_COLUMNS))])


@dataclass(frozen=True, slots=True, eq=False)
class StoredSource:
    """A source in a part: what tells its version, what it is once it is written ("complete", or
    "incomplete" if some chunks could not be extracted), and the row of which table it is."""

    uri: str
    version: Version
    status: str
    table: Any
    row: int


def source_record(
    uri: str, version: Version, status: str, graph: GraphRows, vectors: Mapping[str, Row]
) -> Row:
    """The record of one source; ``vectors``, with their keys, by the ids of nodes."""
    (source,) = graph.of(Label.SOURCE)
    record: Row = {
        "uri": uri,
        "content_hash": version.content_hash,
        "fingerprint": version.fingerprint,
        "place": version.place,
        "status": status,
        "properties": json.dumps(source["properties"], ensure_ascii=False),
        STATUS: list(graph.statuses.values()),
    }
    for kind, columns in COLUMNS.items():
        rows = list(graph.of(kind))
        for row in rows:
            assert row.keys() == columns.keys(), f"{column_of(kind)}: {row.keys()}"
        if kind in EMBEDDED:
            rows = [{**row, **vectors[row["id"]]} for row in rows]
        record[column_of(kind)] = rows
    assert graph.rows.keys() <= {Label.SOURCE, *COLUMNS}
    return record


def unreadable_record(item: Unreadable) -> Row:
    """The record of what could not be read."""
    skipped = "yes" if item.skipped else None
    said = {"unreadable": item.reason, "hint": item.hint, "kind": item.kind, "skipped": skipped}
    return {"uri": item.uri, **said}


def items_of(table: Any) -> Iterator[StoredSource | Unreadable]:
    """What a table of records holds, without the rows of the graph."""
    for number, row in enumerate(table.select(list(SOURCE_COLUMNS)).to_pylist()):
        if row["unreadable"] is not None:
            about = {"skipped": row["skipped"] == "yes", "kind": row["kind"]}
            yield Unreadable(row["uri"], row["unreadable"], row["hint"], **about)
        else:
            version = Version(row["content_hash"], row["fingerprint"], row["place"])
            yield StoredSource(row["uri"], version, row["status"], table, number)


class Stored:
    """Rows of the graph and vectors of some sources of one table."""

    def __init__(self, sources: Sequence[StoredSource]) -> None:
        self._table = sources[0].table.take([source.row for source in sources])
        self.vectors: dict[str, list[float]] = {}
        """By their keys."""

    def add_to(self, graph: GraphRows) -> None:
        """Add the rows, as they were when the part was made."""
        titles = []
        for text in self._table.column("properties").to_pylist():
            properties = json.loads(text)
            titles.append(properties["title"])
            graph.put(Label.SOURCE, {"id": properties["id"], "properties": properties})
        for kind, columns in COLUMNS.items():
            lists, flat = self._flat(column_of(kind))
            rows = _rows(flat, columns)
            for row in rows:
                graph.put(kind, row)
            if kind in EMBEDDED:
                self._add_vectors(flat)
                for number, row in zip(lists, rows, strict=True):
                    graph.texts[row["id"]] = _text(kind, titles[number], row)
        for row in _rows(self._flat(STATUS)[1], STATUS_COLUMNS):
            graph.statuses[row["id"]] = row

    def _flat(self, name: str) -> tuple[list[int], Any]:
        """All rows of a column of lists, and for each the number of its list."""
        import pyarrow.compute as pc

        column = self._table.column(name).combine_chunks()
        return pc.list_parent_indices(column).to_pylist(), column.flatten()

    def _add_vectors(self, flat: Any) -> None:
        embeddings = flat.field("embedding")
        numbers, ends = embeddings.values.to_numpy(), embeddings.offsets.to_numpy()
        for place, key in enumerate(flat.field("embedding_key").to_pylist()):
            self.vectors[key] = numbers[ends[place] : ends[place + 1]].tolist()


def _rows(flat: Any, columns: Columns) -> list[Row]:
    values = (flat.field(name).to_pylist() for name in columns)
    return [dict(zip(columns, row, strict=True)) for row in zip(*values, strict=True)]


def _text(label: Kind, title: str, row: Row) -> str:
    """What is embedded for a chunk or a statement of a source with this title."""
    if label == Label.CHUNK:
        return chunk_text(row["title"], row["text"], row["own"])
    return statement_text(title, row["resolved"] or row["text"])
