"""Which language a text is in, and what hangs on it."""

from __future__ import annotations

import pytest

from graphrag_neo4j.text.language import language_of
from tests.support.cross_lingual import LANGUAGES, PASSAGES


@pytest.mark.parametrize("number", range(len(LANGUAGES)))
def test_a_language_is_recognised_by_four_sentences(number: int) -> None:
    text = " ".join(PASSAGES[number :: len(LANGUAGES)])
    assert language_of(text) == LANGUAGES[number]


@pytest.mark.parametrize("text", ["", "Max met Ann.", "x = foo(bar)", "17; 4; 23", "EO 14028"])
def test_what_says_too_little_has_none(text: str) -> None:
    assert language_of(text) == ""
