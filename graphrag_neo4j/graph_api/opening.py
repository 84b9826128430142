"""A graph as a connection with its models: how it is opened, closed and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.database import migrations
from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.errors import DatabaseUnavailable, UsageError
from graphrag_neo4j.progress import NullProgress, Progress
from graphrag_neo4j.settings import Settings, load_settings

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding
    from llama_index.core.llms import LLM
    from typing_extensions import Self

    from graphrag_neo4j.extract import Extractor
    from graphrag_neo4j.llm.chat import ChatModel
    from graphrag_neo4j.llm.usage_total import Bookkeeper


class OpenGraph:
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
        self.progress = progress or NullProgress()
        self._connect = connect
        self._database: Database | None = None
        self._checked_model: str | None = None
        self._embed_model = embed_model
        self._llm = llm
        self._extractor = extractor

    @classmethod
    def local(
        cls, home: str | PathLike[str] | None = None, settings: Settings | None = None, **parts: Any
    ) -> Self:
        """The graph of the local server in ``home`` (default: the platform's data folder).

        Entering it provisions and starts the server where needed; leaving it lets the server
        run (``graphrag-neo4j server stop`` ends it). ``parts``: ``llm`` and ``embed_model``, any
        LlamaIndex models in place of those of the settings, ``extractor`` and ``progress``.
        """
        settings = settings or load_settings()
        place = Path(home) if home is not None else settings.home
        progress: Progress = parts.get("progress") or NullProgress()

        def connect() -> Database:
            from graphrag_neo4j.server import LocalServer

            named = settings.model_copy(update={"home": place})
            return LocalServer.of(named).start(progress).database()

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
    ) -> Self:
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
    def from_settings(cls, settings: Settings, **parts: Any) -> Self:
        """``NEO4J_URI`` if it is set, else the local server."""
        make = cls.connect if settings.neo4j_uri else cls.local
        return make(settings=settings, **parts)

    def open(self) -> Self:
        """What entering a ``with`` block does, for where one block will not do, as in a notebook;
        :meth:`close` ends it. Safe to call twice. A graph of an older version is brought up to
        date."""
        if self._database is None:
            database = self._connect().open()
            try:
                migrations.upgrade(database, self.progress)
            except BaseException:
                database.close()
                raise
            self._database = database
        return self

    def close(self) -> None:
        """Release the connection; safe to call twice. A local server runs on."""
        if self._database is not None:
            self._book()
            self._database.close()
            self._database = None
            self._checked_model = None
        if "chat" in self.__dict__:
            self.chat.close()

    def __enter__(self) -> Self:
        return self.open()

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        import asyncio

        return await asyncio.to_thread(self.open)

    async def __aexit__(self, *_: object) -> None:
        import asyncio

        await asyncio.to_thread(self._book)
        await self.database.aclose()
        self.close()

    @property
    def is_open(self) -> bool:
        """Whether it is connected: inside its ``with`` block."""
        return self._database is not None

    @property
    def database(self) -> Database:
        """The open connection."""
        if self._database is None:
            raise DatabaseUnavailable("The graph is not open.", "Use a with block or open().")
        return self._database

    @cached_property
    def embed_model(self) -> BaseEmbedding:
        """The embedding model of this graph."""
        from graphrag_neo4j.embeddings.models import make_embedding

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

    def chat_of(self, llm: LLM | ChatModel | None) -> ChatModel:
        """``llm`` as :attr:`chat` is made of :attr:`llm`; None stands for the graph's own.

        Raises :class:`ModelError` when there is none, :class:`UsageError` for what is no LLM.
        """
        from llama_index.core.llms import LLM

        from graphrag_neo4j.llm.chat import ChatModel

        if isinstance(llm, ChatModel):
            return llm
        if llm is None or llm is self.__dict__.get("llm", self._llm):
            return self.chat
        if not isinstance(llm, LLM):
            raise UsageError(
                f"llm is a {type(llm).__name__}.", "Give a LlamaIndex LLM, or leave it out."
            )
        return ChatModel.of(self.settings, llm)

    @cached_property
    def _bookkeeper(self) -> Bookkeeper:
        from graphrag_neo4j.llm.usage_total import Bookkeeper

        return Bookkeeper(self.chat.meter)

    def _book(self) -> None:
        """Add what the LLM used since last time to the graph's running total."""
        if "chat" in self.__dict__:
            self._bookkeeper.book(self.database)

    @contextmanager
    def _booked(self) -> Iterator[None]:
        """:meth:`_book` after the block, whatever becomes of it."""
        try:
            yield
        finally:
            self._book()

    @cached_property
    def extractor(self) -> Extractor:
        """What turns chunks into statements, facts and entities."""
        return self._make_extractor(lambda: self.chat)

    def _make_extractor(self, chat: Callable[[], ChatModel]) -> Extractor:
        from graphrag_neo4j.extract.rules.extractor import RulesExtractor

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
        from graphrag_neo4j.embeddings.models import dimensions_of

        return migrations.apply(
            self.database,
            embed_model=self.embed_model.model_name,
            dimensions=dimensions_of(self.embed_model),
        )

    def schema_status(self) -> migrations.SchemaStatus:
        """Schema versions applied and pending."""
        return migrations.status(self.database)

    def ready(self) -> Database:
        """The open connection, once it is known that schema and embedding model fit.

        Raises :class:`SchemaError` if they do not.
        """
        model = self.embed_model.model_name
        if self._checked_model != model:  # once, not with each question
            migrations.check_ready(self.database, model)
            self._checked_model = model
        return self.database

    @property
    def has_llm(self) -> bool:
        """Whether an LLM is given or set; none is contacted."""
        return self._llm is not None or self.settings.has_llm

    def _parts(self) -> tuple[Database, BaseEmbedding, Settings, Progress, ChatModel | None]:
        """What a :class:`~graphrag_neo4j.ingest.pipeline.GraphWriter` is made of."""
        settings = self.settings
        by_llm = settings.describe_by == "llm" or (
            settings.describe_by == "auto" and settings.extractor == "llm"
        )
        chat = self.chat if by_llm else None
        return self.database, self.embed_model, settings, self.progress, chat
