"""Questions as they are typed in haste: in lower case, or with a slip in a rare word.

The same question gets the same noise in every run.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

KINDS = ("lower", "typo")
MIN_LETTERS = 5
"""Of a word that a slip may hit: in shorter ones it makes another word."""
_WORD = re.compile(r"[^\W\d_]+")
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def noise(kind: str | None, texts: Iterable[str]) -> Callable[[str], str]:
    """What makes a question of one; ``texts`` say which words are rare."""
    if kind == "lower":
        return str.lower
    if kind == "typo":
        counts = Counter(word for text in texts for word in set(_words(text)))
        return lambda question: with_typo(question, counts)
    return lambda question: question


def with_typo(question: str, counts: Mapping[str, int]) -> str:
    """``question`` with one slip in that of its words that the fewest passages have: two letters
    swapped, one left out, doubled, or replaced by its neighbour on the keyboard."""
    chance = random.Random(question)
    words = [m for m in _WORD.finditer(question) if len(m.group()) >= MIN_LETTERS]
    known = [m for m in words if counts.get(m.group().casefold())] or words
    if not known:
        return question
    rarest = min(known, key=lambda m: (counts.get(m.group().casefold(), 0), m.start()))
    word = rarest.group()
    slips = [slip for slip in _slips(word) if slip.casefold() not in counts]
    made = chance.choice(slips) if slips else word
    return question[: rarest.start()] + made + question[rarest.end() :]


def _slips(word: str) -> list[str]:
    """What a slip makes of a word, its first letter aside, which people rarely miss."""
    made = set()
    for i in range(1, len(word)):
        before, letter, after = word[:i], word[i], word[i + 1 :]
        made |= {before + after, before + letter + letter + after}
        made |= {before + near + after for near in _neighbours(letter)}
        if after:
            made.add(before + after[0] + letter + after[1:])
    return sorted(made - {word})


def _neighbours(letter: str) -> str:
    for row in _ROWS:
        place = row.find(letter.lower())
        if place >= 0:
            return row[max(0, place - 1) : place] + row[place + 1 : place + 2]
    return ""


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]
