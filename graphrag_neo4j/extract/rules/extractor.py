"""Extraction by rules: no model, no download, the same answer every time."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import Future

from graphrag_neo4j.extract.parse.document import (
    DocumentTexts,
    ParsedDocument,
    Parser,
    parse_together,
)
from graphrag_neo4j.extract.relation_types import RelationTypes
from graphrag_neo4j.extract.rules.document_reading import DocumentReading, DocumentSentences
from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.llm.concurrency import Workers
from graphrag_neo4j.model import Chunk, Document, ExtractedChunk
from graphrag_neo4j.text.language import is_foreign

_log = logging.getLogger(__name__)
_Work = tuple[Document, Sequence[Chunk]]

_VERSION = "65"
_PARSE_VERSION = "parse-62"


class RulesExtractor:
    """Finds statements, entities and facts by rules and word lists.

    ``entity_types`` are types of your own beside the built-in ones, and go before them: SPELL for
    "X is a spell", "the spell X" and "Mending Spell". ``relation_patterns`` maps
    phrases of a predicate to relation types, before the type made from the predicate itself.
    Each of ``parsers`` reads documents in its language, the first also those whose language is not
    clear, unless it is one of English and they are hardly English; word lists read the others.
    """

    def __init__(
        self,
        entity_types: tuple[str, ...] = (),
        relation_patterns: Mapping[str, str] | None = None,
        parsers: Sequence[Parser] = (),
    ) -> None:
        self._types = tuple(type_.strip().upper() for type_ in entity_types if type_.strip())
        self._relations = RelationTypes(relation_patterns or {})
        self._parsers = tuple(parsers)
        options = json.dumps([self._types, sorted((relation_patterns or {}).items())])
        names = "+".join(parser.name for parser in self._parsers)
        by = f"{_PARSE_VERSION}-{names}" if names else _VERSION
        self.fingerprint = f"rules-{by}-{content_hash(options)[:12]}"
        self._begun: dict[str, tuple[_Work, Future[list[ExtractedChunk]]]] = {}

    @property
    def is_parsing(self) -> bool:
        """Whether texts are read with a parser, not by word lists alone."""
        return bool(self._parsers)

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> list[ExtractedChunk]:
        """One record for each chunk. What it says depends on this document alone."""
        return self._extracted([(document, chunks)])[0]

    def _extracted(self, work: Sequence[_Work]) -> list[list[ExtractedChunk]]:
        """Those of each document. One whose parse leads to an error, as a sentence that nobody
        thought of may make it do, is read by word lists; the others do not suffer for it."""
        try:
            return self._read(work, self._parsers)
        except Exception as error:
            if len(work) > 1:
                return [self._extracted([one])[0] for one in work]
            if not self._parsers:
                raise
            told = "%s: read by word lists, as its parse led to an error (%s: %s)."
            _log.warning(told, work[0][0].uri, type(error).__name__, error)
            _log.debug("What led to it:", exc_info=error)
            return self._read(work, ())

    def _read(self, work: Sequence[_Work], parsers: Sequence[Parser]) -> list[list[ExtractedChunk]]:
        """What one of ``parsers`` reads it reads together."""
        given = [DocumentSentences(*one) for one in work]
        parsed: dict[int, ParsedDocument] = {}
        for parser in parsers:
            own = [n for n, one in enumerate(given) if _parser_of(one, parsers) is parser]
            texts = [DocumentTexts(given[n].document, given[n].all) for n in own]
            parsed |= dict(zip(own, parse_together(parser, texts), strict=True))
        return [
            DocumentReading(one, self._types, self._relations, parsed.get(n)).chunks()
            for n, one in enumerate(given)
        ]

    def begin(self, document: Document, chunks: Sequence[Chunk]) -> None:
        """Read ``document`` in the background; :meth:`extract_many` takes it from there."""
        reading = Workers(1).submit(lambda: self.extract(document, chunks))
        self._begun[document.uri] = ((document, chunks), reading)

    def extract_many(self, work: Sequence[_Work]) -> list[list[ExtractedChunk]]:
        """:meth:`extract` for several documents."""
        begun = [self._begun_with(one) for one in work]
        new = [one for one, found in zip(work, begun, strict=True) if not found]
        extracted = iter(self._extracted(new))
        return [found or next(extracted) for found in begun]

    def _begun_with(self, one: _Work) -> list[ExtractedChunk]:
        """What was found in a document that :meth:`begin` was told; nothing if not just this."""
        begun, reading = self._begun.pop(one[0].uri, (None, None))
        return reading.result() if reading is not None and begun == one else []


def _parser_of(given: DocumentSentences, parsers: Sequence[Parser]) -> Parser | None:
    """The parser that knows the language of a document; the first if that is not clear, but none
    of English for words that are hardly English."""
    language = given.language
    if language:
        return next((parser for parser in parsers if parser.language == language), None)
    first = parsers[0]
    return None if first.language == "en" and is_foreign(given.document.text) else first
