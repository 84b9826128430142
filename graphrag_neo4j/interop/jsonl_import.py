"""Makes an empty graph the one that was exported as JSON lines.

The file is read and checked as a whole before anything is written. An import that was killed is
finished by the same import; any other graph that is not empty is refused, for the properties in
the file are functions of all evidence, and would be wrong beside other evidence.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from graphrag_neo4j.context import GraphContext
from graphrag_neo4j.database import cypher
from graphrag_neo4j.database.batching import MAX_BYTES, MAX_ROWS
from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.database.counts import node_counts
from graphrag_neo4j.embeddings.models import dimensions_of
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.ingest.apply import WRITE_LOCK
from graphrag_neo4j.ingest.derive import derive_neighbours
from graphrag_neo4j.ingest.reembed import reembed
from graphrag_neo4j.interop.jsonl import VERSION
from graphrag_neo4j.interop.records import PAGE, LinkRecord, NodeRecord, TransferReport
from graphrag_neo4j.progress import Advance, Progress
from graphrag_neo4j.vocabulary import CO_OCCURS, LINKS, Label, Link

_RECORD = ("key", "parameters", "method", "base", "entities", "changed", "modularity", "coverage",
           "anchor")  # fmt: skip
_URI_START = 400
"""Characters of a URI that are indexed; the first exports lack them."""
_DATED = (Label.ALIAS, Label.DISTINCT_PAIR)
_WITH_NEIGHBOURS = 3
"""The first format that tells which entities are named together."""
_UNWEIGHTED = 4
"""The first format that leaves their weight to whoever asks."""
_NO_VECTOR = "missing"
"""The mark of an entity that comes without its vector: it is made when it is needed."""
Sized = tuple[NodeRecord | LinkRecord, int]
"""A record and the bytes of its line."""


@dataclass(frozen=True, slots=True)
class _Checked:
    """A file that was read to its end: its header, and a hash of it all."""

    header: Row
    key: str
    report: TransferReport


def import_jsonl(context: GraphContext, path: Path) -> TransferReport:
    """Write the graph of ``path``; see :meth:`KnowledgeGraph.import_jsonl`.

    Raises :class:`UsageError`, and changes nothing, for a file that is damaged or no export, and
    for a graph that is not empty.
    """
    database, progress, embed_model = context.database, context.progress, context.embed_model
    model = (embed_model.model_name, dimensions_of(embed_model))
    with _explained(path):
        checked = _check(path, progress)
        header, report = checked.header, checked.report
        keeps = (header.get("embed_model"), header.get("dimensions")) == model
        with database.lock(WRITE_LOCK):
            _require_empty(database, checked.key)
            database.write("interop/begin_import", key=checked.key)
            size = path.stat().st_size
            for kind in (NodeRecord, LinkRecord):
                with progress.task(f"Importing {kind.__name__[:4].lower()}s", size, "bytes") as up:
                    found = _records(path, header["graphrag_neo4j"])
                    _write(database, found, kind, keeps, up)
            if header["graphrag_neo4j"] < _WITH_NEIGHBOURS:
                _derive_neighbours(database)
            if record := header.get("communities"):
                database.write(
                    "communities/finish_detection", **{k: record.get(k) for k in _RECORD}
                )
            if made_with := _made_with(header):
                rows = [{"id": "graph", "made_with": made_with}]
                database.write("ingest/write_made_with", rows=rows)
            database.write("interop/finish_import")
    done = reembed(context)
    report.embedded = sum(done.stale.values())
    return report.final()


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn errors of the file system into one line."""
    try:
        yield
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror or error}.", "Check the path."
        ) from None


def _made_with(header: Row) -> str | None:
    """The settings that the sources were made with, as JSON, if the file has them."""
    try:
        found = json.loads(header.get("made_with") or "null")
    except (TypeError, ValueError):
        return None
    return json.dumps(found) if isinstance(found, dict) else None


def _require_empty(database: Database, key: str) -> None:
    begun = next((row["key"] for row in database.read("interop/begun_import")), None)
    if begun == key:
        return
    if begun is not None:
        raise UsageError(
            "The graph holds a part of another import that was interrupted.",
            "Run that import again, or use an empty graph.",
        )
    counts = {label: n for label, n in node_counts(database).items() if n}
    if counts:
        what = ", ".join(f"{n:,} {label}" for label, n in counts.items())
        raise UsageError(
            f"The graph is not empty: {what}.",
            "Import into an empty one (a new --home, or another database).",
        )


def _check(path: Path, progress: Progress) -> _Checked:
    """Read the whole file; :class:`UsageError` names the first line that is wrong."""
    report = TransferReport(str(path), "jsonl")
    hasher = blake2b(digest_size=16)
    header: Row | None = None
    end: Row | None = None
    with (
        path.open("rb") as file,
        progress.task("Checking", path.stat().st_size, "bytes") as advance,
    ):
        for number, line in enumerate(file, start=1):
            hasher.update(line)
            data = _parsed(line, number, path)
            if header is None:
                header = _header(data, path)
            elif end is not None:
                raise UsageError(f"{path}: line {number} comes after the end.", "Export it anew.")
            elif "end" in data:
                end = data["end"]
            else:
                data = _with_todays_names(data, header["graphrag_neo4j"])
                report.count(_record(data, number, path))
            advance(len(line))
    if header is None or end != report.totals:
        raise UsageError(f"{path} is cut short or damaged.", "Export or copy it anew.")
    return _Checked(header, hasher.hexdigest(), report)


def _header(data: Row, path: Path) -> Row:
    version = data.get("graphrag_neo4j")
    if isinstance(version, int) and version > VERSION:
        raise UsageError(
            f"{path} was exported by a newer graphrag-neo4j (format {version}, here {VERSION}).",
            "Upgrade graphrag-neo4j.",
        )
    if version not in range(1, VERSION + 1):
        raise UsageError(
            f"{path} is no export of graphrag-neo4j (format {VERSION}).",
            "Make one with graphrag-neo4j export jsonl PATH.",
        )
    return data


_LABELS_OF_1 = {"KeptApart": "DistinctPair"}
_PROPERTIES_OF_1 = {
    "Entity": {"df": "chunk_count", "todo": "dirty"},
    "Fact": {"todo": "dirty"},
    "Source": {"copies": "alias_count"},
}
_LINK_PROPERTIES_OF_1 = {"was": "merged_from"}


def _with_todays_names(data: Row, version: int) -> Row:
    """A line of an older format in the names of this one."""
    properties = data.get("properties")
    if not isinstance(properties, dict):
        return data
    if version < _UNWEIGHTED and data.get("type") == CO_OCCURS.type:
        properties = {name: value for name, value in properties.items() if name != "weight"}
        data = {**data, "properties": properties}
    if version > 1:
        return data
    label = data.get("label")
    new = _PROPERTIES_OF_1.get(str(label), {}) if "label" in data else _LINK_PROPERTIES_OF_1
    said = {new.get(name, name): value for name, value in properties.items()}
    if "label" in data:
        return {**data, "label": _LABELS_OF_1.get(str(label), label), "properties": said}
    return {**data, "properties": said}


def _parsed(line: bytes, number: int, path: Path) -> Row:
    try:
        data = json.loads(line)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise UsageError(
            f"{path}: line {number} is no JSON object.",
            "Give a file made by graphrag-neo4j export jsonl.",
        )
    return data


def _record(data: Row, number: int, path: Path) -> NodeRecord | LinkRecord:
    """The record of a line."""
    try:
        properties: Row = data["properties"]
        if "label" in data:
            label = Label(data["label"])
            if isinstance(properties["id"], str):
                return NodeRecord(label, properties)
        else:
            (start_label, start), (end_label, end) = data["from"], data["to"]
            link = Link(Label(start_label), data["type"], Label(end_label))
            if link in LINKS and isinstance(start, str) and isinstance(end, str):
                return LinkRecord(link, start, end, {**properties})
    except (KeyError, TypeError, ValueError):
        pass
    raise UsageError(
        f"{path}: line {number} is no node or relationship of this graph's.", "Export it anew."
    )


def _records(path: Path, version: int) -> Iterator[Sized]:
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            data = _with_todays_names(_parsed(line, number, path), version)
            if number > 1 and "end" not in data:
                yield _record(data, number, path), len(line)


def _write(
    database: Database,
    found: Iterable[Sized],
    kind: type[NodeRecord] | type[LinkRecord],
    keep_vectors: bool,
    advance: Advance,
) -> None:
    """Write nodes, or relationships, in batches of one kind each."""
    waiting: dict[str, list[Row]] = {}
    sizes: dict[str, int] = {}
    for record, size in found:
        advance(size)
        if not isinstance(record, kind):
            continue
        name, row = _row(record, keep_vectors)
        rows = waiting.setdefault(name, [])
        rows.append(row)
        sizes[name] = sizes.get(name, 0) + size
        if len(rows) >= MAX_ROWS or sizes[name] >= MAX_BYTES:
            database.write(name, rows=rows)
            waiting[name], sizes[name] = [], 0
    for name, rows in waiting.items():
        if rows:
            database.write(name, rows=rows)


def _derive_neighbours(database: Database) -> None:
    after = ""
    while page := database.read("interop/entity_ids", after=after, limit=PAGE):
        after = page[-1]["id"]
        derive_neighbours(database, [row["id"] for row in page])


def _row(record: NodeRecord | LinkRecord, keep_vectors: bool) -> tuple[str, Row]:
    """The Cypher file for a record, and its row there."""
    if isinstance(record, LinkRecord):
        ends: Row = {"from": record.start, "to": record.end, "properties": record.properties}
        return cypher.of("interop/write_links", record.link), ends
    properties: dict[str, Any] = {**record.properties}
    if record.label == Label.SOURCE:
        properties.setdefault("uri_start", properties["uri"][:_URI_START])
    vector = properties.pop("embedding", None)
    if not keep_vectors or vector is None:
        vector = None
        properties.pop("embedding_key", None)
        if record.label == Label.ENTITY:
            properties.setdefault("vector_stale", _NO_VECTOR)
    at = properties.get("at") if record.label in _DATED else None
    row = {"id": properties["id"], "properties": properties, "embedding": vector, "at": at}
    return cypher.of("interop/write_nodes", record.label), row
