"""``graph.sources``: the documents of a graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.context import GraphContext
from graphrag_neo4j.results import Result, many

if TYPE_CHECKING:
    from graphrag_neo4j.ingest.report import IngestReport


@dataclass(frozen=True, slots=True)
class Source(Result):
    """A document. ``aliases``: other URIs of the same text; ``status``: "complete", or "incomplete"
    where a chunk could not be extracted; ``chunks``: how many; ``metadata``: what it was ingested
    with."""

    id: str
    uri: str
    aliases: tuple[str, ...]
    title: str
    status: str
    chunks: int
    metadata: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SourceMatch(Result):
    """A source that a name means; ``named``: those of its URIs (``uri`` and ``aliases``) that are
    meant."""

    id: str
    uri: str
    title: str
    aliases: tuple[str, ...]
    named: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TextPiece(Result):
    """What one chunk keeps of a page: characters ``start`` to ``end`` of the source's text;
    ``place``: what a reader calls it ("page 3"), if anything."""

    chunk_id: str
    title: str
    start: int
    end: int
    place: str | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcePage(Result):
    """A page of a source's text.

    ``source``: its properties (id, uri, title, metadata); ``pieces`` in reading order (what is
    missing between two is white space, unless a hand-over left it out); ``next_start``: where the
    next page starts, None at the end; ``unplaced``: chunks whose place in the text is not known.
    """

    source: Mapping[str, Any]
    pieces: tuple[TextPiece, ...] = many(TextPiece)
    next_start: int | None
    unplaced: int


@dataclass(frozen=True, slots=True)
class MentionedEntity(Result):
    """An entity that a source mentions, in so many of its ``statements``; ``only_here``: in no
    other source."""

    id: str
    name: str
    type: str
    statements: int
    only_here: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceContents(Result):
    """What a source added to the graph: how many of each kind, of the ``entities`` the 30 that it
    mentions most."""

    id: str
    uri: str
    title: str
    status: str
    chunks: int
    topics: int
    statements: int
    facts: int
    n_entities: int
    entities: tuple[MentionedEntity, ...] = many(MentionedEntity)


FoundSources = list[Source]
MatchedSources = list[SourceMatch]


class Sources:
    """The documents of a graph.

    A source is named by its id (or the first 8 digits of it or more), a URI, the path of a file
    or folder, a title, or a glob; the first of these that fits counts. Paths may be relative, and
    the file may be gone.
    """

    def __init__(self, context: GraphContext) -> None:
        self._context = context

    def list(self, text: str | None = None, *, skip: int = 0, limit: int = 1_000) -> FoundSources:
        """Sources by title.

        ``text``: only those whose title or URI contains it, whatever the case, or fits it as a
        glob ("*.pdf", "reports/**"). At most ``limit`` after the first ``skip``.
        """
        from graphrag_neo4j.source_names import listed

        return [Source.of(row) for row in listed(self._context.database, text, skip, limit)]

    def find(self, *names: str) -> MatchedSources:
        """The sources that names mean, each with those of its URIs that are meant.

        Raises :class:`NotFoundError` for a name that fits nothing and :class:`UsageError` for a
        title that fits several sources.
        """
        from graphrag_neo4j.source_names import find

        database = self._context.database
        found = [one for name in names for one in find(database, name)]
        return [SourceMatch.of(one.to_dict()) for one in found]

    def text(self, name: str, *, start: int = 0, length: int = 4_000) -> SourcePage:
        """Characters ``start`` to ``start + length`` (1 to 100,000) of the text of one source.

        Raises :class:`NotFoundError` if there is no such source, :class:`UsageError` if the name
        means several.
        """
        from graphrag_neo4j.retrieve.source_text import page_of

        return SourcePage.of(page_of(self._context.database, name, start, length))

    def contents(self, name: str) -> SourceContents:
        """What one source added to the graph.

        Raises :class:`NotFoundError` if there is no such source, :class:`UsageError` if the name
        means several.
        """
        from graphrag_neo4j.source_names import find_one

        database = self._context.database
        id_ = find_one(database, name)["id"]
        return SourceContents.of(database.read("sources/contents", id=id_)[0])

    def delete(self, *names: str) -> IngestReport:
        """Take sources out of the graph, with everything that only they support.

        :meth:`find` says beforehand what goes. An id or a title takes a source out under all its
        URIs, anything else only under the URIs that fit. Raises :class:`NotFoundError` for a name
        that fits nothing and :class:`UsageError` for an ambiguous title; then nothing is deleted.
        """
        from graphrag_neo4j.ingest.file_notes import forget_unread
        from graphrag_neo4j.ingest.report import IngestReport
        from graphrag_neo4j.resources.ingestion import ingestion_of
        from graphrag_neo4j.source_names import find

        context = self._context
        gone = {uri for name in names for one in find(context.database, name) for uri in one.uris}
        report = IngestReport()
        ingestion = ingestion_of(context)
        ingestion.remove(gone, report)
        forget_unread(context.database, gone)
        ingestion.derive(report)
        return report.final()
