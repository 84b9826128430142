"""Ages that a text tells without the word are known as what is asked for."""

from __future__ import annotations

from typing import Any

import pytest

from graphrag_neo4j.retrieve.ranking.ages import ages, asks_age, has_age, is_age_told, without_age
from graphrag_neo4j.retrieve.ranking.statements import relevance
from tests.support.growth import check_linear
from tests.support.ranking import rank

SAID = [
    "Berit Lund has baked for the whole town since her father fell ill.",
    "The oldest oven of the town was lit by Berit Lund.",
    "The fire was seen by Berit Lund, 43, a baker from Oslo.",
    "Nils Lund, 19, saw it later.",
]


def said(*texts: str) -> list[dict[str, Any]]:
    """A passage for each text."""
    rows = [
        {"id": text, "text": text, "words": text, "near": 0.8 - n / 100, "named": None}
        | {"topic": "Fire", "topic_id": text, "start": 0, "end": len(text), "facts": []}
        for n, text in enumerate(texts)
    ]
    return [
        {
            "chunk": f"{n}",
            "section": None,
            "statements": [row],
            "source": {"id": n, "uri": f"m:{n}"},
        }
        for n, row in enumerate(rows)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "It was Berit Lund, 43, who saw it.",
        "Berit Lund, aged 43",
        "The 43-year-old baker saw it.",
        "She is 43.",
        "He turned 30 and left.",
        "Berit Lund (43) saw it.",
        "Age: 43",
        "Berit Lund was born in Oslo on 3 May 1981.",
        "Name: Berit Lund; Born: 1981-05-03",
        "Berit Lund, geb. 3.5.1981",
        "geboren am 3. Mai 1981 in Wick",
    ],
)
def test_an_age_is_known_however_it_is_told(text: str) -> None:
    assert has_age(text)


@pytest.mark.parametrize(
    "text",
    [
        "In Oslo, 43 people saw it.",
        "It is 43% full.",
        "Lot 7, 1,200 crowns.",
        "It was 2024.",
        "Oslo",
        "She was born in Oslo. The oven is of 1981.",
    ],
)
def test_other_numbers_are_no_ages(text: str) -> None:
    assert not has_age(text)


@pytest.mark.parametrize("question", ["How old is Berit Lund?", "what age is berit lund"])
def test_the_age_behind_its_name_comes_first(question: str) -> None:
    passages = said(*SAID)
    scores = {one["chunk"]: 1.0 - n / 20 for n, one in enumerate(passages)}
    assert asks_age(question)
    assert ages(question, passages) == {SAID[2]: 1.0}
    assert rank(question, passages, scores, by_words=True)[0].text == SAID[2]


def test_when_somebody_was_born_tells_an_age() -> None:
    texts = (
        SAID[1],
        "Name: Berit Lund; Called: Bee; Born: 1981-05-03",
        "Nils, son of Bee and Odd Moe",
    )
    assert ages("how old is bee", said(*texts)) == {texts[1]: 1.0}
    assert is_age_told("How old is Berit Lund?", texts)


def test_who_has_an_age_in_the_text_is_not_told_to_have_none() -> None:
    question = "How old is Berit Lund?"
    assert is_age_told(question, SAID)
    assert not is_age_told("How old is Berit Moe?", SAID)
    assert is_age_told("how old is berit lund", SAID)
    assert not is_age_told("how old is the harbour master", SAID)
    passages = said(*SAID)
    found = relevance(question, passages, dict.fromkeys("0123", 1.0), by_words=True)
    assert not found.tells_age("Where does Berit Lund bake?")
    assert (
        found.unmet(question).split() == without_age(question).split() == "is Berit Lund?".split()
    )


def test_ages_are_looked_for_in_time_in_proportion_to_the_text() -> None:
    for piece in ("Rosa, 4", "is 4 ", ", 43", "43 ", " ", "aged ", "born ", "born 19"):
        check_linear(lambda n, piece=piece: has_age(piece * n), 20_000)  # type: ignore[misc]
