"""Heads of turns that are a speaker's name and no more: the transcript of a call, of a hearing.

A name alone on its line, with what is said right below it, is written as a heading is. It is who
speaks where two such lines come back, one of them a name in full, and what stands below them speaks
of "I" and "you".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

_WORD = r"[^\W\d_][\w.'’-]{0,40}"
_NAME = re.compile(
    rf"^(?P<name>{_WORD}(?:[^\S\n]{_WORD}){{0,2}})[^\S\n]{{0,5}}\n(?=[^\S\n]{{0,10}}[^\s#|>*+-])",
    re.MULTILINE,
)
_ONE_ANOTHER = re.compile(
    r"\b(?:i|me|my|you|your|we|us|our|thanks?|ich|mir|mich|sie|wir|uns|je|moi|vous|nous|yo|usted)\b",
    re.IGNORECASE,
)
_FEWEST = 2
_LOOKED_AT = 600  # characters of a turn


def lines_of_names(text: str) -> list[re.Match[str]]:
    """The lines of ``text`` that are who speaks in the turn below them."""
    found = [line for line in _NAME.finditer(text) if _stands_apart(text, line)]
    times = Counter(line["name"] for line in found)
    back = [line for line in found if times[line["name"]] >= _FEWEST]
    names = {line["name"] for line in back}
    is_talk = len(names) >= _FEWEST and any(" " in name for name in names)
    return back if is_talk and _is_said(text, back) else []


def _stands_apart(text: str, line: re.Match[str]) -> bool:
    """Whether each word has a capital and nothing stands right above the line."""
    above = text[max(line.start() - 2, 0) : line.start()]
    return above in ("", "\n", "\n\n") and all(word[0].isupper() for word in line["name"].split())


def _is_said(text: str, lines: Sequence[re.Match[str]]) -> bool:
    """Whether most of what stands below speaks of those who talk."""
    ends = [*(line.start() for line in lines[1:]), len(text)]
    said = (
        _ONE_ANOTHER.search(text, line.end(), min(end, line.end() + _LOOKED_AT)) is not None
        for line, end in zip(lines, ends, strict=True)
    )
    return 2 * sum(said) > len(lines)
