"""One algorithm, two ways to run it: a retriever is written once, as a generator.

It yields the steps that it wants done (a statement, a model's call) and is sent what each
gives; :func:`run` and :func:`arun` play it against blocking and asynchronous clients.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.embeddings.vector_checks import check_vectors, checked_own, model_errors

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding
    from llama_index.core.base.llms.types import MessageRole
    from llama_index.core.postprocessor.types import BaseNodePostprocessor
    from llama_index.core.prompts import BasePromptTemplate
    from llama_index.core.schema import NodeWithScore, QueryBundle

    from graphrag_neo4j.embeddings.models import LocalEmbedding
    from graphrag_neo4j.embeddings.onnx_model import TokenVectors
    from graphrag_neo4j.llm.chat import ChatModel, Message

STAGE = "retrieve"
"""What the calls of retrievers are counted under."""
T = TypeVar("T")


class Step(Protocol):
    """Something to be done outside the algorithm, in one of two ways."""

    def run(self, database: Database, /) -> Any: ...

    async def arun(self, database: Database, /) -> Any: ...


@dataclass(frozen=True, slots=True)
class Query:
    """A statement by its name in ``cypher/``; gives its rows.

    ``variants`` if it has a file per server line; ``condition`` takes the place of
    ``true /* filter */`` in its text.
    """

    name: str
    parameters: Mapping[str, object]
    variants: bool = False
    condition: str | None = None

    def run(self, database: Database) -> list[Row]:
        return database.read(self.file(database), self.condition, **self.parameters)

    async def arun(self, database: Database) -> list[Row]:
        return await database.aread(self.file(database), self.condition, **self.parameters)

    def file(self, database: Database) -> str:
        """Its file for this server."""
        return database.for_server(self.name) if self.variants else self.name


@dataclass(frozen=True, slots=True)
class Together:
    """Statements run as one; gives one row with the columns of each."""

    queries: Sequence[Query]

    def run(self, database: Database) -> list[Row]:
        return database.read(*self._statement(database), **self._parameters())

    async def arun(self, database: Database) -> list[Row]:
        return await database.aread(*self._statement(database), **self._parameters())

    def _statement(self, database: Database) -> tuple[list[str], str | None]:
        return [query.file(database) for query in self.queries], self.queries[0].condition

    def _parameters(self) -> Row:
        return {name: value for query in self.queries for name, value in query.parameters.items()}


@dataclass(frozen=True, slots=True)
class Embed:
    """Embeds a question; gives its vector, or the one that it brings along. ``dimensions``: how
    many numbers it has to have; None = any."""

    model: BaseEmbedding
    question: QueryBundle
    dimensions: int | None = None

    def run(self, _: Database) -> list[float]:
        if self.question.embedding is not None:
            return checked_own(self.question.embedding, self.dimensions)
        with model_errors(self.model.model_name):
            return self._checked(
                self.model.get_agg_embedding_from_queries(self.question.embedding_strs)
            )

    async def arun(self, _: Database) -> list[float]:
        if self.question.embedding is not None:
            return checked_own(self.question.embedding, self.dimensions)
        with model_errors(self.model.model_name):
            return self._checked(
                await self.model.aget_agg_embedding_from_queries(self.question.embedding_strs)
            )

    def _checked(self, vector: list[float]) -> list[float]:
        check_vectors(self.model.model_name, [self.question.query_str], [vector], self.dimensions)
        return vector


@dataclass(frozen=True, slots=True)
class EmbedTexts:
    """Embeds ``texts`` as passages are; gives a vector of each."""

    model: BaseEmbedding
    texts: Sequence[str]

    def run(self, _: Database) -> list[list[float]]:
        with model_errors(self.model.model_name):
            return self.model.get_text_embedding_batch(list(self.texts))

    async def arun(self, _: Database) -> list[list[float]]:
        with model_errors(self.model.model_name):
            return await self.model.aget_text_embedding_batch(list(self.texts))


@dataclass(frozen=True, slots=True)
class Tokens:
    """Looks up the tokens of ``texts``; the first time the model is read."""

    model: LocalEmbedding
    texts: Sequence[str]

    def run(self, _: Database) -> list[TokenVectors]:
        return self.model.tokens(list(self.texts))

    async def arun(self, database: Database) -> list[TokenVectors]:
        return await asyncio.to_thread(self.run, database)


@dataclass(frozen=True, slots=True)
class Predict:
    """Asks an LLM by a prompt; gives its text."""

    chat: ChatModel
    prompt: BasePromptTemplate
    values: Mapping[str, object]

    def run(self, _: Database) -> str:
        return self.chat.complete(self._messages(), stage=STAGE).text

    async def arun(self, _: Database) -> str:
        return (await self.chat.acomplete(self._messages(), stage=STAGE)).text

    def _messages(self) -> list[Message]:
        messages = self.prompt.format_messages(None, **self.values)
        return [(_role(message.role), message.content or "") for message in messages]


def _role(role: MessageRole) -> Literal["system", "user", "assistant"]:
    if role.value == "system":
        return "system"
    return "assistant" if role.value == "assistant" else "user"


@dataclass(frozen=True, slots=True)
class Rerank:
    """Has a LlamaIndex postprocessor order ``nodes``; gives those that it keeps."""

    postprocessor: BaseNodePostprocessor
    nodes: Sequence[NodeWithScore]
    question: QueryBundle

    def run(self, _: Database) -> list[NodeWithScore]:
        return self.postprocessor.postprocess_nodes(list(self.nodes), self.question)

    async def arun(self, _: Database) -> list[NodeWithScore]:
        return await self.postprocessor.apostprocess_nodes(list(self.nodes), self.question)


Steps = Generator[Step, Any, T]


def run(steps: Steps[T], database: Database) -> T:
    """Play ``steps``, blocking."""
    try:
        step = next(steps)
        while True:
            step = steps.send(step.run(database))
    except StopIteration as stop:
        return stop.value  # type: ignore[no-any-return]


async def arun(steps: Steps[T], database: Database) -> T:
    """Play ``steps`` without blocking the event loop."""
    try:
        step = next(steps)
        while True:
            step = steps.send(await step.arun(database))
    except StopIteration as stop:
        return stop.value  # type: ignore[no-any-return]
