"""What a model thinks before it answers is told from its answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.llm.thoughts import spoken, without_thoughts

ANSWERS = {
    "thought": ("<think>\nVera? [Statements 9]\n</think>\n\nVera Lund does.", "Vera Lund does."),
    "other tags": ("[THINK]Hm.[/THINK]Vera.", "Vera."),
    "an empty thought": ("<think>\n\n</think>\n\nVera.", "Vera."),
    "two thoughts": ("<think>a</think>\n<thinking>b</thinking> Vera.", "Vera."),
    "a thought that ends in a quotation": ("<think>'Vera'</think>She does.", "She does."),
    "a thought that speaks of its tag": ("<think>'</think>' ends it</think>Vera.", "Vera."),
    "a thought without an end": ("<think>Is it Vera", ""),
    "no thought": ("Vera thinks <b>so</b>.", "Vera thinks <b>so</b>."),
    "what begins like one": ("<thin> ice", "<thin> ice"),
    "a cut tag": ("<thi", "<thi"),
    "a tag that is spoken of": ("It ends at `</think>`, so.", "It ends at `</think>`, so."),
    "a tag in a record": ('{"a": "</think> b"}', '{"a": "</think> b"}'),
}  # fmt: skip


@pytest.mark.parametrize(("text", "answer"), ANSWERS.values(), ids=ANSWERS)
def test_thoughts_are_no_part_of_an_answer(text: str, answer: str) -> None:
    assert without_thoughts(text) == answer
    for size in (1, 3, 1_000):
        pieces = [text[at : at + size] for at in range(0, len(text), size)]
        assert "".join(spoken(pieces)) == answer


def test_thoughts_whose_opening_tag_is_lost_end_at_the_closing_one() -> None:
    assert without_thoughts("Is it Vera? Yes.\n</think>\n\nVera.") == "Vera."


def test_an_answer_is_passed_on_as_it_comes() -> None:
    assert list(spoken(["<th", "ink>", "so", "</thi", "nk>\n", "Vera", " does", "."])) == [
        "Vera",
        " does",
        ".",
    ]


@given(st.text(max_size=60).filter(lambda text: "/" not in text), st.text("Vera <>", max_size=9))
def test_pieces_say_what_the_whole_says(thought: str, answer: str) -> None:
    text = f"<think>{thought}</think>{answer}"
    assert "".join(spoken(list(text))).strip() == without_thoughts(text).strip()


@pytest.mark.parametrize("unit", ["<think>", "</think>", "<think></think>", "[/", "a</", " "])
def test_hostile_thoughts_are_read_at_once(unit: str) -> None:
    text = unit * 100_000
    assert without_thoughts(text).count("think") <= text.count("think")
    assert "".join(spoken(list(text[:100_000]))) is not None
