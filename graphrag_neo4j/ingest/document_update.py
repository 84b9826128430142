"""A batch of documents on its way into the graph: plan, chunk, extract, rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.ids import content_hash, source_id
from graphrag_neo4j.ingest.changeset import Changeset
from graphrag_neo4j.ingest.content import Content, ContentSource
from graphrag_neo4j.ingest.identity import SyncPlan, decide
from graphrag_neo4j.ingest.made_with import Memory
from graphrag_neo4j.ingest.rows import (
    GraphRows,
    add_chunks,
    add_extraction,
    add_status,
    source_properties,
)
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import ReadOptions, read_uris
from graphrag_neo4j.text.places import Places, record_place
from graphrag_neo4j.vocabulary import Label

_LOST = "was a copy of a text that changed or went, and cannot be read again: ingest it anew"


class DocumentUpdate:
    """Makes the graph say what ``documents`` say, and nothing of the URIs in ``gone``.

    A :class:`~graphrag_neo4j.ingest.changeset.SourceUpdate`. Documents and their content are kept
    while others change the graph: to prepare anew costs neither a file nor a model again.
    ``memory``: what the graph remembers of how it was made, asked before content is made.
    ``options``: how files are read. ``unreadable``: names of copies that had to be read again and
    could not, and why.
    """

    def __init__(
        self,
        documents: Iterable[Document],
        content: ContentSource,
        options: ReadOptions,
        memory: Memory | None = None,
        gone: Collection[str] = (),
    ) -> None:
        self.unreadable: dict[str, str] = {}
        self._documents = {document.uri: document for document in documents}
        self._content = content
        self._options = options
        self._memory = memory
        self._gone = gone
        self._reread: set[str] = set()
        self._made: dict[str, Content] = {}

    def prepare(self, database: Database) -> Changeset[SyncPlan]:
        """Plan, chunk, extract, rows. Raises :class:`SettingsError` before anything is made in
        another way than the graph was."""
        plan = self.plan(database)
        remembered = self._memory.admit() if self._memory and plan.write else []
        contents = self._contents(plan)
        return Changeset(
            basis=plan,
            conflict_keys=frozenset(plan.touched(self._documents.values(), self._gone)),
            sources=plan.there,
            graph=self._rows(plan, contents),
            status={source_id(uri): content.status for uri, content in contents.items()},
            after={
                "ingest/write_source_aliases": plan.rename,
                "ingest/write_record_places": plan.moved,
                "ingest/write_made_with": remembered,
            },
        )

    def is_current(self, database: Database, changeset: Changeset[SyncPlan]) -> bool:
        """Whether the same documents would still be planned so; reads the graph, no file."""
        return self._decide(database) == changeset.basis

    def plan(self, database: Database) -> SyncPlan:
        """What is new, changed, renamed and gone. Copies of a text whose first name has gone are
        read again, to be written under their own."""
        plan = self._decide(database)
        while new := [uri for uri in plan.reread if uri not in self._reread]:
            self._reread.update(new)
            self._documents |= {document.uri: document for document in self._read_again(new)}
            plan = self._decide(database)
        return plan

    def documents(self, plan: SyncPlan) -> list[Document]:
        """Those to write."""
        return [self._documents[uri] for uri in plan.write]

    def contents(self, plan: SyncPlan) -> Iterator[tuple[str, Content]]:
        """URI and content of each that was written."""
        return ((uri, self._made[uri]) for uri in plan.write)

    def _decide(self, database: Database) -> SyncPlan:
        return decide(database, self._documents, self._content.fingerprint, self._gone)

    def _read_again(self, uris: Collection[str]) -> Iterator[Document]:
        found = set[str]()
        for document in read_uris(list(uris), self._options):
            if isinstance(document, Document):
                found.add(document.uri)
                yield document
        self.unreadable |= {uri: _LOST for uri in uris if uri not in found}

    def _contents(self, plan: SyncPlan) -> dict[str, Content]:
        """Chunk and extract, what was not before."""
        missing = [document for document in self.documents(plan) if document.uri not in self._made]
        for document, content in zip(missing, self._content.contents(missing), strict=True):
            self._made[document.uri] = content
        return dict(self.contents(plan))

    def _rows(self, plan: SyncPlan, contents: dict[str, Content]) -> GraphRows:
        graph = GraphRows()
        for document in self.documents(plan):
            id_, content = source_id(document.uri), contents[document.uri]
            properties = self._properties(document, id_, plan.write[document.uri])
            graph.add(Label.SOURCE, id=id_, properties=properties)
            add_chunks(graph, content.chunks)
            places = Places(document)
            add_extraction(graph, id_, document.title, content.extracted, places=places)
            add_status(graph, content.extracted)
        return graph

    def _properties(self, document: Document, id_: str, aliases: tuple[str, ...]) -> Row:
        return {
            **source_properties(document.metadata),
            "id": id_,
            "uri": document.uri,
            "title": document.title,
            "aliases": list(aliases) or None,
            "alias_count": len(aliases) or None,
            "record_place": record_place(document),
            "content_hash": content_hash(document.text),
            "fingerprint": self._content.fingerprint(document),
        }
