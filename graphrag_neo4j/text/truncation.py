"""Words cut to their first letters, which all forms of a word share: "Tabellen", "Tabelle".

Truncation to five letters finds as much as a stemmer made for a language, and in languages with
many endings more, without knowing which language it is (McNamee, Nicholas and Mayfield 2009,
"Addressing morphological variation in alphabetic languages").
"""

from __future__ import annotations

import re

from graphrag_neo4j.text.accents import without_accents

LETTERS = 5
OF_HANGUL = 2
"""A syllable of Korean is one sign; endings follow the second one, most of the time."""
OF_UNPARTED = 3
"""Scripts of South-East Asia have no blanks: all runs of so many signs stand for the words."""
_UNPARTED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
_HANGUL = re.compile(r"[\uac00-\ud7a3]")
_WORD = re.compile(
    r"(?:[^\W_]|[\u0900-\u0963\u0966-\u0dff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff])+"
)
"""Vowel signs of Indian scripts, which are no letters, belong to the word."""


def truncated(text: str) -> list[str]:
    """The words of ``text`` in order, without accents, each cut to its first letters."""
    return [part for word in _WORD.findall(without_accents(text)) for part in _parts(word)]


def _parts(word: str) -> list[str]:
    if _UNPARTED.match(word):
        return [word[i : i + OF_UNPARTED] for i in range(max(1, len(word) - OF_UNPARTED + 1))]
    return [word[: OF_HANGUL if _HANGUL.match(word) else LETTERS]]
