"""Short heads within a paragraph: the date of an entry, the number of an article, who speaks.

"13 April. Potatoes in at last", "Article 2. The rent is paid monthly", "INSPECTOR. I never eat
fish": by their full stop they are sentences, but what follows is nothing without them. One may be
an accident; a text that has such heads has them again and again. So does a turn of a talk begin
with who speaks and often a word or two: "Ann Lee: Never. I tried it once."
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection

from graphrag_neo4j.text.talk_heads import TalkHead, talk_heads

_WORD = re.compile(r"\w+")
_ITEM = re.compile(r"\(?\d{1,3}[.)]\s+")
_LINE_HEAD = re.compile(
    r"^[^\S\n]*(?P<head>(?:[*_]{1,2})?(?:\d{1,3}[.)][^\S\n]+)?"
    r"(?:(?<!\d)\d{1,2}\.[^\S\n]|[^\W\d_]{3,4}\.[^\S\n](?=\d)|[^\n.!?…]){1,70}\.(?:[*_]{1,2})?)"
    r"[^\S\n]+(?=\S)",
    re.MULTILINE,
)
_NUMBERED = re.compile(
    r"(?P<word>§|#|[^\W\d_]+\.?)\s*\d+(?:\.\d+)*[^\W\d_]?(?:[.:)]|\s+[–—-]\s|\s+(?=[^\W\d_])|\Z)"
)
_DAY = r"\d{1,2}(?:\.|st|nd|rd|th)?"
_DATE = re.compile(
    r"\d[\d./-]*(?:st|nd|rd|th)?\s+[^\W\d_][^:]*|\d{4}-\d\d-\d\d"  # 13 April; 12 de abril de 1938
    r"|(?:[^\W\d_]+[,.]?\s+){1,2}\d+(?:st|nd|rd|th)?(?:,?\s+\d+)?"  # March 3, 1938; May 3rd
    r"(?:\.\s+[^\W\d_]{1,9})?"  # 1. Wed
    rf"|[^\W\d_]+,?\s+{_DAY}\s+[^\W\d_]+(?:\s+\d+)?"  # Montag, 3. März; Tuesday, 7th May
)
_LONGEST_TITLE = 8  # words
_LONGEST_DATE = 5
_LONGEST_ITEM = 2
_LONGEST_NAME = 3
_LONGEST_ANSWER = 3
_FEWEST = 2  # heads of a kind in a text


class Leads:
    """The heads of a text, by what they have in common. ``turns``: where those of a talk start."""

    def __init__(self, text: str, turns: Collection[int]) -> None:
        self._turns = turns
        self._heads = {head.start: head for head in talk_heads(text)}
        self._kinds = Counter(_kind(line["head"]) for line in _LINE_HEAD.finditer(text))

    def is_turn(self, place: int) -> bool:
        """Whether a turn of a talk begins there, with a line or within one."""
        return place in self._turns

    def head(self, line: int) -> TalkHead | None:
        """The head of a turn that the ``line`` that starts there is, what is said below it."""
        return self._heads.get(line)

    def has(self, sentence: str, line: int) -> bool:
        """Whether a sentence at the beginning of the ``line`` that starts there is a head."""
        if line in self._heads:
            return False
        if line in self._turns:
            said = sentence.partition(": ")[2] or sentence
            return len(_WORD.findall(said)) <= _LONGEST_ANSWER
        kind = _kind(sentence)
        return bool(kind) and self._kinds[kind] >= _FEWEST


def _kind(sentence: str) -> str:
    """What a short sentence has in common with other heads; nothing if it is none."""
    head = sentence.strip("*_ \t")
    if not head.endswith("."):
        return ""
    head = head[:-1]
    if item := _ITEM.match(head):
        return "item" if len(head[item.end() :].split()) <= _LONGEST_ITEM else ""
    words = head.split()
    if not words:
        return ""
    if len(words) <= _LONGEST_DATE and _DATE.fullmatch(head):
        return "date"
    numbered = _NUMBERED.match(head)
    if numbered and len(words) <= _LONGEST_TITLE and not head[numbered.end() :][:1].islower():
        return f"numbered {numbered['word']}"
    if len(words) <= _LONGEST_NAME and not any(map(str.isdecimal, head)):
        if head.isupper():
            return "name in capitals"
        return f"name {head}" if all(word[0].isupper() for word in words) else ""
    return ""
