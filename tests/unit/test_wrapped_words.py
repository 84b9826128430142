"""Words that the ends of lines part are whole again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.text.wrapped_words import with_whole_words

SCAN = """The vicar kept a tame jack-
daw, which stole spec-
tacles. He was a well-known
man, well-
known for a yew walk, and for a gar-
  den. So far Melby-
Nord.
"""


def test_words_are_whole_on_the_line_that_they_begin_on() -> None:
    assert (
        with_whole_words(SCAN)
        == """The vicar kept a tame jackdaw,
which stole spectacles.
He was a well-known
man, well-known
for a yew walk, and for a garden.
  So far Melby-
Nord.
"""
    )


def test_a_hyphen_or_two_at_line_ends_are_left_as_they_are() -> None:
    text = "Pre-\nand post-\nwar houses stand here.\n"
    assert with_whole_words(text) == text


def test_before_a_conjunction_a_hyphen_stays() -> None:
    text = "Pre-\nand postwar houses, spec-\ntacles, tele-\nscopes, jack-\ndaws and maga-\nzines.\n"
    whole = with_whole_words(text)
    assert whole.startswith("Pre-\nand postwar houses, spectacles,\ntelescopes,\n")


def test_one_word_is_whole_where_the_text_has_it_so_elsewhere() -> None:
    text = "Our new gar-\ndener came. The gardener likes post-\nwar houses.\n"
    assert with_whole_words(text) == (
        "Our new gardener\ncame. The gardener likes post-\nwar houses.\n"
    )


def test_in_german_a_small_letter_goes_on_with_the_word() -> None:
    text = (
        "Die Lieferung der Fenster verzögert sich um drei Wo-\nchen, weil im Lager der Firma ein "
        "Wasserschaden war. Vor-\nund Nachteile nennt die E-Mail-\nAdresse nicht.\n"
    )
    whole = with_whole_words(text)
    assert "drei Wochen,\nweil" in whole
    assert "Vor-\nund" in whole and "E-Mail-\nAdresse" in whole


@given(st.text("ab-\n ,A", max_size=60))
def test_no_line_is_lost_and_no_letter(text: str) -> None:
    whole = with_whole_words(text)
    assert whole.count("\n") == text.count("\n")
    assert [c for c in whole if c.isalpha()] == [c for c in text if c.isalpha()]
