"""Which language a text is in, and what hangs on it."""

from __future__ import annotations

import pytest

from graphrag_neo4j.text.language import is_foreign, language_of
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
