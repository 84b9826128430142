"""Documents in, graph out: read → chunk → extract → assemble → embed → store → derive.

Documents go through in batches. What is slow (extraction, embedding) is done outside of the
write lock; then, under it, the batch is compared with what the graph has, and only what differs
is written or removed. So any number of processes may build one graph, an interrupted run is
finished by the next one, and the graph is always the one that an undisturbed run would make.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.embeddings.embedder import Embedder
from graphrag_neo4j.errors import ModelUnavailable
from graphrag_neo4j.ids import content_hash, source_id
from graphrag_neo4j.ingest.apply import stale_texts
from graphrag_neo4j.ingest.content import Content, ContentSource
from graphrag_neo4j.ingest.derive import derive
from graphrag_neo4j.ingest.descriptions import Describer
from graphrag_neo4j.ingest.diff import StoredRow, StoredRows
from graphrag_neo4j.ingest.group_commit import Changeset, commit
from graphrag_neo4j.ingest.identity import SourceToWrite, SyncPlan, decide
from graphrag_neo4j.ingest.made_with import Memory
from graphrag_neo4j.ingest.removals import gone_from_files, gone_from_folder
from graphrag_neo4j.ingest.report import IngestReport
from graphrag_neo4j.ingest.rows import (
    GraphRows,
    add_chunks,
    add_extraction,
    add_status,
    source_properties,
)
from graphrag_neo4j.model import Document
from graphrag_neo4j.progress import NullProgress, Progress
from graphrag_neo4j.readers.files import (
    ReadOptions,
    Unreadable,
    estimate_items,
    find_files,
    read_files,
    read_uris,
    record_files,
)
from graphrag_neo4j.settings import Settings
from graphrag_neo4j.text.places import Places
from graphrag_neo4j.vocabulary import EMBEDDED, Label

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

    from graphrag_neo4j.llm.chat import ChatModel

BATCH_CHARACTERS = 400_000
LLM_BATCH_CHARACTERS = 100_000
"""A batch is in the graph when all of it is extracted: by an LLM, that takes minutes."""
BATCH_DOCUMENTS = 400
Plan = TypeVar("Plan")


class Derived(Protocol):
    """A report that says how many entities were derived, and whose descriptions an
    LLM should have shortened and did not."""

    entities_derived: int
    undescribed: dict[str, str]


class GraphWriter:
    """What all ways to change a graph share: its parts, one settled change, derivation.

    ``chat`` summarises the descriptions of entities that would be too long; rules do without it.
    """

    def __init__(
        self,
        database: Database,
        embed_model: BaseEmbedding,
        settings: Settings,
        progress: Progress | None = None,
        chat: ChatModel | None = None,
    ) -> None:
        self.database = database
        self.settings = settings
        self.progress = progress or NullProgress()
        self.embedder = Embedder(embed_model, self.progress)
        self.describer = Describer(settings, chat)

    def commit_with_retry(
        self,
        plan: Callable[[Database], Plan],
        change: Callable[[Plan], Changeset],
    ) -> tuple[Plan, Changeset]:
        """Plan and prepare without the write lock, commit under it, if the plan still holds then.

        Another builder may have changed the graph meanwhile: then all is planned anew.
        """
        while True:
            planned = plan(self.database)
            prepared = change(planned)
            self._embed_ahead(prepared)
            if commit(prepared) is not None:
                return planned, prepared

    def derive(self, report: Derived) -> None:
        """Bring what depends on changed evidence up to date."""
        report.entities_derived = derive(
            self.database,
            self.embedder,
            self.describer,
            self.progress,
            with_types=self.settings.embed_entity_types,
        )
        report.undescribed = self.describer.failed

    def _embed_ahead(self, change: Changeset) -> None:
        """Most vectors are made without the lock; what changes meanwhile is made under it."""
        state = StoredRows()
        if change.sources:  # what is of new sources only is not in the graph
            chunks, statements = (
                [row["id"] for row in change.graph.of(label)] for label in EMBEDDED
            )
            for row in self.database.read(
                "ingest/embedding_keys", chunks=chunks, statements=statements
            ):
                state.found.setdefault(Label(row["label"]), {})[row["id"], ""] = StoredRow("", row)
        texts = dict[str, str]()
        for label in EMBEDDED:
            texts |= stale_texts(state, change.graph, self.embedder, label)
        self.embedder.vectors(texts)


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
        total: int,
        files: Collection[Path | Unreadable] = (),
    ) -> IngestReport:
        """Ingest ``documents``; ``total`` is about how many there are, for progress.

        ``files``: those that some of the documents are read from; a row that was changed in one
        of them replaces the old one. When the extractor has to stop, what it found is in the
        graph and ``report.stopped`` says why; if it found nothing at all,
        :class:`ModelUnavailable` is raised.
        """
        report = IngestReport()
        tables = {file.resolve().as_uri() for file in record_files(files)}
        seen: set[str] = set()
        self._run(_noted(documents, seen, tables) if tables else documents, total, report)
        if tables and not report.stopped:
            self.remove(gone_from_files(self.database, tables, seen, report), report)
        self.derive(report)
        return report

    def sync(self, folder: Path) -> IngestReport:
        """Ingest a folder, and take out what came from it and is there no more.

        What cannot be read now keeps what was read of it before.
        """
        report = IngestReport()
        options = ReadOptions.of(self.settings)
        files = find_files([folder], options)
        seen: set[str] = set()
        self._run(_noted(read_files(files, options), seen), estimate_items(files), report)
        if not report.stopped:  # else what was not looked at may be there still
            self.remove(gone_from_folder(self.database, folder, files, seen, report), report)
        self.derive(report)
        return report

    def remove(self, uris: Collection[str], report: IngestReport) -> None:
        """Take sources out by URI; a text that has another name stays under that."""
        if uris:
            self.ingest([], report, uris)

    def _run(
        self, documents: Iterable[Document | Unreadable], total: int, report: IngestReport
    ) -> None:
        by_llm = self.settings.extractor == "llm"
        size = LLM_BATCH_CHARACTERS if by_llm else BATCH_CHARACTERS
        with self.progress.task("Ingesting documents", total) as advance:
            for batch in batches(documents, size):
                readable = []
                for item in batch:
                    if isinstance(item, Unreadable):
                        report.add_unread(item)
                    else:
                        readable.append(item)
                try:
                    self.ingest(readable, report)
                except ModelUnavailable as error:
                    if not report.added + report.changed:
                        raise
                    report.stopped = str(error)
                    return
                advance(len(batch))
                if self.maker.stopped:
                    report.stopped = str(self.maker.stopped)
                    return

    def ingest(
        self, documents: list[Document], report: IngestReport, gone: Collection[str] = ()
    ) -> None:
        """Ingest one batch, and take the URIs in ``gone`` out; without deriving."""
        wanted = list(documents)
        tried: set[str] = set()
        made: dict[str, Content] = {}

        def plan(database: Database) -> SyncPlan:
            decision = decide(database, wanted, self.maker.fingerprint, gone)
            while new := [uri for uri in decision.reread if uri not in tried]:
                tried.update(new)
                wanted.extend(reread(new, report, ReadOptions.of(self.settings)))
                decision = decide(database, wanted, self.maker.fingerprint, gone)
            return decision

        def change(decision: SyncPlan) -> Changeset:
            remembered = self.memory.admit() if self.memory and decision.write else []
            missing = [w.document for w in decision.write if w.document.uri not in made]
            contents = self.maker.contents(missing)
            made.update((d.uri, c) for d, c in zip(missing, contents, strict=True))
            written = {source_id(w.document.uri): made[w.document.uri] for w in decision.write}
            return Changeset(
                self.database,
                self.embedder,
                is_current=lambda database: plan(database) == decision,
                conflict_keys=frozenset(decision.touched(wanted, gone)),
                sources=decision.there,
                graph=self._rows(decision.write, made),
                status={id_: content.status for id_, content in written.items()},
                after={
                    "ingest/write_source_aliases": decision.rename,
                    "ingest/write_made_with": remembered,
                },
            )

        decision, done = self.commit_with_retry(plan, change)
        report.added += decision.added
        report.changed += decision.changed
        report.unchanged += decision.unchanged
        report.removed += decision.removed
        report.add_graph(done.graph)
        for write in decision.write:
            content = made[write.document.uri]
            report.add_extraction(write.document.uri, content.chunks, content.extracted)

    def _rows(self, writes: Sequence[SourceToWrite], made: Mapping[str, Content]) -> GraphRows:
        graph = GraphRows()
        for write in writes:
            document, content = write.document, made[write.document.uri]
            id_ = source_id(document.uri)
            properties = {
                **source_properties(document.metadata),
                "id": id_,
                "uri": document.uri,
                "title": document.title,
                "aliases": list(write.aliases) or None,
                "alias_count": len(write.aliases) or None,
                "content_hash": content_hash(document.text),
                "fingerprint": self.maker.fingerprint(document),
            }
            graph.add(Label.SOURCE, id=id_, properties=properties)
            add_chunks(graph, content.chunks)
            extracted, places = content.extracted, Places(document)
            add_extraction(graph, id_, document.title, extracted, places=places)
            add_status(graph, content.extracted)
        return graph


def reread(uris: Iterable[str], report: IngestReport, options: ReadOptions) -> Iterator[Document]:
    """Copies of a text whose first name has gone, to be written under their own."""
    wanted = list(uris)
    found = set[str]()
    for document in read_uris(wanted, options):
        if isinstance(document, Document):
            found.add(document.uri)
            yield document
    for uri in wanted:
        if uri not in found:
            report.unreadable[uri] = (
                "was a copy of a text that changed or went, and cannot be read again: "
                "ingest it anew"
            )


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


def batches(
    documents: Iterable[Document | Unreadable], characters: int = BATCH_CHARACTERS
) -> Iterator[list[Document | Unreadable]]:
    """Documents in batches of ``characters`` or BATCH_DOCUMENTS, whichever comes first."""
    batch: list[Document | Unreadable] = []
    size = 0
    for item in documents:
        batch.append(item)
        size += len(item.text) if isinstance(item, Document) else 0
        if size >= characters or len(batch) >= BATCH_DOCUMENTS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
