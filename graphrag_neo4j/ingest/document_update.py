"""A batch of documents on its way into the graph: plan, chunk, extract, rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from graphrag_neo4j.ingest.content import Content, ContentSource
from graphrag_neo4j.ingest.identity import SyncPlan, Version
from graphrag_neo4j.ingest.made_with import Memory
from graphrag_neo4j.ingest.rows import GraphRows
from graphrag_neo4j.ingest.source_rows import add_source, version_of
from graphrag_neo4j.ingest.sources_update import SourcesUpdate
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import ReadOptions, read_uris


class DocumentUpdate(SourcesUpdate[Document]):
    """Makes the graph say what ``documents`` say, and nothing of the URIs in ``gone``.

    Documents and their content are kept while others change the graph: to prepare anew costs
    neither a file nor a model again. ``options``: how files are read.
    """

    def __init__(
        self,
        documents: Iterable[Document],
        content: ContentSource,
        options: ReadOptions,
        memory: Memory | None = None,
        gone: Collection[str] = (),
    ) -> None:
        super().__init__(documents, memory, gone)
        self._content = content
        self._options = options
        self._made: dict[str, Content] = {}

    def version(self, item: Document) -> Version:
        return version_of(item, self._content)

    def read_again(self, uris: Collection[str]) -> Iterator[Document]:
        for item in read_uris(list(uris), self._options):
            if isinstance(item, Document):
                yield item

    def make(
        self, items: Mapping[str, Document], plan: SyncPlan
    ) -> tuple[GraphRows, dict[str, str]]:
        """Chunk and extract, what was not before; rows."""
        missing = [document for uri, document in items.items() if uri not in self._made]
        for document, content in zip(missing, self._content.contents(missing), strict=True):
            self._made[document.uri] = content
        graph = GraphRows()
        for uri, document in items.items():
            version, aliases = self._versions[uri], plan.write[uri]
            add_source(graph, document, self._made[uri], version, aliases)
        return graph, {uri: self._made[uri].status for uri in items}

    def contents(self, plan: SyncPlan) -> Iterator[tuple[str, Content]]:
        """URI and content of each that was written."""
        return ((uri, self._made[uri]) for uri in plan.write)
