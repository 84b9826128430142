"""Writes the reports of all communities, from the most granular level up.

A report is written when what it would be written from differs from last time, and reused else.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, TypeGuard

from pydantic import BaseModel

from graphrag_neo4j.communities import extractive_reports
from graphrag_neo4j.communities.references import (
    Reference,
    evidence_of,
    references_of,
    stored_findings,
)
from graphrag_neo4j.communities.report_context import Counters, build_context, count_relations
from graphrag_neo4j.communities.report_inputs import (
    CommunityInput,
    Stored,
    read_communities,
    read_inputs,
)
from graphrag_neo4j.communities.report_model import Report
from graphrag_neo4j.communities.store import last_detection
from graphrag_neo4j.database.batching import write_rows
from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.embeddings.embedder import key_of, report_text
from graphrag_neo4j.embeddings.vector_checks import check_vectors, model_errors
from graphrag_neo4j.errors import BudgetExceeded, DatabaseError, ModelError
from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.progress import Advance, Progress
from graphrag_neo4j.prompts import asked_again, fill, load
from graphrag_neo4j.results import RunReport, counted

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

    from graphrag_neo4j.llm.chat import ChatModel
    from graphrag_neo4j.settings import Settings

log = logging.getLogger(__name__)

STAGE = "community_report"
MAX_FINDINGS = 8
WRITTEN_AT_ONCE = 50
"""Reports that are lost, at most, when a run is killed (an LLM's answers are cached besides)."""
_ASK_AGAIN = (
    "Your answer did not have the form asked for. Answer with the JSON object alone: title, "
    "summary, rating (a number from 0 to 10), rating_explanation, findings (a list of objects "
    "with summary, explanation and references)."
)


@dataclass
class ReportRun(RunReport):
    """What writing the reports did.

    ``reused``: reports whose input stands, of ``communities``; ``written`` counts the others by
    who wrote them ("llm", "rules", or "copied" from the only sub-community). ``failed``: reasons
    by community id. ``stopped``: why the run ended early, if it did; what was written stays.
    ``kept``: reports by an LLM that stay although they may be out of date, as none is set.
    ``cut``: reports that were not given everything in full. ``unknown_references``: references of
    findings to records that the writer was not shown; they are left out. ``asked``: whether an
    LLM is set.
    """

    communities: int = 0
    reused: int = 0
    written: dict[str, int] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    stopped: str | None = None
    kept: int = 0
    cut: int = 0
    unknown_references: int = 0
    asked: bool = False
    counters: Counters = field(default_factory=Counters)

    def summary(self) -> str:
        """For people."""
        counts = [f"{n:,} {name}" for name, n in sorted(self.written.items())]
        c = self.counters
        lines = [
            f"{self.reused:,} of {counted(self.communities, 'report')} reused; written: "
            f"{', '.join(counts) or 'none'}.",
            f"Relations given to reports: {c.typed:,} of {c.lines:,} with a type "
            f"({c.type_tokens:,} tokens), {c.directed:,} of {c.lines:,} in stored direction; "
            f"{c.outward:,} that lead out.",
        ]
        if self.unknown_references:
            lines.append(f"{self.unknown_references:,} references to unknown records left out.")
        lines += [f"failed: {id_}: {reason}" for id_, reason in self.failed.items()]
        if self.kept:
            lines.append(
                f"{counted(self.kept, 'report')} by an LLM may be out of date and stayed: set the "
                "LLM, or write anew with --by-rules."
            )
        if self.stopped:
            lines.append(f"Stopped early: {self.stopped} What was written stays.")
        return "\n".join(lines)


@dataclass(frozen=True)
class _Job:
    """A report to write. ``prompt`` is None where rules write it; ``known``: what its marks mean,
    ``shown``: the marks that the writer was given."""

    data: CommunityInput
    input_hash: str
    prompt: str | None
    known: Mapping[str, Reference]
    shown: frozenset[str]


class ReportWriter:
    """Writes reports by ``chat``, or by rules where there is none.

    Rules replace what an LLM wrote only if ``by_rules``: a report is kept until a better one is
    there.
    """

    def __init__(
        self,
        database: Database,
        embed_model: BaseEmbedding,
        settings: Settings,
        progress: Progress,
        chat: ChatModel | None,
        *,
        by_rules: bool = False,
    ) -> None:
        self._database = database
        self._embed_model = embed_model
        self._settings = settings
        self._progress = progress
        self._chat = None if by_rules else chat
        self._by_rules = by_rules
        template = load("community_report", settings.report_prompt)
        self._instructions = fill(template, max_findings=MAX_FINDINGS)
        self._result = ReportRun()

    async def run(self) -> ReportRun:
        """Bring all reports up to date. Raises :class:`DatabaseError` without communities."""
        import asyncio

        levels = await asyncio.to_thread(read_communities, self._database)
        if not levels and last_detection(self._database) is None:
            raise DatabaseError(
                "There are no communities yet.", "Run graphrag-neo4j communities detect first."
            )
        result = self._result = ReportRun(
            communities=sum(map(len, levels)), asked=self._chat is not None
        )
        hashes: dict[str, str | None] = {}
        status = self._chat.status if self._chat else str
        task = self._progress.task("Writing reports", result.communities, "items", status)
        with task as advance:
            for level in levels:
                if result.stopped:
                    break
                await self._level(level, hashes, advance)
        ids = [community.id for level in levels for community in level]
        await asyncio.to_thread(self._occurrences, ids)
        log.info("reports: %s", result.summary())
        return result.final()

    async def _level(
        self, level: Sequence[Stored], hashes: dict[str, str | None], advance: Advance
    ) -> None:
        """One level. ``hashes`` of the levels below say which sub-reports changed."""
        import asyncio

        only = {c.id: c.children[0] for c in level if len(c.children) == 1}
        copies = [c for c in level if c.id in only]
        await asyncio.to_thread(self._copy, copies, only, hashes)
        advance(len(copies))
        inputs = read_inputs(self._database, [c for c in level if c.id not in only])
        while jobs := await asyncio.to_thread(self._next_jobs, inputs, hashes, advance):
            reports = await self._write_all(jobs, advance)
            await asyncio.to_thread(self._store, reports)
            hashes.update((job.data.community.id, job.input_hash) for job, _ in reports)
            if self._result.stopped:
                return

    def _next_jobs(
        self, inputs: Iterator[CommunityInput], hashes: dict[str, str | None], advance: Advance
    ) -> list[_Job]:
        """The next reports that must be written; those that stand are passed over."""
        jobs: list[_Job] = []
        current: list[str] = []
        for data in inputs:
            community = data.community
            if self._is_kept(community):
                hashes[community.id] = community.input_hash
                self._result.kept += community.outdated
                self._result.reused += not community.outdated
                advance(1)
                continue
            job = self._job(data)
            if job.input_hash != community.input_hash:
                jobs.append(job)
                if len(jobs) == WRITTEN_AT_ONCE:
                    break
                continue
            hashes[community.id] = job.input_hash
            current += [community.id] if community.outdated else []
            self._result.reused += 1
            advance(1)
        self._database.write("communities/mark_reports_current", ids=current)
        return jobs

    def _is_kept(self, community: Stored) -> bool:
        """Whether an LLM wrote its report, and none can now."""
        return self._chat is None and not self._by_rules and community.written_by == "llm"

    def _job(self, data: CommunityInput) -> _Job:
        known = references_of(data)
        if self._chat is None:
            text = json.dumps(
                [extractive_reports.VERSION, asdict(data)["entities"], *_parts_of(data)]
            )
            job = _Job(data, content_hash(text), None, known, frozenset(known))
            if job.input_hash != data.community.input_hash:
                outward = len(data.outward[: extractive_reports.MAX_BEYOND])
                self._result.counters += count_relations(data.relations, outward)
            return job
        room = self._chat.text_room(self._settings.report_input_tokens)
        context = build_context(data, room)
        key = content_hash(f"{self._chat.model}\n{self._instructions}\n{context.text}")
        if key != data.community.input_hash:
            self._result.counters += context.counters
            self._result.cut += bool(context.substituted or context.cap is not None)
        return _Job(data, key, context.text, known, context.marks)

    async def _write_all(self, jobs: Sequence[_Job], advance: Advance) -> list[tuple[_Job, Report]]:
        from graphrag_neo4j.llm.concurrency import map_concurrently

        written: list[tuple[_Job, Report]] = []
        at_once = self._settings.llm_concurrency
        async for job, report in map_concurrently(jobs, self._write, at_once):
            if report is not None:
                written.append((job, report))
                self._wrote("rules" if job.prompt is None else "llm")
            advance(1)
        return written

    def _wrote(self, by: str) -> None:
        self._result.written[by] = self._result.written.get(by, 0) + 1

    async def _write(self, job: _Job) -> Report | None:
        """The report; None if it failed, or could not be paid."""
        if job.prompt is None:
            return extractive_reports.write_report(job.data)
        if self._result.stopped:
            return None
        try:
            return await self._ask(job.prompt)
        except BudgetExceeded as error:
            self._result.stopped = str(error)
        except ModelError as error:
            self._result.failed[job.data.community.id] = str(error)
        return None

    async def _ask(self, prompt: str) -> Report:
        assert self._chat is not None
        messages: list[Any] = [("system", self._instructions), ("user", prompt)]
        reply = await self._chat.acomplete(messages, stage=STAGE, schema=Report)
        if not self._is_report(reply.parsed):
            again = asked_again(messages, reply.text, _ASK_AGAIN)
            reply = await self._chat.acomplete(again, stage=STAGE, schema=Report, refresh=True)
        if not self._is_report(reply.parsed):
            raise ModelError("The LLM's answer is no report, asked twice.", "Try another model.")
        return reply.parsed.without_copied(self._instructions).without_marks()

    def _is_report(self, parsed: BaseModel | None) -> TypeGuard[Report]:
        return isinstance(parsed, Report) and parsed.says_more_than(self._instructions)

    def _store(self, reports: Sequence[tuple[_Job, Report]]) -> None:
        if not reports:
            return
        texts = [report_text(report.title, report.summary) for _, report in reports]
        name = self._embed_model.model_name
        with model_errors(name):
            vectors = self._embed_model.get_text_embedding_batch(texts)
        check_vectors(name, texts, vectors)
        rows: list[Row] = [
            {
                **self._row(job, report),
                "embedding": vector,
                "embedding_key": key_of(name, text),
            }
            for (job, report), text, vector in zip(reports, texts, vectors, strict=True)
        ]
        write_rows(self._database, "communities/write_reports", rows)

    def _row(self, job: _Job, report: Report) -> Row:
        findings, unknown = stored_findings(report.findings, job.known, job.shown)
        self._result.unknown_references += unknown
        return {
            **report.model_dump(exclude={"findings"}),
            "id": job.data.community.id,
            "findings": json.dumps(findings, ensure_ascii=False),
            "evidence": evidence_of(findings),
            "full_content": report.markdown,
            "written_by": "rules" if job.prompt is None else "llm",
            "input_hash": job.input_hash,
        }

    def _copy(
        self, copies: Sequence[Stored], only: dict[str, str], hashes: dict[str, str | None]
    ) -> None:
        """Communities with one sub-community, so with the same members, take its report."""
        rows, current = [], []
        for community in copies:
            key = hashes.get(only[community.id])
            if key is None:  # its report failed
                continue
            if key == community.input_hash:
                self._result.reused += 1
                current += [community.id] if community.outdated else []
            else:
                self._wrote("copied")
                rows.append({"from": only[community.id], "to": community.id})
            hashes[community.id] = key
        write_rows(self._database, "communities/copy_reports", rows)
        self._database.write("communities/mark_reports_current", ids=current)

    def _occurrences(self, ids: Sequence[str]) -> None:
        for start in range(0, len(ids), 500):
            self._database.write(
                "communities/write_occurrences", ids=list(ids[start : start + 500])
            )


def _parts_of(data: CommunityInput) -> list[Any]:
    parts = asdict(data)
    names = ("relations", "outward", "claims", "statements", "reports")
    return [parts[name] for name in names]
