"""Documents in, graph out. The stages in their order, and where each is:

    read     paths -> documents, in batches                    readers.files, batches (here)
    plan     documents, the graph -> new, changed, gone        identity.decide
    chunk    document -> chunks                                chunk.chunk_document
    extract  chunks -> statements, facts, entities             content.ContentSource
    rows     content -> rows, with ids                         source_rows.add_source
    diff     rows, the graph -> what differs                   diff.compare
    apply    what differs -> the graph                         apply.apply
    derive   changed evidence -> entities, relations           derive.derive

Plan to rows are :class:`~graphrag_neo4j.ingest.document_update.DocumentUpdate`; of parts, whose
rows were made before (:mod:`graphrag_neo4j.parts`), only plan is left. They are slow, and done
without the write lock; diff and apply are done under it
(:mod:`graphrag_neo4j.ingest.group_commit`), if the plan still fits the graph as it is then. So any
number of processes may build one graph, an interrupted run is finished by the next one, and the
graph is always the one that an undisturbed run would make.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.errors import ModelUnavailable
from graphrag_neo4j.ingest.content import ContentSource
from graphrag_neo4j.ingest.document_update import DocumentUpdate
from graphrag_neo4j.ingest.made_with import Memory
from graphrag_neo4j.ingest.removals import gone_from_files, gone_from_folder
from graphrag_neo4j.ingest.report import IngestReport
from graphrag_neo4j.ingest.writer import GraphWriter
from graphrag_neo4j.model import Document
from graphrag_neo4j.progress import Advance, Progress
from graphrag_neo4j.readers.files import (
    ReadOptions,
    Unreadable,
    find_files,
    read_files,
)
from graphrag_neo4j.readers.workload import Workload
from graphrag_neo4j.settings import Settings

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

    from graphrag_neo4j.llm.chat import ChatModel

BATCH_CHARACTERS = 400_000
LLM_BATCH_CHARACTERS = 100_000
"""A batch is in the graph when all of it is extracted: by an LLM, that takes minutes."""
BATCH_DOCUMENTS = 400
_EMBEDDING = 0.95
"""Of a batch's time, about."""


class Ingestion(GraphWriter):
    """The pipeline for whole sources, whose content ``maker`` makes.

    ``memory``: what the graph remembers of how it was made; raises :class:`SettingsError` before
    anything is written in another way.
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
    ) -> None:
        super().__init__(database, embed_model, settings, progress, chat)
        self.maker = maker
        self.memory = memory

    def run(
        self,
        documents: Iterable[Document | Unreadable],
        work: Workload,
        files: Collection[Path | Unreadable] = (),
    ) -> IngestReport:
        """Ingest ``documents``; ``work``: how much that is, for progress.

        ``files``: those that some of the documents are read from; what one of them gave before
        and does not now goes (:func:`gone_from_files`). When the extractor has to stop, what
        it found is in the graph and ``report.stopped`` says why; if it found nothing at all,
        :class:`ModelUnavailable` is raised.
        """
        report = IngestReport()
        uris = {file.resolve().as_uri() for file in files if isinstance(file, Path)}
        seen: set[str] = set()
        self._write_all(_noted(documents, seen, uris) if uris else documents, work, report)
        if uris and not report.stopped:
            self.remove(gone_from_files(self.database, uris, seen, report), report)
        self.derive(report)
        return report.final()

    def sync(self, folder: Path) -> IngestReport:
        """Ingest a folder, and take out what came from it and is there no more.

        What cannot be read now keeps what was read of it before.
        """
        report = IngestReport()
        options = ReadOptions.of(self.settings)
        files = find_files([folder], options)
        seen: set[str] = set()
        self._write_all(_noted(read_files(files, options), seen), Workload(files), report)
        if not report.stopped:  # else what was not looked at may be there still
            self.remove(gone_from_folder(self.database, folder, files, seen, report), report)
        self.derive(report)
        return report.final()

    def remove(self, uris: Collection[str], report: IngestReport) -> None:
        """Take sources out by URI; a text that has another name stays under that."""
        if uris:
            self.ingest([], report, uris)

    def _write_all(
        self, documents: Iterable[Document | Unreadable], work: Workload, report: IngestReport
    ) -> None:
        by_llm = self.settings.extractor == "llm"
        size = LLM_BATCH_CHARACTERS if by_llm else BATCH_CHARACTERS
        with self.progress.task("Ingesting documents", work.total, "bytes") as advance:
            for batch, weight in batches(work.weigh(documents), size):
                readable = []
                for item in batch:
                    if isinstance(item, Unreadable):
                        report.add_unread(item)
                    else:
                        readable.append(item)
                share = _Share(advance, weight)
                try:
                    self.ingest(readable, report, on_share=share.embedded)
                except ModelUnavailable as error:
                    if not report.added + report.changed:
                        raise
                    report.stopped = str(error)
                    return
                share.reach(1.0)
                if self.maker.stopped:
                    report.stopped = str(self.maker.stopped)
                    return

    def ingest(
        self,
        documents: list[Document],
        report: IngestReport,
        gone: Collection[str] = (),
        on_share: Callable[[float], None] | None = None,
    ) -> None:
        """Ingest one batch, and take the URIs in ``gone`` out; without deriving. ``on_share`` is
        told how much of its texts is embedded."""
        options = ReadOptions.of(self.settings)
        update = DocumentUpdate(documents, self.maker, options, self.memory, gone)
        try:
            changeset, _ = self.write(update, on_share)
        finally:
            report.unreadable |= update.unreadable
        report.add_plan(changeset.basis)
        report.add_graph(changeset.graph)
        for uri, content in update.contents(changeset.basis):
            report.add_extraction(uri, content.chunks, content.extracted)


def _noted(
    documents: Iterable[Document | Unreadable],
    seen: set[str],
    files: Collection[str] | None = None,
) -> Iterator[Document | Unreadable]:
    """``documents`` as they come; their uris go to ``seen``, if given those of ``files`` only."""
    for item in documents:
        if files is None or item.uri.partition("#")[0] in files:
            seen.add(item.uri)
        yield item


class _Share:
    """Advances by what a batch weighs, as far as it is done; never back."""

    def __init__(self, advance: Advance, weight: int) -> None:
        self._advance = advance
        self._weight = weight
        self._told = 0

    def embedded(self, share: float) -> None:
        self.reach(share * _EMBEDDING)

    def reach(self, share: float) -> None:
        done = max(round(self._weight * share) - self._told, 0)
        self._told += done
        self._advance(done)


def batches(
    documents: Iterable[tuple[Document | Unreadable, int]], characters: int = BATCH_CHARACTERS
) -> Iterator[tuple[list[Document | Unreadable], int]]:
    """Documents, with their weights, in batches of ``characters`` or BATCH_DOCUMENTS, whichever
    comes first; and what each batch weighs."""
    batch: list[Document | Unreadable] = []
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
