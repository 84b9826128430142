"""Brings the graph to what it should say of some sources; a crash at any moment leaves nothing.

1. The sources are 'pending', so the next run looks at them again.
2. Entities and facts whose evidence will change are marked: whoever derives next does them.
3. New things are written so that each hangs on its source from its first moment.
4. Old links and nodes go, parts before wholes.
5. Vectors, the status of chunks, the status of sources.

All under the write lock: nobody else compares or derives in between.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from uuid import uuid4

from graphrag_neo4j.database import cypher
from graphrag_neo4j.database.batching import Writes
from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.embeddings.embedder import Embedder
from graphrag_neo4j.ingest.diff import Diff
from graphrag_neo4j.vocabulary import (
    CHUNK_ABOUT,
    CHUNK_MENTIONS,
    EVIDENCE,
    FACT_SUPPORTS,
    SOURCE_LINKS,
    SOURCE_NODES,
    STATEMENT_IN_CHUNK,
    STATEMENT_MENTIONS,
    TOPIC_MENTIONS,
    Label,
    Link,
)

WRITE_LOCK = "write"
_NODE_STATEMENTS = {
    Label.SOURCE: "ingest/write_sources",
    Label.CHUNK: "ingest/write_chunks",
    Label.TOPIC: "ingest/write_topics",
    Label.STATEMENT: "ingest/write_statements",
    Label.CLAIM: "ingest/write_claims",
}
_MENTIONS = (STATEMENT_MENTIONS, CHUNK_MENTIONS, CHUNK_ABOUT, TOPIC_MENTIONS)


def apply(database: Database, diff: Diff, embedder: Embedder, status: Mapping[str, str]) -> None:
    """Make the graph what it was compared with; ``status``: what each source then is.

    Call under the write lock under which it was compared. Entities and relations are brought up
    to date by :func:`graphrag_neo4j.ingest.derive.derive`.
    """
    writes = Writes()
    if diff:
        _add_statuses(writes, dict.fromkeys(diff.stored_sources, "pending"))
        _add_marks(writes, diff, mark := uuid4().hex)
        _add_diff(writes, diff, mark)
        writes.add_ids("ingest/delete_links", diff.stale_links)
        writes.add_ids("ingest/delete_nodes", diff.stale_nodes)
    for label, texts in diff.texts.items():
        _add_vectors(writes, label, texts, embedder)
    writes.add("ingest/write_chunk_statuses", diff.statuses)
    _add_statuses(writes, status)
    writes.run(database)


def _add_statuses(writes: Writes, status: Mapping[str, str]) -> None:
    rows = [{"id": id_, "status": value} for id_, value in status.items()]
    writes.add("ingest/write_source_statuses", rows)


def _add_marks(writes: Writes, diff: Diff, mark: str) -> None:
    names = {row["to"]: row["name"] for link in EVIDENCE for row in diff.write[link]}
    new = [{"id": id_, "name": name, "dirty": mark} for id_, name in names.items()]
    writes.add("ingest/write_entities", new)
    old = diff.entities - names.keys()
    writes.add("ingest/mark_entities", [{"id": id_, "dirty": mark} for id_ in old])
    writes.add("ingest/mark_facts", [{"id": id_, "dirty": mark} for id_ in diff.facts])
    chunks = [{"id": id_, "dirty": mark} for id_ in diff.chunks]
    writes.add("ingest/mark_named_in", chunks)


def _add_diff(writes: Writes, diff: Diff, mark: str) -> None:
    for label in SOURCE_NODES:
        rows = diff.write[label]
        if label == Label.SOURCE:
            rows = [{**r, "properties": {**r["properties"], "status": "pending"}} for r in rows]
        writes.add(_NODE_STATEMENTS[label], rows)
    for link in SOURCE_LINKS:
        rows = diff.write[link]
        if link == FACT_SUPPORTS:  # no fact without its evidence and its ends, not for a moment
            parts = [
                "ingest/write_facts",
                "ingest/write_fact_subjects",
                "ingest/write_fact_objects",
            ]
            writes.add(parts, _with_marks(rows, mark))
        elif link.role:
            writes.add("ingest/write_claim_ends", [{**row, "role": link.role} for row in rows])
        else:
            writes.add(_statement_of(link), rows)


def _statement_of(link: Link) -> str:
    if link in _MENTIONS:
        return cypher.of("ingest/write_mentions", link)
    return (
        "ingest/write_statement_places"
        if link == STATEMENT_IN_CHUNK
        else cypher.of("ingest/write_links", link)
    )


def _with_marks(rows: Sequence[Row], mark: str) -> Iterable[Row]:
    """``rows`` of facts with ``mark``; those in more than one wording are contested by it."""
    wordings: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        wordings[row["from"]].add(row["text"])
    for row in rows:
        contested = mark if len(wordings[row["from"]]) > 1 else None
        yield {**row, "dirty": mark, "contested": contested}


def _add_vectors(
    writes: Writes, label: Label, texts: Mapping[str, str], embedder: Embedder
) -> None:
    vectors = embedder.vectors(texts)
    rows = [
        {"id": id_, "key": embedder.key(text), "embedding": vectors[id_]}
        for id_, text in texts.items()
    ]
    writes.add(cypher.of("ingest/write_embeddings", label), rows)
