"""Extraction by an LLM: chunks side by side, each a short conversation."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import aclosing
from functools import cached_property
from itertools import islice

from graphrag_neo4j.errors import BudgetExceeded, ModelError, ModelUnavailable
from graphrag_neo4j.extract.llm.conversation import Chat, Conversation
from graphrag_neo4j.extract.llm.normalise import finish
from graphrag_neo4j.extract.llm.options import ExtractOptions, Prompts
from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.llm.concurrency import map_concurrently, run_sync
from graphrag_neo4j.model import NOT_ASKED, OUT_OF_BUDGET, Chunk, Document, ExtractedChunk
from graphrag_neo4j.progress import NullProgress, Progress

FAILURES_IN_A_ROW = 10
"""Chunks whose calls fail, with no answer between them, before the endpoint is held to be down."""
_VERSION = "2"


class LLMExtractor:
    """Asks ``chat`` (a ``ChatModel``) for the topics, statements, facts and entities of chunks.

    A chunk whose answer stays unusable, or whose call fails, has the reason in ``failed`` and
    does not stop the others; those that a budget no longer reaches have ``OUT_OF_BUDGET``.
    When no call can succeed any more (a refused key, an endpoint that is gone, or
    ``FAILURES_IN_A_ROW``), ``stopped`` says why, and what is left has ``NOT_ASKED``.

    ``at_once`` chunks are talked about side by side, so that what a budget or a crash cuts short
    is few chunks. ``status`` is shown beside the progress.
    """

    def __init__(
        self,
        chat: Chat,
        options: ExtractOptions | None = None,
        progress: Progress | None = None,
        *,
        at_once: int = 8,
        status: Callable[[], str] = str,
    ) -> None:
        self.chat = chat
        self.options = options or ExtractOptions()
        self.wire = self.options.make_format()
        self.stopped: ModelUnavailable | None = None
        self._progress = progress or NullProgress()
        self._at_once = at_once
        self._status = status
        self._failing: list[int] = []  # chunks since the last answer
        self._ontology = self.options.make_ontology()

    @cached_property
    def prompts(self) -> Prompts:
        """What is sent."""
        return Prompts(self.options)

    @cached_property
    def fingerprint(self) -> str:
        """Changes with the model, the prompts, the options and the version of this code."""
        options = self.options
        parts = [
            self.chat.model,
            options.format,
            options.gleanings,
            options.ontology,
            options.entity_types,
            sorted(options.relation_patterns.items()),
            options.claims,
            self.prompts.parts,
        ]
        return f"llm-{_VERSION}-{content_hash(json.dumps(parts, ensure_ascii=False))[:12]}"

    def extract_many(
        self, work: Sequence[tuple[Document, Sequence[Chunk]]]
    ) -> list[list[ExtractedChunk]]:
        """For each document one record for each chunk, in the order given.

        May be called where an event loop is running, which then waits: use
        :meth:`aextract_many` there.
        """
        return run_sync(self.aextract_many(work))

    async def aextract_many(
        self, work: Sequence[tuple[Document, Sequence[Chunk]]]
    ) -> list[list[ExtractedChunk]]:
        """:meth:`extract_many` without blocking."""
        pairs = [(document, chunk) for document, chunks in work for chunk in chunks]
        found = [ExtractedChunk(chunk.id, failed=NOT_ASKED) for _, chunk in pairs]
        self._forget()
        task = self._progress.task("Extracting from chunks", len(pairs), "items", self._status)
        with task as advance:
            jobs = ((number, *pair) for number, pair in enumerate(pairs))
            async with aclosing(map_concurrently(jobs, self._extract, self._at_once)) as finished:
                async for (number, *_), result in finished:
                    found[number] = result
                    advance(1)
                    if self.stopped:
                        break
        for number in self._failing if self.stopped else ():  # the endpoint's failure, not theirs
            found[number] = ExtractedChunk(pairs[number][1].id, failed=NOT_ASKED)
        rest = iter(found)
        return [list(islice(rest, len(chunks))) for _, chunks in work]

    def _forget(self) -> None:
        self.stopped = None
        self._failing = []

    async def _extract(self, job: tuple[int, Document, Chunk]) -> ExtractedChunk:
        number, document, chunk = job
        if not chunk.text.strip():
            return ExtractedChunk(chunk.id)
        conversation = Conversation(self.chat, self.wire, self.prompts)
        try:
            parsed = await conversation.extract(document, chunk, self.options.gleanings)
        except BudgetExceeded:
            return ExtractedChunk(chunk.id, failed=OUT_OF_BUDGET)
        except ModelError as error:
            self._note(error, number)
            return ExtractedChunk(chunk.id, failed=error.message)
        if not self.stopped:
            self._failing = []
        if parsed.unusable:
            failed = parsed.unusable
            return ExtractedChunk(chunk.id, failed=failed, quarantined=parsed.quarantined)
        return finish(parsed, document, chunk, self._ontology)

    def _note(self, error: ModelError, number: int) -> None:
        self._failing.append(number)
        if self.stopped:
            return
        if isinstance(error, ModelUnavailable):
            self.stopped = error
        elif len(self._failing) >= FAILURES_IN_A_ROW:
            times = f"{FAILURES_IN_A_ROW} chunks in a row failed, the last one so:"
            self.stopped = ModelUnavailable(f"{times} {error.message}", error.hint)
