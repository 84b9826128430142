"""What a dying endpoint looks like to a user: a few more attempts, then one clear line."""

from __future__ import annotations

import logging
import socket
import time
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from typing import Any

import pytest

from graphrag_neo4j.errors import ModelError
from graphrag_neo4j.llm.chat import ChatModel
from graphrag_neo4j.llm.client import make_llm
from tests.support.fake_llm import (
    API_KEY,
    Answer,
    FakeLLM,
    Fault,
    cut_body,
    hang,
    not_json,
    reset,
    status,
    too_many,
)


def ask(fake: FakeLLM, **more: Any) -> str:
    settings = fake.settings(**{"llm_timeout": 0.5, **more})
    chat = ChatModel.of(settings, make_llm(settings))
    return chat.complete([("user", "Hello?")], stage="talk").text


@pytest.mark.parametrize(
    "fault",
    [
        too_many(),
        status(500),
        status(503),
        status(408),
        hang(3),
        reset(),
        cut_body(),
        not_json(),
        "",
        Answer("  \n"),
        Answer("", finish_reason=None),
    ],
    ids=lambda f: f"{f.kind}{f.code or ''}" if isinstance(f, Fault) else repr(f),
)
def test_what_may_pass_is_asked_again(fake_llm: FakeLLM, fault: Any) -> None:
    fake_llm.script(fault, "at last")
    assert ask(fake_llm) == "at last"
    assert len(fake_llm.requests) == 2


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        (too_many(), "HTTP 429: slow down. Ask less often: set GRAPHRAG_LLM_RPM"),
        (status(502), "HTTP 502: scripted"),
        (reset(), "the connection broke"),
        (
            cut_body(),
            "its answer is in no form that an OpenAI-compatible API has. Check OPENAI_BASE_URL",
        ),
        ("", "its answer is empty"),
    ],
    ids=["429", "502", "reset", "cut body", "empty"],
)
def test_attempts_are_bounded_and_end_in_one_line(fake_llm: FakeLLM, fault: Any, line: str) -> None:
    fake_llm.script(fault)
    with pytest.raises(ModelError) as caught:
        ask(fake_llm, llm_retries=3)
    plain = [request for request in fake_llm.requests if not request.get("stream")]
    has_learnt = 0 < len(plain) < len(fake_llm.requests)  # that it cannot stream, by one request
    assert len(fake_llm.requests) == 3 + has_learnt
    assert f"The LLM failed 3 times: {line}" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        (status(400, "This model supports at most 2048 tokens."), "at most 2048 tokens"),
        (status(401, f"Incorrect API key provided: {API_KEY}."), "Check OPENAI_API_KEY"),
        (status(403), "may use this model"),
        (status(404, "No such model"), "No such model. Check OPENAI_BASE_URL"),
        (status(422), "HTTP 422"),
        (status(429, "Quota", "insufficient_quota"), "plan and billing"),
        (Answer("", "length"), "Raise GRAPHRAG_LLM_MAX_TOKENS"),
        (Answer("", "content_filter"), "content filter"),
    ],
    ids=["400", "401", "403", "404", "422", "quota", "length", "filter"],
)
def test_what_will_not_pass_fails_at_once(fake_llm: FakeLLM, fault: Any, line: str) -> None:
    fake_llm.script(fault)
    with pytest.raises(ModelError) as caught:
        ask(fake_llm)
    assert line in str(caught.value)
    assert len(fake_llm.requests) == 1


def test_an_unreachable_endpoint_is_named_as_such(fake_llm: FakeLLM) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    with pytest.raises(ModelError, match=r"cannot be reached\. Check OPENAI_BASE_URL"):
        ask(fake_llm, openai_base_url=url)


@pytest.mark.parametrize("as_date", [False, True])
def test_retry_after_is_honoured(fake_llm: FakeLLM, as_date: bool) -> None:
    def answer(_: dict[str, Any]) -> Any:
        if len(fake_llm.requests) > 1:
            return "ok"
        when = datetime.now(timezone.utc) + timedelta(seconds=2)
        return too_many(format_datetime(when, usegmt=True) if as_date else 0.6)

    fake_llm.answer = answer
    assert ask(fake_llm) == "ok"
    waited = fake_llm.times[1] - fake_llm.times[0]
    assert waited >= (0.8 if as_date else 0.6)  # a date has whole seconds


def test_retry_after_beyond_the_deadline_is_not_waited_for(fake_llm: FakeLLM) -> None:
    fake_llm.script(too_many(3_600))
    begun = time.monotonic()
    with pytest.raises(ModelError, match="it asks to wait 3,600 s"):
        ask(fake_llm)
    assert time.monotonic() - begun < 5
    assert len(fake_llm.requests) == 1


def test_the_deadline_bounds_all_attempts_together(fake_llm: FakeLLM) -> None:
    fake_llm.script(status(500))
    begun = time.monotonic()
    with pytest.raises(ModelError):
        ask(fake_llm, llm_retries=10_000, llm_deadline=0.5)
    assert time.monotonic() - begun < 5


def test_secrets_are_in_no_error_and_no_log(
    fake_llm: FakeLLM, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for message in (f"bad key {API_KEY}", f"Authorization: Bearer {API_KEY}", "sk-other-1234567"):
        fake_llm.script(status(401, message))
        with pytest.raises(ModelError) as caught:
            ask(fake_llm)
        logging.getLogger("test").error("failed", exc_info=caught.value)
        assert "***" in str(caught.value)
    assert fake_llm.headers[0]["Authorization"] == f"Bearer {API_KEY}"
    assert API_KEY not in caplog.text
    assert "sk-other" not in caplog.text
