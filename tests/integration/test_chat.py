"""ChatModel over HTTP: answers, cache, meter, schemas, streams, loops and other LLM objects."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from llama_index.core.llms import CompletionResponse, CompletionResponseGen, CustomLLM, LLMMetadata
from llama_index.core.llms.callbacks import llm_completion_callback
from llama_index.llms.openai import OpenAI
from pydantic import BaseModel

from graphrag_neo4j.errors import ModelError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.llm.cache import AnswerCache
from graphrag_neo4j.llm.chat import ChatModel, Message
from graphrag_neo4j.llm.client import make_llm
from graphrag_neo4j.llm.concurrency import map_concurrently
from graphrag_neo4j.llm.rate_limits import Limits
from tests.support.fake_llm import API_KEY, Answer, FakeLLM, hang, reset, status

HELLO: list[Message] = [("system", "Be brief."), ("user", "Hello?")]


class Ship(BaseModel):
    """A ship."""

    name: str
    masts: int = 0


def chat_of(fake: FakeLLM, **more: Any) -> ChatModel:
    settings = fake.settings(**more)
    return ChatModel.of(settings, make_llm(settings))


async def told(chat: ChatModel, messages: list[Message] = HELLO) -> str:
    return "".join([piece async for piece in chat.astream(messages, stage="talk")])


def test_the_request_carries_messages_and_parameters(fake_llm: FakeLLM) -> None:
    reply = chat_of(fake_llm).complete(HELLO, stage="talk")
    assert (reply.text, reply.tokens_in, reply.tokens_out) == ("ok", 10, 5)
    (asked,) = fake_llm.requests
    assert [(m["role"], m["content"]) for m in asked["messages"]] == HELLO
    assert (asked["model"], asked["temperature"], asked["max_tokens"]) == (
        "a-local-model",
        0.0,
        4000,
    )


@pytest.mark.parametrize("thought", ["", "<think>Well, the user"])
def test_a_model_that_thinks_first_has_room_to_answer(fake_llm: FakeLLM, thought: str) -> None:
    chat = chat_of(fake_llm)
    fake_llm.script(Answer(thought, finish_reason="length"), "ok")
    for _ in range(2):
        assert chat.complete(HELLO, stage="talk", max_tokens=50).text == "ok"
    assert [request["max_tokens"] for request in fake_llm.requests] == [50, 4000, 4000]


THOUGHT = "<think>Is it Vera Lund? Perhaps.</think>\n\n"


async def test_thoughts_are_no_part_of_an_answer_whole_or_in_pieces(fake_llm: FakeLLM) -> None:
    fake_llm.script(THOUGHT + "Olaf Ness does.")
    chat = chat_of(fake_llm)
    assert chat.complete(HELLO, stage="talk").text == "Olaf Ness does."
    assert (await told(chat)).strip() == "Olaf Ness does."


async def test_a_thought_that_is_cut_off_is_no_answer(fake_llm: FakeLLM) -> None:
    fake_llm.script(Answer("<think>Is it Vera", finish_reason="length"))
    chat = chat_of(fake_llm)
    for ask in (lambda: chat.acomplete(HELLO, stage="talk"), lambda: told(chat)):
        with pytest.raises(ModelError, match="before it said anything"):
            await ask()


async def test_a_stream_left_while_the_model_thinks_ends(fake_llm: FakeLLM) -> None:
    fake_llm.pause = 0.01
    fake_llm.script("<think>" + "".join(f" {n}" for n in range(300)) + "</think>Yes.")
    task = asyncio.ensure_future(told(chat_of(fake_llm)))
    await asyncio.to_thread(fake_llm.wait_for, 1)
    await asyncio.sleep(0.2)
    task.cancel()
    await asyncio.sleep(0.5)
    sent = fake_llm.pieces_sent
    await asyncio.sleep(0.3)
    assert fake_llm.pieces_sent - sent < 5
    assert sent < 200


def test_thoughts_in_an_answer_that_was_cached_are_left_out(
    fake_llm: FakeLLM, tmp_path: Path
) -> None:
    chat = chat_of(fake_llm, llm_cache=str(tmp_path / "a.sqlite"))
    fake_llm.script(THOUGHT + "Olaf Ness does.")
    for _ in range(2):
        assert chat.complete(HELLO, stage="talk").text == "Olaf Ness does."
    assert len(fake_llm.requests) == 1


def test_max_tokens_of_one_call_goes_before_the_setting(fake_llm: FakeLLM) -> None:
    chat = chat_of(fake_llm)
    chat.complete(HELLO, stage="talk", max_tokens=7)
    chat.complete(HELLO, stage="talk")
    assert [r["max_tokens"] for r in fake_llm.requests] == [7, 4000]


def test_an_answer_is_paid_once_also_by_another_model_object(
    fake_llm: FakeLLM, tmp_path: Path
) -> None:
    file = str(tmp_path / "deep" / "answers.sqlite")
    fake_llm.script("first", "second")
    first = chat_of(fake_llm, llm_cache=file).complete(HELLO, stage="talk")
    chat = chat_of(fake_llm, llm_cache=file)
    again = chat.complete(HELLO, stage="talk")
    assert (first.text, first.cached) == ("first", False)
    assert (again.text, again.cached, again.tokens_in) == ("first", True, 10)
    assert len(fake_llm.requests) == 1
    usage = chat.meter.snapshot()["talk"]
    assert (usage.calls, usage.cached, usage.tokens_in, usage.cost) == (0, 1, 0, 0.0)


@pytest.mark.parametrize(
    "change",
    [
        {"llm_model": "another"},
        {"llm_temperature": 0.5},
        {"llm_max_tokens": 100},
        {"messages": [("user", "Be brief."), ("user", "Hello?")]},
        {"schema": Ship},
    ],
    ids=lambda change: next(iter(change)),
)
def test_what_changes_the_answer_is_asked_anew(
    fake_llm: FakeLLM, tmp_path: Path, change: dict[str, Any]
) -> None:
    file = str(tmp_path / "answers.sqlite")
    chat_of(fake_llm, llm_cache=file).complete(HELLO, stage="talk")
    call = {"messages": change.pop("messages", HELLO), "schema": change.pop("schema", None)}
    reply = chat_of(fake_llm, llm_cache=file, **change).complete(stage="talk", **call)
    assert not reply.cached


def test_another_stage_key_or_patience_is_the_same_question(
    fake_llm: FakeLLM, tmp_path: Path
) -> None:
    file = str(tmp_path / "answers.sqlite")
    chat_of(fake_llm, llm_cache=file).complete(HELLO, stage="talk")
    other = chat_of(fake_llm, llm_cache=file, openai_api_key="sk-other-key", llm_timeout=9)
    assert other.complete(HELLO, stage="report").cached


def test_refresh_asks_anew_and_replaces(fake_llm: FakeLLM, tmp_path: Path) -> None:
    chat = chat_of(fake_llm, llm_cache=str(tmp_path / "answers.sqlite"))
    fake_llm.script("bad", "good")
    chat.complete(HELLO, stage="talk")
    assert chat.complete(HELLO, stage="talk", refresh=True).text == "good"
    again = chat.complete(HELLO, stage="talk")
    assert (again.text, again.cached) == ("good", True)


@pytest.mark.parametrize("reason", ["length", "content_filter"])
def test_an_incomplete_answer_is_given_but_not_cached(
    fake_llm: FakeLLM, tmp_path: Path, reason: str
) -> None:
    chat = chat_of(fake_llm, llm_cache=str(tmp_path / "answers.sqlite"))
    fake_llm.script(Answer("half an ans", reason), "a whole answer")
    first = chat.complete(HELLO, stage="talk")
    assert (first.text, first.finish_reason) == ("half an ans", reason)
    assert chat.complete(HELLO, stage="talk").text == "a whole answer"


async def test_the_same_question_asked_at_once_is_paid_once(
    fake_llm: FakeLLM, tmp_path: Path
) -> None:
    chat = chat_of(fake_llm, llm_cache=str(tmp_path / "answers.sqlite"))
    fake_llm.latency = 0.1
    replies = await asyncio.gather(*(chat.acomplete(HELLO, stage="talk") for _ in range(6)))
    assert sorted(reply.cached for reply in replies) == [False] + [True] * 5
    assert len(fake_llm.requests) == 1


def test_the_meter_counts_by_stage_and_knows_the_price(fake_llm: FakeLLM) -> None:
    chat = chat_of(fake_llm, prices={"a-local-model": (1.0, 2.0)})
    fake_llm.script(Answer("x", usage=(1_000, 500)), Answer("y", usage=(3_000, 0)), status(500))
    chat.complete(HELLO, stage="extract")
    chat.complete(HELLO, stage="report")
    with pytest.raises(ModelError):
        chat.complete(HELLO, stage="report")
    data = chat.meter.to_dict()
    assert data["stages"]["extract"]["cost"] == 0.002
    assert data["stages"]["report"]["calls"] == 1
    assert data["stages"]["report"]["retries"] == 4
    assert data["total"]["tokens_in"] == 4_000
    assert chat.meter.summary().startswith("2 LLM calls, 4,000 tokens in, 50")


def test_without_usage_tokens_are_counted_and_an_unknown_price_stays_unknown(
    fake_llm: FakeLLM,
) -> None:
    chat = chat_of(fake_llm)
    fake_llm.script(Answer("one two three", usage=None))
    reply = chat.complete([("user", "four words are here")], stage="talk")
    assert (reply.tokens_in, reply.tokens_out) == (4 + 4, 3)
    assert chat.meter.total.cost is None
    assert "price unknown" in chat.meter.summary()


def test_a_schema_is_sent_and_its_answer_parsed(fake_llm: FakeLLM) -> None:
    fake_llm.answer = lambda _: {"name": "Melby", "masts": 3}
    reply = chat_of(fake_llm).complete(HELLO, stage="talk", schema=Ship)
    assert reply.parsed == Ship(name="Melby", masts=3)
    sent = fake_llm.requests[0]["response_format"]["json_schema"]
    assert sent["strict"] is True
    assert sent["schema"]["required"] == ["name", "masts"]
    assert sent["schema"]["additionalProperties"] is False
    assert "default" not in sent["schema"]["properties"]["masts"]


@pytest.mark.parametrize(
    ("formats", "types"),
    [
        ({"json_object", "text"}, ["json_schema", "json_object", "json_object"]),
        ({"text"}, ["json_schema", "json_object", None, None]),
    ],
    ids=["json mode", "plain"],
)
def test_a_refused_format_falls_back_and_is_remembered(
    fake_llm: FakeLLM, formats: set[str], types: list[str | None]
) -> None:
    fake_llm.formats = formats
    fake_llm.answer = lambda _: 'Sure:\n```json\n{"name": "Melby"}\n```'
    chat = chat_of(fake_llm)
    for _ in range(2):
        assert chat.complete(HELLO, stage="talk", schema=Ship).parsed == Ship(name="Melby")
    asked = [r.get("response_format", {}).get("type") for r in fake_llm.requests]
    assert asked == types
    assert chat.meter.total.retries == 0


def test_a_newer_model_gets_the_arguments_that_it_wants(fake_llm: FakeLLM) -> None:
    def picky(request: dict[str, Any]) -> Any:
        if "max_tokens" in request:
            return status(400, "Unsupported parameter: use 'max_completion_tokens' instead.")
        if request["temperature"] != 1:
            return status(400, "'temperature' does not support 0; only the default (1) value is.")
        return "ok"

    fake_llm.answer = picky
    chat = chat_of(fake_llm)
    assert chat.complete(HELLO, stage="talk").text == "ok"
    assert chat.complete(HELLO, stage="talk", max_tokens=9).text == "ok"
    assert fake_llm.requests[-1]["max_completion_tokens"] == 9
    assert len(fake_llm.requests) == 4


def test_a_misfit_answer_gives_no_parsed_value_and_can_be_asked_again(
    fake_llm: FakeLLM, tmp_path: Path
) -> None:
    chat = chat_of(fake_llm, llm_cache=str(tmp_path / "answers.sqlite"))
    fake_llm.script({"title": "wrong"}, '{"name": "Melby", "masts": 2,')
    assert chat.complete(HELLO, stage="talk", schema=Ship).parsed is None
    again = chat.complete(HELLO, stage="talk", schema=Ship, refresh=True)
    assert again.parsed == Ship(name="Melby", masts=2)
    assert chat.meter.total.repaired == 1


async def test_a_stream_comes_in_pieces_and_is_metered(fake_llm: FakeLLM) -> None:
    chat = chat_of(fake_llm)
    fake_llm.script(Answer("one two three", usage=(20, 3)))
    pieces = [piece async for piece in chat.astream(HELLO, stage="talk")]
    assert len(pieces) == 3
    assert "".join(pieces).strip() == "one two three"
    usage = chat.meter.snapshot()["talk"]
    assert (usage.calls, usage.tokens_in, usage.tokens_out) == (1, 20, 3)


async def test_a_stream_is_retried_before_its_first_piece(fake_llm: FakeLLM) -> None:
    chat = chat_of(fake_llm)
    fake_llm.script(status(503), "", "one two")
    assert (await told(chat)).strip() == "one two"
    assert chat.meter.total.retries == 2


async def test_a_stream_that_breaks_is_a_clear_error_and_counted(fake_llm: FakeLLM) -> None:
    chat = chat_of(fake_llm)
    fake_llm.script(reset())
    with pytest.raises(ModelError, match="connection broke"):
        await told(chat)
    assert chat.meter.total.tokens_out > 0
    assert len(fake_llm.requests) == 1


async def test_a_stream_that_does_not_say_that_it_ended_is_an_answer_that_broke_off(
    fake_llm: FakeLLM,
) -> None:
    chat = chat_of(fake_llm)
    fake_llm.script(Answer("one two three", finish_reason=None))
    with pytest.raises(ModelError, match=r"the answer broke off\. Ask again\."):
        await told(chat)
    assert chat.meter.total.tokens_out > 0


async def test_whoever_never_says_that_a_stream_ended_is_asked_without_one(
    fake_llm: FakeLLM,
) -> None:
    fake_llm.answer = lambda asked: Answer("one two", None if asked.get("stream") else "stop")
    chat = chat_of(fake_llm)
    for _ in range(2):
        with pytest.raises(ModelError):
            await told(chat)
    assert await told(chat) == "one two"
    assert chat.complete(HELLO, stage="talk").text == "one two"
    streamed = [bool(asked.get("stream")) for asked in fake_llm.requests]
    assert streamed == [True, True, False, False]


def test_an_answer_of_who_never_says_that_a_stream_ended_is_had_all_the_same(
    fake_llm: FakeLLM,
) -> None:
    fake_llm.answer = lambda asked: Answer("one two", None if asked.get("stream") else "stop")
    assert chat_of(fake_llm).complete(HELLO, stage="talk").text == "one two"
    streamed = [bool(asked.get("stream")) for asked in fake_llm.requests]
    assert streamed == [True, True, False]


@pytest.mark.parametrize("n_before", [0, 1], ids=["at first", "later"])
def test_a_stream_that_breaks_off_once_does_not_end_streaming(
    fake_llm: FakeLLM, n_before: int
) -> None:
    broken = Answer("one two", finish_reason=None)
    fake_llm.script(*["ok"] * n_before, broken, *["ok"] * 3, *[broken] * n_before, "ok")
    chat = chat_of(fake_llm)
    for _ in range(6):
        assert chat.complete(HELLO, stage="talk").text == "ok"
    assert all(asked.get("stream") for asked in fake_llm.requests)
    assert len(fake_llm.requests) == 6 + 1 + n_before


def test_streams_that_break_off_together_are_one_break(fake_llm: FakeLLM) -> None:
    fake_llm.latency = 0.3
    fake_llm.script(*[Answer("one two", finish_reason=None)] * 4, "ok")
    chat = chat_of(fake_llm, llm_concurrency=4)
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(chat.complete, [("user", f"{n}?")], stage="talk") for n in range(4)]
        assert {one.result().text for one in asked} == {"ok"}
    assert all(asked.get("stream") for asked in fake_llm.requests)


@pytest.mark.parametrize("reason", ["stop", "length", "content_filter"])
async def test_a_stream_says_why_it_ended(fake_llm: FakeLLM, reason: str) -> None:
    fake_llm.script(Answer("one two three", finish_reason=reason))
    why: list[str] = []
    async for _ in chat_of(fake_llm).astream(HELLO, stage="talk", ended=why.append):
        assert why == []
    assert why == [reason]


async def test_a_server_that_refuses_streams_answers_in_one_piece(fake_llm: FakeLLM) -> None:
    fake_llm.refuses_streams = True
    fake_llm.script("one two")
    chat = chat_of(fake_llm)
    assert [piece async for piece in chat.astream(HELLO, stage="talk")] == ["one two"]
    assert chat.meter.total.calls == 1


async def test_a_server_without_stream_options_is_streamed_all_the_same(
    fake_llm: FakeLLM,
) -> None:
    fake_llm.refuse = {"stream_options"}
    fake_llm.script("one two")
    chat = chat_of(fake_llm)
    assert (await told(chat)).strip() == "one two"
    assert chat.meter.total.tokens_out > 0


async def test_a_stream_left_early_frees_its_place(fake_llm: FakeLLM) -> None:
    chat = chat_of(fake_llm, llm_concurrency=1)
    fake_llm.script("one two three")
    stream = chat.astream(HELLO, stage="talk")
    assert await anext(stream) == "one"
    await stream.aclose()
    reply = await asyncio.wait_for(chat.acomplete(HELLO, stage="talk"), 3)
    assert reply.text == "one two three"


async def test_a_cancelled_stream_frees_its_place(fake_llm: FakeLLM) -> None:
    chat = chat_of(fake_llm, llm_concurrency=1)
    fake_llm.script(hang(0.5), "ok")
    task = asyncio.ensure_future(told(chat))
    await asyncio.to_thread(fake_llm.wait_for, 1)
    task.cancel()
    reply = await asyncio.wait_for(chat.acomplete(HELLO, stage="talk"), 3)
    assert reply.text == "ok"


async def test_the_loop_runs_on_while_an_answer_is_awaited(fake_llm: FakeLLM) -> None:
    chat = chat_of(fake_llm)
    chat.complete(HELLO, stage="talk")  # imports and connections are not what is timed
    fake_llm.latency = 2.0
    task = asyncio.ensure_future(chat.acomplete(HELLO, stage="talk"))
    longest, last = 0.0, time.monotonic()
    while not task.done():
        await asyncio.sleep(0.01)
        longest, last = max(longest, time.monotonic() - last), time.monotonic()
    assert longest < 1.5


async def test_the_blocking_call_works_inside_a_running_loop(fake_llm: FakeLLM) -> None:
    assert chat_of(fake_llm).complete(HELLO, stage="talk").text == "ok"


def test_one_model_serves_several_loops_and_threads(fake_llm: FakeLLM) -> None:
    chat = chat_of(fake_llm, llm_concurrency=2)

    async def several() -> list[str]:
        asked = (chat.acomplete([("user", str(n))], stage="talk") for n in range(5))
        return [reply.text for reply in await asyncio.gather(*asked)]

    threads = [threading.Thread(target=lambda: asyncio.run(several())) for _ in range(2)]
    for thread in threads:
        thread.start()
    assert asyncio.run(several()) == ["ok"] * 5
    assert asyncio.run(several()) == ["ok"] * 5
    for thread in threads:
        thread.join()
    assert len(fake_llm.requests) == 20
    assert fake_llm.most_at_once <= 2


def test_the_endpoints_own_class_serves_several_loops(fake_llm: FakeLLM) -> None:
    llm = make_llm(fake_llm.settings())
    for _ in range(2):
        assert str(asyncio.run(llm.acomplete("Hello?"))) == "ok"


async def test_a_cancelled_call_is_still_cached(fake_llm: FakeLLM, tmp_path: Path) -> None:
    chat = chat_of(fake_llm, llm_cache=str(tmp_path / "answers.sqlite"))
    fake_llm.latency = 0.3
    task = asyncio.ensure_future(chat.acomplete(HELLO, stage="talk"))
    await asyncio.to_thread(fake_llm.wait_for, 1)
    task.cancel()
    assert (await chat.acomplete(HELLO, stage="talk")).cached


def test_no_thread_outlives_its_model(fake_llm: FakeLLM) -> None:
    before = set(threading.enumerate())

    async def talk(chat: ChatModel) -> None:
        await asyncio.gather(*(chat.acomplete(HELLO, stage="talk") for _ in range(5)))
        await told(chat)

    asyncio.run(talk(chat_of(fake_llm)))
    workers = [t for t in set(threading.enumerate()) - before if t.name.endswith("(_serve)")]
    assert workers
    gc.collect()
    for worker in workers:
        worker.join(3)
    assert not any(worker.is_alive() for worker in workers)


async def test_a_cancelled_call_that_waits_is_never_sent(fake_llm: FakeLLM) -> None:
    settings = fake_llm.settings()
    chat = ChatModel(make_llm(settings), limits=Limits(rpm=1, period=0.6))
    await chat.acomplete(HELLO, stage="talk")
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(chat.acomplete(HELLO, stage="talk"), 0.1)
    await asyncio.sleep(0.8)
    assert len(fake_llm.requests) == 1


async def test_many_questions_come_back_as_they_finish(fake_llm: FakeLLM) -> None:
    chat = chat_of(fake_llm, llm_concurrency=3)
    fake_llm.answer = lambda request: request["messages"][0]["content"]

    async def ask(n: int) -> str:
        return (await chat.acomplete([("user", f"number {n}")], stage="talk")).text

    found = {n: text async for n, text in map_concurrently(range(12), ask, 6)}
    assert found == {n: f"number {n}" for n in range(12)}
    assert fake_llm.most_at_once <= 3


async def test_the_first_error_ends_many_questions() -> None:
    begun: list[int] = []

    async def ask(n: int) -> None:
        begun.append(n)
        await asyncio.sleep(0.01)
        raise ModelError("no")

    with pytest.raises(ModelError):
        async for _ in map_concurrently(range(100), ask, 2):
            pass
    assert begun == [0, 1]


class Parrot(CustomLLM):
    """An LLM of the user's own: blocking, without usage."""

    says: str = "ok"
    meeting: Any = None
    """A barrier that a call leaves only with others."""

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name="parrot")

    @llm_completion_callback()
    def complete(self, prompt: str, formatted: bool = False, **_: Any) -> CompletionResponse:
        if self.meeting:
            self.meeting.wait(30)
        if self.says == "fail":
            raise ValueError("No seeds left.\nSecond line")
        return CompletionResponse(text=self.says)

    @llm_completion_callback()
    def stream_complete(
        self, prompt: str, formatted: bool = False, **_: Any
    ) -> CompletionResponseGen:
        return (CompletionResponse(text=t, delta=t) for t in self.says.split())


async def test_any_llamaindex_llm_is_asked_beside_the_loop(tmp_path: Path) -> None:
    parrot = Parrot(meeting=threading.Barrier(5))
    chat = ChatModel(parrot, cache=AnswerCache(tmp_path / "answers.sqlite"))
    replies = [chat.acomplete([("user", str(n))], stage="talk") for n in range(5)]
    assert {reply.text for reply in await asyncio.gather(*replies)} == {"ok"}
    assert (await chat.acomplete([("user", "1")], stage="talk")).cached
    assert await told(chat) == "ok"
    assert chat.meter.total.tokens_in > 0


def test_any_llamaindex_llm_gets_a_schema_by_its_prompt_alone() -> None:
    chat = ChatModel(Parrot(says='{"name": "Melby"}'))
    assert chat.complete(HELLO, stage="talk", schema=Ship).parsed == Ship(name="Melby")


def test_an_error_of_any_llamaindex_llm_is_one_line_at_once() -> None:
    chat = ChatModel(Parrot(says="fail"))
    with pytest.raises(ModelError) as caught:
        chat.complete(HELLO, stage="talk")
    assert chat.meter.total.retries == 0
    assert caught.value.message == "The LLM failed: ValueError: No seeds left. Second line."


def test_the_graph_has_one_chat_model_and_gives_it_up_with_itself(
    fake_llm: FakeLLM, tmp_path: Path
) -> None:
    settings = fake_llm.settings(llm_cache=str(tmp_path / "answers.sqlite"), llm_concurrency=3)
    graph = KnowledgeGraph.connect("bolt://localhost:1", settings=settings)
    assert graph.chat is graph.chat
    assert graph.chat.limits.concurrency == 3
    assert graph.chat.complete(HELLO, stage="talk").text == "ok"
    graph.__exit__()
    assert not (tmp_path / "answers.sqlite-wal").exists()  # the last one out closes the file
    assert graph.chat.complete(HELLO, stage="talk").cached


def test_retries_of_a_given_openai_object_do_not_multiply(fake_llm: FakeLLM) -> None:
    given = OpenAI(model="gpt-4o-mini", api_base=fake_llm.url, api_key=API_KEY, max_retries=3)
    assert str(given.complete("Hello?")) == "ok"  # its client exists now, with retries
    fake_llm.requests.clear()
    fake_llm.script(status(500))
    settings = fake_llm.settings(llm_retries=2)
    with pytest.raises(ModelError, match="2 times"):
        ChatModel.of(settings, given).complete(HELLO, stage="talk")
    assert len(fake_llm.requests) == 2
    assert fake_llm.requests[0]["max_tokens"] == 4000
