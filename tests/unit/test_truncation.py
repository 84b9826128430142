"""Words cut to what their forms share: no server needed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.retrieve.question.word_searches import BESIDE_STEMS, searches_of, word_searches
from graphrag_neo4j.text.truncation import LETTERS, truncated


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Tabellen", "Tabelle"),
        ("восстановление", "восстановить"),
        ("taulukoiden", "taulukko"),
        ("wstawianie", "wstawić"),
        ("데이터를", "데이터가"),
        ("Überschriften", "uberschrift"),
        ("Łódź", "lodz"),
        ("तालिकाएँ", "तालिकाओं"),
    ],
)
def test_forms_of_a_word_are_cut_to_the_same(one: str, other: str) -> None:
    assert truncated(one) == truncated(other)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Die Häfen von 2024: Köln-Süd!", ["die", "hafen", "von", "2024", "koln", "sud"]),
        ("add_entry", ["add", "entry"]),
        ("ข้อมูลใหม่", ["ข้อ", "้อม", "อมู", "มูล", "ูลใ", "ลให", "ใหม", "หม่"]),
        ("कृपया फ़ाइल", ["कृपया", "फ़ाइल"]),
        ("", []),
        ("!? -- ...", []),
    ],
)
def test_words_keep_their_order_and_their_signs(text: str, words: list[str]) -> None:
    assert truncated(text) == words


@given(st.text(max_size=200))
def test_what_is_cut_is_short_and_is_no_operator_of_the_index(text: str) -> None:
    words = truncated(text)
    assert all(0 < len(word) <= 2 * LETTERS for word in words)  # ß and the like grow
    assert not any(c in word for word in words for c in '+-&|!(){}[]^"~*?:\\/ ')


@pytest.mark.parametrize(
    ("question", "indexes"),
    [
        ("What is the fee for parking?", ["chunk_text"]),
        ("停车场收费提高了多少？", ["chunk_text"]),
        ("Welche Gebühr eines Parkplatzes wurde erhöht?", ["chunk_text", "chunk_stems"]),
        ("parking fee", ["chunk_text", "chunk_stems"]),
        ("Сколько стоит стоянка?", ["chunk_text", "chunk_stems"]),
        ("?!", []),
    ],
)
def test_stems_are_looked_for_unless_a_question_is_clearly_in_english(
    question: str, indexes: list[str]
) -> None:
    assert [one["index"] for one in word_searches(question)] == indexes


def test_the_very_form_counts_less_where_stems_are_looked_for() -> None:
    def counts(question: str) -> list[float]:
        return [one["where_stems"] for one in word_searches(question)]

    assert counts("What is the fee for parking?") == [1.0]
    assert counts("Welche Gebühr eines Parkplatzes wurde erhöht?") == [BESIDE_STEMS, 1.0]


def test_function_words_of_a_known_language_are_not_looked_for() -> None:
    *_, stems = word_searches("Welche Gebühr eines Parkplatzes wurde erhöht?")
    assert stems["words"] == "gebuh parkp erhoh"


def test_a_word_is_counted_in_both_indexes() -> None:
    question = "Welche Gebühr wurde erhöht?"
    assert [one["words"] for one in searches_of("gebühr", question)] == ["gebühr", "gebuh"]
    assert len(searches_of("fee", "What is the fee for it?")) == 1
