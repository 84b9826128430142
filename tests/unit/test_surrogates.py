"""Halves of characters in answers of a model."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.llm.surrogates import whole, whole_pieces


@given(st.text(), st.lists(st.integers(0, 30), max_size=5))
def test_text_cut_anywhere_even_within_a_character_is_whole_again(
    text: str, cuts: list[int]
) -> None:
    halves = "".join(one if ord(one) < 0x10000 else _halves(one) for one in text)
    places = sorted(min(cut, len(halves)) for cut in cuts)
    pieces = [halves[a:b] for a, b in zip([0, *places], [*places, len(halves)], strict=True)]
    assert "".join(whole_pieces(pieces)) == text == whole(halves)


def _halves(one: str) -> str:
    code = ord(one) - 0x10000
    return chr(0xD800 + (code >> 10)) + chr(0xDC00 + (code & 0x3FF))


@given(st.lists(st.text(st.characters(categories=["Cs", "Lu"]))))
def test_what_comes_can_always_be_written(pieces: list[str]) -> None:
    "".join(whole_pieces(pieces)).encode()
    whole("".join(pieces)).encode()


def test_a_half_alone_is_a_replacement_character() -> None:
    assert whole("Anna \ud83d Berg") == "Anna \ufffd Berg"
    assert list(whole_pieces(["Anna \ud83d"])) == ["Anna ", "\ufffd"]
