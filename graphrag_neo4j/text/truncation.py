"""Words cut to their first letters, which all forms of a word share: "Tabellen", "Tabelle".

Truncation to five letters finds as much as a stemmer made for a language, and in languages with
many endings more, without knowing which language it is (McNamee, Nicholas and Mayfield 2009,
"Addressing morphological variation in alphabetic languages"). Of the parts of a compound only the
first one is found so; the others are by what a long word has within ("Wasserdruck": "druck").
"""

from __future__ import annotations

import re

from graphrag_neo4j.text.accents import without_accents

LETTERS = 5
OF_HANGUL = 2
"""A syllable of Korean is one sign; endings follow the second one, most of the time."""
OF_UNPARTED = 3
"""Scripts of South-East Asia have no blanks: all runs of so many signs stand for the words."""
COMPOUNDING = frozenset(("de", "nl", "sv", "da", "nb", "nn", "no", "fi", "hu", "is", "et"))
"""Languages that write "pressure of water" as one word."""
SHORTEST_COMPOUND = 9
SHORTEST_PART = 3
_ENDINGS = "aeinors"
"""What most often ends a word of five letters."""
_UNPARTED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
_HANGUL = re.compile(r"[\uac00-\ud7a3]")
_WORD = re.compile(
    r"(?:[^\W_]|[\u0900-\u0963\u0966-\u0dff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff])+"
)
"""Vowel signs of Indian scripts, which are no letters, belong to the word."""


def truncated(text: str) -> list[str]:
    """The words of ``text`` in order, without accents, each cut to its first letters."""
    return [part for word in _WORD.findall(without_accents(text)) for part in _parts(word)]


def parts_of_compounds(text: str, language: str) -> list[str]:
    """What the later parts of compounds may begin with: all runs of letters within a long word, of
    a ``language`` (its code) that has such words; else nothing."""
    if language not in COMPOUNDING:
        return []
    words = (word for word in _WORD.findall(without_accents(text)) if word.isalpha())
    return [
        word[start : start + LETTERS]
        for word in words
        if len(word) >= SHORTEST_COMPOUND
        for start in range(SHORTEST_PART, len(word) - LETTERS + 2)
    ]


def forms_of_short(stem: str) -> list[str]:
    """Other forms of a word that is too short to be cut ("hund"), or that its ending fills
    ("hunde"): with an ending, and without."""
    if not (stem.isascii() and stem.isalpha()):
        return []
    if len(stem) == LETTERS - 1:
        return [stem + ending for ending in _ENDINGS]
    return [stem[:-1]] if len(stem) == LETTERS and stem[-1] in _ENDINGS else []


def _parts(word: str) -> list[str]:
    if _UNPARTED.match(word):
        return [word[i : i + OF_UNPARTED] for i in range(max(1, len(word) - OF_UNPARTED + 1))]
    return [word[: OF_HANGUL if _HANGUL.match(word) else LETTERS]]
