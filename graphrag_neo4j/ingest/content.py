"""Where the content of a source comes from: our own extraction, or another engine's."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Protocol

from graphrag_neo4j.errors import ModelUnavailable
from graphrag_neo4j.extract import Extractor
from graphrag_neo4j.ids import content_hash, source_id
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import NOT_ASKED, Chunk, Document, ExtractedChunk
from graphrag_neo4j.settings import Settings
from graphrag_neo4j.text.places import record_place

_FORMAT = 2
"""Of what we write for the same extraction; a new one writes every source anew."""


@dataclass(frozen=True, slots=True)
class Content:
    """The chunks of a document and what was extracted from each, in the same order."""

    chunks: Sequence[Chunk]
    extracted: Sequence[ExtractedChunk]

    @property
    def status(self) -> str:
        """A source is complete only when all its chunks are."""
        return "incomplete" if any(found.failed for found in self.extracted) else "complete"


class ContentSource(Protocol):
    """Makes the content of documents; ``fingerprint`` changes whenever that could change.

    ``stopped`` is set when no more content can be made in this run, and says why.
    """

    stopped: ModelUnavailable | None

    def fingerprint(self, document: Document) -> str: ...

    def contents(self, documents: Sequence[Document]) -> list[Content]:
        """The content of each document, in their order."""
        ...


class ExtractedContent:
    """Chunks as the settings say, extracted by our own extractor."""

    def __init__(self, extractor: Extractor, settings: Settings) -> None:
        self._extractor = extractor
        self._settings = settings
        self.stopped: ModelUnavailable | None = None

    @property
    def signature(self) -> str:
        """What a fingerprint hangs on beside the document."""
        settings = self._settings
        cut = [settings.chunk_strategy, settings.chunk_size, settings.chunk_overlap]
        return content_hash(json.dumps([_FORMAT, cut, self._extractor.fingerprint]))

    def fingerprint(self, document: Document) -> str:
        """A hash of all that what is written of ``document`` depends on, beside its text."""
        settings = self._settings
        places = document.places if record_place(document) is None else ()
        parts = [
            _FORMAT,
            document.title,
            [[h.start, h.level, h.title] for h in document.headings],
            dict(sorted(document.metadata.items())),
            [settings.chunk_strategy, settings.chunk_size, settings.chunk_overlap],
            self._extractor.fingerprint,
            *(["markdown"] if document.is_markdown else []),
            *([["places", *map(astuple, places)]] if places else []),
            *([["blocks", *map(astuple, document.blocks)]] if document.blocks else []),
            *([["above", *map(astuple, document.above)]] if document.above else []),
            *([["line", document.first_line]] if document.first_line > 1 else []),
            *([["language", document.shared_language]] if document.shared_language else []),
        ]
        return content_hash(json.dumps(parts, ensure_ascii=False))

    def chunks(self, document: Document) -> list[Chunk]:
        """``document`` cut as the settings say."""
        return chunk_document(
            document,
            source_id(document.uri),
            size=self._settings.chunk_size,
            overlap=self._settings.chunk_overlap,
            strategy=self._settings.chunk_strategy,
        )

    def contents(self, documents: Sequence[Document]) -> list[Content]:
        """Raises what stopped the extractor if it did before it found anything."""
        chunks = [self.chunks(document) for document in documents]
        extracted = self._extractor.extract_many(list(zip(documents, chunks, strict=True)))
        self.stopped = self.stopped or getattr(self._extractor, "stopped", None)
        if self.stopped and all(one.failed == NOT_ASKED for e in extracted for one in e):
            raise self.stopped
        return [Content(c, e) for c, e in zip(chunks, extracted, strict=True)]
