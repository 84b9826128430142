"""What every stage is given: connection, models, settings and progress of one graph.

``KnowledgeGraph`` and its nouns hold one context; a stage takes it, or those of its parts that it
needs. Making one contacts and loads nothing.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from graphrag_neo4j.database import migrations
from graphrag_neo4j.errors import (
    DatabaseUnavailable,
    MissingExtraError,
    ProvisionError,
    UsageError,
)
from graphrag_neo4j.progress import NullProgress, Progress
from graphrag_neo4j.telemetry import TracedProgress

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding
    from llama_index.core.llms import LLM

    from graphrag_neo4j.database.connection import Database
    from graphrag_neo4j.extract import Extractor
    from graphrag_neo4j.extract.parse.pipeline import Pipeline
    from graphrag_neo4j.llm.chat import ChatModel
    from graphrag_neo4j.llm.usage_total import Bookkeeper
    from graphrag_neo4j.settings import Settings

log = logging.getLogger(__name__)
BOOKING_SECONDS = 2.0
"""Between two additions to a graph's running total while a run lasts."""


class HasContext(Protocol):
    """A graph: what a retriever is made of."""

    @property
    def context(self) -> GraphContext:
        """Its connection, models and settings."""
        ...


class GraphContext:
    """The parts of one graph; models default to what the settings name."""

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
        self.progress: Progress = TracedProgress(progress or NullProgress())
        self.given_embed_model = embed_model
        self.given_llm = llm
        self._given_extractor = extractor
        self._connect = connect
        self._database: Database | None = None
        self._checked_model: str | None = None
        self._origin: GraphContext | None = None
        self.dimensions: int | None = None
        """Length of the graph's vectors; known once it is ready."""
        self.tuned: Mapping[str, Mapping[str, float]] = {}
        """Weights of retrievers that were found for this graph, by mode; known once it is ready."""

    def open(self) -> None:
        """Connect, and bring a graph of an older version up to date; safe to call twice."""
        if self._database is None:
            database = self._connect().open()
            try:
                migrations.upgrade(database, self.progress)
            except BaseException:
                database.close()
                raise
            self._database = database

    def close(self) -> None:
        """Release the connection and the LLM's cache; safe to call twice."""
        if self._database is not None:
            self.book_usage()
            self._database.close()
            self._database = None
            self._checked_model = None
        if "chat" in self.__dict__:
            self.chat.close()

    def beside(self, progress: Progress) -> GraphContext:
        """This open context for other work at the same time: the same connection and embedding
        model, one budget and one set of limits, with a progress, and an account of LLM calls, of
        its own. It is not to be closed."""
        _ = self.embed_model  # made once, for both
        other = copy(self)
        other._origin = self._origin or self
        other.progress = TracedProgress(progress)
        for name in ("chat", "extractor", "_bookkeeper"):
            other.__dict__.pop(name, None)
        return other

    @contextmanager
    def disconnected(self) -> Iterator[None]:
        """Without a connection while the block runs; one that was there is made anew after it."""
        was_open = self.is_open
        self.close()
        try:
            yield
        finally:
            if was_open:
                self.open()

    @property
    def is_open(self) -> bool:
        """Whether it is connected."""
        return self._database is not None

    @property
    def database(self) -> Database:
        """The open connection. Raises :class:`DatabaseUnavailable` when it is closed."""
        if self._database is None:
            raise DatabaseUnavailable("The graph is not open.", "Use a with block or open().")
        return self._database

    def ready(self) -> Database:
        """The open connection, once it is known that schema and embedding model fit.

        Raises :class:`SchemaError` if they do not.
        """
        model = self.embed_model.model_name
        if self._checked_model != model:  # once, not with each question
            graph = migrations.check_ready(self.database, model)
            self.dimensions, self.tuned = graph.dimensions, graph.tuned
            self._checked_model = model
        return self.database

    def apply_schema(self) -> list[str]:
        """Create missing constraints and indexes; returns the schema versions applied now."""
        from graphrag_neo4j.embeddings.models import dimensions_of

        return migrations.apply(
            self.database,
            embed_model=self.embed_model.model_name,
            dimensions=dimensions_of(self.embed_model),
        )

    def ensure_schema(self) -> None:
        """:meth:`apply_schema` for what needs no embedding model, which takes a second to load and
        is loaded only where something is missing. Raises :class:`SchemaError` likewise."""
        if not migrations.is_applied(self.database):
            self.apply_schema()

    @cached_property
    def embed_model(self) -> BaseEmbedding:
        """The embedding model."""
        from graphrag_neo4j.embeddings.models import make_embedding

        return self.given_embed_model or make_embedding(self.settings, self.progress)

    @property
    def has_llm(self) -> bool:
        """Whether an LLM is given or set; none is contacted."""
        return self.given_llm is not None or self.settings.has_llm

    @cached_property
    def llm(self) -> LLM:
        """The LLM. Raises :class:`ModelError` when none is set."""
        from graphrag_neo4j.llm.client import make_llm

        return self.given_llm or make_llm(self.settings)

    @cached_property
    def chat(self) -> ChatModel:
        """:attr:`llm` with cache, meter, budget, limits and retries: what all stages ask."""
        from graphrag_neo4j.llm.chat import ChatModel

        return self._origin.chat.beside() if self._origin else ChatModel.of(self.settings, self.llm)

    def chat_of(self, llm: LLM | ChatModel | None) -> ChatModel:
        """``llm`` as :attr:`chat` is made of :attr:`llm`; None stands for the graph's own.

        Raises :class:`ModelError` when there is none, :class:`UsageError` for what is no LLM.
        """
        from llama_index.core.llms import LLM

        from graphrag_neo4j.llm.chat import ChatModel

        if isinstance(llm, ChatModel):
            return llm
        if llm is None or llm is self.__dict__.get("llm", self.given_llm):
            return self.chat
        if not isinstance(llm, LLM):
            raise UsageError(
                f"llm is a {type(llm).__name__}.", "Give a LlamaIndex LLM, or leave it out."
            )
        return ChatModel.of(self.settings, llm)

    def optional_chat(self, *, wanted: bool = True) -> ChatModel | None:
        """:attr:`chat` if an LLM is set and ``wanted``, else None: then rules do the work."""
        return self.chat if wanted and self.has_llm else None

    @cached_property
    def extractor(self) -> Extractor:
        """What turns chunks into statements, facts and entities."""
        return self.make_extractor(lambda: self.chat)

    def make_extractor(self, chat: Callable[[], ChatModel]) -> Extractor:
        """The extractor that was given or that the settings name; ``chat`` makes its LLM."""
        from graphrag_neo4j.extract.rules.extractor import RulesExtractor

        settings = self.settings
        if self._given_extractor is None and settings.extractor == "llm":
            from graphrag_neo4j.extract.llm import ExtractOptions, LLMExtractor

            model = chat()
            return LLMExtractor(
                model,
                ExtractOptions.of(settings),
                self.progress,
                at_once=settings.llm_concurrency,
                status=model.status,
            )
        return self._given_extractor or RulesExtractor(
            settings.entity_type_list, settings.relation_patterns, self._parsers()
        )

    def _parsers(self) -> list[Pipeline]:
        """What the rules read with; nothing, and a line in the log, where it cannot be had."""
        from graphrag_neo4j.extract.parse.parse_cache import parses_kept
        from graphrag_neo4j.extract.parse.pipeline import find_pipelines

        try:
            return find_pipelines(self.settings.nlp, self.progress, parses_kept(self.settings))
        except (MissingExtraError, ProvisionError) as error:
            log.warning("%s Texts are read by word lists alone: fewer relations.", error.message)
            return []

    @property
    def llm_describes(self) -> bool:
        """Whether an LLM is to shorten the descriptions of entities."""
        by = self.settings.describe_by
        return by == "llm" or (by == "auto" and self.settings.extractor == "llm")

    def writer_parts(
        self,
    ) -> tuple[Database, BaseEmbedding, Settings, Progress, ChatModel | None]:
        """What a :class:`~graphrag_neo4j.ingest.pipeline.GraphWriter` is made of. The LLM, if it is
        to shorten descriptions, comes last."""
        chat = self.chat if self.llm_describes else None
        return self.database, self.embed_model, self.settings, self.progress, chat

    @contextmanager
    def usage_booked(self) -> Iterator[None]:
        """:meth:`book_usage` every few seconds, as a run may be killed, and after the block."""
        ended = threading.Event()

        def book() -> None:
            while not ended.wait(BOOKING_SECONDS):
                self.book_usage()

        booking = threading.Thread(target=book, name="bookkeeper", daemon=True)
        if self.has_llm:
            booking.start()
        try:
            yield
        finally:
            ended.set()
            if self.has_llm:
                booking.join()
            self.book_usage()

    def book_usage(self) -> None:
        """Add what the LLM used since last time to the graph's running total."""
        if "chat" in self.__dict__:
            self._bookkeeper.book(self.database)

    @cached_property
    def _bookkeeper(self) -> Bookkeeper:
        from graphrag_neo4j.llm.usage_total import Bookkeeper

        return Bookkeeper(self.chat.meter)
