"""What goes into a graph and out of it: documents, hand-overs, imports, exports, deletes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.errors import ReadError, UsageError
from graphrag_neo4j.graph_api.opening import OpenGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.settings import LOCAL_EMBED_MODEL, Settings

if TYPE_CHECKING:
    from graphrag_neo4j.ingest.pipeline import Ingestion
    from graphrag_neo4j.ingest.plan import IngestPlan
    from graphrag_neo4j.ingest.reembed import ReembedReport
    from graphrag_neo4j.ingest.report import IngestReport
    from graphrag_neo4j.interop.msgraphrag import ImportReport
    from graphrag_neo4j.interop.records import TransferReport
    from graphrag_neo4j.readers.files import Unreadable


Ingestible = str | PathLike[str] | Document | Any
"""A path, a :class:`Document`, or any LlamaIndex ``Document`` or reader."""


class Filling(OpenGraph):
    """The verbs that fill a graph."""

    def ingest(
        self, *items: Ingestible | Iterable[Ingestible], switch_extractor: bool = False
    ) -> IngestReport:
        """Read files, folders and documents into the graph.

        What is there already, unchanged, costs nothing; a changed text replaces the old one.
        Unreadable items are listed in the report and stop nobody else. Where an LLM extracts,
        :attr:`chat` says what it used; a chunk that it fails is listed, one that the budget or
        the endpoint's end left is counted as pending, and the same call goes on with both.
        Raises :class:`ModelUnavailable` when the LLM cannot be asked from the start.

        The graph remembers how it was made: extractor, LLM, chunks, types, language. Raises
        :class:`SettingsError`, before anything is written, if the settings say otherwise now;
        ``switch_extractor`` says that this is meant.
        """
        documents, files, total = _documents(list(_flat(items)), self.settings)
        self.apply_schema()
        with self._booked():
            return self._ingestion(may_switch=switch_extractor).run(documents, total, files)

    def plan(self, *items: Ingestible | Iterable[Ingestible]) -> IngestPlan:
        """What :meth:`ingest` of the same items would take: chunks, LLM calls, tokens, cost.

        What is in the graph or in the cache of answers costs nothing and is not counted. Asks
        no model, needs no key, and changes nothing.
        """
        from graphrag_neo4j.ingest.made_with import Memory, made_with
        from graphrag_neo4j.ingest.plan import Planner
        from graphrag_neo4j.llm.chat import ChatModel
        from graphrag_neo4j.llm.client import make_llm

        documents, _, total = _documents(list(_flat(items)), self.settings)
        settings = self.settings
        extractor = self._make_extractor(
            lambda: ChatModel.of(settings, self._llm or make_llm(settings, to_ask=False))
        )
        is_remote = self._embed_model is None and settings.embed_model != LOCAL_EMBED_MODEL
        embed_model = settings.embed_model if is_remote else None
        memory = Memory(self.database, made_with(settings, extractor))
        planner = Planner(self.database, extractor, settings, self.progress, embed_model, memory)
        return planner.run(documents, total)

    def ingest_extracted(self, path: str | PathLike[str]) -> IngestReport:
        """Read what another engine extracted, from a JSON-lines file, one chunk a line.

        The format is documented in :mod:`graphrag_neo4j.ingest.extractions_format`. A source that
        the graph does not know is made of its lines; one that was ingested before keeps what our
        extractor said, and what the lines say stands beside it. Bad lines are listed in the
        report, by number, and stop nobody else.
        """
        from graphrag_neo4j.ingest.extractions import Handover

        self.apply_schema()
        with self._booked():
            return Handover(*self._parts()).run(Path(path))

    def import_msgraphrag(
        self, folder: str | PathLike[str], *, replace_communities: bool = False
    ) -> ImportReport:
        """Bring in a Microsoft GraphRAG index (parquet, any version), as if we had extracted it.

        Communities and reports come with it, unless the graph has others, which stay without
        ``replace_communities``. Raises
        :class:`UsageError` when ``folder`` holds none; other defects are listed in the report.
        """
        from graphrag_neo4j.interop.msgraphrag import MsGraphRagImport

        self.apply_schema()
        parts = (self.database, self.embed_model, self.settings, self.progress)
        return MsGraphRagImport(*parts).run(Path(folder), replace_communities=replace_communities)

    def import_jsonl(self, path: str | PathLike[str]) -> TransferReport:
        """Make this empty graph the one that ``export("jsonl", path)`` wrote.

        Vectors that the file lacks, or that another model made, are made anew.
        """
        from graphrag_neo4j.interop.jsonl_import import import_jsonl

        self.apply_schema()
        parts = (self.database, self.embed_model, self.settings, self.progress)
        return import_jsonl(Path(path), *parts)

    def export(
        self,
        format: str,
        path: str | PathLike[str],
        *,
        with_vectors: bool = False,
        force: bool = False,
    ) -> TransferReport:
        """Write the graph to ``path``: "graphml" (entities and relations, one file), "parquet"
        (a folder of tables) or "jsonl" (everything, one file).

        ``with_vectors``: embeddings, too (not in GraphML). What is there already is replaced
        only with ``force``; nothing half-written is ever left.
        """
        from graphrag_neo4j.interop.export import export

        return export(
            self.database, format, Path(path), self.progress, with_vectors=with_vectors, force=force
        )

    def sync(self, folder: str | PathLike[str], *, switch_extractor: bool = False) -> IngestReport:
        """Make the graph say of a folder what is in it now: new, changed and gone files.

        Files of other folders are left alone. ``switch_extractor``: as with :meth:`ingest`.
        """
        path = Path(folder)
        if not path.is_dir():
            raise UsageError(f"There is no folder {path}.", "Check the path.")
        self.apply_schema()
        with self._booked():
            return self._ingestion(may_switch=switch_extractor).sync(path)

    def delete_sources(self, *names: str) -> IngestReport:
        """Take sources out of the graph, with everything that only they support.

        Names are those of :meth:`find_sources`, which also says beforehand what goes: ids, URIs,
        files, folders, titles, globs. An id or a title takes a source out under all its URIs,
        anything else only under the URIs that fit. Raises :class:`NotFoundError` for a name that
        fits nothing and :class:`UsageError` for an ambiguous title; then nothing is deleted.
        """
        from graphrag_neo4j.ingest.report import IngestReport
        from graphrag_neo4j.source_names import find

        gone = {uri for name in names for one in find(self.database, name) for uri in one.uris}
        report = IngestReport()
        self.apply_schema()
        ingestion = self._ingestion()
        ingestion.remove(gone, report)
        ingestion.derive(report)
        return report

    def reset(self) -> int:
        """Remove all nodes and relationships; schema and server stay. Returns the nodes removed."""
        removed = 0
        while n := self.database.write("delete/everything", limit=10_000)[0]["n"]:
            removed += n
        self.database.write("communities/begin")  # of those there is nothing left, either
        self.database.write("admin/record_made_with", rows=[{"id": "graph", "made_with": None}])
        return removed

    def ingest_problems(self) -> list[Row]:
        """Chunks that failed or are still to do (status, reason, attempts), or left records
        unused (quarantine)."""
        return self.database.read("read/problems")

    def reembed(self, *, dry_run: bool = False) -> ReembedReport:
        """Make anew every vector whose model, text or text rule has changed since.

        Other dimensions are no obstacle: the vector indexes are made anew, too. ``dry_run``
        only counts.
        """
        from graphrag_neo4j.embeddings.embedder import Embedder
        from graphrag_neo4j.embeddings.models import dimensions_of
        from graphrag_neo4j.ingest.reembed import reembed

        return reembed(
            self.database,
            Embedder(self.embed_model, self.progress),
            self.progress,
            embed_model=self.embed_model.model_name,
            dimensions=dimensions_of(self.embed_model),
            with_types=self.settings.embed_entity_types,
            dry_run=dry_run,
        )

    def _ingestion(self, *, may_switch: bool = False) -> Ingestion:
        from graphrag_neo4j.ingest.content import ExtractedContent
        from graphrag_neo4j.ingest.made_with import Memory, made_with
        from graphrag_neo4j.ingest.pipeline import Ingestion

        database, embed_model, settings, progress, chat = self._parts()
        maker = ExtractedContent(self.extractor, settings)
        memory = Memory(database, made_with(settings, self.extractor), may_switch=may_switch)
        return Ingestion(database, maker, embed_model, settings, progress, chat, memory)


def _flat(items: Iterable[Any]) -> Iterator[Any]:
    for item in items:
        if hasattr(item, "load_data"):  # a LlamaIndex reader
            item = item.load_data()
        single = not isinstance(item, Iterable) or isinstance(item, str | PathLike | Document)
        if single or hasattr(item, "get_content"):  # LlamaIndex documents can be iterated, too
            yield item
        else:
            yield from _flat(item)


def _documents(
    items: list[Any], settings: Settings
) -> tuple[Iterator[Document | Unreadable], list[Path | Unreadable], int]:
    """What to ingest, the files among it, and about how many documents that is."""
    from graphrag_neo4j.readers.files import (
        ReadOptions,
        Unreadable,
        estimate_items,
        find_files,
        from_llama,
        read_files,
    )

    options = ReadOptions.of(settings)
    files = find_files((Path(item) for item in items if isinstance(item, str | PathLike)), options)
    others = [item for item in items if not isinstance(item, str | PathLike)]

    def given() -> Iterator[Document | Unreadable]:
        for number, item in enumerate(others, start=1):
            try:
                yield item if isinstance(item, Document) else from_llama(item)
            except ReadError as error:
                yield Unreadable(f"document {number}", error.message, error.hint)

    return chain(given(), read_files(files, options)), files, len(others) + estimate_items(files)
