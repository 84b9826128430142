"""A score says how likely an answer was found; what is shown fits on a screen."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.embeddings.onnx_model import MODEL_NAME
from graphrag_neo4j.retrieve.confidence import UNLIKELY, likelihood
from graphrag_neo4j.retrieve.results import (
    FoundStatement,
    RetrievalResult,
    is_unlikely,
    render,
)

QUESTION = "Who manages the Port of Melby?"
shares = st.floats(0, 1)


def passages(near: float, text: str) -> list[dict[str, Any]]:
    statements = [{"near": near, "words": text}, {"near": near / 2, "words": "Nothing."}]
    return [{"chunk": "c", "source": {"title": ""}, "statements": statements}]


def of(near: float, text: str, model: str = MODEL_NAME) -> float:
    return likelihood(QUESTION, passages(near, text), {"c": 1.0}, model)


@given(shares, shares)
def test_nearer_statements_are_likelier(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 0 <= of(low, "x") <= of(high, "x") <= 1


def test_shared_words_make_an_answer_likelier() -> None:
    answer = "Anna Berg manages the Port of Melby."
    assert of(0.8, answer) > of(0.8, "Melby is a town.") > of(0.8, "Rain.")
    assert of(0.9, answer) > 0.9
    assert of(0.75, "Rain.") < UNLIKELY


def test_of_another_model_words_decide_alone() -> None:
    answer = "Anna Berg manages the Port of Melby."
    assert of(0.1, answer, "other") == of(0.9, answer, "other") > of(0.9, "Rain.", "other")


def result(name: str, score: float, n: int) -> RetrievalResult:
    statements = tuple(
        FoundStatement(f"{name}{i}", f"{name} says {i}.", score - i / 10, "c", 0, 1)
        for i in range(n)
    )
    source = {"id": name, "uri": f"doc:{name}", "title": name}
    return RetrievalResult(name, name, source, statements, score, {"scores": {}})


def test_the_most_relevant_statements_are_shown_and_each_result_has_one() -> None:
    shown = render([result("A", 0.9, 9), result("B", 0.1, 3)], shown=4)
    lines = [line.strip() for line in shown.splitlines() if line.startswith("   - ")]
    assert [line.partition("  [")[0] for line in lines] == [
        "- A says 0.", "- A says 1.", "- A says 2.", "- B says 0.",
    ]  # fmt: skip
    assert "8 less relevant statements are not shown" in shown
    assert "not shown" not in render([result("A", 0.9, 9)], shown=None)


def test_it_is_said_when_nothing_seems_to_answer() -> None:
    assert render([result("A", 0.1, 1)]).startswith("Nothing in these documents seems to answer")
    assert not render([result("A", 0.9, 1)]).startswith("Nothing")
    assert not is_unlikely([])
    assert render([]) == "Nothing found."
