"""What a person says of two entities: that they are one, or that they are not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from uuid import uuid4

from graphrag_neo4j.database.batching import write_rows
from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.entities.lookup import find
from graphrag_neo4j.entities.resolvable import Pair, pair
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.ids import make_id
from graphrag_neo4j.ingest.apply import WRITE_LOCK
from graphrag_neo4j.ingest.report import IngestReport

if TYPE_CHECKING:
    from graphrag_neo4j.ingest.writer import GraphWriter

REASON = "somebody said so"
DECIDED_BY = "person"


def merge(builder: GraphWriter, names: Sequence[str], into: str) -> list[Row]:
    """Merge entities into one, as resolution does, and say what was merged. A pair that was kept
    apart is so no more."""
    database = builder.database
    builder.derive(IngestReport())
    with database.lock(WRITE_LOCK):
        canonical = _entity(database, into)
        aliases = {row["id"]: row for row in (_entity(database, name) for name in names)}
        if canonical["id"] in aliases:
            raise UsageError(
                f"{canonical['name']!r} cannot be merged into itself.", "Name two entities."
            )
        mark = uuid4().hex
        rows = [
            {
                "from": id_,
                "to": canonical["id"],
                "name": row["name"],
                "reason": REASON,
                "decided_by": DECIDED_BY,
                "dirty": mark,
            }
            for id_, row in aliases.items()
        ]
        write_rows(database, "entities/merge_entities", rows)
        apart = [pair_id(pair(id_, canonical["id"])) for id_ in aliases]
        database.write("entities/delete_distinct_pairs", ids=apart)
    builder.derive(IngestReport())
    return database.read("entities/merges", ids=list(aliases), skip=0, limit=len(aliases))


def keep_apart(builder: GraphWriter, one: str, other: str) -> Row:
    """Note that two entities are not the same."""
    database = builder.database
    with database.lock(WRITE_LOCK):
        first, second = _entity(database, one), _entity(database, other)
        if first["id"] == second["id"]:
            raise UsageError(
                f"{one!r} and {other!r} are one entity.", "Take the merge back: entities unmerge."
            )
        row = {
            "id": pair_id(pair(first["id"], second["id"])),
            "name": f"{first['name']} / {second['name']}",
            "one": first["id"],
            "other": second["id"],
        }
        database.write("entities/write_distinct_pairs", rows=[row])
    return {
        "one_id": first["id"],
        "one": first["name"],
        "other_id": second["id"],
        "other": second["name"],
    }


def pair_id(ids: Pair) -> str:
    """The id of the record that keeps two entities apart."""
    return make_id("kept_apart", *ids)  # the label of before: ids stay what they are


def _entity(database: Database, name: str) -> Row:
    return find(database, name, limit=1, statements=1)
