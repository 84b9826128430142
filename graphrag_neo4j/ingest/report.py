"""What an ingest run says it did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.ingest.identity import SyncPlan
from graphrag_neo4j.ingest.rows import GraphRows
from graphrag_neo4j.model import NOT_ASKED, OUT_OF_BUDGET, Chunk, ExtractedChunk
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.results import RunReport, counted
from graphrag_neo4j.vocabulary import FACT_SUPPORTS, Label

FEW = 5
"""Files skipped, or gone, of which each has its line in any case."""

CODE = 2
"""Letters of a language's code in ISO 639-1."""
FOREIGN = (
    "Most of this is not in English, all that the embedding model reads: "
    "GRAPHRAG_EMBED_MODEL=local-multilingual finds more (docs/providers.md)."
)


@dataclass(slots=True)
class IngestReport(RunReport):
    """Counts, and everything that did not go well, by name and reason.

    ``unreadable``: documents, records or lines. ``skipped``: what lies in a folder that was read
    and is of a kind that is never read, or empty. ``failed``: chunks that could not be extracted
    (the next run tries them again). ``pending``: chunks that the budget did not reach, or before
    which the run ended; ``stopped``: why it ended early, and then whole documents may be left.
    ``quarantined``: records of an extractor's answer that could
    not be used; the rest of that answer was. A chunk is named ``uri [position]``.
    ``kept``: of the unreadable ones those that the graph has from before, which stays.
    ``renamed``: texts whose file has another name or place now; they count as nothing else.
    ``gone``: files of the folders that were read which the graph has and which are there no more.
    ``undescribed``: entities whose descriptions the LLM could not summarise, and why; rules did.
    ``foreign``: sources that were written in a language that the embedding model does not read.
    """

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    renamed: int = 0
    chunks: int = 0
    statements: int = 0
    facts: int = 0
    claims: int = 0
    entities_derived: int = 0
    pending: int = 0
    stopped: str = ""
    unreadable: dict[str, str] = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    skipped: dict[str, str] = field(default_factory=dict)
    unread_kinds: dict[str, int] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    quarantined: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    undescribed: dict[str, str] = field(default_factory=dict)
    foreign: int = 0

    @property
    def is_clean(self) -> bool:
        """Whether everything could be read and extracted."""
        return not (self.unreadable or self.failed or self.pending or self.stopped)

    def summary(self) -> str:
        """One line for people."""
        parts = [f"{self.added} added", f"{self.changed} changed", f"{self.unchanged} unchanged"]
        if self.removed:
            parts.append(f"{self.removed} removed")
        if self.renamed:
            parts.append(f"{self.renamed} renamed")
        contents = [
            counted(self.chunks, "chunk"),
            counted(self.statements, "statement"),
            counted(self.facts, "fact"),
        ]
        if self.claims:
            contents.append(counted(self.claims, "claim"))
        text = f"{', '.join(parts)}; {', '.join(contents)}."
        if self.failed:
            failed = counted(len(self.failed), "chunk")
            text += f" {failed} failed: the same command tries again."
        if self.pending:
            whose = "" if self.stopped else " by the budget"
            left = counted(self.pending, "chunk")
            text += f" {left} left{whose}: the same command goes on."
        if self.quarantined:
            unused = counted(len(self.quarantined), "record")
            text += f" {unused} could not be used (--report lists them)."
        if self.undescribed:
            by_rules = counted(len(self.undescribed), "description")
            text += f" {by_rules} shortened by rules, not the LLM."
        if self.unread_kinds:
            kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(self.unread_kinds.items()))
            hint = " (--report lists them all)" if len(self.skipped) > FEW else ""
            text += f" Not read: {kinds}{hint}."
        if self.kept:
            kept = counted(len(self.kept), "unreadable file")
            text += f" What {kept} said before stays: mend, or sources delete NAME."
        if self.gone:
            gone = counted(len(self.gone), "file")
            text += f" {gone} of before not there any more: sync FOLDER takes out what they said."
        if 2 * self.foreign > self.added + self.changed:
            text += f" {FOREIGN}"
        return text

    def problems(self, *, full: bool = True) -> list[str]:
        """One line for each document, chunk and record that did not go well.

        ``full``: also for each record not used, and each file skipped or gone, where these are
        many.
        """
        lines = [
            *(self._unreadable(name) for name in self.unreadable),
            *(f"failed: {name}: {reason}" for name, reason in self.failed.items()),
            *(f"described by rules: {name}: {why}" for name, why in self.undescribed.items()),
        ]
        if full or len(self.skipped) <= FEW:
            lines += (f"skipped: {name}: {reason}" for name, reason in self.skipped.items())
        if full or len(self.gone) <= FEW:
            lines += (f"gone: {name}" for name in self.gone)
        if full:
            lines += (f"not used: {record}" for record in self.quarantined)
        return lines

    def _unreadable(self, name: str) -> str:
        kept = " What it said before stays." if name in self.kept else ""
        return f"unreadable: {name}: {self.unreadable[name]}{kept}"

    def add_unread(self, item: Unreadable) -> None:
        """Note what was not read, and why."""
        (self.skipped if item.skipped else self.unreadable)[item.uri] = str(item)
        self.unread_kinds[item.kind] = self.unread_kinds.get(item.kind, 0) + 1

    def add_plan(self, plan: SyncPlan) -> None:
        """Note what became of documents."""
        self.added += plan.added
        self.changed += plan.changed
        self.unchanged += plan.unchanged
        self.removed += plan.removed
        self.renamed += plan.renamed

    def add_graph(self, graph: GraphRows, facts: set[int]) -> None:
        """Note what was made of readable documents. ``facts``: hashes of those that the run has
        counted, each of which counts once, whatever batches say it; they are added to."""
        before = len(facts)
        facts.update(hash(fact) for fact, _ in graph.keyed(FACT_SUPPORTS))
        self.chunks += len(graph.keyed(Label.CHUNK))
        self.statements += len(graph.keyed(Label.STATEMENT))
        self.facts += len(facts) - before
        self.claims += len(graph.keyed(Label.CLAIM))

    def add_languages(self, sources: Iterable[Row]) -> None:
        """Note which of the rows of sources are in another language than English; where that is
        not clear, it counts as English. A document's own field ``language`` may say anything
        ("English", "Python"): only a code tells."""
        languages = (str(source["properties"].get("language")) for source in sources)
        self.foreign += sum(len(code) == CODE and code.lower() != "en" for code in languages)

    def add_extraction(
        self, uri: str, chunks: Sequence[Chunk], extracted: Iterable[ExtractedChunk]
    ) -> None:
        """Note what could not be extracted from a document's chunks."""
        for chunk, found in zip(chunks, extracted, strict=True):
            name = f"{uri} [{chunk.position}]"
            if found.failed in (OUT_OF_BUDGET, NOT_ASKED):
                self.pending += 1
            elif found.failed:
                self.failed[name] = found.failed
            unused = (f"{name}: {q.reason}: {q.record}" for q in found.quarantined)
            self.quarantined += tuple(unused)
