"""Extraction by an LLM: all chunks at once, each a short conversation."""

from __future__ import annotations

import asyncio
import contextvars
import json
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, TypeVar

from graphrag_neo4j.errors import BudgetExceeded, ModelError
from graphrag_neo4j.extract.llm.conversation import Chat, Conversation
from graphrag_neo4j.extract.llm.finish import finish
from graphrag_neo4j.extract.llm.options import ExtractOptions, Prompts
from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.model import OUT_OF_BUDGET, Chunk, Document, ExtractedChunk
from graphrag_neo4j.progress import Progress, Silent

_VERSION = "1"
T = TypeVar("T")


class LLMExtractor:
    """Asks ``chat`` (a ``ChatModel``) for the topics, statements, facts and entities of chunks.

    A chunk whose answer stays unusable, or whose call fails, has the reason in ``failed`` and
    does not stop the others; those that a budget no longer reaches have ``OUT_OF_BUDGET``.
    How many calls run at once is bounded by ``chat``.
    """

    def __init__(
        self, chat: Chat, options: ExtractOptions | None = None, progress: Progress | None = None
    ) -> None:
        self._chat = chat
        self._options = options or ExtractOptions()
        self._progress = progress or Silent()
        self._wire = self._options.make_format()
        self._ontology = self._options.make_ontology()

    @cached_property
    def _prompts(self) -> Prompts:
        return Prompts(self._options)

    @cached_property
    def fingerprint(self) -> str:
        """Changes with the model, the prompts, the options and the version of this code."""
        options = self._options
        parts = [
            self._chat.model,
            options.format,
            options.gleanings,
            options.ontology,
            options.entity_types,
            sorted(options.relation_patterns.items()),
            options.claims,
            self._prompts.parts,
        ]
        return f"llm-{_VERSION}-{content_hash(json.dumps(parts, ensure_ascii=False))[:12]}"

    def extract_many(
        self, work: Sequence[tuple[Document, Sequence[Chunk]]]
    ) -> list[list[ExtractedChunk]]:
        """For each document one record for each chunk, in the order given.

        May be called where an event loop is running, which then waits: use
        :meth:`aextract_many` there.
        """
        return _run(self.aextract_many(work))

    async def aextract_many(
        self, work: Sequence[tuple[Document, Sequence[Chunk]]]
    ) -> list[list[ExtractedChunk]]:
        """:meth:`extract_many` without blocking."""
        total = sum(len(chunks) for _, chunks in work)
        with self._progress.task("Extracting from chunks", total) as advance:

            async def extract(document: Document, chunk: Chunk) -> ExtractedChunk:
                found = await self._extract(document, chunk)
                advance(1)
                return found

            tasks = [
                [asyncio.ensure_future(extract(document, chunk)) for chunk in chunks]
                for document, chunks in work
            ]
            every = [task for group in tasks for task in group]
            try:
                await asyncio.gather(*every)
            finally:
                for task in every:
                    task.cancel()
        return [[task.result() for task in group] for group in tasks]

    async def _extract(self, document: Document, chunk: Chunk) -> ExtractedChunk:
        if not chunk.text.strip():
            return ExtractedChunk(chunk.id)
        conversation = Conversation(self._chat, self._wire, self._prompts)
        try:
            parsed = await conversation.extract(document, chunk, self._options.gleanings)
        except BudgetExceeded:
            return ExtractedChunk(chunk.id, failed=OUT_OF_BUDGET)
        except ModelError as error:
            return ExtractedChunk(chunk.id, failed=error.message)
        if parsed.unusable:
            failed = parsed.unusable
            return ExtractedChunk(chunk.id, failed=failed, quarantined=parsed.quarantined)
        return finish(parsed, document, chunk, self._ontology)


def _run(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end; in a thread of its own if this one already runs an event loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    context = contextvars.copy_context()
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(context.run, asyncio.run, work).result()
