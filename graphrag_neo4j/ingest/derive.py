"""Derives what facts, entities and relations say from the evidence that points at them.

A fact's wording, an entity's name, type, description, frequency and vector, and its outgoing
``RELATED`` edges are functions of the evidence in the graph. Whoever changes evidence marks what
depends on it first; this stage then brings all that is marked up to date, after a crash as well.

Ingestion knows nothing of merged entities (:mod:`graphrag_neo4j.resolve`): it writes what is said
of each to a node of its own, which is absorbed here by the entity that it was merged into.
"""

from __future__ import annotations

from graphrag_neo4j.graph.database import Database, Row
from graphrag_neo4j.graph.writer import write_rows
from graphrag_neo4j.ingest.embed import Embedder, entity_text
from graphrag_neo4j.ingest.store import WRITE_LOCK
from graphrag_neo4j.progress import Progress
from graphrag_neo4j.resolve.descriptions import Describer

ROUND = 2_000
_DERIVE_LOCK = "derive"


def derive(
    database: Database,
    embedder: Embedder,
    describer: Describer,
    progress: Progress,
    *,
    with_types: bool,
) -> int:
    """Bring everything that is marked up to date; returns how many entities there were.

    One deriver at a time: a second one waits, and finds what is left. ``with_types``: whether an
    entity's vector is made of its type, too.
    """
    if not _is_waiting(database):
        return 0
    done = 0
    with database.exclusive(_DERIVE_LOCK):
        _derive_facts(database)
        total = database.read("derive/waiting_count")[0]["n"]
        with progress.task("Deriving entities", total) as advance:
            while n := _derive_round(database, embedder, describer, with_types):
                done += n
                advance(n)
    return done


def _is_waiting(database: Database) -> bool:
    kinds = ("derive/waiting", "derive/waiting_facts")
    return any(database.read(kind, limit=1) for kind in kinds)


def _derive_facts(database: Database) -> None:
    while True:
        with database.exclusive(WRITE_LOCK):
            waiting = database.read("derive/waiting_facts", limit=ROUND)
            write_rows(database, "derive/facts", waiting)
        if not waiting:
            return


def absorb(database: Database) -> None:
    """Hand what was said of merged entities to those they were merged into.

    Call under the write lock.
    """
    while waiting := database.read("derive/waiting_aliases", limit=ROUND):
        ids = [row["id"] for row in waiting]
        database.write("communities/outdated", ids=ids)
        database.write("derive/absorb", ids=ids)


def _derive_round(
    database: Database, embedder: Embedder, describer: Describer, with_types: bool
) -> int:
    """Derive some entities under the write lock, describe and embed them outside of it."""
    with database.exclusive(WRITE_LOCK):
        absorb(database)
        waiting = database.read("derive/waiting", limit=ROUND)
        ids = [row["id"] for row in waiting]
        found: list[Row] = []
        if waiting:
            database.write("communities/outdated", ids=ids)
            database.write("derive/unsaid_aliases", ids=ids)
            database.write("derive/orphans", ids=ids)
            database.write("derive/unsupported_relations", ids=ids)
            database.write("derive/relations", ids=ids)
            found = database.write("derive/entities", ids=ids, **describer.bounds)
    short = describer.shortened(found)
    found = [{**row, "description": short.get(row["id"], row["description"])} for row in found]
    texts = {row["id"]: entity_text(row, with_types) for row in found}
    stale = {
        row["id"]: texts[row["id"]]
        for row in found
        if row["embedding_key"] != embedder.key(texts[row["id"]])
    }
    vectors = embedder.vectors(stale)
    marks = {row["id"]: row["todo"] for row in waiting}
    rows = [
        {"id": id_, "todo": marks[id_], "key": embedder.key(text), "embedding": vectors[id_]}
        for id_, text in stale.items()
    ]
    described = [{"id": i, "todo": marks[i], "description": text} for i, text in short.items()]
    # Marked anew meanwhile, an entity keeps its mark and gets neither: it comes again.
    write_rows(database, "derive/description", described)
    write_rows(database, "write/entity_embedding", rows)
    write_rows(database, "write/unmark", waiting)
    embedder.forget()
    return len(waiting)
