"""The other end of a bridge comes up: who is named first, and told of elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from graphrag_neo4j.retrieve.ranking.bridges import bridged
from graphrag_neo4j.retrieve.ranking.ranked import Ranked

QUESTION = "phone of who leads the roof project"
LEADER = "The roof project: Orla Quist leads it."
ROWS = ["Bo Larsen; phone 4711", "Tove Malm; phone 4712", "Orla Quist; phone 4713"]


def found(*texts: str, sources: Mapping[str, str] | None = None) -> list[Ranked]:
    """These statements, the best first, each of a source of its own unless ``sources`` says."""
    ranked = []
    for n, text in enumerate(texts):
        source = {"id": (sources or {}).get(text, text), "title": "", "uri": "mem:t"}
        chunk: dict[str, Any] = {"chunk": text, "source": source, "section": None}
        score = 2.0 - n / 10
        ranked.append(Ranked(chunk, {"id": text, "text": text}, score, score, score))
    return ranked


def order(question: str, ranked: list[Ranked], *unknown: str) -> list[str]:
    said = bridged(question, ranked, 0.5, unknown.__contains__)
    return [one.text for one in said]


def test_the_row_of_who_is_named_first_follows_at_once() -> None:
    assert order(QUESTION, found(LEADER, *ROWS)) == [LEADER, ROWS[2], ROWS[0], ROWS[1]]


def test_the_best_one_keeps_its_place() -> None:
    ranked = found(LEADER, *ROWS)
    best = bridged(QUESTION, ranked, 0.5, lambda _: False)[0]
    assert best == ranked[0]


def test_statements_of_a_chunk_that_comes_up_keep_their_order() -> None:
    keys = "Keys hang in the office."
    title, *rows, other = found(LEADER, *ROWS, keys)
    beside = Ranked(rows[2].chunk, *other[1:])
    raised = bridged(QUESTION, [title, *rows, beside], 0.5, lambda _: False)
    scores = {one.text: one.relevance for one in raised}
    assert rows[2].relevance < scores[ROWS[2]] < scores[LEADER]
    before = rows[2].relevance - beside.relevance
    assert scores[ROWS[2]] - scores[keys] >= before - 1e-9


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("who leads the roof project", (LEADER, *ROWS)),  # nothing is lacking
        ("how long is the pier", (LEADER, *ROWS)),  # it is not about it
        ("phone of Orla Quist who leads the roof project", (LEADER, *ROWS)),  # named itself
        (QUESTION, (LEADER, *ROWS[:2])),  # nobody tells
        (QUESTION, ("The Roof project: Malm leads it.", "The phone is on the roof.", "A malm.")),
    ],
)
def test_without_a_bridge_the_order_stays(question: str, texts: tuple[str, ...]) -> None:
    assert order(question, found(*texts)) == list(texts)


def test_what_the_same_source_tells_is_no_bridge() -> None:
    near = "The phone of the site is 12."
    texts = (LEADER, *ROWS, near)
    assert order(QUESTION, found(*texts, sources={near: LEADER})) == list(texts)


def test_a_name_that_many_sources_have_leads_nowhere() -> None:
    others = [f"Orla Quist; hall {n}" for n in range(9)]
    texts = (LEADER, *others, ROWS[2])
    assert order(QUESTION, found(*texts)) == list(texts)


def test_a_word_of_no_dictionary_is_a_name_in_small_letters() -> None:
    texts = ("rota: scanstore serves the invoices", "pressroom port 99", "scanstore port 12")
    asked = "port of what serves the invoices"
    assert order(asked, found(*texts), "scanstore") == [texts[0], texts[2], texts[1]]
    assert order(asked, found(*texts)) == list(texts)
