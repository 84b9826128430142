"""Makes a part of some files, anywhere: read, chunk, extract, rows, embed, write.

A :class:`PartMaker` can be sent to another process or machine, which needs the files at the same
paths, the store, and this package. It keeps nothing between two parts but its models.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from graphrag_neo4j.context import GraphContext
from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.embeddings.embedder import Embedder
from graphrag_neo4j.embeddings.vector_cache import VectorCache
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.ingest.content import ExtractedContent
from graphrag_neo4j.ingest.identity import Version
from graphrag_neo4j.ingest.pipeline import BATCH_CHARACTERS, LARGE_BATCH_CHARACTERS, batches
from graphrag_neo4j.ingest.rows import GraphRows
from graphrag_neo4j.ingest.source_rows import add_source, version_of
from graphrag_neo4j.llm.meter import Usage
from graphrag_neo4j.model import Document
from graphrag_neo4j.parts.columns import items_of, source_record, unreadable_record
from graphrag_neo4j.parts.manifest import Part, part_name
from graphrag_neo4j.parts.part_file import PartWriter, key_of, tables
from graphrag_neo4j.parts.store import Store
from graphrag_neo4j.parts.tasks import Task
from graphrag_neo4j.progress import NullProgress, Progress
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.readers.files import ReadOptions
from graphrag_neo4j.settings import Settings

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding
    from llama_index.core.llms import LLM

    from graphrag_neo4j.extract import Extractor


@dataclass(frozen=True)
class MadePart:
    """A part that is there now. ``is_new``: it was not before; ``unread``: what could not be
    read; ``usage``: what the LLM was asked for it, by stage."""

    number: int
    part: Part
    is_new: bool
    unread: tuple[Unreadable, ...] = ()
    usage: Mapping[str, Usage] = field(default_factory=dict)


@dataclass(frozen=True)
class PartMaker:
    """Makes the part of a :class:`Task`, unless a whole one is there. The models are those of the
    settings, unless others are given. ``known``: checksums of parts that an earlier run made."""

    store: Store
    settings: Settings
    embed_model: BaseEmbedding | None = None
    llm: LLM | None = None
    extractor: Extractor | None = None
    progress: Progress = field(default_factory=NullProgress)
    known: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def context(self) -> GraphContext:
        """Models and settings, without a database."""
        return GraphContext(
            _no_database,
            self.settings,
            embed_model=self.embed_model,
            llm=self.llm,
            extractor=self.extractor,
            progress=self.progress,
        )

    def sent(self, share: float) -> PartMaker:
        """It, for another process, with a share of the budget."""
        budget = self.settings.budget
        mine = {"budget": budget * share if budget is not None else None}
        settings = self.settings.model_copy(update=mine)
        return replace(self, settings=settings, progress=NullProgress())

    def __call__(self, task: Task) -> MadePart:
        """Make the part. Raises :class:`ModelError` for an LLM that cannot be asked."""
        return self._found(task) or self._made(task)

    def _found(self, task: Task) -> MadePart | None:
        """The part that is there already, if it is whole, of this task, and complete."""
        name = part_name(task.number)
        if name not in self.store.names():
            return None
        try:
            if key_of(self.store, name) != task.key:
                return None
            items = [item for table in tables(self.store, name) for item in items_of(table)]
        except UsageError:  # damaged
            return None
        unread = tuple(item for item in items if isinstance(item, Unreadable))
        statuses = [item.status for item in items if not isinstance(item, Unreadable)]
        if any(status != "complete" for status in statuses):
            return None
        sha256 = self.store.sha256(name)
        if self.known.get(name, sha256) != sha256:
            return None
        return MadePart(task.number, Part(name, len(items), 0, sha256), False, unread)

    def _made(self, task: Task) -> MadePart:
        name = part_name(task.number)
        context = self.context.beside(self.progress)  # with an account of its own
        making = _Making(context)
        options = ReadOptions.of(self.settings)
        size = BATCH_CHARACTERS if self.settings.extractor == "llm" else LARGE_BATCH_CHARACTERS
        with self.store.writing(name) as file, closing(PartWriter(file, task.key)) as writer:
            for batch, _ in batches(((item, 0) for item in task.read(options)), size):
                writer.add(making.records(batch))
        making.embedder.forget()
        part = Part(name, making.rows, making.incomplete, self.store.sha256(name))
        return MadePart(task.number, part, True, tuple(making.unread), making.usage)


def _no_database() -> Database:
    raise AssertionError("extraction needs no database")


@dataclass(frozen=True)
class _Made:
    """What a document became."""

    uri: str
    version: Version
    status: str
    graph: GraphRows = field(default_factory=GraphRows)


class _Making:
    """One part while it is made, and what there is to say of it."""

    def __init__(self, context: GraphContext) -> None:
        self._context = context
        self._maker = ExtractedContent(context.extractor, context.settings)
        cache = VectorCache.of(context.settings, context.embed_model)
        self.embedder = Embedder(context.embed_model, context.progress, cache)
        self.rows = self.incomplete = 0
        self.unread: list[Unreadable] = []

    @property
    def usage(self) -> dict[str, Usage]:
        """What the LLM was asked."""
        asks = self._context.settings.extractor == "llm" and self._context.has_llm
        return self._context.chat.meter.snapshot() if asks else {}

    def records(self, batch: Sequence[Document | Unreadable]) -> list[Row]:
        """The records of a batch, in its order. Raises what stopped the LLM."""
        made = self._graphs([item for item in batch if isinstance(item, Document)])
        texts = {id_: text for one in made for id_, text in one.graph.texts.items()}
        vectors = self._vectors(texts)
        sources = (
            source_record(one.uri, one.version, one.status, one.graph, vectors) for one in made
        )
        records = [
            unreadable_record(item) if isinstance(item, Unreadable) else next(sources)
            for item in batch
        ]
        self.unread += [item for item in batch if isinstance(item, Unreadable)]
        self.rows += len(records)
        self.incomplete += sum(one.status != "complete" for one in made)
        return records

    def _graphs(self, documents: Sequence[Document]) -> list[_Made]:
        contents = self._maker.contents(documents)
        if self._maker.stopped:
            raise self._maker.stopped
        found = []
        for document, content in zip(documents, contents, strict=True):
            one = _Made(document.uri, version_of(document, self._maker), content.status)
            add_source(one.graph, document, content, one.version)
            found.append(one)
        return found

    def _vectors(self, texts: Mapping[str, str]) -> dict[str, Row]:
        """As a graph stores them: in single precision, with their keys."""
        import numpy as np

        found, key = self.embedder.vectors(texts), self.embedder.key
        return {
            id_: {"embedding_key": key(text), "embedding": np.array(found[id_], dtype=np.float32)}
            for id_, text in texts.items()
        }


def unread_of(made: Iterable[MadePart]) -> list[Unreadable]:
    """What could not be read, in the order of the parts."""
    return [item for one in made for item in one.unread]
