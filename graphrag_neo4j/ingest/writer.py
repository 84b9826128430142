"""What all ways to change a graph share: its parts, one settled change, derivation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.embeddings.embedder import Embedder
from graphrag_neo4j.embeddings.vector_cache import VectorCache
from graphrag_neo4j.ingest.changeset import Basis, Changeset, SourceUpdate
from graphrag_neo4j.ingest.derive import derive
from graphrag_neo4j.ingest.descriptions import Describer
from graphrag_neo4j.ingest.diff import stale_texts
from graphrag_neo4j.ingest.group_commit import commit
from graphrag_neo4j.ingest.rows import GraphRows
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


class GraphWriter:
    """Writes updates, and derives what hangs on them.

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
        cache = VectorCache.of(settings, embed_model)
        self.embedder = Embedder(embed_model, self.progress, cache)
        self.describer = Describer(settings, chat)

    def write(
        self, update: SourceUpdate[Basis], on_share: Callable[[float], None] | None = None
    ) -> tuple[Changeset[Basis], bool]:
        """Bring an update into the graph; returns what it was, and whether anything changed.

        Prepared without the write lock, committed under it if it is still current then. Another
        builder may have changed the graph meanwhile: then it is prepared anew. ``on_share`` is
        told how much of the texts is embedded.
        """
        while True:
            changeset = update.prepare(self.database)
            self._embed_ahead(changeset.graph, is_new=not changeset.sources, on_share=on_share)
            is_changed = commit(self.database, self.embedder, update, changeset)
            if is_changed is not None:
                return changeset, is_changed

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

    def _embed_ahead(
        self, graph: GraphRows, *, is_new: bool, on_share: Callable[[float], None] | None
    ) -> None:
        """Most vectors are made without the lock; what changes meanwhile is made under it."""
        known: dict[Label, dict[str, str | None]] = {label: {} for label in EMBEDDED}
        if not is_new:  # of new sources the graph has nothing
            chunks, statements = ([row["id"] for row in graph.of(label)] for label in EMBEDDED)
            for row in self.database.read(
                "ingest/embedding_keys", chunks=chunks, statements=statements
            ):
                known[Label(row["label"])][row["id"]] = row["embedding_key"]
        texts = dict[str, str]()
        for label in EMBEDDED:
            texts |= stale_texts(graph, label, known[label], self.embedder.key)
        self.embedder.vectors(texts, on_share)
