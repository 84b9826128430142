"""Halves of characters, which JSON can say and UTF-8 cannot: a model may send one alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

_FIRST_HALVES = ("\ud800", "\udbff")


def whole(text: str) -> str:
    """``text`` with its pairs of halves as the characters they mean, and U+FFFD for one alone."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def whole_pieces(pieces: Iterable[str]) -> Iterator[str]:
    """Pieces of a text, :func:`whole`; a first half waits for what comes next."""
    held = ""
    for piece in pieces:
        text, held = held + piece, ""
        if _FIRST_HALVES[0] <= text[-1:] <= _FIRST_HALVES[1]:
            text, held = text[:-1], text[-1]
        if text:
            yield whole(text)
    if held:
        yield whole(held)
