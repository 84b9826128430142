"""Extraction: what a document says, as statements, facts and the entities they name.

An extractor reads each document by itself, so that what it says about a
document does not depend on which other documents were ingested, or when.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from graphrag_neo4j.model import Chunk, Document, ExtractedChunk

__all__ = ["Extractor"]


class Extractor(Protocol):
    """Turns the chunks of documents into records made of names.

    ``fingerprint`` changes whenever the output for the same input could change.
    """

    @property
    def fingerprint(self) -> str: ...

    def extract_many(
        self, work: Sequence[tuple[Document, Sequence[Chunk]]]
    ) -> list[list[ExtractedChunk]]:
        """For each document, one record for each of its chunks, in the same order."""
        ...
