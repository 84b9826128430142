"""Reading JSON out of what models really write, and filling prompt templates."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from graphrag_neo4j.errors import SettingsError
from graphrag_neo4j.llm.structured import parse
from graphrag_neo4j.prompts import asked_again, fill, load


class Person(BaseModel):
    name: str
    age: int | None = None


class People(BaseModel):
    people: list[Person] = []
    note: str = ""


BERG = People(people=[Person(name="Berg")])
SOUND = '{"people": [{"name": "Berg"}]}'


@pytest.mark.parametrize(
    "text",
    [
        SOUND,
        f"```json\n{SOUND}\n```",
        f"```\n{SOUND}\n```\nHope this helps!",
        f"Here are {{the}} people [as asked]:\n{SOUND}\nAnything else?",
        f'<think>Maybe {{"people": []}}?</think>\n\n{SOUND}',
        f'Maybe {{"people": []}}?</think>{SOUND}',
        f'First {{"kind": "example"}}, then {SOUND}',
    ],
    ids=[
        "bare",
        "fenced",
        "fence without name",
        "prose",
        "thoughts",
        "thoughts without a beginning",
        "other object",
    ],
)
def test_sound_json_is_found_wherever_it_stands(text: str) -> None:
    assert parse(text, People) == (BERG, False)


@pytest.mark.parametrize(
    "text",
    [
        "{'people': [{'name': 'Berg'}]}",
        '{"people": [{"name": "Berg",},],}',
        '{"people": [{"name": "Berg"',
        '{people: [{name: "Berg"}]}',
        '```json\n{"people": [{"name": "Berg"}]\n```',
    ],
    ids=["single quotes", "commas", "cut off", "bare keys", "fenced and open"],
)
def test_broken_json_is_repaired_and_said_so(text: str) -> None:
    assert parse(text, People) == (BERG, True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I cannot do that.",
        "I cannot {do} that [now].",
        '{"error": "no people"}',
        '{"people": "Berg"}',
        "[" * 500,
        "[" * 100_000,
        '{"a": ' * 100_000,
        "null",
        "[]",
    ],
    ids=lambda text: text[:20] or "empty",
)
def test_what_does_not_fit_is_nothing_and_never_an_empty_answer(text: str) -> None:
    assert parse(text, People)[0] is None


def test_a_part_of_a_broken_answer_does_not_pass_for_the_whole() -> None:
    text = '{"note": "outer", "people": [{"name": "Berg", "note": "inner"}'
    parsed, repaired = parse(text, People)
    assert isinstance(parsed, People)
    assert (parsed.note, repaired) == ("outer", True)


def test_an_empty_object_is_an_answer() -> None:
    assert parse("{}", People) == (People(), False)


names = st.text(min_size=1).filter(lambda s: not any(0xD800 <= ord(c) < 0xE000 for c in s))


@settings(deadline=None)
@given(st.lists(names, min_size=1), st.booleans())
def test_any_written_value_comes_back(found: list[str], fenced: bool) -> None:
    value = People(people=[Person(name=name) for name in found])
    text = json.dumps(value.model_dump(), ensure_ascii=False, indent=1)
    written = f"Answer:\n```json\n{text}\n```" if fenced else text
    assert parse(written, People) == (value, False)


@settings(deadline=None)
@given(st.text())
def test_no_text_makes_parsing_fail(text: str) -> None:
    parse(text, Person)


def test_only_known_placeholders_are_filled() -> None:
    template = 'Ask {query} in {language} as {"points": [{score}]}'
    filled = fill(template, query="{language}?", language="English")
    assert filled == 'Ask {language}? in English as {"points": [{score}]}'
    assert fill(template) == template


def test_a_prompt_can_be_replaced_by_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.md"
    file.write_text("Über {query}", "utf-8")
    assert load("anything", file) == "Über {query}"


@pytest.mark.parametrize("content", [None, b"  \n", b"\xff\xfe\xff"])
def test_a_prompt_file_of_no_use_is_one_clear_line(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "mine.md"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(SettingsError, match=r"mine\.md"):
        load("anything", file)


def test_who_is_asked_again_sees_only_the_beginning_of_a_long_answer() -> None:
    question = [("user", "What is it?")]
    answer = " ".join(map(str, range(5_000)))
    again = asked_again(question, answer, "Answer with JSON.")  # type: ignore[arg-type]
    assert again[0] == question[0]
    assert answer.startswith(again[1][1])
    assert len(again[1][1]) < 2_000
    assert again[2] == ("user", "Answer with JSON.")
