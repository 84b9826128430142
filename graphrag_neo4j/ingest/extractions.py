"""Ingests what another engine extracted (format: :mod:`graphrag_neo4j.ingest.extractions_format`).

Two cases, told apart source by source:

* The graph does not know the source, or knows it from a hand-over: its lines *are* the source,
  chunks and all. A later file replaces what an earlier one said of the same source.
* The graph knows it from an ordinary ingest: the lines are a second layer *beside* what our
  extractor said, hung on the chunks that hold their text. Either layer is a function of its own
  input only, and replaced without touching the other; a chunk that goes takes both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.errors import ModelUnavailable, ReadError, UsageError
from graphrag_neo4j.ids import content_hash, make_id, normalise_name, normalise_text, source_id
from graphrag_neo4j.ingest.changeset import Changeset
from graphrag_neo4j.ingest.content import Content
from graphrag_neo4j.ingest.extractions_format import ChunkLine, parse_line
from graphrag_neo4j.ingest.identity import HANDED_OVER
from graphrag_neo4j.ingest.pipeline import Ingestion
from graphrag_neo4j.ingest.report import IngestReport
from graphrag_neo4j.ingest.rows import HANDOVER, GraphRows, add_extraction
from graphrag_neo4j.ingest.writer import GraphWriter
from graphrag_neo4j.model import Chunk, Document, ExtractedChunk, ExtractedStatement
from graphrag_neo4j.progress import Progress
from graphrag_neo4j.settings import Settings
from graphrag_neo4j.text.tokens import count_tokens

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

    from graphrag_neo4j.llm.chat import ChatModel

_VERSION = f"{HANDED_OVER}1-"
BATCH_SOURCES = 400
BATCH_LINES = 1_000
Lines = list[tuple[int, ChunkLine]]


class HandoverFile:
    """A JSON-lines file, read source by source; only places of lines are held in memory.

    ``bad`` maps "line n" to the reason why it cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.bad: dict[str, str] = {}
        self._places: dict[str, list[tuple[int, int]]] = {}
        try:
            with path.open("rb") as file:
                self._read_places(file)
        except OSError as error:
            raise UsageError(
                f"{path} cannot be read: {error.strerror}.", "Check the path."
            ) from None

    def __len__(self) -> int:
        return len(self._places)

    def batches(self) -> Iterator[dict[str, Lines]]:
        """The lines of some sources at a time, by URI."""
        batch: dict[str, Lines] = {}
        n = 0
        with self.path.open("rb") as file:
            for uri, places in self._places.items():
                batch[uri] = []
                for number, offset in places:
                    file.seek(offset)
                    batch[uri].append((number, parse_line(_decoded(file.readline()))))
                n += len(places)
                if len(batch) >= BATCH_SOURCES or n >= BATCH_LINES:
                    yield batch
                    batch, n = {}, 0
        if batch:
            yield batch

    def _read_places(self, file: Iterator[bytes]) -> None:
        offset = 0
        for number, line in enumerate(file, start=1):
            if line.strip():
                try:
                    uri = parse_line(_decoded(line)).source.uri
                    self._places.setdefault(uri, []).append((number, offset))
                except ReadError as error:
                    self.bad[f"line {number}"] = error.message
            offset += len(line)


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        raise ReadError("it is not UTF-8.") from None


class ImportedContent:
    """A :class:`ContentSource` whose sources are made of handed-over lines."""

    stopped: ModelUnavailable | None = None

    def __init__(self) -> None:
        self._lines: dict[str, list[ChunkLine]] = {}

    def document(self, uri: str, lines: Lines) -> Document:
        """The lines of a source as a document; its text is that of its chunks."""
        ordered = [line for _, line in sorted(lines, key=_place)]
        self._lines[uri] = ordered
        title = next((line.source.title for line in ordered if line.source.title), uri)
        metadata = {k: v for line in ordered for k, v in line.source.metadata.items()}
        return Document(uri, "\n\n".join(line.text for line in ordered), title, metadata=metadata)

    def fingerprint(self, document: Document) -> str:
        lines = [line.model_dump_json() for line in self._lines[document.uri]]
        return _VERSION + content_hash("\n".join(lines))

    def contents(self, documents: Sequence[Document]) -> list[Content]:
        return [self._content(document) for document in documents]

    def _content(self, document: Document) -> Content:
        chunks: dict[str, Chunk] = {}
        extracted: list[ExtractedChunk] = []
        at = 0
        for line in self._lines[document.uri]:
            start = line.start if line.start >= 0 else at
            end = line.end if line.end >= start else start + len(line.text)
            extra = f" - {line.heading}" if line.heading and line.heading != document.title else ""
            title, parent = document.title + extra, source_id(document.uri)
            id_ = make_id("chunk", parent, title, line.text, "0")
            new = Chunk(
                id_, parent, title, line.heading, line.text, start, end, len(chunks),
                count_tokens(line.text),
            )  # fmt: skip
            at = end + 2
            found = line.extracted(id_, title)
            if id_ in chunks:  # two lines for one chunk say more of it
                place = list(chunks).index(id_)
                extracted[place] = _united(extracted[place], found)
            else:
                chunks[id_] = new
                extracted.append(found)
        return Content(list(chunks.values()), extracted)


def _place(numbered: tuple[int, ChunkLine]) -> tuple[int, int, int]:
    """Reading order: as the lines say, else where they start, else as they come."""
    number, line = numbered
    return (line.position if line.position is not None else 0, line.start, number)


def _united(one: ExtractedChunk, other: ExtractedChunk) -> ExtractedChunk:
    return replace(
        one,
        topics=one.topics + other.topics,
        entities=one.entities + other.entities,
        about=one.about + other.about,
        claims=one.claims + other.claims,
    )


class Handover(GraphWriter):
    """The way of a hand-over file into the graph."""

    def __init__(
        self,
        database: Database,
        embed_model: BaseEmbedding,
        settings: Settings,
        progress: Progress | None = None,
        chat: ChatModel | None = None,
    ) -> None:
        super().__init__(database, embed_model, settings, progress, chat)
        self._maker = ImportedContent()
        self._whole = Ingestion(database, self._maker, embed_model, settings, progress)

    def run(self, path: Path) -> IngestReport:
        """Ingest a file. Bad lines are reported as unreadable and stop nobody else."""
        file = HandoverFile(path)
        report = IngestReport(unreadable=file.bad)
        with self.progress.task("Ingesting handed-over sources", len(file)) as advance:
            for batch in file.batches():
                self._ingest(batch, report)
                advance(len(batch))
        self.derive(report)
        return report.final()

    def _ingest(self, batch: Mapping[str, Lines], report: IngestReport) -> None:
        ids = [source_id(uri) for uri in batch]
        known = {
            uri: row["id"]
            for row in self.database.read(
                "ingest/known_sources", ids=ids, content_hashes=[], uris=[*batch]
            )
            if not row["fingerprint"].startswith(HANDED_OVER)
            for uri in (*row["aliases"], row["uri"])
        }
        documents = []
        for uri, lines in batch.items():
            if uri in known:
                continue
            for number, line in lines:
                if not line.text:
                    report.unreadable[f"line {number}"] = f"no text, and no source {uri} to add to."
            if any(line.text for _, line in lines):
                documents.append(self._maker.document(uri, [one for one in lines if one[1].text]))
        self._whole.ingest(documents, report)
        beside: dict[str, Lines] = {}
        for uri, lines in batch.items():
            if uri in known:  # of two names of one text the lines of both
                beside.setdefault(known[uri], []).extend(lines)
        if beside:
            self._add_beside(beside, [uri for uri in batch if uri in known], report)

    def _add_beside(
        self, lines: Mapping[str, Lines], uris: Sequence[str], report: IngestReport
    ) -> None:
        update = _LayerUpdate(lines, uris)
        change = self.write(update)
        changeset = change.changeset
        if change.is_changed:
            report.changed += len(changeset.sources)
        else:
            report.unchanged += len(changeset.sources)
        report.add_graph(changeset.graph, self._whole.facts)
        report.unreadable |= update.bad


class _LayerUpdate:
    """What another engine says beside ours of sources that the graph knows, by their ids;
    ``uris``: the names that the lines have for them.

    ``bad``: lines whose text is in no chunk, and why they cannot be used.
    """

    def __init__(self, lines: Mapping[str, Lines], uris: Sequence[str]) -> None:
        self.bad: dict[str, str] = {}
        self._lines = lines
        self._uris = uris
        self._ids = list(lines)

    def prepare(self, database: Database) -> Changeset[list[Row]]:
        sources = self._chunks(database)
        self.bad = {}
        graph = GraphRows()
        for source in sources:
            found = list(_spread(self._lines[source["source_id"]], source["chunks"], self.bad))
            add_extraction(graph, source["source_id"], source["source_title"], found, HANDOVER)
        keys = frozenset([*self._uris, *self._ids])
        return Changeset(sources, keys, self._ids, graph, is_beside=True)

    def is_current(self, database: Database, changeset: Changeset[list[Row]]) -> bool:
        return self._chunks(database) == changeset.basis

    def _chunks(self, database: Database) -> list[Row]:
        """The sources with the chunks that the lines are spread over."""
        return database.read("ingest/source_chunks", ids=self._ids)


def _spread(lines: Lines, chunks: Sequence[Row], bad: dict[str, str]) -> Iterator[ExtractedChunk]:
    """What the lines say, chunk by chunk; lines whose text is in no chunk go to ``bad``."""
    found: dict[str, ExtractedChunk] = {}
    passages = Passages(chunks)
    for number, line in lines:
        near = passages.near(line.text)
        if not near:
            bad[f"line {number}"] = f"no chunk of {line.source.uri} has this text."
            continue
        first = near[0].chunk
        whole = line.extracted(first["id"], first["title"])
        for part in _parts(whole, near):
            before = found.get(part.chunk_id)
            found[part.chunk_id] = _united(before, part) if before else part
    for chunk in chunks:  # in reading order, whatever the order of the lines
        if chunk["id"] in found:
            yield found[chunk["id"]]


class Passage(NamedTuple):
    """A chunk and its text as it is compared."""

    chunk: Row
    text: str


class Passages:
    """The chunks of a source, found by their texts."""

    def __init__(self, chunks: Sequence[Row]) -> None:
        self._all = [Passage(chunk, normalise_text(chunk["text"])) for chunk in chunks]
        self._equal: dict[str, list[Passage]] = {}
        for passage in self._all:
            self._equal.setdefault(passage.text, []).append(passage)

    def near(self, text: str) -> list[Passage]:
        """Those with this text; else those that hold it, or that it is cut into. All, if there is
        no text."""
        wanted = normalise_text(text)
        if wanted and wanted in self._equal:
            return self._equal[wanted]
        return [one for one in self._all if wanted in one.text or one.text in wanted]


def _parts(whole: ExtractedChunk, near: Sequence[Passage]) -> Iterator[ExtractedChunk]:
    """Statements of a passage that is several chunks, each with the chunk that names most of it."""
    if len(near) == 1:
        yield whole
        return
    texts = [passage.text.casefold() for passage in near]
    for place, (chunk, _) in enumerate(near):
        topics = []
        for topic in whole.topics:
            here = tuple(s for s in topic.statements if _best(s, texts) == place)
            if here:
                topics.append(replace(topic, statements=here))
        names = {
            normalise_name(name) for topic in topics for s in topic.statements for name in _names(s)
        }
        entities = tuple(e for e in whole.entities if normalise_name(e.name) in names)
        claims = whole.claims if place == 0 else ()
        yield ExtractedChunk(chunk["id"], tuple(topics), entities, claims=claims)


def _best(statement: ExtractedStatement, texts: Sequence[str]) -> int:
    names = [normalise_text(name).casefold() for name in _names(statement)]
    named = [sum(name in text for name in names) for text in texts]
    return named.index(max(named))


def _names(statement: ExtractedStatement) -> list[str]:
    ends = [name for fact in statement.facts for name in (fact.subject, fact.object)]
    return [*statement.mentions, *ends]
