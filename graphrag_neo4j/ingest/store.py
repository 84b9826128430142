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

from graphrag_neo4j.graph.database import Database, Row
from graphrag_neo4j.graph.remover import remove_links, remove_nodes
from graphrag_neo4j.graph.writer import write_rows, write_rows_together
from graphrag_neo4j.ingest.assemble import GraphRows
from graphrag_neo4j.ingest.difference import EVIDENCE, LINKS, Changes, State, compare
from graphrag_neo4j.ingest.embed import Embedder

WRITE_LOCK = "write"
_BELOW_SOURCE = ("chunk", "topic", "statement", "claim")
_EMBEDDED = ("chunk", "statement")


def store(
    database: Database,
    state: State,
    graph: GraphRows,
    embedder: Embedder,
    status: Mapping[str, str],
) -> None:
    """Make what ``state`` shows equal to ``graph``; ``status``: what each source then is.

    Call under the write lock under which ``state`` was read. Entities and relations are brought
    up to date by :func:`graphrag_neo4j.ingest.derive.derive`.
    """
    changes = compare(state, graph)
    there = {key[0] for key in state.rows.get("source", {})}
    if changes:
        _write_status(database, dict.fromkeys(there, "pending"))
        _mark(database, changes, mark := uuid4().hex)
        _write(database, changes, mark)
        remove_links(database, changes.stale_links)
        remove_nodes(database, changes.stale_nodes)
    for kind in _EMBEDDED:
        _write_vectors(database, kind, stale_texts(state, graph, embedder, kind), embedder)
    write_rows(database, "write/chunk_status", changes.write["chunk_status"])
    _write_status(database, status)


def stale_texts(state: State, graph: GraphRows, embedder: Embedder, kind: str) -> dict[str, str]:
    """The texts, by id, whose vectors the graph does not have."""
    there = state.rows.get(kind, {})
    return {
        row["id"]: text
        for row in graph.of(kind)
        if there.get((row["id"], ""), {}).get("embedding_key")
        != embedder.key(text := graph.texts[row["id"]])
    }


def _write_status(database: Database, status: Mapping[str, str]) -> None:
    rows = [{"id": id_, "status": value} for id_, value in status.items()]
    write_rows(database, "write/source_status", rows)


def _mark(database: Database, changes: Changes, mark: str) -> None:
    names = {row["to"]: row["name"] for kind in EVIDENCE for row in changes.write[kind]}
    new = [{"id": id_, "name": name, "todo": mark} for id_, name in names.items()]
    write_rows(database, "write/entity", new)
    old = changes.entities - names.keys()
    write_rows(database, "write/mark", [{"id": id_, "todo": mark} for id_ in old])
    write_rows(database, "write/mark_facts", [{"id": id_, "todo": mark} for id_ in changes.facts])


def _write(database: Database, changes: Changes, mark: str) -> None:
    rows = changes.write
    pending = [
        {**r, "properties": {**r["properties"], "status": "pending"}} for r in rows["source"]
    ]
    write_rows(database, "write/source", pending)
    for kind in _BELOW_SOURCE:
        write_rows(database, f"write/{kind}", rows[kind])
    for kind in LINKS:
        if kind == "supports":  # no fact without its evidence and its ends, not even for a moment
            parts = ["write/supports", "write/subject", "write/object"]
            write_rows_together(database, parts, _with_marks(rows[kind], mark))
        else:
            write_rows(database, f"write/{kind}", rows[kind])


def _with_marks(rows: Sequence[Row], mark: str) -> Iterable[Row]:
    """Rows of facts that come in more than one wording are contested."""
    wordings: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        wordings[row["from"]].add(row["text"])
    for row in rows:
        contested = mark if len(wordings[row["from"]]) > 1 else None
        yield {**row, "todo": mark, "contested": contested}


def _write_vectors(
    database: Database, kind: str, texts: Mapping[str, str], embedder: Embedder
) -> None:
    vectors = embedder.vectors(texts)
    rows = [
        {"id": id_, "key": embedder.key(text), "embedding": vectors[id_]}
        for id_, text in texts.items()
    ]
    write_rows(database, f"write/{kind}_embedding", rows)
