"""Brings the graph to what it should say of some sources; a crash at any moment leaves nothing.

1. The sources are 'pending', so the next run looks at them again.
2. Entities and facts whose evidence will change are marked: whoever derives next does them.
3. New things are written so that each hangs on its source from its first moment.
4. Old links and nodes go, parts before wholes.
5. Vectors, the status of chunks, the status of sources.

All under the write lock: nobody else changes or derives in between.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from uuid import uuid4

from graphrag_neo4j.database import cypher
from graphrag_neo4j.database.batching import Writes
from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.embeddings.embedder import Embedder
from graphrag_neo4j.ingest.diff import Diff, StoredRows, compare
from graphrag_neo4j.ingest.rows import GraphRows
from graphrag_neo4j.vocabulary import (
    CHUNK_ABOUT,
    CHUNK_MENTIONS,
    EMBEDDED,
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


def store(
    database: Database,
    state: StoredRows,
    graph: GraphRows,
    embedder: Embedder,
    status: Mapping[str, str],
) -> bool:
    """Make what ``state`` shows equal to ``graph``; ``status``: what each source then is.

    Returns whether anything but vectors and statuses had to change.
    Call under the write lock under which ``state`` was read. Entities and relations are brought
    up to date by :func:`graphrag_neo4j.ingest.derive.derive`.
    """
    changes = compare(state, graph)
    there = [id_ for id_, _ in state.keyed(Label.SOURCE)]
    writes = Writes()
    if changes:
        _add_statuses(writes, dict.fromkeys(there, "pending"))
        _add_marks(writes, changes, mark := uuid4().hex)
        _add_changes(writes, changes, mark)
        writes.add_ids("ingest/delete_links", changes.stale_links)
        writes.add_ids("ingest/delete_nodes", changes.stale_nodes)
    for label in EMBEDDED:
        _add_vectors(writes, label, stale_texts(state, graph, embedder, label), embedder)
    writes.add("ingest/write_chunk_statuses", changes.statuses)
    _add_statuses(writes, status)
    writes.run(database)
    return bool(changes)


def stale_texts(
    state: StoredRows, graph: GraphRows, embedder: Embedder, label: Label
) -> dict[str, str]:
    """The texts, by id, whose vectors the graph does not have."""
    keys = {
        id_: found.properties.get("embedding_key") for (id_, _), found in state.keyed(label).items()
    }
    texts = {row["id"]: graph.texts[row["id"]] for row in graph.of(label)}
    return {id_: text for id_, text in texts.items() if keys.get(id_) != embedder.key(text)}


def _add_statuses(writes: Writes, status: Mapping[str, str]) -> None:
    rows = [{"id": id_, "status": value} for id_, value in status.items()]
    writes.add("ingest/write_source_statuses", rows)


def _add_marks(writes: Writes, changes: Diff, mark: str) -> None:
    names = {row["to"]: row["name"] for link in EVIDENCE for row in changes.write[link]}
    new = [{"id": id_, "name": name, "dirty": mark} for id_, name in names.items()]
    writes.add("ingest/write_entities", new)
    old = changes.entities - names.keys()
    writes.add("ingest/mark_entities", [{"id": id_, "dirty": mark} for id_ in old])
    writes.add("ingest/mark_facts", [{"id": id_, "dirty": mark} for id_ in changes.facts])


def _add_changes(writes: Writes, changes: Diff, mark: str) -> None:
    for label in SOURCE_NODES:
        rows = changes.write[label]
        if label == Label.SOURCE:
            rows = [{**r, "properties": {**r["properties"], "status": "pending"}} for r in rows]
        writes.add(_NODE_STATEMENTS[label], rows)
    for link in SOURCE_LINKS:
        rows = changes.write[link]
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
    """Rows of facts that come in more than one wording are contested."""
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
