"""Who says a sentence of a talk that is not the first of its turn: the first alone names them."""

from __future__ import annotations

import re
from bisect import bisect_right

from graphrag_neo4j.text.talk import turn_head, turn_starts
from graphrag_neo4j.text.talk_heads import talk_heads

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_LONGEST_HEAD = 200  # characters
_LONGEST_TURN = 20_000
_WORDED = re.compile(r"\w")


class Speakers:
    """The speakers of a text, by the places of what they say."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = sorted(turn_starts(text))
        self._apart = {head.start: head for head in talk_heads(text)}

    def of(self, place: int) -> str:
        """The name of who speaks at ``place``, with a colon; "" at the beginning of a turn, which
        has it, and where nobody is known to speak."""
        number = bisect_right(self._starts, place) - 1
        start = self._starts[number] if number >= 0 else -1
        if start < 0 or place - start > _LONGEST_TURN:
            return ""
        if (apart := self._apart.get(start)) is not None:
            is_later = _WORDED.search(self._text, apart.end, place) is not None
            return f"{apart.label}:" if is_later and place < apart.stop else ""
        head = turn_head(self._text[start : start + _LONGEST_HEAD].partition("\n")[0])
        said = start + head.end()
        is_first = place <= said or _WORDED.search(self._text, said, place) is None
        is_over = _BLANK_LINE.search(self._text, start, place) is not None
        return "" if is_first or is_over or not head["label"] else f"{head['label']}:"
