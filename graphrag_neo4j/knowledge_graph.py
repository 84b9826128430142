"""The front door: one object for one graph, used as a context manager.

with KnowledgeGraph.local() as graph:
    graph.ingest("my_documents/")
    for node in graph.as_retriever().retrieve("Who signed the register?"):
        print(node.text)
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import asdict
from functools import cached_property
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.errors import DatabaseUnavailable, GraphRagError, ReadError, UsageError
from graphrag_neo4j.graph import schema
from graphrag_neo4j.graph.database import Database, Row
from graphrag_neo4j.model import Document
from graphrag_neo4j.progress import Progress, Silent
from graphrag_neo4j.settings import LOCAL_EMBED_MODEL, Settings, load_settings

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding
    from llama_index.core.chat_engine import CondensePlusContextChatEngine
    from llama_index.core.llms import LLM
    from llama_index.core.query_engine import RetrieverQueryEngine
    from llama_index.core.tools import FunctionTool

    from graphrag_neo4j.communities.detect import Detection
    from graphrag_neo4j.communities.reports import ReportRun
    from graphrag_neo4j.extract import Extractor
    from graphrag_neo4j.ingest.pipeline import Ingestion
    from graphrag_neo4j.ingest.plan import IngestPlan
    from graphrag_neo4j.ingest.read import Unreadable
    from graphrag_neo4j.ingest.reembed import ReembedReport
    from graphrag_neo4j.ingest.report import IngestReport
    from graphrag_neo4j.interop.msgraphrag import ImportReport
    from graphrag_neo4j.interop.records import TransferReport
    from graphrag_neo4j.llm.chat import ChatModel
    from graphrag_neo4j.picture import Picture
    from graphrag_neo4j.resolve.resolver import Resolution, Resolver
    from graphrag_neo4j.retrieve.base import GraphRetriever
    from graphrag_neo4j.retrieve.results import Answer, SearchResult
    from graphrag_neo4j.search.engine import Search
    from graphrag_neo4j.search.query_engine import GraphQueryEngine
    from graphrag_neo4j.search.result import Event, SearchAnswer

Ingestible = str | PathLike[str] | Document | Any
"""A path, a :class:`Document`, or any LlamaIndex ``Document`` or reader."""


class KnowledgeGraph:
    """A graph in one Neo4j database, with the models that fill and question it.

    Made by :meth:`local`, :meth:`connect` or :meth:`from_settings`; nothing is started,
    contacted or loaded before the ``with`` block. ``embed_model`` and ``llm`` default to
    what the settings name.
    """

    def __init__(
        self,
        connect: Callable[[], Database],
        settings: Settings,
        *,
        embed_model: BaseEmbedding | None = None,
        llm: LLM | None = None,
        extractor: Extractor | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.settings = settings
        self.progress = progress or Silent()
        self._connect = connect
        self._database: Database | None = None
        self._checked_model: str | None = None
        self._embed_model = embed_model
        self._llm = llm
        self._extractor = extractor

    @classmethod
    def local(
        cls, home: str | PathLike[str] | None = None, settings: Settings | None = None, **parts: Any
    ) -> KnowledgeGraph:
        """The graph of the local server in ``home`` (default: the platform's data folder).

        Entering it provisions and starts the server where needed; leaving it lets the server
        run (``graphrag-neo4j server stop`` ends it).
        """
        settings = settings or load_settings()
        place = Path(home) if home is not None else settings.home
        progress: Progress = parts.get("progress") or Silent()

        def connect() -> Database:
            from graphrag_neo4j.server import LocalServer

            server = LocalServer(place, settings.neo4j_line, settings.server_memory)
            info = server.start(progress)
            return Database(info.bolt_uri, info.username, info.password)

        return cls(connect, settings, **parts)

    @classmethod
    def connect(
        cls,
        uri: str | None = None,
        username: str | None = None,
        password: str | None = None,
        database: str | None = None,
        settings: Settings | None = None,
        **parts: Any,
    ) -> KnowledgeGraph:
        """The graph in any Neo4j; what is not given comes from ``NEO4J_…`` settings."""
        settings = settings or load_settings()
        secret = settings.neo4j_password

        def connect() -> Database:
            address = uri or settings.neo4j_uri
            if not address:
                raise DatabaseUnavailable("No Neo4j address is given.", "Set NEO4J_URI.")
            return Database(
                address,
                username or settings.neo4j_username,
                password or (secret.get_secret_value() if secret else ""),
                database or settings.neo4j_database,
            )

        return cls(connect, settings, **parts)

    @classmethod
    def from_settings(cls, settings: Settings, **parts: Any) -> KnowledgeGraph:
        """``NEO4J_URI`` if it is set, else the local server."""
        make = cls.connect if settings.neo4j_uri else cls.local
        return make(settings=settings, **parts)

    def __enter__(self) -> KnowledgeGraph:
        self._database = self._connect().open()
        return self

    def __exit__(self, *_: object) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None
            self._checked_model = None
        if "chat" in self.__dict__:
            self.chat.close()

    async def __aenter__(self) -> KnowledgeGraph:
        import asyncio

        return await asyncio.to_thread(self.__enter__)

    async def __aexit__(self, *_: object) -> None:
        await self.database.aclose()
        self.__exit__()

    @property
    def database(self) -> Database:
        """The open connection."""
        if self._database is None:
            raise DatabaseUnavailable("The graph is not open.", "Use it in a with block.")
        return self._database

    @cached_property
    def embed_model(self) -> BaseEmbedding:
        """The embedding model of this graph."""
        from graphrag_neo4j.llm.embeddings import make_embedding

        return self._embed_model or make_embedding(self.settings, self.progress)

    @cached_property
    def llm(self) -> LLM:
        """The LLM; raises :class:`ModelError` when none is set."""
        from graphrag_neo4j.llm.client import make_llm

        return self._llm or make_llm(self.settings)

    @cached_property
    def chat(self) -> ChatModel:
        """:attr:`llm` with cache, meter, budget, limits and retries: what all stages ask.

        ``graph.chat.meter`` says what they used.
        """
        from graphrag_neo4j.llm.chat import ChatModel

        return ChatModel.of(self.settings, self.llm)

    @cached_property
    def extractor(self) -> Extractor:
        """What turns chunks into statements, facts and entities."""
        return self._make_extractor(lambda: self.chat)

    def _make_extractor(self, chat: Callable[[], ChatModel]) -> Extractor:
        from graphrag_neo4j.extract.rules import RulesExtractor

        settings = self.settings
        if self._extractor is None and settings.extractor == "llm":
            from graphrag_neo4j.extract.llm import ExtractOptions, LLMExtractor

            model = chat()
            return LLMExtractor(
                model,
                ExtractOptions.of(settings),
                self.progress,
                at_once=settings.llm_concurrency,
                status=model.meter.status,
            )
        return self._extractor or RulesExtractor(
            settings.entity_type_list, settings.relation_patterns
        )

    def apply_schema(self) -> list[str]:
        """Create constraints and indexes; returns the schema versions applied now."""
        from graphrag_neo4j.llm.embeddings import dimensions_of

        return schema.apply(
            self.database,
            embed_model=self.embed_model.model_name,
            dimensions=dimensions_of(self.embed_model),
        )

    def schema_status(self) -> schema.SchemaStatus:
        """Schema versions applied and pending."""
        return schema.status(self.database)

    def ingest(self, *items: Ingestible | Iterable[Ingestible]) -> IngestReport:
        """Read files, folders and documents into the graph.

        What is there already, unchanged, costs nothing; a changed text replaces the old one.
        Unreadable items are listed in the report and stop nobody else. Where an LLM extracts,
        :attr:`chat` says what it used; a chunk that it fails is listed, one that the budget or
        the endpoint's end left is counted as pending, and the same call goes on with both.
        Raises :class:`ModelUnavailable` when the LLM cannot be asked from the start.
        """
        documents, total = _documents(list(_flat(items)))
        self.apply_schema()
        return self._ingestion().run(documents, total)

    def plan(self, *items: Ingestible | Iterable[Ingestible]) -> IngestPlan:
        """What :meth:`ingest` of the same items would take: chunks, LLM calls, tokens, cost.

        What is in the graph or in the cache of answers costs nothing and is not counted. Asks
        no model, needs no key, and changes nothing.
        """
        from graphrag_neo4j.ingest.plan import Planner
        from graphrag_neo4j.llm.chat import ChatModel
        from graphrag_neo4j.llm.client import make_llm

        documents, total = _documents(list(_flat(items)))
        settings = self.settings
        extractor = self._make_extractor(
            lambda: ChatModel.of(settings, self._llm or make_llm(settings, to_ask=False))
        )
        is_remote = self._embed_model is None and settings.embed_model != LOCAL_EMBED_MODEL
        embed_model = settings.embed_model if is_remote else None
        planner = Planner(self.database, extractor, settings, self.progress, embed_model)
        return planner.run(documents, total)

    def ingest_extracted(self, path: str | PathLike[str]) -> IngestReport:
        """Read what another engine extracted, from a JSON-lines file, one chunk a line.

        The format is documented in :mod:`graphrag_neo4j.ingest.handover_format`. A source that
        the graph does not know is made of its lines; one that was ingested before keeps what our
        extractor said, and what the lines say stands beside it. Bad lines are listed in the
        report, by number, and stop nobody else.
        """
        from graphrag_neo4j.ingest.handover import Handover

        self.apply_schema()
        return Handover(*self._parts()).run(Path(path))

    def import_msgraphrag(self, folder: str | PathLike[str]) -> ImportReport:
        """Bring in a Microsoft GraphRAG index (parquet, any version), as if we had extracted it.

        Communities and reports come with it, unless the graph has others. Raises
        :class:`UsageError` when ``folder`` holds none; other defects are listed in the report.
        """
        from graphrag_neo4j.interop.msgraphrag import MsGraphRagImport

        self.apply_schema()
        parts = (self.database, self.embed_model, self.settings, self.progress)
        return MsGraphRagImport(*parts).run(Path(folder))

    def import_jsonl(self, path: str | PathLike[str]) -> TransferReport:
        """Make this empty graph the one that ``export("jsonl", path)`` wrote.

        Vectors that the file lacks, or that another model made, are made anew.
        """
        from graphrag_neo4j.interop.jsonl_import import import_jsonl

        self.apply_schema()
        parts = (self.database, self.embed_model, self.settings, self.progress)
        return import_jsonl(Path(path), *parts)

    def export(
        self,
        format: str,
        path: str | PathLike[str],
        *,
        with_vectors: bool = False,
        force: bool = False,
    ) -> TransferReport:
        """Write the graph to ``path``: "graphml" (entities and relations, one file), "parquet"
        (a folder of tables) or "jsonl" (everything, one file).

        ``with_vectors``: embeddings, too (not in GraphML). What is there already is replaced
        only with ``force``; nothing half-written is ever left.
        """
        from graphrag_neo4j.interop.export import export

        return export(
            self.database, format, Path(path), self.progress, with_vectors=with_vectors, force=force
        )

    def sync(self, folder: str | PathLike[str]) -> IngestReport:
        """Make the graph say of a folder what is in it now: new, changed and gone files.

        Files of other folders are left alone.
        """
        path = Path(folder)
        if not path.is_dir():
            raise UsageError(f"There is no folder {path}.", "Check the path.")
        self.apply_schema()
        return self._ingestion().sync(path)

    def delete_sources(self, *ids_or_uris: str) -> IngestReport:
        """Take sources out of the graph, with everything that only they support.

        A source's id takes it out under all its names, a URI only under that one. Raises
        :class:`UsageError` if the graph does not have one of them; then nothing is deleted.
        """
        from graphrag_neo4j.ingest.report import IngestReport

        rows = self.database.read("read/sources_named", names=list(ids_or_uris))
        names = {row["id"]: {row["uri"], *row["aliases"]} for row in rows}
        uris = {uri for known in names.values() for uri in known}
        if missing := [one for one in ids_or_uris if one not in names and one not in uris]:
            raise UsageError(
                f"There is no source {missing[0]!r}.", "See graphrag-neo4j sources list."
            )
        report = IngestReport()
        self.apply_schema()
        ingestion = self._ingestion()
        gone = {uri for one in ids_or_uris for uri in names.get(one, {one})}
        ingestion.remove(gone, report)
        ingestion.derive(report)
        return report

    def reset(self) -> int:
        """Remove all nodes and relationships; schema and server stay. Returns the nodes removed."""
        removed = 0
        while n := self.database.write("delete/everything", limit=10_000)[0]["n"]:
            removed += n
        return removed

    def ingest_problems(self) -> list[Row]:
        """Chunks that failed (reason, attempts) or left records unused (quarantine)."""
        return self.database.read("read/problems")

    def reembed(self, *, dry_run: bool = False) -> ReembedReport:
        """Make anew every vector whose model, text or text rule has changed since.

        Other dimensions are no obstacle: the vector indexes are made anew, too. ``dry_run``
        only counts.
        """
        from graphrag_neo4j.ingest.embed import Embedder
        from graphrag_neo4j.ingest.reembed import reembed
        from graphrag_neo4j.llm.embeddings import dimensions_of

        return reembed(
            self.database,
            Embedder(self.embed_model, self.progress),
            self.progress,
            embed_model=self.embed_model.model_name,
            dimensions=dimensions_of(self.embed_model),
            with_types=self.settings.embed_entity_types,
            dry_run=dry_run,
        )

    def _ingestion(self) -> Ingestion:
        from graphrag_neo4j.ingest.content import OwnExtraction
        from graphrag_neo4j.ingest.pipeline import Ingestion

        database, embed_model, settings, progress, chat = self._parts()
        maker = OwnExtraction(self.extractor, settings)
        return Ingestion(database, maker, embed_model, settings, progress, chat)

    def _parts(self) -> tuple[Database, BaseEmbedding, Settings, Progress, ChatModel | None]:
        """What a :class:`~graphrag_neo4j.ingest.pipeline.Builder` is made of."""
        settings = self.settings
        by_llm = settings.describe_by == "llm" or (
            settings.describe_by == "auto" and settings.extractor == "llm"
        )
        chat = self.chat if by_llm else None
        return self.database, self.embed_model, settings, self.progress, chat

    def resolve_entities(
        self, *, dry_run: bool = False, use_llm: bool = True, force: bool = False
    ) -> Resolution:
        """Merge entities that are the same under different names.

        Decided by rules, and by the LLM if one is set and ``use_llm``. Each merge is recorded
        and can be taken back; what is ingested later for an alias goes to the merged entity.
        ``dry_run`` only says what would be merged. ``force`` also merges pairs that
        :meth:`unmerge` took apart.
        """
        chat = self.chat if use_llm and self._has_llm else None
        return self._resolver(chat).run(dry_run=dry_run, force=force)

    def merges(self, *, skip: int = 0, limit: int = 1_000) -> list[Row]:
        """Merged entities: id and name, alias_id and alias, reason, decided_by, at."""
        return self.database.read("resolve/merges", skip=skip, limit=limit)

    def unmerge(self, *ids_or_names: str) -> list[Row]:
        """Take merges back, by the alias's id or name, exactly; they are not made again.

        Returns ``id``, ``name``, ``into_id`` and ``into`` of each. Raises
        :class:`GraphRagError` if one of them is not merged; then nothing is changed.
        """
        return self._resolver(None).undo(ids_or_names)

    def entity(self, id_or_name: str, *, limit: int = 100) -> Row:
        """One entity by its id or a name, that of a merged one, too: id, name, type,
        description, aliases, df, the strongest ``limit`` relations each way in stored direction,
        and up to ``limit`` sources. Raises :class:`GraphRagError` if there is none."""
        from graphrag_neo4j.ids import entity_id

        ids = [id_or_name, entity_id(id_or_name)]
        found = self.database.read("read/entity", ids=ids, limit=limit)
        if not found:
            raise GraphRagError(
                f"No entity has the id or name {id_or_name!r}.", "Check how documents write it."
            )
        return found[0]

    def _resolver(self, chat: ChatModel | None) -> Resolver:
        from graphrag_neo4j.ingest.pipeline import Builder
        from graphrag_neo4j.resolve.resolver import Resolver

        self.apply_schema()
        return Resolver(Builder(*self._parts()), chat)

    @property
    def _has_llm(self) -> bool:
        return self._llm is not None or self.settings.has_llm

    def detect_communities(self, *, fresh: bool = False) -> Detection:
        """Find the communities of the entity graph by Leiden and store them as a hierarchy.

        The same graph and settings give the same communities. After a small change they are
        brought up to date, so that communities it does not touch keep their ids; ``fresh``
        finds all from scratch. Raises :class:`DatabaseError` for a graph without entities.
        """
        from graphrag_neo4j.communities.detect import detect

        self.apply_schema()
        return detect(self.database, self.settings, self.progress, fresh=fresh)

    def report_communities(self) -> ReportRun:
        """Write a report on each community, by the LLM if one is set, else by rules.

        A report whose input did not change is reused. A report that fails is listed in the
        result and stops no other; at the end of the budget what was written stays.
        """
        from graphrag_neo4j.llm.workers import to_its_end

        return to_its_end(self.areport_communities())

    async def areport_communities(self) -> ReportRun:
        """:meth:`report_communities` without blocking the event loop."""
        import asyncio

        from graphrag_neo4j.communities.reports import ReportWriter

        await asyncio.to_thread(self.apply_schema)
        chat = self.chat if self._has_llm else None
        return await ReportWriter(
            self.database, self.embed_model, self.settings, self.progress, chat
        ).run()

    def communities(
        self, level: int | None = None, *, skip: int = 0, limit: int = 1_000
    ) -> list[Row]:
        """Communities of one or all levels (0 = most granular), the highest rated first."""
        return self.database.read("communities/list", level=level, skip=skip, limit=limit)

    def community(self, id_: str) -> Row:
        """One community by its id, or by a beginning of it that no other has: report,
        sub-communities, and up to 100 entities. Raises :class:`UsageError` for an unknown id."""
        found = self.database.read("communities/show", id=id_)
        if len(found) != 1:
            what = "Several communities have ids that start" if found else "No community has an id"
            raise UsageError(f"{what} with {id_!r}.", "See graphrag-neo4j communities list.")
        return {**found[0], "findings": json.loads(found[0]["findings"] or "[]")}

    def as_retriever(self, mode: str = "traversal", **options: Any) -> GraphRetriever:
        """A LlamaIndex retriever over this graph.

        ``mode``: "traversal", "vector_guided", "hybrid", or one half of traversal alone,
        "chunk_based" or "entity_based"; ``options`` are those of its class in
        :mod:`graphrag_neo4j.retrieve`. No LLM is used unless one is given as ``llm=…``.
        """
        from graphrag_neo4j.retrieve import retriever_class

        self._check_ready()
        return retriever_class(mode)(self.database, self.embed_model, **options)

    def _check_ready(self) -> None:
        model = self.embed_model.model_name
        if self._checked_model != model:  # once, not with each question
            schema.check_ready(self.database, model)
            self._checked_model = model

    def as_query_engine(
        self, mode: str = "traversal", *, llm: LLM | None = None, **options: Any
    ) -> RetrieverQueryEngine:
        """A LlamaIndex query engine over :meth:`as_retriever`; ``llm`` writes the answer."""
        from llama_index.core.query_engine import RetrieverQueryEngine

        return RetrieverQueryEngine.from_args(
            self.as_retriever(mode, **options), llm=llm or self.llm
        )

    def as_chat_engine(
        self, mode: str = "traversal", *, llm: LLM | None = None, **options: Any
    ) -> CondensePlusContextChatEngine:
        """A LlamaIndex chat engine over :meth:`as_retriever`, which reads a follow-up question
        in the light of the conversation."""
        from llama_index.core.chat_engine import CondensePlusContextChatEngine

        return CondensePlusContextChatEngine.from_defaults(
            self.as_retriever(mode, **options), llm=llm or self.llm
        )

    def as_tools(self, mode: str = "traversal", **options: Any) -> list[FunctionTool]:
        """Tools for a LlamaIndex agent: look up statements, list sources; read only, no LLM."""
        from graphrag_neo4j.retrieve.tools import graph_tools

        return graph_tools(self, self.as_retriever(mode, **options))

    def retrieve(
        self, question: str, mode: str = "traversal", **options: Any
    ) -> list[SearchResult]:
        """What the graph says on a question, best first; needs no LLM.

        ``mode`` and ``options`` are those of :meth:`as_retriever`.
        """
        if not question.strip():
            raise UsageError("The question is empty.", "Ask in words.")
        return self.as_retriever(mode, **options).search(question)

    def ask(self, question: str, mode: str = "traversal", **options: Any) -> Answer:
        """An LLM's answer from what the graph says, with the results that it was given."""
        from llama_index.core.response_synthesizers import get_response_synthesizer

        from graphrag_neo4j.llm.client import translated
        from graphrag_neo4j.retrieve.results import Answer, to_node

        llm = self.llm
        results = self.retrieve(question, mode, **options)
        if not results:
            return Answer("The graph says nothing on this.", ())
        with translated(llm):
            response = get_response_synthesizer(llm=llm).synthesize(
                question, [to_node(result) for result in results]
            )
        return Answer(str(response), tuple(results))

    def search(self, mode: str, question: str, **options: Any) -> SearchAnswer:
        """An answer in one of the ways of :mod:`graphrag_neo4j.search`, with its context,
        citations and cost.

        ``mode``: "local", "global", "basic", "naive", "drift", "causal", "questions", or "auto",
        which chooses; ``options`` are those of the mode in :mod:`graphrag_neo4j.search.options`.
        ``context_only=True`` needs no LLM; without one, or if it fails, the result has the
        context and says in ``error`` what is wrong.
        """
        return self._search(mode, options).run(question)

    async def asearch(self, mode: str, question: str, **options: Any) -> SearchAnswer:
        """:meth:`search` without blocking the event loop."""
        import asyncio

        return await (await asyncio.to_thread(self._search, mode, options)).arun(question)

    def stream(self, mode: str, question: str, **options: Any) -> Iterator[Event]:
        """:meth:`search` as it happens: context, intermediate answers, pieces of the answer's
        text, at last the result. Streamed answers are metered, not cached."""
        return self._search(mode, options).stream(question)

    async def astream(self, mode: str, question: str, **options: Any) -> AsyncIterator[Event]:
        """:meth:`stream` without blocking the event loop."""
        import asyncio

        async for event in (await asyncio.to_thread(self._search, mode, options)).astream(question):
            yield event

    def as_search_engine(self, mode: str = "auto", **options: Any) -> GraphQueryEngine:
        """A LlamaIndex query engine over :meth:`search`."""
        from graphrag_neo4j.search.query_engine import GraphQueryEngine

        return GraphQueryEngine(self._search(mode, options))

    def _search(self, mode: str, options: dict[str, Any]) -> Search:
        from graphrag_neo4j.search.engine import Search
        from graphrag_neo4j.search.session import Parts

        parts = Parts(self.database, self.embed_model, self.settings, lambda: self.chat)
        search = Search(parts, mode, **options)
        self._check_ready()
        return search

    def show(self, question: str | None = None, *, level: int = 0, limit: int = 200) -> Picture:
        """A picture of what the graph says on a question or an entity, or, without either, of
        the communities of a level; ``picture.save(path)`` writes it as one HTML file."""
        from graphrag_neo4j import picture
        from graphrag_neo4j.ids import entity_id
        from graphrag_neo4j.retrieve.keywords import candidate_entities

        if question is None:
            return picture.of_communities(self.database, level, limit)
        results = self.retrieve(question)
        named = [entity_id(question), *candidate_entities(question)]
        return picture.of_results(self.database, question, results, named, limit)

    def sources(self, *, skip: int = 0, limit: int = 1_000) -> list[Row]:
        """Sources by title: id, uri, aliases, title, status, number of chunks."""
        return self.database.read("read/sources", skip=skip, limit=limit)

    def stats(self) -> dict[str, Any]:
        """Counts of nodes and relationships, and what the graph was embedded with."""
        status = asdict(self.schema_status())
        return {
            "nodes": {r["label"]: r["n"] for r in self.database.read("admin/node_counts")},
            "relationships": {
                r["type"]: r["n"] for r in self.database.read("admin/relationship_counts")
            },
            "communities": self._community_stats(),
            "embed_model": status["embed_model"],
            "dimensions": status["dimensions"],
            "neo4j": self.database.version.text,
        }

    def _community_stats(self) -> dict[str, Any]:
        record = next(iter(self.database.read("communities/record")), None)
        levels = self.database.read("communities/levels")
        for row in levels:
            for name in ("modularity", "coverage"):
                known = record[name] if record else []
                row[name] = known[row["level"]] if row["level"] < len(known) else None
        return {"method": record["method"] if record else None, "levels": levels}


def _flat(items: Iterable[Any]) -> Iterator[Any]:
    for item in items:
        if hasattr(item, "load_data"):  # a LlamaIndex reader
            item = item.load_data()
        single = not isinstance(item, Iterable) or isinstance(item, str | PathLike | Document)
        if single or hasattr(item, "get_content"):  # LlamaIndex documents can be iterated, too
            yield item
        else:
            yield from _flat(item)


def _documents(items: list[Any]) -> tuple[Iterator[Document | Unreadable], int]:
    """What to ingest, and about how many documents that is."""
    from graphrag_neo4j.ingest.read import (
        Unreadable,
        estimate_items,
        find_files,
        from_llama,
        read_files,
    )

    files = find_files(Path(item) for item in items if isinstance(item, str | PathLike))
    others = [item for item in items if not isinstance(item, str | PathLike)]

    def given() -> Iterator[Document | Unreadable]:
        for number, item in enumerate(others, start=1):
            try:
                yield item if isinstance(item, Document) else from_llama(item)
            except ReadError as error:
                yield Unreadable(f"document {number}", error.message, error.hint)

    return chain(given(), read_files(files)), len(others) + estimate_items(files)
