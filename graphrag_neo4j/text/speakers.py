"""Who says a sentence of a talk: the label of its turn, or the full name that it stands for."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator
from itertools import pairwise

from graphrag_neo4j.model import Document
from graphrag_neo4j.text.introductions import Turn, full_names
from graphrag_neo4j.text.talk import label_of, turn_head, turn_starts
from graphrag_neo4j.text.talk_heads import talk_heads

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_PARAGRAPH = re.compile(r"(?:\A|(?<=\n\n))[^\n]+")
_LONGEST_HEAD = 200  # characters
_LONGEST_TURN = 20_000
_WORDED = re.compile(r"\w")


def document_turns(document: Document) -> frozenset[int]:
    """Where the turns of a talk begin. Of what was recorded, each paragraph that begins with a
    label is one, though nobody speaks twice."""
    starts = turn_starts(document.text)
    if not document.places or document.places[0].kind != "time":
        return starts
    paragraphs = list(_PARAGRAPH.finditer(document.text))
    labelled = [one.start() for one in paragraphs if _has_label(one[0][:_LONGEST_HEAD])]
    return starts | frozenset(labelled) if 2 * len(labelled) >= len(paragraphs) else starts


def _has_label(line: str) -> bool:
    return bool(label_of(line) or turn_head(line)["label"])


class Speakers:
    """The speakers of a text, by the places of what they say. ``starts``: of its turns."""

    def __init__(self, text: str, starts: Collection[int]) -> None:
        self._text = text
        self._starts = sorted(starts)
        self._apart = {head.start: head for head in talk_heads(text)}
        self._full_names = full_names(text, list(self._turns()))

    def of(self, place: int) -> str:
        """The name of who speaks at ``place``, with a colon; "" at the beginning of a turn, which
        has it, and where nobody is known to speak."""
        start = self._start_of_turn(place)
        if start < 0:
            return ""
        if (apart := self._apart.get(start)) is not None:
            is_later = _WORDED.search(self._text, apart.end, place) is not None
            return f"{self._name(apart.label)}:" if is_later and place < apart.stop else ""
        label, said = self._head(start)
        is_first = place <= said or _WORDED.search(self._text, said, place) is None
        is_over = _BLANK_LINE.search(self._text, start, place) is not None
        return "" if is_first or is_over or not label else f"{self._name(label)}:"

    def label_at(self, place: int) -> tuple[str, str]:
        """The label of the turn that ``place`` is in, and the name that it stands for; both empty
        where it stands for no other."""
        start = self._start_of_turn(place)
        label = self._label(start) if start >= 0 else ""
        return (label, self._full_names[label]) if label in self._full_names else ("", "")

    def _start_of_turn(self, place: int) -> int:
        """Where the turn starts that may go on at ``place``; -1 if there is none."""
        number = bisect_right(self._starts, place) - 1
        start = self._starts[number] if number >= 0 else -1
        return -1 if place - start > _LONGEST_TURN else start

    def _turns(self) -> Iterator[Turn]:
        for start, end in pairwise([*self._starts, len(self._text)]):
            if label := self._label(start):
                yield label, start, min(end, start + _LONGEST_TURN)

    def _label(self, start: int) -> str:
        apart = self._apart.get(start)
        return apart.label if apart is not None else self._head(start)[0]

    def _head(self, start: int) -> tuple[str, int]:
        """The label of the turn that starts there, and where what is said does."""
        head = turn_head(self._text[start : start + _LONGEST_HEAD].partition("\n")[0])
        return head["label"] or "", start + head.end()

    def _name(self, label: str) -> str:
        return self._full_names.get(label, label)
