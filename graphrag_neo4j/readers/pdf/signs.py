"""Signs of another font in their place: LibreOffice draws those that a font does not have, as ticks
and arrows, before the line that they stand in."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from graphrag_neo4j.readers.pdf.turns import Sides

_SIGNS = ("So", "Sm", "No", "Co")  # kinds of characters; Co: of a font with signs only
_MOST = 300  # signs on a page: more are its text, of a font that does not tell its letters
_FAR = 500  # characters on a line
_NEAR = 1.4  # of its height: from a sign to what stands left of it at the end of a line
_COVERED = 1.0  # points by which boxes may overlap


@dataclass(frozen=True, slots=True)
class Char:
    """A character of a page, and its box there; none of the end of a line."""

    text: str
    index: int
    place: Sides | None


def signs_in_place(chars: list[Char]) -> list[Char]:
    """``chars`` with signs that were drawn before what stands left of them on their line put behind
    that."""
    signs = [at for at, char in enumerate(chars) if _is_sign(char)]
    moved: dict[int, list[Char]] = {}
    gone: set[int] = set()
    for at in signs if len(signs) <= _MOST else ():
        if to := _place_of(chars[at], at, chars):
            moved.setdefault(to, []).append(chars[at])
            gone.add(at)
    if not moved:
        return chars
    found: list[Char] = []
    for at in range(len(chars) + 1):
        found += sorted(moved.get(at, ()), key=lambda sign: sign.place or ())
        found += [] if at in gone else chars[at : at + 1]
    return found


def _is_sign(char: Char) -> bool:
    return not char.text.isascii() and unicodedata.category(char.text) in _SIGNS


def _place_of(char: Char, at: int, chars: list[Char]) -> int:
    """Before which character a sign belongs; 0 if it stands there."""
    sign = char.place
    if sign is None:
        return 0
    left, right, bottom, top = sign
    before = 0
    edge = left
    for to in range(at + 1, min(at + _FAR, len(chars))):
        other = chars[to].place
        if other is None or chars[to].text.isspace() or _is_sign(chars[to]):
            continue
        shared = min(top, other[3]) - max(bottom, other[2])
        if shared < 0.5 * min(top - bottom, other[3] - other[2]):
            break
        if other[0] >= left:
            return to if before and other[0] > right - _COVERED else 0
        if other[1] > left + _COVERED:
            return 0
        before, edge = to, other[1]
    is_near = left - edge < _NEAR * (top - bottom)
    return before + 1 if before and is_near else 0
