"""What a reasoning model thinks aloud before it answers, which is not its answer: some servers
leave it in the text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_NAMES = ("think", "thinking", "thought", "reasoning")
_TAGS = tuple(tag for name in _NAMES for tag in (f"<{name}>", f"[{name}]"))
_ANY = rf"(?:{'|'.join(_NAMES)})"
_OPENING = re.compile(rf"\s*[<\[]{_ANY}[>\]]", re.IGNORECASE)
_TAG, _QUOTE = rf"[<\[]/{_ANY}[>\]]", "[`'\"]"
_CLOSING = re.compile(rf"(?:(?<!{_QUOTE}){_TAG}|{_TAG}(?!{_QUOTE}|\Z))\s*", re.IGNORECASE)
"""A closing tag, unless it stands in quotation marks."""
_LONGEST_CLOSING = max(map(len, _TAGS)) + 2  # with its slash, and what is before it
_RECORDS = tuple('{[("#')
"""How an answer in a form begins, which may name a tag in a text."""


def without_thoughts(text: str) -> str:
    """What ``text`` says after its thoughts; nothing if they have no end.

    Of thoughts whose opening tag the server dropped, the closing one tells the end.
    """
    if not _OPENING.match(text):
        is_record = text.lstrip().startswith(_RECORDS)
        end = None if is_record else _CLOSING.search(text)
        return text[end.end() :] if end else text
    begin = 0
    while opening := _OPENING.match(text, begin):
        end = _CLOSING.search(text, opening.end())
        if end is None:
            return ""
        begin = end.end()
    return text[begin:]


def spoken(pieces: Iterable[str]) -> Iterator[str]:
    """Pieces of a text without the thoughts that it opens with. What comes before a closing tag
    alone has been said by then."""
    held, is_thought, has_begun = "", False, False
    for piece in pieces:
        if has_begun:
            yield piece
            continue
        held, is_thought = _listened(held + piece, is_thought)
        if held and not is_thought and not _may_open(held):
            has_begun = True
            yield held
    if held and not has_begun and not is_thought:
        yield held


def _listened(held: str, is_thought: bool) -> tuple[str, bool]:
    """What is left of ``held`` after whole thoughts, and whether one is still under way; of that
    only what may be the beginning of its end is kept."""
    while True:
        if is_thought:
            end = _CLOSING.search(held)
            if end is None:
                return _last_tag(held), True
            held, is_thought = held[end.end() :], False
        opening = _OPENING.match(held)
        if opening is None:
            return held.lstrip(), False
        held, is_thought = held[opening.end() :], True


def _last_tag(held: str) -> str:
    """The end of ``held`` from the character before what may become a closing tag."""
    begin = max(held.rfind("<"), held.rfind("["))
    is_over = len(held) - begin > _LONGEST_CLOSING
    return held[-1:] if is_over else held[max(begin - 1, 0) :]


def _may_open(held: str) -> bool:
    """Whether ``held`` is the beginning of an opening tag."""
    return any(tag.startswith(held.lower()) for tag in _TAGS)
