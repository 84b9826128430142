"""Which language a text is in, and what hangs on it."""

from __future__ import annotations

import pytest

from graphrag_neo4j.text.language import (
    is_foreign,
    language_of,
    language_within,
    shared_language,
)
from tests.support.cross_lingual import LANGUAGES, PASSAGES


@pytest.mark.parametrize("number", range(len(LANGUAGES)))
def test_a_language_is_recognised_by_four_sentences(number: int) -> None:
    text = " ".join(PASSAGES[number :: len(LANGUAGES)])
    assert language_of(text) == LANGUAGES[number]


@pytest.mark.parametrize("text", ["", "Max met Ann.", "x = foo(bar)", "17; 4; 23", "EO 14028"])
def test_what_says_too_little_has_none(text: str) -> None:
    assert language_of(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Asignatura: Cerámica; Profesor: Sra. Tílez; Día: miércoles; Hora: 18:15; Aula: Taller",
        "Produto: Pão de centeio; Peso: 800 g; Preço (€): 2,75; Dias: todos; Alergénios: glúten",
        "Предмет: Керамика; День: среда",
    ],
)
def test_a_row_with_accents_and_no_english_words_is_foreign(text: str) -> None:
    assert is_foreign(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Item: café table; Price: 40; Room: B-2",
        "Max met Zoë Müller in Zürich.",
        "Subject: Pottery; Teacher: Mrs. Ohlsen; Day: Wednesday",
    ],
)
def test_english_with_names_from_elsewhere_is_not_foreign(text: str) -> None:
    assert not is_foreign(text)


def test_rows_share_the_language_of_their_words_together() -> None:
    rows = [
        "dia: lunes; hora: 17:00; actividad: Ajedrez; sala: Patio",
        "dia: martes; hora: 18:30; actividad: Taller de Acuarela; sala: Sótano",
        "dia: miércoles; hora: 19:00; actividad: Alemán inicial; sala: Desván",
    ]
    assert [language_of(row) for row in rows[:2]] == ["", ""]
    assert shared_language(rows) == "es"


@pytest.mark.parametrize("rows", [[], ["a: 4; b: 17", "a: 5; b: 18"], ["Ohlsen; 12", "Velde; 9"]])
def test_rows_of_numbers_and_names_share_no_language(rows: list[str]) -> None:
    assert shared_language(rows) == ""


def test_a_short_text_is_in_the_language_of_its_file() -> None:
    assert language_within("Regal 3; Holzleim", "de") == "de"


def test_a_short_review_in_a_clear_language_keeps_it() -> None:
    text = "La aplicación funciona muy bien y me ayuda todos los días."
    assert language_within(text, "en") == "es"


def test_a_long_text_keeps_its_own_language() -> None:
    text = " ".join(PASSAGES[LANGUAGES.index("en") :: len(LANGUAGES)])
    assert language_within(text, "de") == "en"
