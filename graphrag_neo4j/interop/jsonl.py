"""The whole graph as JSON lines: a header, nodes each with what starts from it, an end.

    {"graphrag_neo4j": 4, "embed_model": …, "dimensions": …, "vectors": …, "communities": {…},
     "made_with": "{…}"}
    {"label": "Chunk", "properties": {"id": …, …}}
    {"type": "FROM_SOURCE", "from": ["Chunk", id], "to": ["Source", id], "properties": {…}}
    {"end": {"nodes": …, "relationships": …}}

``communities`` is the record of the last detection, null if there was none; ``made_with`` the
settings that the sources were made with, as JSON.
"""

from __future__ import annotations

import json
from pathlib import Path

from graphrag_neo4j.communities.store import last_detection
from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.interop.records import LinkRecord, NodeRecord, TransferReport, records
from graphrag_neo4j.progress import Advance

VERSION = 4


def write_jsonl(
    database: Database, path: Path, report: TransferReport, advance: Advance, with_vectors: bool
) -> None:
    """Write everything, page by page."""
    info = next(iter(database.read("database/graph_info")), {})
    header = {
        "graphrag_neo4j": VERSION,
        "embed_model": info.get("embed_model"),
        "dimensions": info.get("dimensions"),
        "vectors": with_vectors,
        "communities": last_detection(database),
        "made_with": info.get("made_with"),
    }
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(_line(header))
        for record in records(database, with_vectors=with_vectors):
            file.write(_line(_data(record)))
            report.count(record)
            if isinstance(record, NodeRecord):
                advance(1)
        file.write(_line({"end": report.totals}))


def _data(record: NodeRecord | LinkRecord) -> Row:
    if isinstance(record, NodeRecord):
        return {"label": record.label, "properties": record.properties}
    return {
        "type": record.link.type,
        "from": [record.link.start, record.start],
        "to": [record.link.end, record.end],
        "properties": record.properties,
    }


def _line(data: Row) -> str:
    return json.dumps(data, ensure_ascii=True, default=str) + "\n"
