"""What all ways to change a graph share: its parts, one settled change, derivation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol

from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.embeddings.embedder import Embedder
from graphrag_neo4j.embeddings.vector_cache import VectorCache
from graphrag_neo4j.ingest.changeset import Basis, Changeset, SourceUpdate
from graphrag_neo4j.ingest.derive import derive
from graphrag_neo4j.ingest.descriptions import Describer
from graphrag_neo4j.ingest.diff import stale_texts
from graphrag_neo4j.ingest.group_commit import commit
from graphrag_neo4j.progress import NullProgress, Progress
from graphrag_neo4j.settings import Settings
from graphrag_neo4j.vocabulary import EMBEDDED, Label

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

    from graphrag_neo4j.llm.chat import ChatModel


class Derived(Protocol):
    """A report that says how many entities were derived, and whose descriptions an
    LLM should have shortened and did not."""

    entities_derived: int
    undescribed: dict[str, str]


@dataclass(slots=True, eq=False)
class Change(Generic[Basis]):
    """An update on its way into the graph: what it is to the graph, and what has its vectors;
    ``is_changed``: whether anything became different, once it is there."""

    update: SourceUpdate[Basis]
    changeset: Changeset[Basis]
    embedder: Embedder
    is_changed: bool = False


class GraphWriter:
    """Writes updates, and derives what hangs on them.

    ``chat`` summarises the descriptions of entities that would be too long; rules do without it.
    ``facts``: hashes of the facts that were written.
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
        cache = VectorCache.of(settings, embed_model)
        self.embedder = Embedder(embed_model, self.progress, cache)
        self.describer = Describer(settings, chat)
        self.facts: set[int] = set()

    def write(self, update: SourceUpdate[Basis]) -> Change[Basis]:
        """Bring an update into the graph; returns what it was.

        Prepared without the write lock, committed under it if it is still current then. Another
        builder may have changed the graph meanwhile: then it is prepared anew.
        """
        change = self.prepare(update, self.embedder)
        self.embed(change)
        self.commit(change)
        return change

    def prepare(
        self, update: SourceUpdate[Basis], embedder: Embedder | None = None
    ) -> Change[Basis]:
        """What it is to the graph as it is now. ``embedder``: one that knows some of its vectors;
        else it has one of its own, and may be embedded while others are written."""
        changeset = update.prepare(self.database)
        return Change(update, changeset, embedder or self.embedder.beside())

    def embed(self, change: Change[Basis], on_share: Callable[[float], None] | None = None) -> None:
        """Make its vectors, without the lock; what changes meanwhile is made under it.
        ``on_share`` is told how much of the texts is embedded."""
        graph, embedder = change.changeset.graph, change.embedder
        known: dict[Label, dict[str, str | None]] = {label: {} for label in EMBEDDED}
        if change.changeset.sources:  # of new ones the graph has nothing
            chunks, statements = ([row["id"] for row in graph.of(label)] for label in EMBEDDED)
            for row in self.database.read(
                "ingest/embedding_keys", chunks=chunks, statements=statements
            ):
                known[Label(row["label"])][row["id"]] = row["embedding_key"]
        texts = dict[str, str]()
        for label in EMBEDDED:
            texts |= stale_texts(graph, label, known[label], embedder.key)
        embedder.vectors(texts, on_share)

    def commit(self, change: Change[Basis]) -> None:
        """Bring it into the graph; prepare it anew as long as it is not current. What changes
        nothing needs no lock."""
        while True:
            if change.changeset.is_empty and change.update.is_current(
                self.database, change.changeset
            ):
                return
            is_changed = commit(self.database, change.embedder, change.update, change.changeset)
            if is_changed is not None:
                change.is_changed = is_changed
                return
            change.changeset = change.update.prepare(self.database)
            self.embed(change)

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
