"""Marks of the items of a page's lists: numbers where the page shows them, so that steps keep their
order, and bullets elsewhere."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bs4 import Tag

_LISTS = ("ol", "ul", "menu", "dir")
_OWN_NUMBER = re.compile(r"[(\[§]?\s?(?:\d{1,4}(?:\.\d{1,3}){0,4}|[a-z])[.)\]](?:\s|\Z)")
_NO_MARK = re.compile(r"list-style(?:-type)?\s*:\s*none", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,4}")
_NOTES = frozenset({"references", "footnotes"})
"""Classes of lists that are no steps."""
_INDENT = "   "
"""Of a list within a numbered one, as Markdown has it."""
_BULLET = "-"
_DEEPEST = 6
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(slots=True)
class _List:
    numbering: str  # "1", "a" or "A"; nothing of bullets
    number: int  # of its item
    depth: int  # the numbered lists around it


class ListMarks:
    """Follows the opening and closing of lists and items."""

    def __init__(self) -> None:
        self._open: list[_List] = []

    def open(self, tag: Tag) -> None:
        if tag.name in _LISTS:
            start = _number(tag.get("start"), 1)
            around = self._open[-1] if self._open else _List("", 0, 0)
            depth = around.depth + bool(around.numbering)
            self._open.append(_List(_numbering(tag), start - 1, depth))
        elif tag.name == "li" and self._open:
            self._open[-1].number = _number(tag.get("value"), self._open[-1].number + 1)

    def close(self, name: str) -> None:
        if name in _LISTS and self._open:
            self._open.pop()

    def marked(self, text: str) -> str:
        """``text`` of an item with its mark; one that says its number itself has a bullet."""
        depth = self._open[-1].depth if self._open else 0
        indent = _INDENT * min(depth, _DEEPEST)
        number = "" if _OWN_NUMBER.match(text) else self._number()
        return f"{indent}{number or _BULLET} {text}"

    def _number(self) -> str:
        """The number or letter of the item that is open; "" if it has none."""
        if not self._open or not self._open[-1].numbering:
            return ""
        here = self._open[-1]
        if here.numbering == "1":
            return f"{here.number}."
        letter = _LETTERS[here.number - 1 : here.number] if here.number > 0 else ""
        return letter and f"{letter if here.numbering == 'a' else letter.upper()}."


def _numbering(tag: Tag) -> str:
    """How the items of a list are numbered; "" for bullets, notes, no marks and Roman numbers."""
    is_bare = _NO_MARK.search(str(tag.get("style") or "")) is not None
    is_bare = is_bare or not _NOTES.isdisjoint(tag.get("class") or ())
    if tag.name != "ol" or is_bare or tag.get("reversed") is not None:
        return ""
    numbering = str(tag.get("type") or "1")
    return numbering if numbering in ("1", "a", "A") else ""


def _number(value: object, other: int) -> int:
    return int(str(value)) if _NUMBER.fullmatch(str(value)) else other
