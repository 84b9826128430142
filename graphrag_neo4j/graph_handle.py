"""How a graph is made, opened and closed, and the nouns behind which its content is."""

from __future__ import annotations

import asyncio
from copy import copy
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import SecretStr

from graphrag_neo4j.context import GraphContext
from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.errors import DatabaseUnavailable, UsageError
from graphrag_neo4j.progress import Progress
from graphrag_neo4j.resources.communities import Communities
from graphrag_neo4j.resources.entities import Entities
from graphrag_neo4j.resources.schema import Schema
from graphrag_neo4j.resources.sources import Sources
from graphrag_neo4j.settings import Settings, load_settings

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding
    from llama_index.core.llms import LLM
    from typing_extensions import Self

    from graphrag_neo4j.extract import Extractor
    from graphrag_neo4j.llm.chat import ChatModel
    from graphrag_neo4j.server import LocalServer


class GraphHandle:
    """One graph, open or not; :class:`~graphrag_neo4j.KnowledgeGraph` adds what it can do."""

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        embed_model: BaseEmbedding | None = None,
        llm: LLM | None = None,
        extractor: Extractor | None = None,
        progress: Progress | None = None,
    ) -> None:
        """The graph at ``NEO4J_URI`` if that is set, else that of the local server."""
        from graphrag_neo4j.server import LocalServer

        settings = settings or load_settings()
        self._server = None if settings.neo4j_uri else LocalServer.of(settings)
        self.context = GraphContext(
            self._connection,
            settings,
            embed_model=embed_model,
            llm=llm,
            extractor=extractor,
            progress=progress,
        )

    @classmethod
    def local(
        cls,
        home: str | PathLike[str] | None = None,
        settings: Settings | None = None,
        *,
        embed_model: BaseEmbedding | None = None,
        llm: LLM | None = None,
        extractor: Extractor | None = None,
        progress: Progress | None = None,
    ) -> Self:
        """The graph of the local server in ``home`` (default: the platform's data folder).

        Entering it provisions and starts the server where needed; leaving it lets the server
        run (``graphrag-neo4j server stop`` ends it).
        """
        update: dict[str, object] = {"neo4j_uri": None}
        if home is not None:
            update["home"] = Path(home)
        settings = (settings or load_settings()).model_copy(update=update)
        return cls(
            settings, embed_model=embed_model, llm=llm, extractor=extractor, progress=progress
        )

    @classmethod
    def connect(
        cls,
        uri: str | None = None,
        username: str | None = None,
        password: str | None = None,
        database: str | None = None,
        settings: Settings | None = None,
        *,
        embed_model: BaseEmbedding | None = None,
        llm: LLM | None = None,
        extractor: Extractor | None = None,
        progress: Progress | None = None,
    ) -> Self:
        """The graph in any Neo4j; what is not given comes from ``NEO4J_…`` settings.

        Raises :class:`DatabaseUnavailable` when neither has an address.
        """
        address = {
            "neo4j_uri": uri,
            "neo4j_username": username,
            "neo4j_password": SecretStr(password) if password else None,
            "neo4j_database": database,
        }
        given = {name: value for name, value in address.items() if value}
        settings = (settings or load_settings()).model_copy(update=given)
        if not settings.neo4j_uri:
            raise DatabaseUnavailable("No Neo4j address is given.", "Set NEO4J_URI.")
        return cls(
            settings, embed_model=embed_model, llm=llm, extractor=extractor, progress=progress
        )

    def beside(self, progress: Progress) -> Self:
        """The same open graph, with its connection and models, that tells another ``progress``."""
        other = copy(self)
        other.context = self.context.beside(progress)
        for noun in ("sources", "entities", "communities", "schema"):
            other.__dict__.pop(noun, None)
        return other

    @cached_property
    def sources(self) -> Sources:
        """The documents in it."""
        return Sources(self.context)

    @cached_property
    def entities(self) -> Entities:
        """What the documents speak of."""
        return Entities(self.context)

    @cached_property
    def communities(self) -> Communities:
        """Groups of entities, and reports on them."""
        return Communities(self.context)

    @cached_property
    def schema(self) -> Schema:
        """Constraints and indexes, and what is in the graph."""
        return Schema(self.context)

    def _connection(self) -> Database:
        if self._server is None:
            return Database.of(self.settings)
        return self._server.start(self.context.progress).database()

    def open(self) -> Self:
        """What entering a ``with`` block does, for where one block will not do, as in a notebook;
        :meth:`close` ends it. Safe to call twice."""
        self.context.open()
        return self

    def close(self) -> None:
        """Release the connection; safe to call twice. A local server runs on."""
        self.context.close()

    def __enter__(self) -> Self:
        return self.open()

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return await asyncio.to_thread(self.open)

    async def __aexit__(self, *_: object) -> None:
        await self.database.aclose()
        await asyncio.to_thread(self.close)

    @property
    def is_open(self) -> bool:
        """Whether it is connected: inside its ``with`` block."""
        return self.context.is_open

    @property
    def is_unused(self) -> bool:
        """Whether it is in a home in which no server was ever started, so that nothing is in it."""
        return self._server is not None and not self.is_open and self._server.is_unused

    @property
    def settings(self) -> Settings:
        """What it was made with."""
        return self.context.settings

    @property
    def database(self) -> Database:
        """The open connection. Raises :class:`DatabaseUnavailable` when it is closed."""
        return self.context.database

    @property
    def embed_model(self) -> BaseEmbedding:
        """The embedding model."""
        return self.context.embed_model

    @property
    def llm(self) -> LLM:
        """The LLM. Raises :class:`ModelError` when none is set."""
        return self.context.llm

    @property
    def chat(self) -> ChatModel:
        """:attr:`llm` as all stages ask it; ``graph.chat.meter`` says what they used."""
        return self.context.chat

    @property
    def server(self) -> LocalServer:
        """The local server that the graph is on. Raises :class:`UsageError` for any other."""
        if self._server is None:
            raise UsageError("This graph is not on a local server.", "Use KnowledgeGraph.local().")
        return self._server
