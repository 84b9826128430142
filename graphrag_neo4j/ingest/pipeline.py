"""Documents in, graph out: read → chunk → extract → assemble → embed → write → derive.

Documents go through in batches. A source is removed before it is written anew and is marked
complete at its end, so an interrupted run is finished by the next one, and the graph equals
that of an undisturbed run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import uuid4

from graphrag_neo4j.extract import Extractor
from graphrag_neo4j.graph.database import Database
from graphrag_neo4j.graph.remover import remove_sources
from graphrag_neo4j.graph.writer import write_rows
from graphrag_neo4j.ids import content_hash, source_id
from graphrag_neo4j.ingest.assemble import GraphRows, add_extraction, source_properties
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.ingest.derive import derive
from graphrag_neo4j.ingest.identity import Decision, decide
from graphrag_neo4j.ingest.read import Unreadable, read_uri
from graphrag_neo4j.model import Document
from graphrag_neo4j.progress import Progress, Silent
from graphrag_neo4j.settings import Settings

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

BATCH_CHARACTERS = 400_000
BATCH_DOCUMENTS = 400
TEXTS_PER_STEP = 256

_NODES = ("chunk", "topic", "statement", "entity", "fact")
_LINKS = (
    "chunk_next",
    "topic_mentioned_in",
    "statement_mentioned_in",
    "statement_next",
    "supports",
    "subject",
    "object",
    "mentions",
    "about",
)


@dataclass(slots=True)
class IngestReport:
    """What an ingest run did. ``unreadable`` maps the name of an item to the reason."""

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    chunks: int = 0
    statements: int = 0
    facts: int = 0
    entities_derived: int = 0
    unreadable: dict[str, str] = field(default_factory=dict)

    def summary(self) -> str:
        """One line for people."""
        text = (
            f"{self.added} added, {self.changed} changed, {self.unchanged} unchanged; "
            f"{self.chunks} chunks, {self.statements} statements, {self.facts} facts."
        )
        return f"{text} {len(self.unreadable)} unreadable." if self.unreadable else text


class Ingestion:
    """The pipeline with its parts: database, extractor, embedding model, settings."""

    def __init__(
        self,
        database: Database,
        extractor: Extractor,
        embed_model: BaseEmbedding,
        settings: Settings,
        progress: Progress | None = None,
    ) -> None:
        self.database = database
        self.extractor = extractor
        self.embed_model = embed_model
        self.settings = settings
        self.progress = progress or Silent()

    def run(self, documents: Iterable[Document | Unreadable], total: int) -> IngestReport:
        """Ingest ``documents``; ``total`` is about how many there are, for progress."""
        report = IngestReport()
        with self.progress.task("Ingesting documents", total) as advance:
            for batch in _batches(documents):
                readable = []
                for item in batch:
                    if isinstance(item, Unreadable):
                        report.unreadable[item.uri] = item.reason
                    else:
                        readable.append(item)
                self._ingest(readable, report)
                advance(len(batch))
        report.entities_derived = derive(self.database, self.embed_model, self.progress)
        return report

    def _ingest(self, documents: list[Document], report: IngestReport) -> None:
        decision = decide(self.database, documents, self._fingerprint)
        if decision.reread:
            again = list(self._reread(decision.reread, report))
            decision = decide(self.database, [*documents, *again], self._fingerprint)
        report.added += decision.added
        report.changed += decision.changed
        report.unchanged += decision.unchanged
        remove_sources(self.database, decision.remove)
        write_rows(self.database, "write/source_aliases", decision.rename)
        if decision.write:
            self._write(decision, report)

    def _reread(self, uris: list[str], report: IngestReport) -> Iterator[Document]:
        """Copies of a text that changed under its first name, to be written under their own."""
        for uri in uris:
            found = next((d for d in read_uri(uri) if isinstance(d, Document)), None)
            if found is not None:
                yield found
            else:
                report.unreadable[uri] = (
                    "was a copy of a text that changed, and cannot be read again: ingest it anew"
                )

    def _write(self, decision: Decision, report: IngestReport) -> None:
        graph = GraphRows()
        for write in decision.write:
            document, id_ = write.document, source_id(write.document.uri)
            graph.add(
                "source",
                id=id_,
                uri=document.uri,
                title=document.title,
                aliases=list(write.aliases) or None,
                content_hash=content_hash(document.text),
                fingerprint=self._fingerprint(document),
                properties=source_properties(document.metadata),
            )
            chunks = chunk_document(
                document,
                id_,
                size=self.settings.chunk_size,
                overlap=self.settings.chunk_overlap,
                strategy=self.settings.chunk_strategy,
            )
            extracted = self.extractor.extract_many([(document, chunks)])[0]
            add_extraction(graph, chunks, extracted, document.title)
        self._embed(graph)
        report.chunks += len(graph.rows.get("chunk", ()))
        report.statements += len(graph.rows.get("statement", ()))
        report.facts += write_graph(self.database, graph)

    def _embed(self, graph: GraphRows) -> None:
        ids = sorted(graph.texts, key=lambda id_: len(graph.texts[id_]))  # alike, less padding
        by_id: dict[str, list[float]] = {}
        with self.progress.task("Embedding texts", len(ids)) as advance:
            for start in range(0, len(ids), TEXTS_PER_STEP):
                step = ids[start : start + TEXTS_PER_STEP]
                texts = [graph.texts[id_] for id_ in step]
                vectors = self.embed_model.get_text_embedding_batch(texts)
                by_id.update(zip(step, vectors, strict=True))
                advance(len(step))
        for name in ("chunk", "statement"):
            for row in graph.rows.get(name, ()):
                row["embedding"] = by_id[row["id"]]

    def _fingerprint(self, document: Document) -> str:
        """Changes when the same text would be written differently."""
        settings = self.settings
        parts = [
            document.title,
            [[h.start, h.level, h.title] for h in document.headings],
            dict(sorted(document.metadata.items())),
            [settings.chunk_strategy, settings.chunk_size, settings.chunk_overlap],
            self.extractor.fingerprint,
        ]
        return content_hash(json.dumps(parts, ensure_ascii=False))


def write_graph(database: Database, graph: GraphRows) -> int:
    """Write all rows, nodes before relationships; returns the number of distinct facts."""
    sources = graph.rows.get("source", [])
    write_rows(database, "write/source", sources)
    written = {
        name: write_rows(database, f"write/{name}", graph.rows.get(name, ()))
        for name in (*_NODES, *_LINKS)
    }
    mark = uuid4().hex
    entities = [{"id": row["id"], "todo": mark} for row in graph.rows.get("entity", ())]
    write_rows(database, "write/mark", entities)
    write_rows(database, "write/complete", [{"id": row["id"]} for row in sources])
    return written["fact"]


def _batches(
    documents: Iterable[Document | Unreadable],
) -> Iterator[list[Document | Unreadable]]:
    batch: list[Document | Unreadable] = []
    size = 0
    for item in documents:
        batch.append(item)
        size += len(item.text) if isinstance(item, Document) else 0
        if size >= BATCH_CHARACTERS or len(batch) >= BATCH_DOCUMENTS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
