"""Derives what entities and relations say from the evidence that points at them.

An entity's name, type, description and frequency, its vector, and its outgoing ``RELATED``
edges are functions of the mentions and facts in the graph. Whoever changes evidence marks
the entities; this stage then brings all marked ones up to date, after a crash as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphrag_neo4j.graph.database import Database, Row
from graphrag_neo4j.graph.writer import write_rows
from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.progress import Progress

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

ENTITIES_PER_ROUND = 2_000


def entity_text(row: Row) -> str:
    """What is embedded for an entity: ``name [TYPE] description``."""
    return f"{row['name']} [{row['type']}] {row['description'] or ''}".strip()


def derive(database: Database, embed_model: BaseEmbedding, progress: Progress) -> int:
    """Bring every marked entity up to date; returns how many there were."""
    total = database.read("derive/waiting_count")[0]["n"]
    if not total:
        return 0
    done = 0
    with progress.task("Deriving entities", total) as advance:
        while waiting := database.read("derive/waiting", limit=ENTITIES_PER_ROUND):
            _derive_round(database, embed_model, waiting)
            done += len(waiting)
            advance(len(waiting))
    return done


def _derive_round(database: Database, embed_model: BaseEmbedding, waiting: list[Row]) -> None:
    ids = [row["id"] for row in waiting]
    database.write("communities/outdated", ids=ids)
    database.write("derive/orphans", ids=ids)
    database.write("derive/unsupported_relations", ids=ids)
    database.write("derive/relations", ids=ids)
    stale = []
    for row in database.write("derive/entities", ids=ids):
        text = entity_text(row)
        key = content_hash(f"{embed_model.model_name}\n{text}")
        if key != row["embedding_key"]:
            stale.append({"id": row["id"], "key": key, "text": text})
    if stale:
        vectors = embed_model.get_text_embedding_batch([row.pop("text") for row in stale])
        rows = [{**row, "embedding": v} for row, v in zip(stale, vectors, strict=True)]
        write_rows(database, "write/entity_embedding", rows)
    write_rows(database, "write/unmark", waiting)
