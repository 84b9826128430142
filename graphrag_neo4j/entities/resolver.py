"""Finds entities that are the same, and merges them.

Rules look at all names at once. Where an LLM is set, it judges what rules leave open and what
Neo4j's vector and full-text indexes find to be alike. A merge is a record; the evidence follows
when the entities are derived (:mod:`graphrag_neo4j.ingest.derive`), now or after a crash.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import uuid4

from graphrag_neo4j.database.batching import write_rows
from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.database.migrations import MIN_VECTOR_CANDIDATES
from graphrag_neo4j.entities.acronyms import introduction
from graphrag_neo4j.entities.by_hand import part
from graphrag_neo4j.entities.clusters import Merge, merges
from graphrag_neo4j.entities.llm_judge import judge
from graphrag_neo4j.entities.matching import decide
from graphrag_neo4j.entities.proofs import unproven_merges
from graphrag_neo4j.entities.resolvable import Match, Pair, ResolvableEntity, names_contradict, pair
from graphrag_neo4j.entities.short_names import short_names
from graphrag_neo4j.entities.vectors import make_vectors
from graphrag_neo4j.errors import DatabaseError
from graphrag_neo4j.ingest.apply import WRITE_LOCK
from graphrag_neo4j.ingest.report import IngestReport
from graphrag_neo4j.results import Result, RunReport, counted

if TYPE_CHECKING:
    from graphrag_neo4j.ingest.writer import GraphWriter
    from graphrag_neo4j.llm.chat import ChatModel

PAGE = 1_000
NEIGHBOURS = 10
"""Hits per entity and index, itself included."""
NEAR = 0.93
"""Least vector similarity, on Neo4j's scale (1 + cos) / 2."""
ALIKE = 0.6
"""Least share of letters, in their order, that two names found by words have in common."""
MAX_ROUNDS = 3
"""Merged entities have more names, which may be the same as others'."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class ResolvedMerge(Result):
    """An ``alias`` that goes into ``canonical``; ``decided_by``: "rules" or "llm"."""

    canonical: str
    canonical_id: str
    alias: str
    alias_id: str
    reason: str
    decided_by: str


@dataclass(frozen=True, slots=True)
class ProposedMerge(Result):
    """A person under one word who may be another; nothing was merged. ``fitting``: how many persons
    the word fits."""

    name: str
    id: str
    may_be: str
    may_be_id: str
    reason: str
    fitting: int


@dataclass
class Resolution(RunReport):
    """What resolution did, or would do.

    ``proposed``: who may be whom, for somebody to decide; ``compared``: entities; ``asked``: pairs
    that an LLM was asked about; ``failed``: pairs that it could not judge, and why; ``stopped``:
    why it ended early, if it did. ``parted``: what rules merged before and no text proves any
    more, which is apart again. ``undescribed`` as in
    :class:`~graphrag_neo4j.ingest.report.IngestReport`.
    """

    dry_run: bool
    compared: int = 0
    asked: int = 0
    merges: tuple[ResolvedMerge, ...] = ()
    parted: tuple[str, ...] = ()
    proposed: tuple[ProposedMerge, ...] = ()
    failed: tuple[str, ...] = ()
    stopped: str | None = None
    undescribed: dict[str, str] = field(default_factory=dict)

    def summary(self) -> str:
        """For people."""
        lines = [f"{m.alias} -> {m.canonical} ({m.reason}; {m.decided_by})" for m in self.merges]
        again = "would be apart" if self.dry_run else "is apart"
        lines += [f"{name} {again} again: no text proves it any more" for name in self.parted]
        for maybe in self.proposed:
            which = f"; {maybe.fitting} fit" if maybe.fitting > 1 else ""
            lines.append(f"{maybe.name} may be {maybe.may_be} ({maybe.reason}{which}; not merged)")
        by_llm = f"; {self.asked:,} pairs judged by the LLM" if self.asked else ""
        verb = "would be merged" if self.dry_run else "merged"
        lines.append(
            f"{counted(self.compared, 'entity')} compared{by_llm}; {len(self.merges):,} {verb}."
        )
        if self.proposed:
            lines.append('Merge who is one: graphrag-neo4j entities merge "NAME" --into "NAME".')
        lines += [f"failed: {reason}" for reason in self.failed]
        if self.stopped:
            lines.append(f"Stopped early: {self.stopped}")
        return "\n".join(lines)


@dataclass(slots=True)
class _Found:
    """What is the ``same`` of all ``entities``; ``distinct``: pairs that were apart when these were
    read, which ``force`` overrides."""

    entities: dict[str, ResolvableEntity]
    same: list[Match]
    distinct: dict[Pair, str]
    force: bool

    def merges(self, distinct: Mapping[Pair, str]) -> list[Merge]:
        """What to merge where pairs are ``distinct`` now."""
        apart = distinct.keys() - self.distinct.keys() if self.force else distinct.keys()
        return merges(self.entities, self.same, apart)


class Resolver:
    """Resolution over the parts of ``builder``; ``chat`` judges, if there is one."""

    def __init__(self, builder: GraphWriter, chat: ChatModel | None = None) -> None:
        self._builder = builder
        self._database = builder.database
        self._chat = chat

    def run(self, *, dry_run: bool = False, force: bool = False) -> Resolution:
        """Merge what is the same, after taking apart what rules merged for a text that is gone.
        ``dry_run`` only says what; ``force`` also merges pairs that were taken apart before."""
        result = Resolution(dry_run)
        if not dry_run:
            self._derive(result)
        self._part_unproven(result)
        for _ in range(1 if dry_run else MAX_ROUNDS):
            found = self._find(result, force)
            merged = found.merges(found.distinct) if dry_run else self._write(found)
            result.merges += tuple(_told(merge) for merge in merged)
            result.proposed = tuple(_proposed(found, merged))
            if dry_run or not merged:
                break
            self._derive(result)
        return result.final()

    def _part_unproven(self, result: Resolution) -> None:
        """Take back merges by rules that no text proves any more."""
        if result.dry_run:
            unproven = unproven_merges(self._database)
        else:
            with self._database.lock(WRITE_LOCK):
                unproven = unproven_merges(self._database)
                parting = {one.id: {"id": one.id, "name": one.name} for one in unproven}
                if parting:
                    part(self._database, parting, for_good=False)
            if parting:
                self._derive(result)
        result.parted = tuple(f"{one.name} from {one.into}" for one in unproven)

    def _derive(self, result: Resolution) -> None:
        report = IngestReport()
        self._builder.derive(report)
        result.undescribed |= report.undescribed

    def _find(self, result: Resolution, force: bool) -> _Found:
        entities = {entity.id: entity for entity in self._entities()}
        distinct = self._distinct()
        findings = decide(entities.values(), self._sources, self._introduced)
        found = _Found(entities, list(findings.same), distinct, force)
        if self._chat is not None:
            known = found.merges(distinct)
            found.same += self._judged(self._chat, entities, findings.open, known, result)
        result.compared = max(result.compared, len(entities))
        return found

    def _distinct(self) -> dict[Pair, str]:
        """Pairs taken apart, and the ids of their records."""
        rows = self._database.read("entities/distinct_pairs")
        return {pair(row["one"], row["other"]): row["id"] for row in rows}

    def _judged(
        self,
        chat: ChatModel,
        entities: dict[str, ResolvableEntity],
        left_open: Iterable[Pair],
        known: Iterable[Merge],
        result: Resolution,
    ) -> list[Match]:
        """What the LLM says of pairs that rules have not united already."""
        group = {m.alias.id: m.canonical.id for m in known}
        pairs = {
            (one, other)
            for one, other in (*left_open, *self._neighbours(entities))
            if group.get(one, one) != group.get(other, other)
            and not names_contradict(entities[one], entities[other])
        }
        settings = self._builder.settings
        judgement = judge(
            chat,
            pairs,
            entities,
            self._builder.progress,
            prompt=settings.resolve_prompt,
            at_once=settings.llm_concurrency,
        )
        result.asked += judgement.asked
        result.failed += tuple(judgement.failed)
        result.stopped = result.stopped or judgement.stopped
        return judgement.same

    def _entities(self) -> Iterator[ResolvableEntity]:
        after = ""
        while rows := self._database.read("entities/resolvable_entities", after=after, limit=PAGE):
            yield from map(ResolvableEntity.of, rows)
            after = rows[-1]["id"]

    def _sources(self, ids: Collection[str]) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for page in _pages(sorted(ids)):
            rows = self._database.read("entities/sources_of_entities", ids=page)
            found |= {row["id"]: set(row["sources"]) for row in rows}
        return found

    def _introduced(
        self, pairs: Collection[tuple[ResolvableEntity, ResolvableEntity]]
    ) -> set[Pair]:
        rows: list[Row] = [
            {
                "short": short.id,
                "long": long.id,
                "pattern": f"(?s).*(?:{introduction(short, long)}).*",
            }
            for short, long in pairs
        ]
        return {
            pair(row["short"], row["long"])
            for page in _pages(rows)
            for row in self._database.read("entities/introduced_names", rows=page)
        }

    def _neighbours(self, entities: dict[str, ResolvableEntity]) -> Iterator[Pair]:
        """Pairs that Neo4j's indexes find alike: one statement a page of entities."""
        name = self._database.for_server("entities/neighbours")
        self._make_vectors()
        rows = [{"id": e.id, "words": " ".join(_WORD.findall(e.name))} for e in entities.values()]
        pages = list(_pages([row for row in rows if row["words"]]))
        with self._builder.progress.task("Looking for like entities", len(pages)) as advance:
            for page in pages:
                bounds = {"limit": NEIGHBOURS, "asked": MIN_VECTOR_CANDIDATES, "near": NEAR}
                for hit in self._database.read(name, rows=page, **bounds):
                    one, other = entities[hit["id"]], entities.get(hit["other"])
                    if other is not None and (hit["is_near"] or _are_alike(one, other)):
                        yield pair(one.id, other.id)
                advance(1)

    def _make_vectors(self) -> None:
        """Where nothing may be written, a dry run compares what has a vector."""
        builder = self._builder
        with_types = builder.settings.embed_entity_types
        with suppress(DatabaseError):
            make_vectors(self._database, builder.embedder, builder.progress, with_types=with_types)

    def _write(self, found: _Found) -> list[Merge]:
        """Merge what was found, but for pairs that were taken apart meanwhile; returns the rest."""
        mark = uuid4().hex
        with self._database.lock(WRITE_LOCK):
            distinct = self._distinct()
            merged = found.merges(distinct)
            rows = [
                {
                    "from": m.alias.id,
                    "to": m.canonical.id,
                    "name": m.alias.name,
                    "reason": m.reason,
                    "decided_by": m.by,
                    "dirty": mark,
                }
                for m in merged
            ]
            write_rows(self._database, "entities/merge_entities", rows)
            forgotten = _overridden(merged, distinct)
            self._database.write("entities/delete_distinct_pairs", ids=forgotten)
        return merged


def _pages(items: Sequence[Row | str]) -> Iterator[list[Row | str]]:
    for start in range(0, len(items), PAGE):
        yield list(items[start : start + PAGE])


def _are_alike(one: ResolvableEntity, other: ResolvableEntity) -> bool:
    """Whether two names that share a word are alike enough to ask, or one is part of the other."""
    from rapidfuzz import fuzz

    first, second = ({*entity.forms[0].words} for entity in (one, other))
    if first <= second or second <= first:
        return True
    a, b = (" ".join(entity.forms[0].words) for entity in (one, other))
    return fuzz.ratio(a, b, score_cutoff=100 * ALIKE) > 0


def _proposed(found: _Found, merged: Iterable[Merge]) -> Iterator[ProposedMerge]:
    """Who may be whom of what is still apart, but for pairs that somebody took apart."""
    gone = {merge.alias.id for merge in merged}
    left = [entity for entity in found.entities.values() if entity.id not in gone]
    for one in short_names(left):
        apart = {pair(a, b) for a in one.short.members for b in one.full.members}
        if apart.isdisjoint(found.distinct):
            yield ProposedMerge(
                one.short.name, one.short.id, one.full.name, one.full.id, one.reason, one.fitting
            )


def _overridden(found: Iterable[Merge], distinct: Mapping[Pair, str]) -> list[str]:
    """The ids of the records of pairs taken apart that merges bring together."""
    group = {id_: m.canonical.id for m in found for id_ in (*m.alias.members, *m.canonical.members)}
    return [
        record
        for (one, other), record in distinct.items()
        if one in group and group[one] == group.get(other)
    ]


def _told(merge: Merge) -> ResolvedMerge:
    return ResolvedMerge(
        merge.canonical.name,
        merge.canonical.id,
        merge.alias.name,
        merge.alias.id,
        merge.reason,
        merge.by,
    )
