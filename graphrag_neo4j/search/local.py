"""Local search: what surrounds the entities that a question is about.

Entities near the question by vector and by name start it (fused by reciprocal ranks, Cormack
et al. 2009); relations, reports, claims and the texts behind them follow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.database.migrations import MIN_VECTOR_CANDIDATES
from graphrag_neo4j.retrieve.question.terms import candidate_entities, search_words
from graphrag_neo4j.search.context import Context, Section, allocate
from graphrag_neo4j.search.options import LocalOptions
from graphrag_neo4j.search.result import NOTHING, Event
from graphrag_neo4j.search.run import SearchRun
from graphrag_neo4j.search.tables import (
    Record,
    claim_record,
    entity_record,
    relation_record,
    report_record,
    source_record,
)

RANK_OFFSET = 60
"""The constant of reciprocal rank fusion, as in its paper."""
N_CHUNKS = 20
"""Chunks near the question that are candidates beside those of its entities."""
LIMITS = {"relations": 100, "reports": 50, "claims": 200, "sources": 400, "mentions": 2_000}
GRAPH_SHARES = {"Entities": 0.35, "Claims": 0.15, "Relationships": 0.5}
"""How entities, claims and relations divide what the graph has of the budget."""


@dataclass(frozen=True)
class Neighbourhood:
    """What the graph holds around some entities, each list most relevant first."""

    entities: list[Record]
    relations: list[Record]
    reports: list[Record]
    claims: list[Record]
    sources: list[Record]
    ids: list[str]


async def read_neighbourhood(
    session: SearchRun, text: str, n_entities: int, level: int
) -> Neighbourhood:
    """Entities for ``text``, at most ``n_entities``, and what surrounds them: two statements, and
    some more where vectors of entities have to be made first."""
    vector = await session.vector(text)
    asked = {
        "vector": vector,
        "words": search_words(text),
        "named": list(candidate_entities(text)),
        "n_entities": n_entities,
        "n_chunks": N_CHUNKS,
        "asked": max(n_entities, N_CHUNKS, MIN_VECTOR_CANDIDATES),
    }
    seeds = await session.read("search/seeds", True, **asked)
    if any(row["kind"] == "stale" for row in seeds) and await session.make_entity_vectors():
        seeds = await session.read("search/seeds", True, **asked)
    ids = fused(seeds)[:n_entities]
    chunks = [row["id"] for row in seeds if row["kind"] == "chunk"]
    rows = await session.read(
        "search/neighbourhood", ids=ids, chunks=chunks, vector=vector, level=level, **LIMITS
    )
    found = rows[0]
    order = {id_: place for place, id_ in enumerate(ids)}
    entities = sorted(found["entities"], key=lambda row: order[row["id"]])
    session.note_outdated(found["reports"])
    return Neighbourhood(
        [entity_record(row) for row in entities],
        [relation_record(row) for row in by_importance(found["relations"], order)],
        [report_record(row) for row in without_kin(by_members(found["reports"], order))],
        [claim_record(row) for row in found["claims"]],
        [source_record(row) for row in found["sources"]],
        ids,
    )


def fused(seeds: Sequence[Row]) -> list[str]:
    """Ids of entities, best first: named ones, then by reciprocal ranks in both indexes."""
    scores: dict[str, float] = defaultdict(float)
    places: dict[str, int] = defaultdict(int)
    for row in seeds:  # each kind comes best first
        if row["kind"] in ("chunk", "stale"):
            continue
        places[row["kind"]] += 1
        named = row["kind"] == "named"
        scores[row["id"]] += 1.0 if named else 1 / (RANK_OFFSET + places[row["kind"]])
    return sorted(scores, key=lambda id_: (-scores[id_], id_))


def by_importance(relations: Sequence[Row], chosen: Collection[str]) -> list[Row]:
    """Relations inside the selection first, then outward ones: those to an entity that several
    of the selection share, then by weight."""
    links: dict[str, set[str]] = defaultdict(set)
    for row in relations:
        for near, far in (("source_id", "target_id"), ("target_id", "source_id")):
            if row[far] not in chosen:
                links[row[far]].add(row[near])

    def place(row: Row) -> tuple[Any, ...]:
        shared = max(len(links[row["source_id"]]), len(links[row["target_id"]]))
        tie = (row["source_id"], row["target_id"], row["relation_type"] or "")
        return (-row["inside"], -shared, -row["weight"], -row["rank"], *tie)

    return sorted(relations, key=place)


def by_members(reports: Sequence[Row], order: Mapping[str, int]) -> list[Row]:
    """Reports on the best of the chosen entities first; ``order`` is the place of each."""

    def worth(row: Row) -> float:
        return sum(1 / (1 + order[id_]) for id_ in row["members"])

    return sorted(reports, key=lambda row: (-worth(row), row["id"]))


def without_kin(reports: Sequence[Row]) -> list[Row]:
    """Reports without those above or below one that comes earlier."""
    kept: list[Row] = []
    for row in reports:
        if not any(row["id"] in one["above"] or one["id"] in row["above"] for one in kept):
            kept.append(row)
    return kept


def local_context(found: Neighbourhood, session: SearchRun, options: LocalOptions) -> Context:
    """The tables of a local context within the budget."""
    graph = 1 - options.source_share - options.report_share
    shares = {name: share * graph for name, share in GRAPH_SHARES.items()}
    sections = [
        Section("Reports", options.report_share, found.reports, cap=0.5),
        Section("Entities", shares["Entities"], found.entities, cap=0.2),
        Section("Claims", shares["Claims"], found.claims, cap=0.3),
        Section("Relationships", shares["Relationships"], found.relations, cap=0.2),
        Section("Sources", options.source_share, found.sources, cap=0.5),
    ]
    return allocate(sections, session.budget, session.register)


async def search_local(session: SearchRun) -> str:
    """The answer of mode "local"."""
    options = session.options
    assert isinstance(options, LocalOptions)
    n = options.top_k * options.oversample
    found = await read_neighbourhood(session, session.looked_up, n, options.level)
    session.context = local_context(found, session, options)
    session.emit(Event("context", session.context.text))
    if not session.context:
        return NOTHING
    if options.context_only:
        return ""
    system = session.prompt("local", context_data=session.context.text)
    return await session.answer(system, "local")
