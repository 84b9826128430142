"""What a passage bears out: the people whom it names, in whatever form, and its numbers."""

from __future__ import annotations

import re
import unicodedata

_WORD = re.compile(r"[^\W\d_]+")
_RUN = re.compile(r"\d+")
_NUMBER = re.compile(r"\d{1,3}(?:[.,' ]\d{3})+(?!\d)|\d+(?:[.,]\d+)?")
_LEAST_DIGITS = 3  # that are not zeros at its end: fewer may stand as a word
_STEM = 4  # letters: names have cases
_LATIN = re.compile("[a-z]")
_OTHER_SCRIPT = re.compile(r"[^\W\d_a-z]")
_CJK_NUMBER = re.compile("[〇一二三四五六七八九十百千]")


class Evidence:
    """A passage, with its title and heading."""

    def __init__(self, passage: str) -> None:
        self._letters = _folded(passage)
        self._words = set(_WORD.findall(self._letters))
        said = unicodedata.normalize("NFKC", passage)
        found = (*_NUMBER.findall(said), *_RUN.findall(said))
        self._numbers = {_significant(number) for number in found}
        self._has_number_words = bool(_CJK_NUMBER.search(passage))

    def names(self, person: str) -> bool:
        """Whether a word of the name stands here, maybe with another ending, or its initials do.
        A name in another script than the passage may be a transcription."""
        words = _WORD.findall(_folded(person))
        if not words or _OTHER_SCRIPT.search("".join(words)) or not self._is_latin:
            return True
        if "".join(word[0] for word in words) in self._words:
            return True
        return any(word[:_STEM] in self._letters for word in words if len(word) > 2)

    def has_numbers_of(self, text: str) -> bool:
        """Whether the large numbers of ``text`` stand here, however they are written: 2.5 million
        is 2,500,000, and '31 is 2031."""
        if self._has_number_words:
            return True
        numbers = _NUMBER.findall(unicodedata.normalize("NFKC", text))
        return all(self._has_number(number) for number in numbers)

    def _has_number(self, number: str) -> bool:
        said = _significant(number)
        if len(said) < _LEAST_DIGITS or said in self._numbers:
            return True
        parts = [_significant(run) for run in _RUN.findall(number)]
        return said[-2:] in self._numbers or (len(parts) > 1 and self._numbers.issuperset(parts))

    @property
    def _is_latin(self) -> bool:
        latin = len(_LATIN.findall(self._letters))
        return latin > len(_OTHER_SCRIPT.findall(self._letters))


def _folded(text: str) -> str:
    """Lower case without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(one for one in parts if not unicodedata.combining(one))


def _significant(number: str) -> str:
    """The digits of a number that do not hang on its unit."""
    return re.sub(r"\D", "", number).strip("0")
