"""Extraction: what a document says, as statements, facts and the entities they name.

An extractor sees one document at a time and nothing else, so that what it says about a
document does not depend on which other documents were ingested, or when.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from graphrag_neo4j.model import Chunk, Document, ExtractedChunk

__all__ = ["Extractor"]


class Extractor(Protocol):
    """Turns the chunks of one document into records made of names.

    ``fingerprint`` changes whenever the output for the same input could change.
    """

    @property
    def fingerprint(self) -> str: ...

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> list[ExtractedChunk]:
        """One record for each chunk, in the same order."""
        ...
