"""Makes the vectors of entities, when somebody needs them.

Only local contexts start from them, and resolution by an LLM compares them; who asks for neither
does without. What derives entities marks those that have no vector of what they are now
(``vector_stale``); these are found by an index.
"""

from __future__ import annotations

from graphrag_neo4j.database.batching import write_rows
from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.embeddings.embedder import Embedder, entity_text
from graphrag_neo4j.ingest.apply import WRITE_LOCK
from graphrag_neo4j.progress import Progress

ROUND = 2_000
_LOCK = "entity vectors"


def make_vectors(
    database: Database, embedder: Embedder, progress: Progress, *, with_types: bool
) -> int:
    """Make the vectors that are missing or of another text; returns how many entities there were.

    Interrupted, it is finished by whoever needs them next. One maker at a time: a second one
    waits, and finds what is left. ``with_types``: whether a vector is made of the type, too.
    Raises :class:`DatabaseError`, before any is made, where nothing may be written.
    """
    with database.thread_lock(_LOCK), database.lock(_LOCK):
        waiting = database.read("entities/stale_vector_count")[0]["n"]
        if not waiting:
            return 0
        done = 0
        with progress.task("Embedding entities", waiting) as advance:
            while done < waiting:  # what is marked meanwhile is for the next need
                n = _make(database, embedder, with_types)
                if not n:
                    break
                done += n
                advance(n)
        return done


def _make(database: Database, embedder: Embedder, with_types: bool) -> int:
    """A round. An entity that is derived anew meanwhile keeps mark and vector: it comes again."""
    stale = database.read("entities/stale_vectors", limit=ROUND)
    texts = {row["id"]: entity_text(row, with_types) for row in stale}
    vectors = embedder.vectors(texts)
    rows = [
        {
            "id": row["id"],
            "vector_stale": row["vector_stale"],
            "key": embedder.key(texts[row["id"]]),
            "embedding": vectors[row["id"]],
        }
        for row in stale
    ]
    with database.lock(WRITE_LOCK):
        write_rows(database, "ingest/write_entity_embeddings", rows)
    embedder.forget()
    return len(rows)
