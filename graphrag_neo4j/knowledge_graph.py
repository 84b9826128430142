"""The front door: one object for one graph, used as a context manager.

with KnowledgeGraph.local() as graph:
    graph.ingest("my_documents/")
    for node in graph.as_retriever().retrieve("Who signed the register?"):
        print(node.text)
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.graph_handle import GraphHandle
from graphrag_neo4j.options import checked_question

if TYPE_CHECKING:
    from llama_index.core.chat_engine.types import BaseChatEngine
    from llama_index.core.llms import LLM
    from llama_index.core.query_engine import RetrieverQueryEngine
    from llama_index.core.tools import FunctionTool

    from graphrag_neo4j.evaluate.evaluation import Evaluation
    from graphrag_neo4j.evaluate.questions import Question, Questions
    from graphrag_neo4j.evaluate.tune import Tuning
    from graphrag_neo4j.evaluate.tune_prompts import PromptTuning
    from graphrag_neo4j.ingest.plan import IngestPlan
    from graphrag_neo4j.ingest.reembed import ReembedReport
    from graphrag_neo4j.ingest.report import IngestReport
    from graphrag_neo4j.interop.export import Format
    from graphrag_neo4j.interop.msgraphrag import ImportReport
    from graphrag_neo4j.interop.records import TransferReport
    from graphrag_neo4j.readers.inputs import Ingestible
    from graphrag_neo4j.resources.stats import ChunkProblem, GraphStats
    from graphrag_neo4j.retrieve.base import GraphRetriever
    from graphrag_neo4j.retrieve.modes import RetrieverMode
    from graphrag_neo4j.retrieve.results import RetrievalResult
    from graphrag_neo4j.search.answer import Answer
    from graphrag_neo4j.search.modes import SearchMode
    from graphrag_neo4j.search.query_engine import GraphQueryEngine
    from graphrag_neo4j.search.result import Event, SearchAnswer
    from graphrag_neo4j.visualization import Picture


class KnowledgeGraph(GraphHandle):
    """A graph in one Neo4j database, with the models that fill and question it.

    ``KnowledgeGraph(settings)`` is the graph at ``NEO4J_URI`` if that is set, else that of the
    local server; :meth:`local` and :meth:`connect` say which. Nothing is started, contacted or
    loaded before the ``with`` block. What stands in the graph is behind its nouns:
    :attr:`sources`, :attr:`entities`, :attr:`communities` and :attr:`schema`.

    Keywords of all three: ``embed_model`` and ``llm``, any LlamaIndex models in place of those
    that the settings name; ``extractor``, which turns chunks into statements and facts;
    ``progress``, which hears how far long work is.
    """

    def ingest(
        self,
        *items: Ingestible | Iterable[Ingestible],
        extracted: str | PathLike[str] | None = None,
        switch_extractor: bool = False,
    ) -> IngestReport:
        """Read files, folders and documents into the graph; or, in their place, the parts in the
        folder or bucket ``extracted``, which :func:`extract_parts` made of them.

        What is there already, unchanged, costs nothing; a changed text replaces the old one.
        Unreadable items are listed in the report and stop nobody else. Where an LLM extracts,
        :attr:`chat` says what it used; a chunk that it fails is listed, one that the budget or
        the endpoint's end left is counted as pending, and the same call goes on with both.
        Raises :class:`ModelUnavailable` when the LLM cannot be asked from the start.

        The graph remembers how it was made: extractor, LLM, chunks, types, language. Raises
        :class:`SettingsError`, before anything is written, if the settings say otherwise now;
        ``switch_extractor`` says that this is meant.
        """
        from graphrag_neo4j.resources.ingestion import ingest

        return ingest(self.context, items, extracted, may_switch=switch_extractor)

    def sync(self, *folders: str | PathLike[str], switch_extractor: bool = False) -> IngestReport:
        """Make the graph say of folders what is in them now: new, changed and gone files.

        Files of other folders are left alone, and so are those that the settings ``include`` and
        ``exclude`` leave out. Raises :class:`GraphRagError`, and changes nothing, where nothing is
        found in a folder that sources came from: it may not be mounted. ``switch_extractor``: as
        with :meth:`ingest`.
        """
        from graphrag_neo4j.resources.ingestion import sync

        return sync(self.context, [*map(Path, folders)], may_switch=switch_extractor)

    def plan(self, *items: Ingestible | Iterable[Ingestible]) -> IngestPlan:
        """What :meth:`ingest` of the same items would take: chunks, LLM calls, tokens, cost.

        What is in the graph or in the cache of answers costs nothing and is not counted. Asks
        no model, needs no key, and changes nothing; where nothing was ever ingested, the graph need
        not be open.
        """
        from graphrag_neo4j.resources.ingestion import plan

        return plan(self.context, items, is_unused=self.is_unused)

    def problems(self) -> list[ChunkProblem]:
        """Chunks that failed or are still to do, or whose extraction left records unused; files
        that the last run over them could not read."""
        from graphrag_neo4j.resources.stats import ChunkProblem

        return [ChunkProblem.of(row) for row in self.database.read("ingest/problems")]

    def import_extracted(self, path: str | PathLike[str]) -> IngestReport:
        """Read what another engine extracted, from a JSON-lines file, one chunk a line.

        The format is documented in :mod:`graphrag_neo4j.ingest.extractions_format`. A source that
        the graph does not know is made of its lines; one that was ingested before keeps what our
        extractor said, and what the lines say stands beside it. Bad lines are listed in the
        report, by number, and stop nobody else.
        """
        from graphrag_neo4j.ingest.extractions import Handover

        self.context.apply_schema()
        with self.context.usage_booked():
            return Handover(*self.context.writer_parts()).run(Path(path))

    def import_msgraphrag(
        self, folder: str | PathLike[str], *, replace_communities: bool = False
    ) -> ImportReport:
        """Bring in a Microsoft GraphRAG index (parquet, any version), as if we had extracted it.

        Communities and reports come with it, unless the graph has others, which stay without
        ``replace_communities``. Raises :class:`UsageError` when ``folder`` holds none; other
        defects are listed in the report.
        """
        from graphrag_neo4j.interop.msgraphrag import MsGraphRagImport

        context = self.context
        context.apply_schema()
        parts = (context.database, context.embed_model, context.settings, context.progress)
        return MsGraphRagImport(*parts).run(Path(folder), replace_communities=replace_communities)

    def import_jsonl(self, path: str | PathLike[str]) -> TransferReport:
        """Make this empty graph the one that ``export("jsonl", path)`` wrote.

        Vectors that the file lacks, or that another model made, are made anew.
        """
        from graphrag_neo4j.interop.jsonl_import import import_jsonl

        self.context.apply_schema()
        return import_jsonl(self.context, Path(path))

    def export(
        self,
        format: Format,
        path: str | PathLike[str],
        *,
        with_vectors: bool = False,
        force: bool = False,
    ) -> TransferReport:
        """Write the graph to ``path``: "graphml" (entities and relations, one file), "parquet"
        (a folder of tables), "jsonl" (everything, one file) or "neo4j-admin" (a folder of CSV
        files for ``neo4j-admin database import``).

        ``with_vectors``: embeddings, too (not in GraphML). What is there already is replaced
        only with ``force``; nothing half-written is ever left. Where only reading is allowed,
        writers are not kept waiting, which the report's ``note`` says.
        """
        from graphrag_neo4j.interop.export import export

        options = {"with_vectors": with_vectors, "force": force}
        return export(self.database, format, Path(path), self.context.progress, **options)

    def backup(self, file: str | PathLike[str]) -> Path:
        """Write the graph of a local server to ``file``, which appears whole or not at all.

        The server is stopped for it and started again, if it runs; connections end, ours is made
        anew. Raises :class:`UsageError` for a file that exists or a graph that is not local.
        """
        from graphrag_neo4j.server.backup import backup

        with self.context.disconnected():
            return backup(self.server, Path(file), self.context.progress)

    def restore(self, file: str | PathLike[str], *, force: bool = False) -> int:
        """Replace the graph of a local server by the one that :meth:`backup` wrote to ``file``;
        returns its number of nodes.

        Raises :class:`UsageError` for a missing file, and for a graph that is not empty unless
        ``force``; :class:`ServerError` when the file is no backup. Then the graph is as it was.
        """
        from graphrag_neo4j.server.backup import restore

        with self.context.disconnected():
            return restore(self.server, Path(file), force=force, progress=self.context.progress)

    def reembed(self, *, dry_run: bool = False) -> ReembedReport:
        """Make anew every vector whose model, text or text rule has changed since.

        Other dimensions are no obstacle: the vector indexes are made anew, too. ``dry_run``
        only counts.
        """
        from graphrag_neo4j.ingest.reembed import reembed

        return reembed(self.context, dry_run=dry_run)

    def reset(self) -> int:
        """Remove all nodes and relationships; schema and server stay. Returns the nodes removed."""
        removed = 0
        while n := self.database.write("ingest/delete_everything", limit=10_000)[0]["n"]:
            removed += n
        self.database.write("communities/begin_detection")  # of those there is nothing left, either
        self.database.write("ingest/write_made_with", rows=[{"id": "graph", "made_with": None}])
        self.database.write("evaluate/write_tuned", tuned=None)
        return removed

    def stats(self) -> GraphStats:
        """How much is in the graph, how it was made, and what LLM calls used so far."""
        from graphrag_neo4j.resources.stats import stats_of

        self.context.book_usage()
        return stats_of(self.database)

    def retrieve(
        self, question: str, mode: RetrieverMode = "traversal", **options: Any
    ) -> list[RetrievalResult]:
        """What the graph says on a question, best first; needs no LLM, and asks none unless one is
        given as ``llm=…``.

        ``mode`` and ``options`` are those of :meth:`as_retriever`. Raises :class:`UsageError` for
        an empty question.
        """
        question = checked_question(question)
        return self.as_retriever(mode, **options).search(question)

    async def aretrieve(
        self, question: str, mode: RetrieverMode = "traversal", **options: Any
    ) -> list[RetrievalResult]:
        """:meth:`retrieve` without blocking the event loop."""
        question = checked_question(question)
        retriever = await asyncio.to_thread(self.as_retriever, mode, **options)
        return await retriever.asearch(question)

    def ask(
        self,
        question: str,
        mode: RetrieverMode = "traversal",
        *,
        llm: LLM | None = None,
        **options: Any,
    ) -> Answer:
        """An LLM's answer from what the graph says, with checked citations and its cost.

        ``mode`` and ``options`` are those of :meth:`as_retriever`; ``llm`` is one to ask in place
        of the graph's own. It is asked twice: for names to look up, unless
        ``derive_keywords=False``, and for the answer. Raises :class:`ModelError` when there is no
        LLM, or it fails.
        """
        from graphrag_neo4j.llm.concurrency import run_sync

        return run_sync(self.aask(question, mode, llm=llm, **options))

    async def aask(
        self,
        question: str,
        mode: RetrieverMode = "traversal",
        *,
        llm: LLM | None = None,
        **options: Any,
    ) -> Answer:
        """:meth:`ask` without blocking the event loop."""
        from graphrag_neo4j.search.ask import ask

        return await ask(self, question, mode, llm, options)

    def search(self, question: str, mode: SearchMode = "auto", **options: Any) -> SearchAnswer:
        """An answer in one of the ways of :mod:`graphrag_neo4j.search.modes`, with its context,
        citations and cost.

        ``mode``: "local", "global", "basic", "naive", "drift", "causal", "questions", or "auto",
        which chooses; ``options`` are those of the mode in :mod:`graphrag_neo4j.search.options`.
        ``llm`` is one to ask in place of the graph's own. ``context_only=True`` needs none;
        without one, or if it fails, the result has the context and says in ``error`` what is
        wrong.
        """
        from graphrag_neo4j.search.engine import Search

        return Search(self.context, mode, **options).run(question)

    async def asearch(
        self, question: str, mode: SearchMode = "auto", **options: Any
    ) -> SearchAnswer:
        """:meth:`search` without blocking the event loop."""
        from graphrag_neo4j.search.engine import Search

        return await Search(self.context, mode, **options).arun(question)

    def stream(self, question: str, mode: SearchMode = "auto", **options: Any) -> Iterator[Event]:
        """:meth:`search` as it happens: context, intermediate answers, pieces of the answer's
        text, at last the result. Streamed answers are metered, not cached."""
        from graphrag_neo4j.search.engine import Search

        return Search(self.context, mode, **options).stream(question)

    def astream(
        self, question: str, mode: SearchMode = "auto", **options: Any
    ) -> AsyncIterator[Event]:
        """:meth:`stream` without blocking the event loop."""
        from graphrag_neo4j.search.engine import Search

        return Search(self.context, mode, **options).astream(question)

    def as_retriever(self, mode: RetrieverMode = "traversal", **options: Any) -> GraphRetriever:
        """A LlamaIndex retriever over this graph.

        ``mode``: "traversal", "vector_guided", "hybrid", or one half of traversal alone,
        "chunk_based" or "entity_based"; ``options`` are those of the mode in
        :mod:`graphrag_neo4j.retrieve.options`; ``similarity_top_k`` is another name for
        ``max_search_results``. No LLM is used unless one is given as ``llm=…``.
        """
        from graphrag_neo4j.retrieve.modes import make_retriever

        return make_retriever(self, mode, **options)

    def as_query_engine(
        self, mode: RetrieverMode = "traversal", *, llm: LLM | None = None, **options: Any
    ) -> RetrieverQueryEngine:
        """A LlamaIndex query engine over :meth:`as_retriever`.

        ``options``: those of the retriever, and those of LlamaIndex's
        ``RetrieverQueryEngine.from_args`` (``streaming``, ``response_mode``,
        ``node_postprocessors``, ``text_qa_template`` …). ``llm`` (the graph's own) writes the
        answer, and is what the retriever asks for keywords: one more call a question, unless
        ``derive_keywords=False``; all its calls are cached, counted and within the budget.
        Raises :class:`UsageError` for an unknown option.
        """
        from graphrag_neo4j.retrieve.engines import query_engine

        return query_engine(self, mode, llm, options)

    def as_chat_engine(
        self,
        mode: RetrieverMode = "traversal",
        *,
        chat_mode: str = "best",
        llm: LLM | None = None,
        **options: Any,
    ) -> BaseChatEngine:
        """A LlamaIndex chat engine over :meth:`as_retriever`.

        ``chat_mode``: "best" or "condense_plus_context" (reads a follow-up question in the light
        of the conversation, then looks it up), "context" (looks up each message as it is),
        "condense_question" (:meth:`as_query_engine` on the question made of the conversation),
        "simple" (the LLM alone, without the graph). ``options``: those of the retriever and of
        that engine's ``from_defaults`` (``system_prompt``, ``memory``, ``chat_history`` …).
        ``llm`` as in :meth:`as_query_engine`. Raises :class:`UsageError` for an unknown option.
        """
        from graphrag_neo4j.retrieve.engines import chat_engine

        return chat_engine(self, mode, chat_mode, llm, options)

    def as_tools(self, mode: RetrieverMode = "traversal", **options: Any) -> list[FunctionTool]:
        """Tools for a LlamaIndex agent: look up statements, list sources; read only, no LLM
        unless one is given as ``llm=…``."""
        from graphrag_neo4j.retrieve.tools import graph_tools

        return graph_tools(self.database, self.as_retriever(mode, **options))

    def as_search_engine(self, mode: SearchMode = "auto", **options: Any) -> GraphQueryEngine:
        """A LlamaIndex query engine over :meth:`search`, with the same options."""
        from graphrag_neo4j.search.query_engine import GraphQueryEngine

        return GraphQueryEngine(self.context, mode, **options)

    def evaluate(
        self,
        questions: Questions,
        modes: Sequence[str] = ("traversal", "vector_guided", "hybrid"),
        *,
        llm: LLM | None = None,
        judge: bool = False,
        limit: int | None = None,
        **options: Any,
    ) -> Evaluation:
        """How well ``modes`` answer questions of yours, side by side, with intervals.

        ``questions``: a file (:mod:`graphrag_neo4j.evaluate.questions`), records or plain data;
        ``limit``: ask so many of them, drawn by a fixed seed. ``modes`` are retrievers, searches,
        or plain searches to compare with (fulltext, dense, rrf); ``options`` are the retrievers'.
        With an ``llm``, it answers from what each mode found, and with ``judge`` says whether
        answers are right. Raises :class:`UsageError` for a bad file or mode.
        """
        from graphrag_neo4j.evaluate.run import evaluate

        more: dict[str, Any] = {"llm": llm, "judge": judge, "limit": limit}
        return evaluate(self, questions, modes, **more, options=options)

    def make_questions(
        self, n: int, path: str | PathLike[str] | None = None, *, llm: LLM | None = None
    ) -> list[Question]:
        """At most ``n`` questions of one and two hops from the graph itself, with known answers
        and sources, for :meth:`evaluate`; the same graph gives the same ones.

        An ``llm`` words them, if one is given, else rules. They are written to ``path`` as JSON
        lines. Raises :class:`UsageError` if that is there already, or if there are no facts.
        """
        from graphrag_neo4j.evaluate.made_questions import make_questions

        return make_questions(self, n, Path(path) if path else None, llm=llm)

    def tune(
        self,
        questions: Questions | None = None,
        modes: Sequence[str] = ("traversal", "vector_guided", "hybrid"),
        *,
        reset: bool = False,
    ) -> Tuning:
        """Find the weights of retrievers that serve ``questions`` best, by cross-validation.

        They are stored with the graph where the gain can be told from chance, and used by every
        retriever of it unless an option says otherwise (``tuned=False``, ``hop_weight=…``);
        ``reset`` forgets them. Raises :class:`UsageError` for fewer than 30 questions with
        sources.
        """
        from graphrag_neo4j.evaluate.tune import tune

        return tune(self, questions, modes, reset=reset)

    def tune_prompts(
        self, *items: Ingestible | Iterable[Ingestible], folder: str | PathLike[str]
    ) -> PromptTuning:
        """Write instructions for extraction that fit these texts into ``folder``, by an LLM:
        domain, language, types, and examples from the texts themselves.

        They are used once ``extract_prompt`` names them. Needs no connection. Raises
        :class:`ModelError` without an LLM, :class:`UsageError` for files that are there already.
        """
        from graphrag_neo4j.evaluate.tune_prompts import tune_prompts

        return tune_prompts(self.context, items, Path(folder))

    def show(self, question: str | None = None, *, level: int = 0, limit: int = 200) -> Picture:
        """A picture of what the graph says on a question or an entity, or, without either, of
        the communities of a level; ``picture.save(path)`` writes it as one HTML file."""
        from graphrag_neo4j import visualization

        if question is None:
            return visualization.of_communities(self.database, level, limit)
        return visualization.of_results(self.database, question, self.retrieve(question), limit)

    def serve(
        self,
        host: str = "127.0.0.1",
        port: int = 8765,
        *,
        names: Sequence[str] = (),
        token: str | None = None,
        reader_token: str | None = None,
    ) -> None:
        """Serve this graph as a web page, an HTTP API and models of OpenAI's protocol, until
        Ctrl-C; docs/serve.md tells all.

        ``port`` 0 takes any free one. ``token``: what callers have to know; without one, and
        without ``GRAPHRAG_SERVE_TOKEN``, one is made, kept in the home and printed.
        ``reader_token``: another, which may only read. ``names``: host names, beside addresses and
        "localhost", by which it may be called. Raises :class:`UsageError` for an address that
        others can reach without a token of your own, :class:`MissingExtraError` without the extra
        ``serve``.
        """
        from importlib import import_module

        room = import_module("graphrag_neo4j.serve.run")  # it knows the front door, not vice versa
        room.serve(self, room.ServeOptions(host, port, names, token, reader_token))
