"""The tables of a context: records with short ids, as CSV that a model reads and cites.

An id counts records of one table from 1 in the order in which an answer first shows them, and
stays the same in all contexts of that answer.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.model import DEFAULT_RELATION_TYPE, UNKNOWN_TYPE
from graphrag_neo4j.text.citation_marks import without

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "Entities": ("id", "entity", "type", "description", "rank", "named_with"),
    "Relationships": (
        "id", "source", "target", "description", "relation_type", "weight", "rank",
    ),
    "Claims": ("id", "subject", "object", "type", "status", "description"),
    "Reports": ("id", "title", "content"),
    "Sources": ("id", "source", "text"),
    "Statements": ("id", "source", "topic", "text"),
}  # fmt: skip
LONG_COLUMN: Mapping[str, str] = {
    "Entities": "description",
    "Relationships": "description",
    "Claims": "description",
    "Reports": "content",
    "Sources": "text",
    "Statements": "text",
}
"""The one column of each table that may be shortened."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record of the graph. ``key``: its identity there; ``values``: its columns without id.

    ``evidence``: ids of the statements that support a relation; ``place``: chunk, source and
    offsets of a chunk.
    """

    dataset: str
    key: str
    values: Row
    evidence: tuple[str, ...] = ()
    place: Row = field(default_factory=dict)


class RecordIndex:
    """The records that one answer was shown, by table and short id."""

    def __init__(self) -> None:
        self._ids: dict[str, dict[str, int]] = {name: {} for name in COLUMNS}
        self._records: dict[tuple[str, int], Record] = {}

    def id_of(self, record: Record) -> int:
        """The record's short id; the next free one if it has none yet."""
        ids = self._ids[record.dataset]
        return ids.get(record.key, len(ids) + 1)

    def keep(self, record: Record) -> int:
        """Give the record its short id for good."""
        id_ = self.id_of(record)
        self._ids[record.dataset].setdefault(record.key, id_)
        self._records.setdefault((record.dataset, id_), record)
        return id_

    def get(self, dataset: str, id_: int) -> Record | None:
        """The record that was shown under this id."""
        return self._records.get((dataset, id_))

    def all(self, dataset: str) -> list[Record]:
        """All records of a table, in the order of their ids."""
        return [self._records[dataset, id_] for id_ in self._ids[dataset].values()]


def csv_line(values: Sequence[Any]) -> str:
    """One line of CSV with its line break, quoted where needed."""
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerow(map(_cell, values))
    return buffer.getvalue()


def heading(dataset: str, columns: Sequence[str]) -> str:
    """What stands above a table's rows."""
    return f"-----{dataset}-----\n{csv_line(columns)}"


def entity_record(row: Row) -> Record:
    """An entity; ``named_with``: whom texts name beside it, but those that it is related to."""
    values = {
        "entity": row["name"] or "",
        "type": row["type"] or UNKNOWN_TYPE,
        "description": row["description"] or "",
        "rank": row["rank"],
        "named_with": "; ".join(row["named_with"]),
    }
    return Record("Entities", row["id"], values)


def relation_record(row: Row) -> Record:
    """A relation, source and target as stored."""
    type_ = row["relation_type"] or DEFAULT_RELATION_TYPE
    values = {
        "source": row["source"] or "",
        "target": row["target"] or "",
        "description": row["description"] or "",
        "relation_type": type_,
        "weight": row["weight"],
        "rank": row["rank"],
    }
    key = f"{row['source_id']} {type_} {row['target_id']}"
    return Record("Relationships", key, values, tuple(row["evidence"]))


def claim_record(row: Row) -> Record:
    names = COLUMNS["Claims"][1:]
    return Record("Claims", row["id"], {name: row[name] or "" for name in names})


def report_record(row: Row) -> Record:
    """A report; its title, which heads its Markdown, is not given twice, and references in it are
    left out: the numbers of its index would be taken for ours."""
    content = without(row["content"] or "").strip().removeprefix(f"# {row['title']}\n").lstrip()
    values = {"title": row["title"], "content": content}
    return Record("Reports", row["id"], values)


def source_record(row: Row) -> Record:
    place = {"chunk": row["id"], **{k: row[k] for k in ("uri", "title", "start", "end", "place")}}
    values = {
        "source": row["title"] or row["uri"],
        "text": row["text"],
        "n_tokens": row["n_tokens"],
    }
    return Record("Sources", row["id"], values, place=place)


def _cell(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
