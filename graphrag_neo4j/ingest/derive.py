"""Derives what facts, entities and relations say from the evidence that points at them.

A fact's wording, an entity's name, type, description and frequency, and its outgoing ``RELATED``
and ``CO_OCCURS_WITH`` edges are functions of the evidence in the graph. Whoever changes evidence
marks what depends on it first; this stage then brings all that is marked up to date, after a crash
as well. An entity's vector is made when somebody needs it (:mod:`graphrag_neo4j.entities.vectors`).

Ingestion knows nothing of merged entities (:mod:`graphrag_neo4j.entities`): it writes what is said
of each to a node of its own, which is absorbed here by the entity that it was merged into.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from uuid import uuid4

from graphrag_neo4j.database.batching import Writes, write_rows
from graphrag_neo4j.database.connection import Database, Row, Statement
from graphrag_neo4j.embeddings.embedder import Embedder, entity_text
from graphrag_neo4j.ingest.apply import WRITE_LOCK
from graphrag_neo4j.ingest.descriptions import Describer
from graphrag_neo4j.ingest.report_findings import drop_groundless_findings
from graphrag_neo4j.progress import Advance, Progress

ROUND = 2_000
MENTIONS_A_ROUND = 20_000
"""Of all entities of a round; one that has more is derived by itself. Neo4j's memory for a round
grows with them."""
MANY_FACTS = 1_000
"""An entity that more facts start from is a hub: of its relations only those are derived anew whose
other end is marked, too, as whoever changes a relation marks both ends."""
FACTS_A_ROUND = 20_000
MOST_NEIGHBOURS = 10
"""Entities that one is named with, in the same statements; a hub has no more."""
FEWEST_NEIGHBOURS = 3
"""Those in the same chunks, for an entity that no statement names with another."""
MOST_MENTIONS = 10_000
"""What is mentioned more often has no neighbours of its own: whom it is named with tells little,
and each change of a text that names it would count all its mentions."""
PASSES = 2
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

    One deriver at a time: a second one waits, and finds what is left. Entities whose vectors would
    be of another text now, or by another model than ``embedder``'s, are marked for whoever needs
    them. ``with_types``: whether an entity's vector is made of its type, too.
    """
    with database.thread_lock(_DERIVE_LOCK):
        if not any(_waiting(database)):
            return 0
        with database.lock(_DERIVE_LOCK):
            facts, entities = _waiting(database)  # another process may have done it meanwhile
            if facts:
                _derive_facts(database)
            finish = partial(
                _finished, embedder=embedder, describer=describer, with_types=with_types
            )
            with progress.task("Deriving entities", entities) as advance:
                done = _derive_entities(database, describer.bounds, finish, advance)
            if describer.again:
                rows = [{"id": id_, "dirty": uuid4().hex} for id_ in sorted(describer.again)]
                with database.lock(WRITE_LOCK):
                    write_rows(database, "ingest/mark_entities", rows)
            return done


def _waiting(database: Database) -> tuple[int, int]:
    """How many facts and how many entities are marked."""
    row = database.read("ingest/dirty_counts")[0]
    return row["facts"], row["entities"]


def _derive_facts(database: Database) -> None:
    while True:
        with database.lock(WRITE_LOCK):
            waiting = database.read("ingest/dirty_facts", limit=ROUND)
            write_rows(database, "ingest/derive_facts", waiting)
        if len(waiting) < ROUND:
            return


def _derive_entities(
    database: Database,
    bounds: Mapping[str, int],
    finish: Callable[[Sequence[Row], Sequence[Row]], Writes],
    advance: Advance,
) -> int:
    """Derive in passes, each all that is marked when it begins: what the first one marks is left to
    the next, and what others mark meanwhile to them, who derive when they have written."""
    done = 0
    for _ in range(PASSES):
        with database.lock(WRITE_LOCK):
            absorb(database)
            marks = [row["dirty"] for row in database.read("ingest/dirty_marks")]
            hubs = _derive_hubs(database)
        if not marks:
            return done
        found = partial(_derived, database, hubs=hubs, bounds=bounds)
        done += _derive_marked(database, marks, found, finish, advance)
    return done


def _derive_hubs(database: Database) -> set[str]:
    """The relations of hubs with others that are marked, before any mark goes; returns the hubs."""
    hubs = database.read("ingest/dirty_hubs", n_facts=MANY_FACTS)
    left = hubs
    while left:
        some = _first(left, "facts", FACTS_A_ROUND)
        left = left[len(some) :]
        database.write_together([_relations([row["id"] for row in some], is_marked_only=True)])
    return {row["id"] for row in hubs}


def _derive_marked(
    database: Database,
    marks: Sequence[str],
    derived: Callable[[list[str]], list[Row]],
    finish: Callable[[Sequence[Row], Sequence[Row]], Writes],
    advance: Advance,
) -> int:
    """Derive in rounds: a round ends, and the next begins, under one hold of the write lock. What
    is marked anew meanwhile has another mark."""
    done = 0
    finished = Writes()
    while True:
        with database.lock(WRITE_LOCK):
            finished.run(database)
            marked = database.read("ingest/dirty_entities", marks=list(marks), limit=ROUND)
            waiting = _first(marked, "mentions", MENTIONS_A_ROUND)
            found = derived([row["id"] for row in waiting])
        if not waiting:
            return done
        finished = finish(waiting, found)
        done += len(waiting)
        advance(len(waiting))


def _first(rows: Sequence[Row], of: str, most: int) -> Sequence[Row]:
    """As many as a round may have: one, or some with at most so many ``of`` what they have."""
    n = 0
    for place, row in enumerate(rows):
        n += row[of]
        if place and n > most:
            return rows[:place]
    return rows


def absorb(database: Database) -> None:
    """Hand what was said of merged entities to those they were merged into.

    Call under the write lock.
    """
    while waiting := database.read("ingest/merged_with_evidence", limit=ROUND):
        ids = [row["id"] for row in waiting]
        database.write("ingest/mark_reports_outdated", ids=ids)
        database.write("ingest/mark_named_with", rows=waiting)
        database.write("ingest/absorb_merged", ids=ids)


def _derived(
    database: Database, ids: list[str], hubs: Collection[str], bounds: Mapping[str, int]
) -> list[Row]:
    """What the evidence says of these entities; those that nothing mentions any more go. The
    relations of ``hubs`` are derived already."""
    if not ids:
        return []
    communities = [row["id"] for row in database.read("ingest/communities_of", ids=ids)]
    derived = database.write_together(
        [
            ("ingest/mark_reports_outdated", {"ids": ids}),
            ("ingest/delete_groundless_reports", {"ids": ids}),
            ("ingest/delete_unmentioned_aliases", {"ids": ids}),
            ("ingest/delete_unmentioned_entities", {"ids": ids}),
            _relations([id_ for id_ in ids if id_ not in hubs], is_marked_only=False),
            _neighbours(ids),
            ("ingest/derive_entities", {"ids": ids, **bounds}),
        ]
    )
    drop_groundless_findings(database, communities)
    return derived


def derive_neighbours(database: Database, ids: list[str]) -> None:
    """Who is named with whom, for entities that are derived but for that."""
    database.write_together([_neighbours(ids)])


def _relations(ids: list[str], *, is_marked_only: bool) -> Statement:
    return "ingest/derive_relations", {"ids": ids, "is_marked_only": is_marked_only}


def _neighbours(ids: list[str]) -> Statement:
    bounds = {"most": MOST_NEIGHBOURS, "fewest": FEWEST_NEIGHBOURS, "hub": MOST_MENTIONS}
    return "ingest/derive_neighbours", {"ids": ids, **bounds}


def _finished(
    waiting: Sequence[Row],
    found: Sequence[Row],
    embedder: Embedder,
    describer: Describer,
    with_types: bool,
) -> Writes:
    """Descriptions, made outside of the write lock, to be written under it, and the keys of the
    vectors that entities should have then.

    Marked anew meanwhile, an entity keeps its mark and gets neither: it comes again.
    """
    short = describer.shortened(found)
    marks = {row["id"]: row["dirty"] for row in waiting}
    derived = []
    for row in found:
        told = {**row, "description": short[row["id"]].text} if row["id"] in short else row
        key = embedder.key(entity_text(told, with_types))
        derived.append({"id": row["id"], "dirty": marks[row["id"]], "key": key})
    described = [
        {"id": id_, "dirty": marks[id_], "description": new.text, "by": new.by}
        for id_, new in short.items()
    ]
    writes = Writes()
    writes.add("ingest/write_descriptions", described)
    writes.add("ingest/unmark_entities", derived)
    return writes
