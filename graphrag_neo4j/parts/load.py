"""Parts into a graph, by the way of every ingest: plan, diff, apply, derive."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.embeddings.embedder import Embedder
from graphrag_neo4j.errors import SettingsError
from graphrag_neo4j.ingest.identity import SyncPlan, Version
from graphrag_neo4j.ingest.made_with import Memory
from graphrag_neo4j.ingest.removals import gone_from_files
from graphrag_neo4j.ingest.report import IngestReport
from graphrag_neo4j.ingest.rows import GraphRows
from graphrag_neo4j.ingest.source_rows import named
from graphrag_neo4j.ingest.sources_update import SourcesUpdate
from graphrag_neo4j.ingest.writer import GraphWriter
from graphrag_neo4j.parts.columns import Stored, StoredSource, items_of
from graphrag_neo4j.parts.manifest import Manifest
from graphrag_neo4j.parts.part_file import tables
from graphrag_neo4j.parts.store import Store
from graphrag_neo4j.progress import Progress
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.settings import Settings
from graphrag_neo4j.vocabulary import Label

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

    from graphrag_neo4j.llm.chat import ChatModel


class Parts:
    """The parts of one folder, each checked against the manifest. Raises :class:`UsageError` for
    what is wrong with any of them, before anything is read of them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.manifest = Manifest.of(store)
        self._names = [part.name for part in self.manifest.parts or ()]

    def check_model(self, name: str) -> None:
        """Raises :class:`SettingsError` if another embedding model made the vectors."""
        made_by = self.manifest.embed_model
        if name != made_by:
            raise SettingsError(
                f"The vectors of these parts are of {made_by}, those of this graph of {name}.",
                "Set GRAPHRAG_EMBED_MODEL to that model, or extract anew.",
            )

    def files(self) -> list[Path]:
        """The part files, if they are on this machine. Raises :class:`UsageError` if not."""
        return [self.store.file(name) for name in self._names]

    def __len__(self) -> int:
        return sum(part.rows for part in self.manifest.parts or ())

    def tables(self) -> Iterator[Any]:
        """The batches in which they were written."""
        for name in self._names:
            yield from tables(self.store, name)

    def find(self, uris: Collection[str]) -> Iterator[StoredSource]:
        """The sources of these URIs, those of them that are there."""
        wanted = set(uris)
        for name in self._names:
            known = (table.column("uri").to_pylist() for table in tables(self.store, name, ["uri"]))
            if all(wanted.isdisjoint(some) for some in known):
                continue
            for item in (item for table in tables(self.store, name) for item in items_of(table)):
                if isinstance(item, StoredSource) and item.uri in wanted:
                    yield item


class PartsUpdate(SourcesUpdate[StoredSource]):
    """Makes the graph say what ``sources`` of ``parts`` say, and nothing of the URIs in ``gone``.
    ``embedder`` learns their vectors."""

    def __init__(
        self,
        sources: Sequence[StoredSource],
        parts: Parts,
        embedder: Embedder,
        memory: Memory | None = None,
        gone: Collection[str] = (),
    ) -> None:
        super().__init__(sources, memory, gone)
        self._parts = parts
        self._embedder = embedder

    def version(self, item: StoredSource) -> Version:
        return item.version

    def read_again(self, uris: Collection[str]) -> Iterator[StoredSource]:
        return self._parts.find(uris)

    def make(
        self, items: Mapping[str, StoredSource], plan: SyncPlan
    ) -> tuple[GraphRows, dict[str, str]]:
        """The rows, as they were made, with other names as the graph knows them."""
        graph = GraphRows()
        by_table = defaultdict[int, list[StoredSource]](list)
        for item in items.values():
            by_table[id(item.table)].append(item)
        for sources in by_table.values():
            stored = Stored(sources)
            stored.add_to(graph)
            self._embedder.know(stored.vectors)
        for row in graph.of(Label.SOURCE):
            row["properties"] |= named(plan.write[row["properties"]["uri"]])
        return graph, {uri: item.status for uri, item in items.items()}


class PartsIngestion(GraphWriter):
    """The way of parts into the graph. ``memory``: what the graph remembers of how it was made."""

    def __init__(
        self,
        database: Database,
        embed_model: BaseEmbedding,
        settings: Settings,
        progress: Progress | None = None,
        chat: ChatModel | None = None,
        *,
        parts: Parts,
        memory: Memory | None = None,
    ) -> None:
        super().__init__(database, embed_model, settings, progress, chat)
        self._parts = parts
        self._memory = memory

    def run(self) -> IngestReport:
        """Load all parts. Raises :class:`SettingsError` before anything is written if they were
        made in another way than the graph, or their vectors by another model."""
        self._parts.check_model(self.embedder.model_name)
        report = IngestReport()
        seen: set[str] = set()
        with self.progress.task("Loading parts", len(self._parts)) as advance:
            for table in self._parts.tables():
                sources = []
                for item in items_of(table):
                    if isinstance(item, Unreadable):
                        report.add_unread(item)
                    else:
                        sources.append(item)
                    if not (isinstance(item, Unreadable) and item.skipped):
                        seen.add(item.uri)
                self._load(sources, report)
                advance(table.num_rows)
        files = {uri.partition("#")[0] for uri in seen}
        if gone := gone_from_files(self.database, files, seen, report):
            self._load([], report, gone)
        self.derive(report)
        return report.final()

    def _load(
        self, sources: Sequence[StoredSource], report: IngestReport, gone: Collection[str] = ()
    ) -> None:
        update = PartsUpdate(sources, self._parts, self.embedder, self._memory, gone)
        changeset = self.write(update).changeset
        report.unreadable |= update.unreadable
        report.add_plan(changeset.basis)
        report.add_graph(changeset.graph, self.facts)
        _add_problems(report, changeset.graph)


def _add_problems(report: IngestReport, graph: GraphRows) -> None:
    """Note what could not be extracted, or used."""
    uris = {row["id"]: row["properties"]["uri"] for row in graph.of(Label.SOURCE)}
    chunks = {row["id"]: row for row in graph.of(Label.CHUNK)}
    for id_, status in graph.statuses.items():
        name = f"{uris[chunks[id_]['source_id']]} [{chunks[id_]['position']}]"
        if status["status"] == "pending":
            report.pending += 1
        elif status["status"] == "failed":
            report.failed[name] = status["reason"]
        report.quarantined += tuple(f"{name}: {said}" for said in status["quarantine"] or ())
