"""The one way to an LLM: cached, metered, within budget and limits, retried.

An answer is looked up in the cache; if it must be asked for, its worst case is held against the
budget, it waits for its turn under the limits, is sent, counted and, when complete, stored.
Everything runs on the model's blocking call (see ``workers`` for why); the asynchronous methods
await it in a thread, so no event loop waits for the network, the cache or the token counting.
"""

from __future__ import annotations

import math
import time
from asyncio import CancelledError, wrap_future
from collections.abc import (
    AsyncGenerator,
    Callable,
    Generator,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import aclosing, contextmanager
from contextvars import copy_context
from copy import copy
from dataclasses import replace
from functools import cached_property, lru_cache

from llama_index.core.base.llms.types import ChatResponse
from llama_index.core.llms import LLM
from pydantic import BaseModel

from graphrag_neo4j.llm.adapted import AdaptedLLM, Message, Request, key_of
from graphrag_neo4j.llm.budget import Budget, Price, cost_of
from graphrag_neo4j.llm.cache import AnswerCache, CachedAnswer
from graphrag_neo4j.llm.client import EndpointLLM, secrets_of
from graphrag_neo4j.llm.concurrency import KeyedLocks, Workers, stepped
from graphrag_neo4j.llm.context_window import answer_room, text_room, window_of
from graphrag_neo4j.llm.failures import Failure, failure_of
from graphrag_neo4j.llm.listening import heard_at_once, listened, pieces_of, texts_of
from graphrag_neo4j.llm.meter import Meter, Usage
from graphrag_neo4j.llm.rate_limits import Limits
from graphrag_neo4j.llm.reply import Reply, reply_of
from graphrag_neo4j.llm.response_usage import Heard, empty_answer
from graphrag_neo4j.llm.retry import Retry
from graphrag_neo4j.llm.structured import schema_text
from graphrag_neo4j.llm.surrogates import whole, whole_pieces
from graphrag_neo4j.llm.thoughts import spoken, without_thoughts
from graphrag_neo4j.llm.under_way import UnderWay
from graphrag_neo4j.settings import Settings
from graphrag_neo4j.telemetry import span
from graphrag_neo4j.text.tokens import count_tokens

__all__ = ["DEFAULT_MAX_TOKENS", "ChatModel", "Message", "Reply"]
DEFAULT_MAX_TOKENS = 4000
_TOKENS_AROUND_MESSAGE = 4  # OpenAI's chat format
_SHARE_OF_SILENCE = 0.9  # of the timeout: what this request itself said last is older


class ChatModel:
    """A LlamaIndex ``LLM`` with cache, meter, budget, limits and retries around it.

    Any ``LLM`` will do; schemas are sent to those that speak OpenAI's protocol and left to the
    prompt with others. ``max_tokens`` counts where the LLM sets none itself. One object serves
    any number of threads and event loops.
    """

    def __init__(
        self,
        llm: LLM,
        *,
        cache: AnswerCache | None = None,
        meter: Meter | None = None,
        limits: Limits | None = None,
        budget: Budget | None = None,
        retry: Retry | None = None,
        prices: Mapping[str, Price] | None = None,
        max_tokens: int = DEFAULT_MAX_TOKENS,
        context_window: int | None = None,
    ) -> None:
        self.llm = llm
        self.cache = cache
        self.meter = meter or Meter()
        self.limits = limits or Limits()
        self.budget = budget or Budget()
        self.max_tokens: int = getattr(llm, "max_tokens", None) or max_tokens
        self._given_window = context_window
        self._retry = retry or Retry(secrets=secrets_of(llm))
        self._prices = prices or {}
        self._adapted = AdaptedLLM(llm, self.max_tokens)
        self._under_way = UnderWay()
        self._thinks = False  # before it answers, so that a narrow limit leaves no answer
        self._workers = Workers(self.limits.concurrency)
        self._flights = KeyedLocks()

    @classmethod
    def of(cls, settings: Settings, llm: LLM) -> ChatModel:
        """``llm`` with the cache, limits, budget and retries that the settings name."""
        return cls(
            llm,
            cache=AnswerCache.of(settings),
            limits=Limits(
                rpm=settings.llm_rpm, tpm=settings.llm_tpm, concurrency=settings.llm_concurrency
            ),
            budget=Budget(settings.budget),
            retry=Retry.of(settings, "LLM", secrets_of(llm)),
            prices=settings.prices,
            max_tokens=settings.llm_max_tokens,
            context_window=settings.llm_context_window,
        )

    @cached_property
    def context_window(self) -> int | None:
        """Tokens that the model takes, text and answer together, None if nobody knows; the
        endpoint may be asked, once."""
        found = self._given_window or window_of(self.llm)
        if isinstance(self.llm, EndpointLLM):
            self.llm.context_window = found  # so that LlamaIndex's engines know it, too
        return found

    def text_room(self, wanted: int) -> int:
        """Tokens of text to give it: ``wanted``, or less if its context window is small."""
        return text_room(self.context_window, wanted)

    def beside(self) -> ChatModel:
        """The same LLM within the same budget and limits, counted by a meter of its own."""
        other = copy(self)
        other.meter = Meter()
        return other

    @property
    def model(self) -> str:
        """The model's name, for the cache and the price."""
        return self.llm.metadata.model_name

    def complete(
        self,
        messages: Sequence[Message],
        *,
        stage: str,
        schema: type[BaseModel] | None = None,
        max_tokens: int | None = None,
        refresh: bool = False,
    ) -> Reply:
        """The answer to ``messages``, counted under ``stage``.

        ``schema``: ask for JSON of this form and parse it. ``refresh``: ask even if the answer
        is cached, and replace it. Raises :class:`ModelError` when there is no answer after all
        attempts, :class:`BudgetExceeded` before a call that could cross the budget.
        """
        request = Request(tuple(messages), stage, schema, max_tokens or self.max_tokens)
        return self._complete(request, refresh)

    def cached(
        self,
        messages: Sequence[Message],
        *,
        stage: str,
        schema: type[BaseModel] | None = None,
        max_tokens: int | None = None,
    ) -> Reply | None:
        """What :meth:`complete` would answer from the cache; nothing is asked or metered."""
        request = Request(tuple(messages), stage, schema, max_tokens or self.max_tokens)
        answer = (
            self.cache.get(key_of(self.llm, request, self.max_tokens))
            if self.cache is not None
            else None
        )
        return None if answer is None else reply_of(answer, request, cached=True)[0]

    def count(self, messages: Sequence[Message], schema: type[BaseModel] | None = None) -> int:
        """Tokens that a request is held to have, before the endpoint says its own count."""
        texts = [text for _, text in messages]
        if self._adapted.takes_schemas and schema:
            texts.append(schema_text(schema))
        return sum(_counted(text) + _TOKENS_AROUND_MESSAGE for text in texts)

    def price(self, tokens_in: int, tokens_out: int) -> float | None:
        """USD, None when the model's price is not known."""
        return cost_of(self.model, tokens_in, tokens_out, self._prices)

    async def acomplete(
        self,
        messages: Sequence[Message],
        *,
        stage: str,
        schema: type[BaseModel] | None = None,
        max_tokens: int | None = None,
        refresh: bool = False,
    ) -> Reply:
        """:meth:`complete`, awaited.

        If it is cancelled, an answer under way is still cached, and nothing more is sent.
        """
        request = Request(tuple(messages), stage, schema, max_tokens or self.max_tokens)
        try:
            return await wrap_future(self._workers.submit(lambda: self._complete(request, refresh)))
        except CancelledError:
            request.cancelled.set()
            raise

    async def astream(
        self,
        messages: Sequence[Message],
        *,
        stage: str,
        max_tokens: int | None = None,
        ended: Callable[[str], object] | None = None,
    ) -> AsyncGenerator[str, None]:
        """The answer in pieces as they come; metered, not cached.

        Attempts are repeated up to the first piece; a break after it is a :class:`ModelError`.
        ``ended`` is told why a whole answer ended, as ``finish_reason`` of :class:`Reply` says it.
        """
        request = Request(tuple(messages), stage, None, max_tokens or self.max_tokens, ended=ended)
        steps = stepped(self._stream(request), cancel=request.cancelled.set)
        async with aclosing(steps) as pieces:  # at once where nobody reads on
            async for piece in pieces:
                yield piece

    def stream(
        self, messages: Sequence[Message], *, stage: str, max_tokens: int | None = None
    ) -> Generator[str, None, None]:
        """:meth:`astream` for a caller that blocks; its pieces may be taken in any thread."""
        request = Request(tuple(messages), stage, None, max_tokens or self.max_tokens)
        pieces, context = self._stream(request), copy_context()
        try:
            while (piece := context.run(next, pieces, None)) is not None:
                yield piece
        finally:
            context.run(pieces.close)

    def forget(
        self,
        messages: Sequence[Message],
        *,
        stage: str,
        schema: type[BaseModel] | None = None,
        max_tokens: int | None = None,
    ) -> None:
        """Remove an answer that turned out to be of no use from the cache: it is asked for
        anew the next time."""
        if self.cache is not None:
            request = Request(tuple(messages), stage, schema, max_tokens or self.max_tokens)
            self.cache.remove(key_of(self.llm, request, self.max_tokens))

    def status(self) -> str:
        """What was used so far, and what is waited for, short: ``1,500 tokens, $0.0004; 2 answers
        under way, the oldest 12 s, 3,400 characters``."""
        return "; ".join(filter(None, (self.meter.status(), str(self._under_way))))

    def close(self) -> None:
        """Let go of the cache file; the model can still be used."""
        if self.cache is not None:
            self.cache.close()

    def _complete(self, request: Request, refresh: bool) -> Reply:
        if self.cache is None:
            return self._reply(self._ask(request), request, cached=False)
        key = key_of(self.llm, request, self.max_tokens)
        with self._flights.of(key):  # the next one finds the answer in the cache
            answer = None if refresh else self.cache.get(key)
            if answer is not None:
                self.meter.add(request.stage, Usage(cached=1))
                return self._reply(answer, request, cached=True)
            answer = self._ask(request)
            if answer.finish_reason == "stop":
                self.cache.put(key, self.model, answer)
        return self._reply(answer, request, cached=False)

    def _ask(self, request: Request) -> CachedAnswer:
        def attempt() -> CachedAnswer:
            fitting = self._fitting(request)
            with self._told_busy_from_dead():
                return self._adapted.adapting(lambda: self._answer(fitting), fitting)

        return self._retry(attempt, self._before_again(request))

    @contextmanager
    def _told_busy_from_dead(self) -> Iterator[None]:
        """An endpoint that says nothing to a request, but answers others meanwhile, lets requests
        wait in a queue; from then on they wait here, where no time runs out."""
        try:
            yield
        except Failure as failure:
            silence = _SHARE_OF_SILENCE * (getattr(self.llm, "timeout", None) or math.inf)
            if failure.once and (n := self._under_way.n_spoken(silence)):
                self.limits.narrow(n)
                failure.once = False
            raise

    def _answer(self, request: Request) -> CachedAnswer:
        """One attempt; streamed where the endpoint can, so that a slow model is told from one
        that is dead, and one that repeats itself is stopped."""
        with self._sending(request) as call:
            if self._adapted.streams:
                text = listened(self._pieces(request, call), call)
            else:
                text = self._at_once(request, call)
        text, reason = whole(text), call.reason
        if not without_thoughts(text).strip():
            raise self._nothing_said(reason, request)
        return CachedAnswer(text, reason, call.tokens_in, call.tokens_out)

    def _nothing_said(self, reason: str, request: Request) -> Failure:
        self._thinks = self._thinks or reason == "length"
        return empty_answer(reason, request.max_tokens, self.max_tokens)

    def _fitting(self, request: Request) -> Request:
        """``request`` with an answer that fits the context window beside it."""
        text = self.count(request.messages)
        wanted = self.max_tokens if self._thinks else request.max_tokens
        room = answer_room(self.context_window, text, wanted)
        return replace(request, max_tokens=room)

    def _stream(self, request: Request) -> Generator[str, None, None]:
        request, n_broken_off = self._fitting(request), self._adapted.n_broken_off

        def begin() -> tuple[str, Generator[str, None, None]]:
            texts = self._texts(request)
            return next(texts), texts

        def attempt() -> tuple[str, Generator[str, None, None]]:
            with self._told_busy_from_dead():
                return self._adapted.adapting(begin, request)

        first, rest = self._retry(attempt, self._before_again(request))
        yield first
        try:
            yield from rest
        except Failure as failure:
            self._adapted.learn_from_stream(failure, request, n_broken_off)
            raise failure.to_error("LLM") from None

    def _texts(self, request: Request) -> Generator[str, None, None]:
        """One attempt, in pieces of text; in one where the endpoint cannot stream. Thoughts are
        left out."""
        said = False
        with self._sending(request) as call:
            for piece in spoken(whole_pieces(self._heard(request, call))):
                said = True
                yield piece
        if not said:
            raise self._nothing_said(call.reason or "stop", request)
        if request.ended is not None:
            request.ended(call.reason or "stop")

    def _heard(self, request: Request, call: Heard) -> Iterable[str]:
        if not self._adapted.can_stream:
            return [self._at_once(request, call)]
        pieces, says_end = self._pieces(request, call), self._adapted.streams
        return texts_of(pieces, call, request.cancelled, says_its_end=says_end)

    def _at_once(self, request: Request, call: Heard) -> str:
        with self._under_way.waiting():
            return heard_at_once(self._adapted.chat(request), call)

    def _pieces(self, request: Request, call: Heard) -> Generator[ChatResponse, None, None]:
        """One attempt's answer as it comes; ``call`` hears it."""
        return pieces_of(self._adapted.stream(request), call, self._under_way)

    @contextmanager
    def _sending(self, request: Request) -> Iterator[Heard]:
        """Budget and limits are held; what was heard is booked at the end, also of a failure."""
        call = Heard(self.count(request.messages, request.schema))
        worst = self.price(call.tokens_in, request.max_tokens)
        asked = {"model": self.model, "max_tokens": request.max_tokens, "stage": request.stage}
        with (
            span(
                f"chat {self.model}", operation="chat", provider=self._adapted.provider, **asked
            ) as notes,
            self.budget.hold(worst, self.model) as charge,
            self.limits.slot(call.tokens_in + request.max_tokens) as slot,
        ):
            if request.cancelled.is_set():
                raise Failure("it was cancelled")
            started = time.perf_counter()
            try:
                yield call
            except Exception as error:
                failure = failure_of(error, self._retry.secrets)
                if failure.maybe_billed:  # nobody says: the budget takes the worst case
                    charge.cost = worst or 0.0
                raise failure from None
            finally:
                slot.tokens = call.tokens_in
                if call.text is not None:
                    call.tokens_out = call.tokens_out or count_tokens(call.text)
                    slot.tokens += call.tokens_out
                    tokens = {"tokens_in": call.tokens_in, "tokens_out": call.tokens_out}
                    notes.add(**tokens)
                    cost = self.price(call.tokens_in, call.tokens_out)
                    charge.cost = max(charge.cost, cost or 0.0)
                    seconds = time.perf_counter() - started
                    used = Usage(calls=1, cost=cost, seconds=seconds, **tokens)
                    self.meter.add(request.stage, used)

    def _before_again(self, request: Request) -> Callable[[Failure], None]:
        def tell(failure: Failure) -> None:
            self.meter.add(request.stage, Usage(retries=1))
            if failure.retry_after is not None:
                self.limits.pause(failure.retry_after)

        return tell

    def _reply(self, answer: CachedAnswer, request: Request, *, cached: bool) -> Reply:
        reply, repaired = reply_of(answer, request, cached=cached)
        if repaired:
            self.meter.add(request.stage, Usage(repaired=1))
        return reply


@lru_cache(64)
def _counted(text: str) -> int:
    """Instructions and schemas are in every request."""
    return count_tokens(text)
