"""``graph.communities``: groups of entities that belong together, and the reports on them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphrag_neo4j.context import GraphContext
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.results import Result, many

if TYPE_CHECKING:
    from graphrag_neo4j.communities.detect import Detection
    from graphrag_neo4j.communities.reports import ReportRun


@dataclass(frozen=True, slots=True)
class Community(Result):
    """A group of ``size`` entities, and the main points of its report.

    ``title`` is the report's or, without one, made of its largest members. ``rating``: importance,
    0 to 10; ``occurrence``: how often documents mention it beside the others of its level, 0 to 1;
    ``written_by``: who wrote the report; ``outdated``: the graph under it has changed since. None
    stands for what is not written or not known. ``parent``: id of the community that it is part of.
    """

    id: str
    level: int
    size: int
    title: str
    summary: str | None
    rating: float | None
    occurrence: float | None
    written_by: str | None
    outdated: bool
    parent: str | None


@dataclass(frozen=True, slots=True)
class FindingReference(Result):
    """A record that a finding rests on; ``kind``: "entity", "relation", "claim", "statement",
    "report" or "source"."""

    kind: str
    id: str


@dataclass(frozen=True, slots=True)
class ReportFinding(Result):
    """One finding of a report; ``evidence``: ids of the statements behind it."""

    summary: str
    explanation: str
    references: tuple[FindingReference, ...] = field(
        default=(), metadata={"kind": FindingReference}
    )
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportEvidence(Result):
    """A statement that a report rests on, and its characters in the source's text; ``place``: what
    a reader calls it ("page 3"), if anything."""

    statement_id: str
    text: str
    chunk_id: str
    uri: str
    start: int
    end: int
    place: str | None


@dataclass(frozen=True, slots=True)
class SubCommunity(Result):
    """A part of a community."""

    id: str
    size: int
    title: str


@dataclass(frozen=True, slots=True)
class Member(Result):
    """An entity of a community."""

    id: str
    name: str
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CommunityDetails(Result):
    """One community with its report (None where none is written), its parts, and up to 100 of its
    entities, the best connected first. ``full_content``: the report as Markdown; ``evidence``:
    where the statements behind its findings stand. The rest as in :class:`Community`."""

    id: str
    level: int
    size: int
    name: str
    title: str | None
    summary: str | None
    rating: float | None
    rating_explanation: str | None
    findings: tuple[ReportFinding, ...] = many(ReportFinding)
    full_content: str | None
    occurrence: float | None
    written_by: str | None
    outdated: bool
    evidence: tuple[ReportEvidence, ...] = many(ReportEvidence)
    parent: str | None
    sub_communities: tuple[SubCommunity, ...] = many(SubCommunity)
    entities: tuple[Member, ...] = many(Member)


FoundCommunities = list[Community]


class Communities:
    """The communities of a graph, a hierarchy with level 0 the most granular."""

    def __init__(self, context: GraphContext) -> None:
        self._context = context

    def detect(self, *, fresh: bool = False) -> Detection:
        """Find the communities of the entity graph by Leiden and store them as a hierarchy.

        The same graph and settings give the same communities. After a small change they are
        brought up to date, so that communities it does not touch keep their ids; ``fresh``
        finds all from scratch. Raises :class:`DatabaseError` for a graph without entities.
        """
        from graphrag_neo4j.communities.detect import detect

        context = self._context
        context.ensure_schema()
        return detect(context.database, context.settings, context.progress, fresh=fresh)

    def report(self, *, by_rules: bool = False) -> ReportRun:
        """Write a report on each community, by the LLM if one is set, else by rules.

        A report whose input did not change is reused. A report that fails is listed in the
        result and stops no other; at the end of the budget what was written stays. Without an
        LLM, reports that one wrote stay; ``by_rules``: rules write all, even those.
        """
        from graphrag_neo4j.llm.concurrency import run_sync

        return run_sync(self.areport(by_rules=by_rules))

    async def areport(self, *, by_rules: bool = False) -> ReportRun:
        """:meth:`report` without blocking the event loop."""
        import asyncio

        from graphrag_neo4j.communities.reports import ReportWriter

        context = self._context
        await asyncio.to_thread(context.apply_schema)
        chat = context.optional_chat(wanted=not by_rules)
        parts = (context.database, context.embed_model, context.settings, context.progress, chat)
        with context.usage_booked():
            return await ReportWriter(*parts, by_rules=by_rules).run()

    def list(
        self, level: int | None = None, *, skip: int = 0, limit: int = 1_000, alone: bool = False
    ) -> FoundCommunities:
        """Communities of one or all levels (0 = most granular), the highest rated first.

        With ``alone`` also those of a single entity that belongs to no other (on level 0).
        """
        rows = self._context.database.read(
            "communities/communities", level=level, skip=skip, limit=limit, alone=alone
        )
        return [Community.of(row) for row in rows]

    def get(self, id_: str) -> CommunityDetails:
        """One community by its id, or by a beginning of it that no other has.

        Raises :class:`UsageError` for an unknown id.
        """
        found = self._context.database.read("communities/community", id=id_)
        if len(found) != 1:
            what = "Several communities have ids that start" if found else "No community has an id"
            raise UsageError(f"{what} with {id_!r}.", "See graphrag-neo4j communities list.")
        findings = json.loads(found[0]["findings"] or "[]")
        return CommunityDetails.of({**found[0], "findings": findings})
