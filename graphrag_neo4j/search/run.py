"""One search under way: what it may use, what it has found, what it tells."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from graphrag_neo4j.context import GraphContext
from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.embeddings.embedder import Embedder
from graphrag_neo4j.embeddings.vector_cache import VectorCache
from graphrag_neo4j.embeddings.vector_checks import check_vectors, checked_own, model_errors
from graphrag_neo4j.entities.vectors import make_vectors
from graphrag_neo4j.errors import DatabaseError, ModelError
from graphrag_neo4j.llm.meter import Meter, Usage
from graphrag_neo4j.llm.repetition import REPETITION
from graphrag_neo4j.prompts import asked_again, fill, load
from graphrag_neo4j.results import counted
from graphrag_neo4j.search.context import Context
from graphrag_neo4j.search.options import SearchOptions
from graphrag_neo4j.search.result import Event
from graphrag_neo4j.search.tables import RecordIndex
from graphrag_neo4j.text.tokens import count_tokens, first_tokens

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

    from graphrag_neo4j.llm.chat import ChatModel, Message, Reply

M = TypeVar("M", bound=BaseModel)
QUESTIONS_LOOKED_BACK = 5
_AROUND_TURN = 4
_NEARLY_FULL = 0.8
_OUTDATED = "used here may not say what the documents say now"
_NO_VECTORS = (
    "Some entities have no vector yet, and Neo4j let none be written: they are found by name only. "
    "A local search by somebody who may write makes them."
)
_CUT_OFF = {
    "length": " at the model's limit of tokens",
    REPETITION: " where it began to repeat itself",
    "content_filter": " by the model's content filter",
}
_ASK_AGAIN = "Your answer did not have the form asked for. Answer with the JSON object alone."


class _Tee(Meter):
    """Counts here and in the graph's own meter."""

    def __init__(self, whole: Meter) -> None:
        super().__init__()
        self._whole = whole

    def add(self, stage: str, usage: Usage) -> None:
        super().add(stage, usage)
        self._whole.add(stage, usage)


@dataclass
class SearchRun:
    """The state of one search, from question to answer; ``emit`` hears of it as it goes. ``llm`` is
    asked in place of the graph's own."""

    graph: GraphContext
    question: str
    options: SearchOptions
    emit: Callable[[Event], None]
    llm: LLM | ChatModel | None = None
    streaming: bool = False
    given_vector: list[float] | None = None
    register: RecordIndex = field(default_factory=RecordIndex)
    context: Context = field(default_factory=Context)
    notes: list[str] = field(default_factory=list)
    details: dict[str, Any] = field(default_factory=dict)
    files: list[Path] = field(default_factory=list)
    cypher_calls: int = 0
    llm_calls: int = 0
    _outdated: set[str] = field(default_factory=set)
    _chat: ChatModel | None = None
    _room: int | None = None

    async def read(self, name: str, variants: bool = False, /, **parameters: object) -> list[Row]:
        """The rows of a statement, without blocking the loop; ``variants`` as in its files."""
        database = self.graph.database
        self.cypher_calls += 1
        file = database.for_server(name) if variants else name
        return await asyncio.to_thread(database.read, file, **parameters)

    async def make_entity_vectors(self) -> bool:
        """Make the vectors of entities that wait for it; False, and a note, where Neo4j refuses."""
        context, model = self.graph, self.graph.embed_model
        embedder = Embedder(model, context.progress, VectorCache.of(context.settings, model))
        work = partial(make_vectors, with_types=context.settings.embed_entity_types)
        try:
            await asyncio.to_thread(work, context.database, embedder, context.progress)
        except DatabaseError:
            if _NO_VECTORS not in self.notes:
                self.notes.append(_NO_VECTORS)
            return False
        return True

    async def vector(self, text: str) -> list[float]:
        """The vector of a question; the asker's own may be given."""
        if self.given_vector is not None and text == self.question:
            return checked_own(self.given_vector, self.graph.dimensions)
        graph = self.graph
        with model_errors(graph.embed_model.model_name):
            vector = await asyncio.to_thread(graph.embed_model.get_query_embedding, text)
            check_vectors(graph.embed_model.model_name, [text], [vector], graph.dimensions)
        return vector

    def note_outdated(self, reports: Sequence[Row]) -> None:
        """Tell of reports that are older than the graph."""
        self._outdated |= {row["id"] for row in reports if row["outdated"]}
        self.notes = [note for note in self.notes if _OUTDATED not in note]
        if self._outdated:
            self.notes.append(
                f"{counted(len(self._outdated), 'report')} {_OUTDATED}: "
                f"run {self.graph.settings.shell_command} communities detect and report."
            )

    @property
    def looked_up(self) -> str:
        """The question, and the last ones of the conversation: what a follow-up refers to."""
        asked = [text for role, text in self.options.history if role == "user"]
        return "\n".join([self.question, *asked[-QUESTIONS_LOOKED_BACK:]])

    async def chat(self) -> ChatModel:
        """The LLM, with a meter of this search's own. Raises :class:`ModelError` without one."""
        if self._chat is None:
            whole = await asyncio.to_thread(self.graph.chat_of, self.llm)
            if self._chat is None:  # else another task was first
                self._chat = copy(whole)
                self._chat.meter = _Tee(whole.meter)
        return self._chat

    @property
    def usage(self) -> dict[str, Usage]:
        """By stage, so far."""
        return {} if self._chat is None else self._chat.meter.snapshot()

    async def fit(self) -> None:
        """Lower the budget to what the LLM can take, if one is to be asked."""
        if self.options.context_only or not (self.llm or self.graph.has_llm):
            return
        wanted = self.options.max_context_tokens
        room = await asyncio.to_thread((await self.chat()).text_room, wanted)
        if room < wanted:
            self._room = room

    def note_room(self) -> None:
        """Tell of a budget that was lowered, if that may have cost something."""
        if self._room and self.context.tokens > _NEARLY_FULL * self._room:
            room = f"{self._room:,} tokens"
            self.notes.append(f"The context was kept to {room}: the model takes no more.")

    @property
    def _max_context_tokens(self) -> int:
        return self._room or self.options.max_context_tokens

    def history(self) -> list[Message]:
        """The newest turns that fit their share of the budget, oldest first."""
        room = int(self.options.history_share * self._max_context_tokens)
        kept: list[Message] = []
        for role, text in reversed(self.options.history):
            cost = count_tokens(text) + _AROUND_TURN
            if cost > room:
                break
            room -= cost
            kept.insert(0, (role, text))
        return kept

    @property
    def budget(self) -> int:
        """Tokens for the context: what the history leaves."""
        turns = sum(count_tokens(text) + _AROUND_TURN for _, text in self.history())
        return self._max_context_tokens - turns

    def prompt(self, name: str, **values: object) -> str:
        """The prompt ``name``, ours or the settings', filled with the options and ``values``."""
        template = load(name, getattr(self.graph.settings, f"{name}_prompt", None))
        options = self.options
        return fill(
            template,
            **{
                "response_type": options.response_type,
                "max_length": options.max_length,
                "language": options.language,
                "query": self.question,
                **values,
            },
        )

    async def answer(self, system: str, stage: str, *, max_tokens: int | None = None) -> str:
        """The final answer to the question, told in pieces when somebody listens to them."""
        messages = [("system", system), *self.history(), ("user", self.question)]
        self.llm_calls += 1
        chat = await self.chat()
        if not self.streaming:
            reply = await chat.acomplete(messages, stage=stage, max_tokens=max_tokens)
            self._note_end(reply.finish_reason)
            return reply.text
        pieces: list[str] = []
        async for piece in chat.astream(
            messages, stage=stage, max_tokens=max_tokens, ended=self._note_end
        ):
            pieces.append(piece)
            self.emit(Event("text", piece))
        return "".join(pieces)

    def _note_end(self, reason: str) -> None:
        """Tell of an answer that did not end by itself."""
        if reason not in ("", "stop"):
            why = _CUT_OFF.get(reason, f": {reason}")
            self.notes.append(f"The answer was cut off{why}.")

    async def ask(self, messages: Sequence[Message], stage: str, **more: Any) -> Reply:
        """One call."""
        self.llm_calls += 1
        return await (await self.chat()).acomplete(messages, stage=stage, **more)

    async def ask_for(self, schema: type[M], messages: Sequence[Message], stage: str) -> M:
        """An answer of a form, asked for again once if it has another.

        Raises :class:`ModelError` if the second one is no better.
        """
        reply = await self.ask(messages, stage, schema=schema)
        if not isinstance(reply.parsed, schema):
            again = asked_again(messages, reply.text, _ASK_AGAIN)
            reply = await self.ask(again, stage, schema=schema, refresh=True)
        if not isinstance(reply.parsed, schema):
            raise ModelError(
                f"The LLM's answer has not the form asked for: {first_tokens(reply.text, 20)!r}.",
                "Try another model.",
            )
        return reply.parsed
