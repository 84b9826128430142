"""A slow model is told from a dead one, and one without an end is stopped."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.errors import ModelError
from graphrag_neo4j.llm.chat import ChatModel, Reply
from graphrag_neo4j.llm.client import make_llm
from graphrag_neo4j.llm.repetition import repeats_from
from graphrag_neo4j.llm.under_way import UnderWay
from tests.support.fake_llm import Answer, FakeLLM, hang

HELLO = [("user", "Hello?")]
RECORD = '("entity"<|>"Anna Berg"<|>"PERSON"<|>"Anna Berg manages the port.")##\n'


def chat_of(fake: FakeLLM, **settings: Any) -> ChatModel:
    given_settings = fake.settings(**settings)
    return ChatModel.of(given_settings, make_llm(given_settings))


def ask(fake: FakeLLM, **settings: Any) -> Reply:
    return chat_of(fake, **settings).complete(HELLO, stage="talk")  # type: ignore[arg-type]


def test_an_answer_without_an_end_is_stopped_and_what_it_said_once_is_kept(
    fake_llm: FakeLLM,
) -> None:
    fake_llm.script(RECORD + '("entity"<|>"Melby"<|>"PLACE"<|>"A port.")##\n' * 2_000)
    reply = ask(fake_llm)
    assert reply.finish_reason == "repetition"
    assert reply.text.startswith(RECORD)
    assert reply.text.count("Melby") <= 2


async def test_a_stream_without_an_end_is_stopped(fake_llm: FakeLLM) -> None:
    fake_llm.script("It is so. " + "and so on " * 3_000)
    why: list[str] = []
    stream = chat_of(fake_llm).astream(HELLO, stage="talk", ended=why.append)  # type: ignore[arg-type]
    pieces = [piece async for piece in stream]
    assert why == ["repetition"]
    assert "".join(pieces).startswith("It is so. and so on")
    assert len(pieces) < 200


def test_an_endpoint_whose_answer_is_cut_is_let_go(fake_llm: FakeLLM) -> None:
    fake_llm.pause = 0.002
    fake_llm.script("over and " * 3_000)
    ask(fake_llm)
    sent = fake_llm.pieces_sent
    time.sleep(0.5)
    assert fake_llm.pieces_sent - sent < 20


def test_records_that_take_turns_are_a_repetition(fake_llm: FakeLLM) -> None:
    names = ("Melby", "Norland", "Brenn")
    turns = [RECORD.replace("Anna Berg", name).strip() for name in names]
    fake_llm.pause = 0.002  # else a busy machine reads late what was sent long before
    fake_llm.script("\n".join([RECORD.strip(), *turns * 200]))
    reply = ask(fake_llm)
    assert reply.finish_reason == "repetition"
    assert [reply.text.count(f'"{name}"') for name in names] == [1, 1, 1]
    assert fake_llm.pieces_sent < 200


def test_an_answer_in_a_form_that_repeats_is_left_whole(fake_llm: FakeLLM) -> None:
    text = "".join(RECORD.replace("Anna Berg", f"Name {i}") for i in range(60))
    fake_llm.script(text)
    reply = ask(fake_llm)
    assert (reply.text.strip(), reply.finish_reason) == (text.strip(), "stop")


def test_a_slow_answer_may_take_longer_than_the_silence_that_is_borne(fake_llm: FakeLLM) -> None:
    fake_llm.pause = 0.15
    fake_llm.script(" ".join(str(n) for n in range(12)))
    began = time.monotonic()
    assert ask(fake_llm, llm_timeout=1.0).finish_reason == "stop"
    assert time.monotonic() - began > 1.5
    assert len(fake_llm.requests) == 1


def test_a_dead_endpoint_is_asked_twice_not_five_times(fake_llm: FakeLLM) -> None:
    fake_llm.script(hang(3))
    with pytest.raises(ModelError, match="failed 2 times: no answer in time"):
        ask(fake_llm, llm_timeout=0.3, llm_retries=5)
    assert len(fake_llm.requests) == 2


def test_an_endpoint_that_answers_one_at_a_time_is_asked_one_at_a_time(fake_llm: FakeLLM) -> None:
    fake_llm.pause = 0.1
    fake_llm.serving = threading.Semaphore(1)
    fake_llm.answer = lambda _: "one two three four five six seven"
    chat = chat_of(fake_llm, llm_timeout=0.5, llm_concurrency=4)
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(chat.complete, [("user", f"{n}?")], stage="talk") for n in range(4)]
        assert {one.result().finish_reason for one in asked} == {"stop"}
    assert chat.limits.concurrency == 1
    assert len(fake_llm.requests) <= 4 + 3


def test_an_endpoint_that_refuses_streams_is_asked_without(fake_llm: FakeLLM) -> None:
    fake_llm.answer = lambda _: "ok"
    chat = chat_of(fake_llm)
    fake_llm.refuses_streams = True
    for _ in range(2):
        assert chat.complete(HELLO, stage="talk").text == "ok"  # type: ignore[arg-type]
    assert [bool(one.get("stream")) for one in fake_llm.requests] == [True, False, False]


def test_a_schema_is_asked_for_in_a_stream_too(fake_llm: FakeLLM) -> None:
    from graphrag_neo4j.extract.llm.json_format import ExtractionAnswer

    fake_llm.answer = lambda _: {"topics": [], "entities": []}
    reply = chat_of(fake_llm).complete(HELLO, stage="talk", schema=ExtractionAnswer)  # type: ignore[arg-type]
    assert reply.parsed == ExtractionAnswer(topics=[], entities=[])
    (asked,) = fake_llm.requests
    assert asked["stream"]
    assert asked["response_format"]["type"] == "json_schema"


def test_tokens_of_a_stream_are_those_that_the_endpoint_counts(fake_llm: FakeLLM) -> None:
    fake_llm.script(Answer("ok", usage=(70, 30)))
    reply = ask(fake_llm)
    assert (reply.tokens_in, reply.tokens_out) == (70, 30)


def test_the_status_says_what_is_waited_for() -> None:
    under_way = UnderWay()
    assert str(under_way) == ""
    with under_way.waiting() as heard:
        assert str(under_way) == "1 answer under way, the oldest 0 s, no word yet"
        heard(1_200)
        assert "1,200 characters" in str(under_way)
        with under_way.waiting():
            assert "2 answers under way" in str(under_way)
    assert str(under_way) == ""


def test_the_status_of_a_model_says_what_it_waits_for(fake_llm: FakeLLM) -> None:
    fake_llm.pause = 0.1
    fake_llm.script("one two three four five six")
    chat = chat_of(fake_llm)
    assert chat.status() == "0 tokens, $0.0000"
    seen = []
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(chat.complete, HELLO, stage="talk")  # type: ignore[arg-type]
        while not asked.done():
            seen.append(chat.status())
            time.sleep(0.05)
    assert any("no word yet" in line for line in seen)
    assert any("characters" in line for line in seen)
    assert "under way" not in chat.status()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("It is so. " + "and so on " * 100, "It is so. and so on "),
        ("x" * 300, "x"),
        ("a fine answer without any repetition at all, though it is not a short one. " * 2, None),
        ("| a | b |\n|---|---|\n" + "\n".join(f"| {i} | {i * i} |" for i in range(80)), None),
        ("".join(f"{RECORD}Line {i} of the answer says more.\n" for i in range(20)), None),
        (
            "".join(f"{i}. The harbour was built anew.\n\n" for i in range(1, 40)),
            "1. The harbour was built anew.",
        ),
        ("".join(f"{i}. The harbour of {i} was built anew.\n" for i in range(1, 40)), None),
        ("", None),
    ],
)
def test_repetition_is_told_from_form(text: str, kept: str | None) -> None:
    end = repeats_from(text)
    assert (None if end is None else text[:end].strip()) == (kept and kept.strip())


@given(st.text(max_size=80), st.text(min_size=1, max_size=60).filter(str.strip))
def test_whatever_is_said_often_enough_is_found(start: str, unit: str) -> None:
    text = start + unit * 300
    end = repeats_from(text)
    assert end is not None
    assert end <= len(start) + 2 * len(unit)
