"""What messages about a model say, and what they must not show."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import httpx
import openai
import pytest

from graphrag_neo4j.llm.failures import failure_of, redacted


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("at http://user:p4ss@127.0.0.1:80/v1.", "at http://***@127.0.0.1:80/v1."),
        ("at http://user:p@4ss@localhost/v1", "at http://***@localhost/v1"),
        ("at http://localhost/v1?to=a@b.org", "at http://localhost/v1?to=a@b.org"),
        ("write to ann@example.org", "write to ann@example.org"),
        ("the key sk-abcdef12345", "the key ***"),
    ],
)
def test_keys_and_passwords_in_addresses_are_hidden(text: str, shown: str) -> None:
    assert redacted(text) == shown


@pytest.mark.parametrize("zone", [" GMT", " -0000", " +0000", ""])
def test_a_date_to_wait_for_is_utc_if_it_has_no_zone(zone: str) -> None:
    when = datetime.now(timezone.utc) + timedelta(hours=1)
    headers = {"retry-after": f"{when:%a, %d %b %Y %H:%M:%S}{zone}"}
    request = httpx.Request("POST", "http://localhost/v1")
    response = httpx.Response(429, headers=headers, request=request)
    failure = failure_of(openai.RateLimitError("slow down", response=response, body=None))
    assert failure.retry_after == pytest.approx(3600, abs=60)
    assert "GRAPHRAG_LLM_RPM" in failure.hint


def test_a_date_to_wait_for_that_is_none_is_left_out() -> None:
    request = httpx.Request("POST", "http://localhost/v1")
    response = httpx.Response(429, headers={"retry-after": "soon"}, request=request)
    failure = failure_of(openai.RateLimitError("slow down", response=response, body=None))
    assert failure.retry_after is None
