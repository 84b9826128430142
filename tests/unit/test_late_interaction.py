"""The words of a question compared with those of the best statements, by the local model."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from graphrag_neo4j.embeddings.models import LocalEmbedding
from graphrag_neo4j.retrieve.ranking.late_interaction import WEIGHT, Met, interaction
from graphrag_neo4j.retrieve.ranking.statements import Relevance, ordered, relevance
from graphrag_neo4j.retrieve.steps import run
from tests.support.hash_embedding import HashEmbedding

MODEL = LocalEmbedding()
NO_DATABASE: Any = None
OF_ANN = (
    "Ann Berg was born in Holmvik in 1961.",
    "Ann Berg has type O negative.",
    "Ann Berg keeps two goats behind the school.",
)


def relevant(question: str, *texts: str, pointers: frozenset[str] = frozenset()) -> Relevance:
    """Statements of one chunk, all of them as near to the question."""
    rows = [
        {"id": text, "text": text, "words": text, "near": 0.5, "facts": [], "named": None}
        | {"topic": "Staff", "topic_id": "t", "start": None, "end": None, "place": None}
        for text in texts
    ]
    source = {"title": "t", "uri": "mem:t"}
    said: list[dict[str, Any]] = [
        {"chunk": "c", "section": None, "statements": rows, "source": source}
    ]
    return relevance(question, said, {"c": 1.0}, by_words=False, pointers=pointers)


def met(question: str, *texts: str, model: object = MODEL) -> Met | None:
    found = relevant(question, *texts)
    return run(interaction(question, found.best(16), model), NO_DATABASE)


def first(question: str, *texts: str) -> str:
    told = met(question, *texts)
    assert told
    return ordered(relevant(question, *texts), told.more)[0].text


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which blood group has Ann Berg?", OF_ANN[1]),
        ("What animals does Ann Berg have?", OF_ANN[2]),
        ("in which year was ann berg born", OF_ANN[0]),
    ],
)
def test_what_says_what_is_asked_comes_before_what_else_is_said_of_a_name(
    question: str, answer: str
) -> None:
    assert first(question, *OF_ANN) == answer


def test_the_words_are_met_worse_where_nothing_says_what_is_asked() -> None:
    there = met("What animals does Ann Berg keep?", *OF_ANN)
    absent = met("Which car does Ann Berg drive?", *OF_ANN)
    assert there and absent
    assert there.best > absent.best + 0.1


def test_a_name_counts_where_the_question_says_nothing_else() -> None:
    assert first("Holmvik?", *OF_ANN) == OF_ANN[0]


def test_another_model_tells_no_tokens_and_function_words_ask_for_nothing() -> None:
    assert met("Which blood group has Ann Berg?", *OF_ANN, model=HashEmbedding()) is None
    assert met("what is it?", *OF_ANN) is None
    assert met("Which blood group has Ann Berg?") is None


def test_what_only_names_what_is_asked_for_gains_nothing() -> None:
    question = "Which blood group has Ann Berg?"
    found = relevant(question, *OF_ANN, pointers=frozenset({OF_ANN[1]}))
    told = run(interaction(question, found.best(16), MODEL), NO_DATABASE)
    assert told and OF_ANN[1] not in told.more
    assert ordered(found, told.more)[-1].text == OF_ANN[1]


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=80), st.lists(st.text(max_size=60), min_size=1, max_size=4, unique=True))
@example("blood \ud800 group", ["", "\x00", "一二三"])
@example("blood " * 600, ["group"])
def test_any_text_can_be_compared(question: str, texts: list[str]) -> None:
    told = met(question, *texts)
    if told:
        assert set(told.more) == set(texts)
        assert abs(sum(told.more.values())) < 1e-6
        assert all(abs(more) <= 2 * WEIGHT for more in told.more.values())
        assert -1.001 <= told.best <= 1.001
