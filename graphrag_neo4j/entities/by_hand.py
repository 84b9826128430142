"""What a person says of two entities: that they are one, that they are not, or are so no more.

An alias that is merged on brings along what was merged into it before, and each of these knows with
whom it came (``via``): so a merge in the middle of a chain can be taken back, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING
from uuid import uuid4

from graphrag_neo4j.database.batching import Writes, write_rows
from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.entities.lookup import find
from graphrag_neo4j.entities.resolvable import Pair, pair
from graphrag_neo4j.errors import GraphRagError, UsageError
from graphrag_neo4j.ids import entity_id, make_id
from graphrag_neo4j.ingest.apply import WRITE_LOCK
from graphrag_neo4j.ingest.derive import absorb
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
        aliases: dict[str, Row] = {}
        for name in names:
            row = _entity(database, name)
            if row["id"] == canonical["id"]:
                raise UsageError(
                    f"{name!r} and {into!r} are one entity already, {row['name']!r}.",
                    "Name two entities.",
                )
            aliases[row["id"]] = row
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
        row = _distinct(first, second)
        database.write("entities/write_distinct_pairs", rows=[row])
    return {
        "one_id": first["id"],
        "one": first["name"],
        "other_id": second["id"],
        "other": second["name"],
    }


def unmerge(builder: GraphWriter, names: Sequence[str]) -> list[Row]:
    """Take merges back, by the alias's id or name; the pairs are not merged again. What was merged
    into an alias before that was merged itself goes with it.

    Returns ``id``, ``name``, ``into_id``, ``into`` of each. Raises :class:`GraphRagError` if
    one of them is not merged; then nothing is changed.
    """
    database = builder.database
    builder.derive(IngestReport())
    with database.lock(WRITE_LOCK):
        absorb(database)
        parting = _merged(database, names)
        part(database, parting, for_good=True)
    builder.derive(IngestReport())
    return list(parting.values())


def part(database: Database, parting: Mapping[str, Row], *, for_good: bool) -> None:
    """Take merged entities, rows by their ids, out of what they were merged into. ``for_good``:
    they are not merged again. To be called under the write lock, and to be derived after."""
    rows = database.read("entities/merged_together", ids=list(parting))
    together = {row["id"]: row for row in rows}
    writes = Writes()
    writes.add("entities/unmerge_entities", _moves(parting, together, uuid4().hex))
    writes.add("ingest/mark_named_with", [{"id": id_} for id_ in parting])
    if for_good:
        writes.add("entities/write_distinct_pairs", _parted(parting, together))
    writes.run(database)


def pair_id(ids: Pair) -> str:
    """The id of the record that keeps two entities apart."""
    return make_id("kept_apart", *ids)  # the label of before: ids stay what they are


def _merged(database: Database, names: Sequence[str]) -> dict[str, Row]:
    """What these aliases are merged into, by their ids."""
    ids = [id_ for name in names for id_ in (name, entity_id(name))]
    known = {row["id"]: row for row in database.read("entities/aliases", ids=ids)}
    found: dict[str, Row] = {}
    for name in names:
        row = known.get(name) or known.get(entity_id(name))
        if row is None:
            raise GraphRagError(
                f"No merged entity has the id or name {name!r}.",
                "See graphrag-neo4j entities merges.",
            )
        found[row["id"]] = row
    return found


def _moves(
    parting: Collection[str], together: Mapping[str, Row], mark: str
) -> Iterator[dict[str, str | None]]:
    """Where the evidence of each alias goes, if it does not stay."""
    for id_, row in together.items():
        to = _owner(id_, parting, together)
        if to is not None:
            kept = None if to == id_ else id_
            yield {"from": id_, "to": to, "name": row["name"], "kept": kept, "dirty": mark}


def _owner(id_: str, parting: Collection[str], together: Mapping[str, Row]) -> str | None:
    """The first of the ``parting`` on the way up from an alias, or None."""
    up: str | None = id_
    for _ in together:  # no longer way without a circle, which an imported file may have
        if up is None or up in parting:
            return up
        up = together[up]["via"] if up in together else None
    return None


def _parted(parting: Mapping[str, Row], together: Mapping[str, Row]) -> Iterator[Row]:
    """Each alias beside what it is taken out of, and what it was merged into at first."""
    for id_, row in parting.items():
        yield _distinct(row, {"id": row["into_id"], "name": row["into"]})
        if via := together.get(together[id_]["via"]):
            yield _distinct(row, via)


def _distinct(one: Row, other: Row) -> Row:
    """The record that keeps two entities apart."""
    return {
        "id": pair_id(pair(one["id"], other["id"])),
        "name": f"{one['name']} / {other['name']}",
        "one": one["id"],
        "other": other["id"],
    }


def _entity(database: Database, name: str) -> Row:
    return find(database, name, limit=1, statements=1)
