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


@given(st.text("ab-\n ,A", max_size=60))
def test_no_line_is_lost_and_no_letter(text: str) -> None:
    whole = with_whole_words(text)
    assert whole.count("\n") == text.count("\n")
    assert [c for c in whole if c.isalpha()] == [c for c in text if c.isalpha()]
