"""Budget, rate and concurrency, held by many calls at once."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.errors import BudgetExceeded, ModelError, SettingsError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.llm.budget import PRICES, Budget, cost_of
from graphrag_neo4j.llm.chat import ChatModel
from graphrag_neo4j.llm.client import make_llm
from graphrag_neo4j.llm.meter import Meter, Usage
from graphrag_neo4j.llm.rate_limits import Limits, Slot
from graphrag_neo4j.llm.usage_total import Bookkeeper
from graphrag_neo4j.progress import NullProgress
from graphrag_neo4j.settings import load_settings
from tests.support.fake_llm import MODEL, Answer, FakeLLM, hang, too_many
from tests.support.hash_embedding import HashEmbedding


class NotedLimits(Limits):
    """Notes when each request had its turn: a busy machine hands some on late to the server."""

    def __init__(self, **limits: Any) -> None:
        super().__init__(**limits)
        self.turns: list[float] = []

    @contextmanager
    def slot(self, tokens: int) -> Iterator[Slot]:
        with super().slot(tokens) as slot:
            self.turns.append(slot.began)
            yield slot


def chat_of(fake: FakeLLM, limits: Limits | None = None, **more: Any) -> ChatModel:
    settings = fake.settings(**more)
    chat = ChatModel.of(settings, make_llm(settings))
    chat.limits = limits or chat.limits
    return chat


async def ask_many(chat: ChatModel, n: int) -> list[Any]:
    asked = (chat.acomplete([("user", f"number {i}")], stage="talk") for i in range(n))
    return await asyncio.gather(*asked, return_exceptions=True)


async def test_thirty_calls_keep_to_rate_and_concurrency(fake_llm: FakeLLM) -> None:
    fake_llm.latency = 0.02
    limits = NotedLimits(rpm=10, concurrency=4, period=1.5)
    await ask_many(chat_of(fake_llm, limits), 30)
    turns = sorted(limits.turns)
    assert len(turns) == len(fake_llm.times) == 30
    assert fake_llm.most_at_once == 4
    assert all(b - a >= 1.5 for a, b in zip(turns, turns[10:], strict=False))
    assert turns[-1] - turns[0] < 6
    assert all(sent >= turn for turn, sent in zip(turns, sorted(fake_llm.times), strict=True))


async def test_tokens_a_minute_are_kept_and_unused_ones_given_back(fake_llm: FakeLLM) -> None:
    fake_llm.answer = lambda _: Answer("ok", usage=(10, 10))
    limits = NotedLimits(tpm=100, concurrency=8, period=0.5)
    chat = chat_of(fake_llm, limits, llm_max_tokens=30)  # worst case 36, in fact 20
    await ask_many(chat, 20)
    turns = sorted(limits.turns)
    assert len(turns) == 20
    assert all(b - a >= 0.5 for a, b in zip(turns, turns[5:], strict=False))
    assert turns[-1] - turns[0] < 3.5  # 4.5 s if each kept its worst case


async def test_a_request_larger_than_the_rate_goes_out_alone(fake_llm: FakeLLM) -> None:
    limits = NotedLimits(tpm=5, period=0.3)
    replies = await asyncio.wait_for(ask_many(chat_of(fake_llm, limits), 3), 5)
    assert [reply.text for reply in replies] == ["ok"] * 3
    turns = sorted(limits.turns)
    assert turns[2] - turns[0] >= 0.6


async def test_one_told_to_wait_makes_the_others_wait(fake_llm: FakeLLM) -> None:
    chat = chat_of(fake_llm)
    fake_llm.script(too_many(0.5), "ok")
    first = asyncio.ensure_future(chat.acomplete([("user", "a")], stage="talk"))
    await asyncio.to_thread(fake_llm.wait_for, 1)
    await asyncio.sleep(0.1)  # until its answer is read
    await chat.acomplete([("user", "b")], stage="talk")
    await first
    assert min(fake_llm.times[1:]) - fake_llm.times[0] >= 0.5


PRICED = {MODEL: (1_000.0, 10_000.0)}  # USD per million: a cent for each token out


async def test_parallel_calls_cannot_cross_the_budget_together(fake_llm: FakeLLM) -> None:
    fake_llm.latency = 0.05
    fake_llm.answer = lambda _: Answer("ok", usage=(7, 100))
    chat = chat_of(fake_llm, prices=PRICED, budget=3.5, llm_max_tokens=100)
    replies = await ask_many(chat, 20)
    refused = [reply for reply in replies if isinstance(reply, BudgetExceeded)]
    assert len(fake_llm.requests) == 3
    assert len(refused) == 17
    assert chat.budget.spent <= 3.5
    assert chat.meter.total.cost == pytest.approx(chat.budget.spent)
    assert "$3.50" in str(refused[0])


def test_what_works_side_by_side_has_one_budget_and_its_own_account(fake_llm: FakeLLM) -> None:
    fake_llm.answer = lambda _: Answer("ok", usage=(7, 100))
    settings = fake_llm.settings(
        prices=PRICED, budget=1.5, llm_max_tokens=100, neo4j_uri="bolt://127.0.0.1:1"
    )
    graph = KnowledgeGraph(settings, embed_model=HashEmbedding())
    jobs = graph.beside(NullProgress()).beside(NullProgress())
    jobs.chat.complete([("user", "a")], stage="talk")
    with pytest.raises(BudgetExceeded):
        graph.chat.complete([("user", "b")], stage="talk")
    assert (jobs.chat.meter.total.calls, graph.chat.meter.total.calls) == (1, 0)


async def test_calls_that_turn_out_cheap_make_room_for_others(fake_llm: FakeLLM) -> None:
    fake_llm.latency = 0.02
    fake_llm.answer = lambda _: Answer("ok", usage=(7, 1))
    chat = chat_of(fake_llm, prices=PRICED, budget=2.0, llm_max_tokens=100)  # one at a time
    replies = await ask_many(chat, 20)
    assert [reply.text for reply in replies] == ["ok"] * 20


async def test_a_stream_keeps_to_the_budget(fake_llm: FakeLLM) -> None:
    chat = chat_of(fake_llm, prices=PRICED, budget=0.5, llm_max_tokens=100)
    with pytest.raises(BudgetExceeded):
        async for _ in chat.astream([("user", "Hello?")], stage="talk"):
            pass
    assert fake_llm.requests == []


def test_a_call_without_an_answer_counts_in_full(fake_llm: FakeLLM) -> None:
    fake_llm.script(hang(2))
    chat = chat_of(
        fake_llm, prices=PRICED, budget=1.5, llm_max_tokens=100, llm_timeout=0.2, llm_retries=3
    )
    with pytest.raises(BudgetExceeded):  # the second attempt could cross it
        chat.complete([("user", "Hello?")], stage="talk")
    assert len(fake_llm.requests) == 1


@pytest.mark.parametrize("said", ["many", -500_000, 10**15])
def test_counts_that_no_answer_has_neither_break_a_call_nor_move_the_budget(
    fake_llm: FakeLLM, said: Any
) -> None:
    fake_llm.script(Answer("one two three", usage=None))
    plain = chat_of(fake_llm, prices={MODEL: (1.0, 1.0)}, budget=1.0)
    plain.complete([("user", "Hello?")], stage="talk")
    fake_llm.script(Answer("one two three", usage=(said, said)))
    odd = chat_of(fake_llm, prices={MODEL: (1.0, 1.0)}, budget=1.0)
    assert odd.complete([("user", "Hello?")], stage="talk").text == "one two three"
    assert odd.meter.total.cost == plain.meter.total.cost
    assert odd.budget.spent == plain.budget.spent > 0


def test_a_budget_cannot_be_kept_without_a_price(fake_llm: FakeLLM) -> None:
    chat = chat_of(fake_llm, budget=1.0)
    with pytest.raises(SettingsError, match="GRAPHRAG_PRICES"):
        chat.complete([("user", "Hello?")], stage="talk")
    assert fake_llm.requests == []


def test_budget_errors_are_model_errors() -> None:
    assert issubclass(BudgetExceeded, ModelError)


def test_a_dated_model_has_the_price_of_the_undated_one() -> None:
    assert cost_of("gpt-4o-2024-08-06", 1_000_000, 0, {}) == PRICES["gpt-4o"][0]
    assert cost_of("gpt-4o", 0, 1_000_000, {"gpt-4o": (1, 2)}) == 2
    assert cost_of("free", 10, 10, {"free": (0, 0)}) == 0
    assert cost_of("nobody-knows", 1, 1, {}) is None


def test_a_waiting_call_is_refused_when_the_others_use_up_the_budget() -> None:
    budget = Budget(1.0)
    refused: list[Exception] = []

    def wait() -> None:
        try:
            with budget.hold(0.6, MODEL):
                pass
        except BudgetExceeded as error:
            refused.append(error)

    with budget.hold(0.6, MODEL) as charge:
        thread = threading.Thread(target=wait)
        thread.start()
        time.sleep(0.05)
        assert not refused
        charge.cost = 0.6
    thread.join(2)
    assert len(refused) == 1


def test_prices_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHRAG_PRICES", '{"my-model": [0.5, 1.5]}')
    assert load_settings().prices == {"my-model": (0.5, 1.5)}
    for bad in ("{nonsense", '{"my-model": 3}'):
        monkeypatch.setenv("GRAPHRAG_PRICES", bad)
        with pytest.raises(SettingsError, match=r"(?i)prices"):
            load_settings()


def test_use_that_cannot_be_added_to_the_graphs_total_is_logged_and_kept_for_later(
    caplog: pytest.LogCaptureFixture,
) -> None:
    meter = Meter()
    meter.add("answer", Usage(calls=1, tokens_in=3))
    Bookkeeper(meter).book(Database("bolt://127.0.0.1:1", "neo4j", "none"))
    assert "not added to the graph's total" in caplog.text
