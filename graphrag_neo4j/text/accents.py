"""Letters without their accents: who types in haste leaves them out."""

from __future__ import annotations

import re
import unicodedata

_LATIN_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
_ACCENT = re.compile(r"(?<=[a-z])[\u0300-\u036f]+")


def without_accents(text: str) -> str:
    """Case-folded text with bare Latin letters; other scripts keep their marks."""
    bare = _ACCENT.sub("", unicodedata.normalize("NFD", text.casefold()))
    return unicodedata.normalize("NFC", bare).translate(_LATIN_LETTERS)
