"""Documents in, graph out. The stages in their order, and where each is:

    read     paths -> documents, in batches                    readers.files, batches (here)
    plan     documents, the graph -> new, changed, gone        identity.decide
    chunk    document -> chunks                                chunk.chunk_document
    extract  chunks -> statements, facts, entities             content.ContentSource
    rows     content -> rows, with ids                         source_rows.add_source
    diff     rows, the graph -> what differs                   diff.compare
    apply    what differs -> the graph                         apply.apply
    derive   changed evidence -> entities, relations           derive.derive

Each batch takes three steps, which overlap (:mod:`graphrag_neo4j.ingest.overlap`): while one is
written (diff, apply), the next is embedded, and the one after it made (read to rows). With an LLM
they do not: what was paid for is in the graph before more is asked.

Plan to rows are :class:`~graphrag_neo4j.ingest.document_update.DocumentUpdate`; of parts, whose
rows were made before (:mod:`graphrag_neo4j.parts`), only plan is left. They are slow, and done
without the write lock; diff and apply are done under it
(:mod:`graphrag_neo4j.ingest.group_commit`), if the plan still fits the graph as it is then. So any
number of processes may build one graph, an interrupted run is finished by the next one, and the
graph is always the one that an undisturbed run would make.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.embeddings.onnx_model import MODEL_NAME
from graphrag_neo4j.errors import ModelUnavailable
from graphrag_neo4j.ingest.content import ContentSource
from graphrag_neo4j.ingest.document_update import DocumentUpdate
from graphrag_neo4j.ingest.file_notes import note_links, note_unread
from graphrag_neo4j.ingest.identity import SyncPlan
from graphrag_neo4j.ingest.made_with import Memory
from graphrag_neo4j.ingest.overlap import Overlap
from graphrag_neo4j.ingest.removals import (
    Removals,
    check_not_emptied,
    gone_from_files,
    missing_files,
    names_under,
    wholes,
)
from graphrag_neo4j.ingest.report import IngestReport
from graphrag_neo4j.ingest.writer import Change, GraphWriter
from graphrag_neo4j.model import Document
from graphrag_neo4j.progress import Advance, Progress
from graphrag_neo4j.readers.files import (
    ReadOptions,
    Unchanged,
    Unreadable,
    find_files,
    read_files,
)
from graphrag_neo4j.readers.inputs import Read
from graphrag_neo4j.readers.workload import Workload
from graphrag_neo4j.settings import Settings
from graphrag_neo4j.vocabulary import Label

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

    from graphrag_neo4j.llm.chat import ChatModel

BATCH_CHARACTERS = 100_000
"""A batch is in the graph when all of it is extracted: by an LLM, that takes minutes; and small
ones overlap better."""
LARGE_BATCH_CHARACTERS = 400_000
"""Where nobody waits for an LLM, and nothing overlaps."""
BATCH_DOCUMENTS = 400
Item = Document | Unreadable | Unchanged
AnyItem = TypeVar("AnyItem", bound=Item)
AHEAD = 2
"""Batches that are embedded and written while the next one is made."""
_MADE, _EMBEDDED = 0.4, 0.45
"""Of a batch's time, about; the rest is writing."""


class Ingestion(GraphWriter):
    """The pipeline for whole sources, whose content ``maker`` makes.

    ``memory``: what the graph remembers of how it was made; raises :class:`SettingsError` before
    anything is written in another way. ``read``: what reads files.
    """

    def __init__(
        self,
        database: Database,
        maker: ContentSource,
        embed_model: BaseEmbedding,
        settings: Settings,
        progress: Progress | None = None,
        chat: ChatModel | None = None,
        memory: Memory | None = None,
        read: Read = read_files,
    ) -> None:
        super().__init__(database, embed_model, settings, progress, chat)
        self.maker = maker
        self.memory = memory
        self.read = read

    def run(
        self,
        documents: Iterable[Item],
        work: Workload,
        files: Collection[Path | Unreadable] = (),
        folders: Collection[Path] = (),
        links: Mapping[str, str] = MappingProxyType({}),
    ) -> IngestReport:
        """Ingest ``documents``; ``work``: how much that is, for progress.

        ``files``: those that some of the documents are read from; what one of them gave before
        and does not now goes (:func:`gone_from_files`). ``folders``: those that they lie in; what
        the graph has of files that are in these no more is only told. ``links``: those in them by
        which alone files were found. When the extractor has to
        stop, what it found is in the graph and ``report.stopped`` says why; if it found nothing at
        all, :class:`ModelUnavailable` is raised.
        """
        report = IngestReport()
        uris = _uris(files)
        seen: set[str] = set()
        self._note_links(links, uris)
        self._write_all(_noted(documents, seen, uris) if uris else documents, work, report)
        if uris and not report.stopped:
            self.remove(gone_from_files(self.database, uris, seen, report), report)
        if not report.stopped:
            report.gone = missing_files(self.database, folders, uris)
        self._note_unread(report, uris)
        self.derive(report)
        return report.final()

    def sync(self, folders: Sequence[Path]) -> IngestReport:
        """Ingest folders, and take out what came from them and is there no more.

        What cannot be read now keeps what was read of it before, and so does what ``include`` and
        ``exclude`` leave out. Raises :class:`GraphRagError`, before anything is changed, where
        nothing is found in a folder that sources came from.
        """
        check_not_emptied(self.database, folders)
        report = IngestReport()
        options = ReadOptions.of(self.settings)
        links: dict[str, str] = {}
        files = find_files(folders, options, links=links)
        uris = _uris(files)
        seen: set[str] = set()
        unread: list[Unreadable] = []
        self._note_links(links, uris)
        items = _noted(self.read(files, options), seen, unread=unread)
        self._write_all(items, Workload(files), report)
        if not report.stopped:  # else what was not looked at may be there still
            found = [*files, *unread]
            removals = Removals(folders, found, seen, report, options)
            self.remove(removals.gone(self.database, links), report)
        self._note_unread(report, uris)
        self.derive(report)
        return report.final()

    def _note_links(self, links: Mapping[str, str], found: Set[str]) -> None:
        known = names_under(self.database, sorted(set(links.values()))) if links else set()
        note_links(self.database, links, found - set(links.values()), known)

    def _note_unread(self, report: IngestReport, found: Set[str]) -> None:
        """Note what could not be read; what the graph has of it stays, which is told."""
        unread = {name for name in report.unreadable if name.startswith("file:")}
        if unread:
            names = names_under(self.database, sorted(unread))
            report.kept = tuple(
                sorted(unread & {whole for name in names for whole in wholes(name)})
            )
        note_unread(self.database, report.unreadable, set() if report.stopped else found)

    def remove(self, uris: Collection[str], report: IngestReport) -> None:
        """Take sources out by URI; a text that has another name stays under that."""
        if uris:
            self.ingest([], report, uris)

    def _write_all(self, documents: Iterable[Item], work: Workload, report: IngestReport) -> None:
        by_llm = self.settings.extractor == "llm"
        steps = [self._embed, self._commit]
        with (
            self.progress.task("Ingesting documents", work.total, "bytes") as advance,
            Overlap[_Batch](steps, 0 if by_llm else AHEAD) as overlap,
        ):
            told = overlap.guarded(advance)
            weighed = batches(_to_do(work.weigh(documents), report, told), BATCH_CHARACTERS)
            try:
                for batch in overlap.run(self._made(weighed, report, told)):
                    self._note(batch, report)
            except ModelUnavailable as error:
                if not report.added + report.changed:
                    raise
                report.stopped = str(error)
        if self.maker.stopped:
            report.stopped = str(self.maker.stopped)

    def _made(
        self,
        weighed: Iterable[tuple[list[Document | Unreadable], int]],
        report: IngestReport,
        advance: Advance,
    ) -> Iterator[_Batch]:
        """The batches, to be embedded and committed, until the extractor has to stop."""
        for items, weight in weighed:
            documents = []
            for item in items:
                if isinstance(item, Unreadable):
                    report.add_unread(item)
                else:
                    documents.append(item)
            batch = self._prepare(documents, report, share=_Share(advance, weight))
            batch.share.reach(_MADE)
            yield batch
            if self.maker.stopped:
                return

    def ingest(
        self, documents: list[Document], report: IngestReport, gone: Collection[str] = ()
    ) -> None:
        """Ingest one batch, and take the URIs in ``gone`` out; without deriving."""
        batch = self._prepare(documents, report, gone)
        self._embed(batch)
        self._commit(batch)
        self._note(batch, report)

    def _prepare(
        self,
        documents: list[Document],
        report: IngestReport,
        gone: Collection[str] = (),
        share: _Share | None = None,
    ) -> _Batch:
        """Plan to rows."""
        options = ReadOptions.of(self.settings)
        update = DocumentUpdate(documents, self.maker, options, self.memory, gone)
        try:
            change = self.prepare(update)
        finally:
            report.unreadable |= update.unreadable
        return _Batch(update, change, share or _Share())

    def _embed(self, batch: _Batch) -> None:
        self.embed(batch.change, lambda done: batch.share.reach(_MADE + done * _EMBEDDED))

    def _commit(self, batch: _Batch) -> None:
        """Diff and apply."""
        self.commit(batch.change)
        batch.share.reach(1.0)

    def _note(self, batch: _Batch, report: IngestReport) -> None:
        changeset = batch.change.changeset
        report.unreadable |= batch.update.unreadable
        report.add_plan(changeset.basis)
        report.add_graph(changeset.graph, self.facts)
        if self.embedder.model_name == MODEL_NAME:  # it reads English alone
            report.add_languages(changeset.graph.of(Label.SOURCE))
        for uri, content in batch.update.contents(changeset.basis):
            report.add_extraction(uri, content.chunks, content.extracted)


def _uris(files: Iterable[Path | Unreadable]) -> set[str]:
    return {file.resolve().as_uri() for file in files if isinstance(file, Path)}


def _noted(
    documents: Iterable[Item],
    seen: set[str],
    files: Collection[str] | None = None,
    unread: list[Unreadable] | None = None,
) -> Iterator[Item]:
    """``documents`` as they come; their uris go to ``seen``, if given those of ``files`` only, and
    what was not read to ``unread``."""
    for item in documents:
        if files is None or item.uri.partition("#")[0] in files:
            seen.add(item.uri)
        if unread is not None and isinstance(item, Unreadable):
            unread.append(item)
        yield item


def _to_do(
    weighed: Iterable[tuple[Item, int]], report: IngestReport, advance: Advance
) -> Iterator[tuple[Document | Unreadable, int]]:
    """Without what is unchanged, which is counted."""
    for item, weight in weighed:
        if isinstance(item, Unchanged):
            report.unchanged += 1
            advance(weight)
        else:
            yield item, weight


class _Share:
    """Advances by what a batch weighs, as far as it is done; never back."""

    def __init__(self, advance: Advance = lambda _: None, weight: int = 0) -> None:
        self._advance = advance
        self._weight = weight
        self._told = 0

    def reach(self, share: float) -> None:
        done = max(round(self._weight * share) - self._told, 0)
        self._told += done
        self._advance(done)


@dataclass(slots=True)
class _Batch:
    """Documents on their way through the steps."""

    update: DocumentUpdate
    change: Change[SyncPlan]
    share: _Share


def batches(
    documents: Iterable[tuple[AnyItem, int]], characters: int
) -> Iterator[tuple[list[AnyItem], int]]:
    """Documents, with their weights, in batches of ``characters`` or BATCH_DOCUMENTS, whichever
    comes first; and what each batch weighs."""
    batch: list[AnyItem] = []
    size = weight = 0
    for item, its_weight in documents:
        batch.append(item)
        size += len(item.text) if isinstance(item, Document) else 0
        weight += its_weight
        if size >= characters or len(batch) >= BATCH_DOCUMENTS:
            yield batch, weight
            batch, size, weight = [], 0, 0
    if batch:
        yield batch, weight
