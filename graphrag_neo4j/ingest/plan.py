"""What an ingest would take, before anybody pays for it.

Documents are read, compared with the graph, cut and put into the very prompts that an ingest
would send, and each conversation is played as far as the cache of answers knows it. What comes
after that is estimated: one gleaning answer after the other, none malformed. So the calls and the
tokens in are those of an ingest in which nothing fails, as far as they do not hang on the length
of answers not given yet; tokens out are an estimate (:func:`answer_tokens`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from pydantic import BaseModel

from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.embeddings.embedder import key_of
from graphrag_neo4j.extract import Extractor
from graphrag_neo4j.extract.llm.conversation import Conversation, Message
from graphrag_neo4j.extract.llm.extractor import LLMExtractor
from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.ingest.content import ExtractedContent
from graphrag_neo4j.ingest.document_update import DocumentUpdate
from graphrag_neo4j.ingest.embedded_texts import chunk_text
from graphrag_neo4j.ingest.made_with import Memory
from graphrag_neo4j.ingest.pipeline import BATCH_CHARACTERS, batches
from graphrag_neo4j.ingest.readings import Readings, readings_kept
from graphrag_neo4j.llm.budget import cost_of
from graphrag_neo4j.llm.chat import ChatModel, Reply
from graphrag_neo4j.llm.concurrency import run_sync
from graphrag_neo4j.model import Chunk, Document
from graphrag_neo4j.progress import Progress
from graphrag_neo4j.readers.files import ReadOptions, Unchanged, Unreadable
from graphrag_neo4j.readers.workload import Workload
from graphrag_neo4j.results import RunReport, counted
from graphrag_neo4j.settings import Settings
from graphrag_neo4j.text.tokens import count_tokens

# Recorded answers of gpt-4o as tuples: 620 tokens for a passage of 1,100. The same records as JSON
# have twice as many, and answers on 35 passages of news, as JSON, 9 tokens for each of a passage
# of 200: an answer grows with its passage only up to a point.
_TOKENS_OUT = {"json": (8, 1600), "tuples": (4, 800)}
_GLEANED_SHARE = 0.5
"""Of a first answer, that a gleaning answer is."""
_MUCH, _ROOMY = 5, 1200
"""Tokens sent for each of the text that are worth a word; the size of chunks that makes fewer."""
_EMBEDDED_BESIDE = 1.2
"""Tokens of statements that are embedded for each token of a chunk (HotpotQA, by rules). Entities
are embedded when a search needs their vectors."""


@dataclass(slots=True)
class IngestPlan(RunReport):
    """What an ingest would take.

    ``documents`` are to be written, ``unchanged`` are in the graph. ``calls``: to the LLM, of them
    ``gleanings``; ``cached``: answers that are known already. ``tokens_out`` is an estimate, and
    of ``tokens_in`` what repeats those. ``cost``, ``embed_cost``: USD, None where the price is
    not known. ``embed_tokens``: an estimate, for a remote embedding model only. ``text_tokens``:
    of the chunks that the calls are about. ``differences``: settings that the graph was made
    with and are others now, for which an ingest wants ``switch_extractor``; ``made_anew``: of
    ``documents``, those that the graph has. ``files``: read, by suffix; ``unread_kinds``: not read,
    by the sort of the reason.
    """

    extractor: str
    model: str | None = None
    embed_model: str | None = None
    documents: int = 0
    made_anew: int = 0
    unchanged: int = 0
    chunks: int = 0
    calls: int = 0
    gleanings: int = 0
    cached: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    text_tokens: int = 0
    chunk_size: int = 0
    cost: float | None = 0.0
    embed_tokens: int = 0
    embed_cost: float | None = 0.0
    unreadable: dict[str, str] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    files: dict[str, int] = field(default_factory=dict)
    unread_kinds: dict[str, int] = field(default_factory=dict)
    differences: tuple[str, ...] = ()

    def summary(self) -> str:
        """For people."""
        lines = [
            f"{counted(self.documents, 'document')} to ingest, {self.unchanged:,} unchanged: "
            f"{counted(self.chunks, 'chunk')}."
        ]
        if self.model is None:
            lines.append(f"0 LLM calls (extractor: {self.extractor}).")
        else:
            cached = f"; {self.cached:,} more are cached" if self.cached else ""
            lines.append(
                f"{counted(self.calls, 'call')} of {self.model} "
                f"({self.gleanings:,} of them gleanings{cached}): {self.tokens_in:,} tokens in, "
                f"about {self.tokens_out:,} out, {_dollars(self.cost)}."
            )
        if self.text_tokens * _MUCH < self.tokens_in and self.chunk_size < _ROOMY:
            each = self.tokens_in / max(self.text_tokens, 1)
            lines.append(
                f"That is {each:.0f} tokens in for each of the text, as the prompt goes with every "
                f"chunk: larger ones cost less (GRAPHRAG_CHUNK_SIZE, now {self.chunk_size}; "
                f"try {_ROOMY})."
            )
        if self.differences:
            lines.append(
                f"The graph was made with {', '.join(self.differences)}: {self.made_anew:,} of its "
                "sources would be made anew. ingest does so with --switch-extractor only."
            )
        if self.embed_model:
            lines.append(
                f"About {self.embed_tokens:,} tokens embedded by {self.embed_model}, "
                f"{_dollars(self.embed_cost)}."
            )
        if self.files:
            lines.append(f"Files read: {_counted(self.files)}.")
        if self.unread_kinds:
            lines.append(f"Not read: {_counted(self.unread_kinds)}.")
        lines += [f"skipped: {uri}: {reason}" for uri, reason in self.skipped.items()]
        lines += [f"unreadable: {uri}: {reason}" for uri, reason in self.unreadable.items()]
        return "\n".join(lines)


class Planner:
    """Plans an ingest by ``extractor``; ``embed_model`` is the name of a remote one, if any."""

    def __init__(
        self,
        database: Database,
        extractor: Extractor,
        settings: Settings,
        progress: Progress,
        embed_model: str | None = None,
        memory: Memory | None = None,
    ) -> None:
        self._database = database
        self._maker = ExtractedContent(extractor, settings)
        self.read = Readings(readings_kept(settings), database, self._maker).read
        self._settings = settings
        self._progress = progress
        self._texts: set[str] = set()  # hashes of those planned
        self._files: set[str] = set()  # uris of those read
        self._asking = _Asking(extractor) if isinstance(extractor, LLMExtractor) else None
        model = extractor.chat.model if isinstance(extractor, LLMExtractor) else None
        self._plan = IngestPlan(settings.extractor, model, embed_model)
        self._plan.chunk_size = settings.chunk_size
        if memory:
            self._plan.differences = tuple(map(str, memory.differences()))

    def run(
        self, documents: Iterable[Document | Unreadable | Unchanged], work: Workload
    ) -> IngestPlan:
        """Plan ``documents``; ``work``: how much that is, for progress."""
        plan = self._plan
        with self._progress.task("Planning documents", work.total, "bytes") as advance:
            for batch, weight in batches(work.weigh(documents), BATCH_CHARACTERS):
                readable = [item for item in batch if isinstance(item, Document)]
                for item in batch:
                    self._note(item)
                self._add(readable)
                advance(weight)
        if self._asking:
            self._asking.report(plan)
        if plan.embed_model:
            plan.embed_cost = cost_of(plan.embed_model, plan.embed_tokens, 0, self._settings.prices)
        return plan.final()

    def _note(self, item: Document | Unreadable | Unchanged) -> None:
        """Count what was read and what was not."""
        plan = self._plan
        if isinstance(item, Unreadable):
            (plan.skipped if item.skipped else plan.unreadable)[item.uri] = str(item)
            plan.unread_kinds[item.kind] = plan.unread_kinds.get(item.kind, 0) + 1
            return
        plan.unchanged += isinstance(item, Unchanged)
        file = item.uri.partition("#")[0]
        if file.startswith("file:") and file not in self._files:
            self._files.add(file)
            kind = PurePosixPath(file).suffix.lower() or "no suffix"
            plan.files[kind] = plan.files.get(kind, 0) + 1

    def _add(self, documents: Sequence[Document]) -> None:
        hashes = {d.uri: content_hash(d.text) for d in documents}
        new = [d for d in documents if hashes[d.uri] not in self._texts]
        self._texts.update(hashes.values())
        update = DocumentUpdate(new, self._maker, ReadOptions.of(self._settings))
        decision = update.plan(self._database)
        plan = self._plan
        plan.documents += len(decision.write)
        plan.made_anew += decision.changed
        plan.unchanged += decision.unchanged + len(documents) - len(new)
        plan.unreadable |= update.unreadable
        for document in update.items(decision):
            chunks = self._maker.chunks(document)
            plan.chunks += len(chunks)
            if plan.embed_model:
                plan.embed_tokens += self._embed_tokens(chunks, plan.embed_model)
            if self._asking:
                run_sync(self._asking.add(document, chunks))

    def _embed_tokens(self, chunks: Sequence[Chunk], model: str) -> int:
        known = self._database.read(
            "ingest/embedding_keys", chunks=[chunk.id for chunk in chunks], statements=[]
        )
        keys = {row["id"]: row["embedding_key"] for row in known}
        tokens = 0.0
        for chunk in chunks:
            text = chunk_text(chunk.title, chunk.text, chunk.own)
            if keys.get(chunk.id) != key_of(model, text):
                tokens += count_tokens(text) + _EMBEDDED_BESIDE * chunk.n_tokens
        return round(tokens)


def answer_tokens(wire: str, passage: int, is_gleaning: bool) -> int:
    """Tokens of an answer, as far as they can be foreseen.

    A first answer has 8 tokens for each of the passage, 1,600 at most, as JSON (4 and 800 as
    tuples); a gleaning answer half of that.
    """
    each, most = _TOKENS_OUT[wire]
    first = min(each * passage, most)
    return round(first * _GLEANED_SHARE) if is_gleaning else first


class _Unknown(Exception):  # noqa: N818 - no error
    """The cache does not know the answer to ``messages``."""

    def __init__(self, messages: Sequence[Message]) -> None:
        self.messages = messages


class _Asking:
    """Plays the conversations on chunks; a ``Chat`` that has only what is cached to say."""

    def __init__(self, extractor: LLMExtractor) -> None:
        assert isinstance(extractor.chat, ChatModel)
        self._chat = extractor.chat
        self._extractor = extractor
        self._glean = extractor.prompts.glean
        self._planned: set[str] = set()
        self._calls = self._gleanings = self._cached = 0
        self._tokens_in = self._tokens_out = self._text_tokens = 0

    @property
    def model(self) -> str:
        return self._chat.model

    @property
    def max_tokens(self) -> int:
        return self._chat.max_tokens

    async def acomplete(
        self,
        messages: Sequence[Message],
        *,
        stage: str,
        schema: type[BaseModel] | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        """The cached answer; raises :class:`_Unknown`."""
        known = self._chat.cached(messages, stage=stage, schema=schema, max_tokens=max_tokens)
        if known is None:
            raise _Unknown(messages)
        self._cached += 1
        return known

    def forget(self, *_: object, **__: object) -> None:
        """A plan changes nothing."""

    async def add(self, document: Document, chunks: Iterable[Chunk]) -> None:
        """Add the calls that the chunks of a document take."""
        extractor = self._extractor
        for chunk in chunks:
            if not chunk.text.strip():
                continue
            conversation = Conversation(self, extractor.wire, extractor.prompts)
            try:
                await conversation.extract(document, chunk, extractor.options.gleanings)
            except _Unknown as unknown:
                self._estimate(unknown.messages, chunk)

    def report(self, plan: IngestPlan) -> None:
        """Write the sums into ``plan``."""
        plan.calls, plan.gleanings, plan.cached = self._calls, self._gleanings, self._cached
        plan.tokens_in, plan.tokens_out = self._tokens_in, self._tokens_out
        plan.text_tokens = self._text_tokens
        plan.cost = self._chat.price(plan.tokens_in, plan.tokens_out)

    def _estimate(self, messages: Sequence[Message], chunk: Chunk) -> None:
        """Add the call that asks ``messages``, and the gleanings that come after it."""
        asked = [text for role, text in messages if role == "user"]
        gleaned = asked.count(self._glean)
        is_repair = len(asked) > 1 and asked[-1] != self._glean
        left = 0 if is_repair else self._extractor.options.gleanings - gleaned
        if self._chat.cache is not None:  # of two chunks alike only one is asked about
            key = content_hash("\0".join(f"{role}\0{text}" for role, text in messages))
            if key in self._planned:
                self._cached += 1 + left
                return
            self._planned.add(key)
        self._text_tokens += chunk.n_tokens
        tokens_in = self._chat.count(messages, self._extractor.wire.schema)
        for n in range(1 + left):
            is_gleaning = n > 0 or gleaned > 0
            tokens_out = self._answer_tokens(chunk, is_gleaning)
            self._calls += 1
            self._gleanings += is_gleaning
            self._tokens_in += tokens_in
            self._tokens_out += tokens_out
            # what comes next repeats all this
            more = self._chat.count([("assistant", ""), ("user", self._glean)])
            tokens_in += tokens_out + more

    def _answer_tokens(self, chunk: Chunk, is_gleaning: bool) -> int:
        expected = answer_tokens(self._extractor.wire.name, chunk.n_tokens, is_gleaning)
        return min(expected, self._chat.max_tokens)


def _counted(kinds: Mapping[str, int]) -> str:
    return ", ".join(f"{n:,} {kind}" for kind, n in sorted(kinds.items()))


def _dollars(cost: float | None) -> str:
    return "price unknown (GRAPHRAG_PRICES)" if cost is None else f"about ${cost:,.4f}"
