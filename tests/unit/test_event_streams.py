"""Server-sent events as clients read them that split lines in their own way."""

from __future__ import annotations

import json

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from graphrag_neo4j.serve.event_streams import LineEnds, server_sent


@pytest.mark.parametrize("end", ["\n", "\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
def test_an_event_is_the_same_for_clients_that_know_more_ends_of_lines(end: str) -> None:
    data = {"text": f"Mill Lane 4{end}Örby"}
    name, line, *rest = server_sent(data, "text").decode().splitlines()
    assert name == "event: text" and rest == [""]
    assert json.loads(line.removeprefix("data: ")) == data


@pytest.mark.parametrize("end", ["\x85", "\u2028", "\u2029"])
def test_events_that_others_make_are_the_same_for_these_clients(end: str) -> None:
    event = "data: " + json.dumps(f"Mill Lane 4{end}Örby", ensure_ascii=False) + "\n\n"

    def answer(kind: str) -> str:
        async def one(_: Request) -> StreamingResponse:
            return StreamingResponse(iter([event]), media_type=kind)

        app = Starlette(routes=[Route("/", one)], middleware=[Middleware(LineEnds)])
        return TestClient(app).get("/").content.decode()

    assert answer("text/plain") == event
    line, rest = answer("text/event-stream").splitlines()
    assert rest == "" and json.loads(line.removeprefix("data: ")) == f"Mill Lane 4{end}Örby"


def test_half_a_character_in_an_event_is_a_question_mark() -> None:
    assert server_sent("a\ud800") == b'data: "a?"\n\n'
