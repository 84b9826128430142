"""Words cut to what their forms share: no server needed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.retrieve.question.word_searches import BESIDE_STEMS, searches_of, word_searches
from graphrag_neo4j.text.function_words import language_by_words
from graphrag_neo4j.text.truncation import (
    LETTERS,
    forms_of_short,
    parts_of_compounds,
    truncated,
)


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


@pytest.mark.parametrize(
    ("question", "text"), [("Druck", "Der Wasserdruck steigt."), ("Haus", "das Krankenhaus")]
)
def test_the_later_parts_of_a_compound_are_found(question: str, text: str) -> None:
    assert not set(truncated(question)) & set(truncated(text))
    assert set(truncated(question)) <= set(parts_of_compounds(text, "de"))


@pytest.mark.parametrize(("text", "language"), [("the waterpressure", "en"), ("der Druck", "de")])
def test_other_words_have_no_parts(text: str, language: str) -> None:
    assert parts_of_compounds(text, language) == []


@pytest.mark.parametrize(
    ("one", "other"), [("hund", "hunde"), ("hunde", "hund"), ("auto", "autos")]
)
def test_short_words_are_looked_for_in_other_forms(one: str, other: str) -> None:
    assert other in forms_of_short(one)
    assert other in word_searches(f"Wessen {one} war das?")[-1]["words"].split()


@pytest.mark.parametrize("stem", ["gebuh", "hu", "2024", "дома", "werft"])
def test_cut_and_other_words_have_no_other_forms(stem: str) -> None:
    assert forms_of_short(stem) == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Quando si mette il sale nei fagioli?", "it"),
        ("Quanto é a renda da loja?", "pt"),
        ("Hoe heet de kapitein van het schip?", "nl"),
        ("Quand est-ce que la mairie ouvre ?", "fr"),
        ("wie hoch darf meine hecke sein", "de"),
        ("Who paid for the roof of the mill?", ""),
        ("roof repair", ""),
    ],
)
def test_the_language_of_a_question_is_told_by_its_function_words(text: str, language: str) -> None:
    assert language_by_words(text) == language
