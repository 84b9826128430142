"""Runs a search in any mode: blocking, awaited or streamed; one result whatever happens."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import fields
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.context import GraphContext
from graphrag_neo4j.errors import ModelError
from graphrag_neo4j.llm.concurrency import run_sync
from graphrag_neo4j.options import check_names, checked_question, make_options, mode_of
from graphrag_neo4j.search.citations import resolve
from graphrag_neo4j.search.modes import AUTO, SEARCH_MODES, SearchMode
from graphrag_neo4j.search.options import SearchOptions
from graphrag_neo4j.search.relation_counts import count_relations
from graphrag_neo4j.search.result import Event, Place, SearchAnswer, ShownSource
from graphrag_neo4j.search.router import Route, route
from graphrag_neo4j.search.run import SearchRun
from graphrag_neo4j.telemetry import span

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

    from graphrag_neo4j.llm.chat import ChatModel

Emit = Callable[[Event], None]


class Search:
    """One way of asking, with its options; serves many questions at once.

    ``llm`` is asked in place of the graph's own. Raises :class:`UsageError` for a mode or option
    that does not exist. With "auto" each question gets the mode that fits it, and the options
    that this mode knows.
    """

    def __init__(
        self,
        graph: GraphContext,
        mode: SearchMode,
        *,
        llm: LLM | ChatModel | None = None,
        **given: Any,
    ) -> None:
        self.mode = mode
        self._graph = graph
        self._chat = None if llm is None else graph.chat_of(llm)
        self._given = given
        if mode != AUTO:
            self._options = make_options(mode_of("search", SEARCH_MODES, mode, AUTO).options, given)
            return
        every = [mode.options for mode in SEARCH_MODES.values()]
        check_names(given, {f.name for kind in every for f in fields(kind)})
        self._options = make_options(SearchOptions, _fitting(SearchOptions, given))

    def run(self, question: str, *, vector: list[float] | None = None) -> SearchAnswer:
        """The result, blocking; also where an event loop runs."""
        return run_sync(self.arun(question, vector=vector))

    async def arun(
        self,
        question: str,
        *,
        vector: list[float] | None = None,
        emit: Emit | None = None,
    ) -> SearchAnswer:
        """The result. ``vector``: the question's, if it is known; ``emit`` hears of what
        happens and makes the answer come in pieces.

        An LLM that fails or is not set is told in ``error``; the context and what was found
        until then are there all the same.
        """
        question = checked_question(question)
        await asyncio.to_thread(self._graph.ready)
        started = time.perf_counter()
        session = SearchRun(
            self._graph,
            question,
            self._options,
            emit or _nobody,
            llm=self._chat,
            streaming=emit is not None,
            given_vector=vector,
        )
        chosen = await self._chosen(session)
        answer, error = "", None
        try:
            with span("search", mode=chosen.mode):
                await session.fit()
                answer = (await SEARCH_MODES[chosen.mode].load()(session)).strip()
        except ModelError as failure:
            error = str(failure)
        session.note_room()
        if counts := count_relations(session.context, session.register):
            session.details["relations"] = counts.to_dict()
        return SearchAnswer(
            chosen.mode,
            session.question,
            answer,
            session.context,
            await resolve(session, answer),
            _sources(session),
            error,
            tuple(session.notes),
            session.details,
            session.usage,
            time.perf_counter() - started,
            session.cypher_calls,
            tuple(session.files),
        )

    async def _chosen(self, session: SearchRun) -> Route:
        if self.mode != AUTO:
            return Route(self.mode, "asked for")
        chosen = await route(session)
        kind = SEARCH_MODES[chosen.mode].options
        session.options = make_options(kind, _fitting(kind, self._given))
        session.notes.append(f"Mode {chosen.mode}: {chosen.why}.")
        session.details["why"] = chosen.why
        return chosen

    async def astream(self, question: str) -> AsyncIterator[Event]:
        """What happens, as it happens; the last event holds the result."""
        queue: asyncio.Queue[Event] = asyncio.Queue()
        task = asyncio.create_task(self.arun(question, emit=queue.put_nowait))
        try:
            while not (task.done() and queue.empty()):
                event = asyncio.create_task(queue.get())
                await asyncio.wait({task, event}, return_when=asyncio.FIRST_COMPLETED)
                if event.done():
                    yield event.result()
                else:
                    event.cancel()
            yield Event("result", result=task.result())
        finally:
            task.cancel()

    def stream(self, question: str) -> Iterator[Event]:
        """:meth:`astream`, blocking."""
        queue: SimpleQueue[Event | BaseException | None] = SimpleQueue()
        stop = threading.Event()

        async def play() -> None:
            async for event in self.astream(question):
                queue.put(event)
                if stop.is_set():
                    return

        def work() -> None:
            try:
                asyncio.run(play())
            except BaseException as error:
                queue.put(error)
            queue.put(None)

        threading.Thread(target=work, daemon=True).start()
        try:
            while (event := queue.get()) is not None:
                if isinstance(event, BaseException):
                    raise event
                yield event
        finally:
            stop.set()


def _fitting(kind: type[SearchOptions], given: dict[str, Any]) -> dict[str, Any]:
    known = {f.name for f in fields(kind)}
    return {name: value for name, value in given.items() if name in known}


def _sources(session: SearchRun) -> tuple[ShownSource, ...]:
    records = session.register.all("Sources")
    return tuple(
        ShownSource(n, str(record.values["text"]), Place(**record.place))
        for n, record in enumerate(records, start=1)
    )


def _nobody(_: Event) -> None:
    pass
