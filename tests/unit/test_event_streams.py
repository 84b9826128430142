"""Server-sent events as clients read them that split lines in their own way."""

from __future__ import annotations

import json

import pytest

from graphrag_neo4j.serve.event_streams import server_sent


@pytest.mark.parametrize("end", ["\n", "\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
def test_an_event_is_the_same_for_clients_that_know_more_ends_of_lines(end: str) -> None:
    data = {"text": f"Mill Lane 4{end}Örby"}
    name, line, *rest = server_sent(data, "text").decode().splitlines()
    assert name == "event: text" and rest == [""]
    assert json.loads(line.removeprefix("data: ")) == data


def test_half_a_character_in_an_event_is_a_question_mark() -> None:
    assert server_sent("a\ud800") == b'data: "a?"\n\n'
