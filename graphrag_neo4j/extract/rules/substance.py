"""What says something: two words, or numbers in a row of a table that has no words.

A line of a register may be nothing but a date and what a meter showed that day; a page number, a
line between two paragraphs and the number of a heading are no more than their signs.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"\w+")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_GAP = re.compile(r"[^\S\n]*\t[^\S\n]*|[^\S\n]{2,}")
_DATE = re.compile(r"\d{1,4}([./-])\d{1,2}\1\d{1,4}(?!\S)")
_TALL = 3  # numbers that stand in a row even if no other row does


def says_something(text: str) -> bool:
    """Whether it has two words, not only numbers, or is written without blanks between them."""
    words = _WORD.findall(text)
    if all(word.isdecimal() for word in words):
        return False
    return len(words) > 1 or (len(words) == 1 and _UNSPACED.search(text) is not None)


def is_row_of_numbers(text: str, start: int, end: int) -> bool:
    """Whether a piece of ``text`` without words is a row: a date with a number, or numbers in
    columns, three or more, or two above or below another row."""
    piece = text[start:end]
    numbers = [cell for cell in piece.split() if any(map(str.isdecimal, cell))]
    if len(numbers) < 2:
        return False
    if _DATE.match(piece):
        return True
    cells = [cell for cell in _GAP.split(piece) if any(map(str.isdecimal, cell))]
    if len(cells) >= _TALL:
        return True
    return len(cells) == 2 and (_has_cells(_above(text, start)) or _has_cells(_below(text, end)))


def _has_cells(line: str) -> bool:
    return len(_GAP.split(line.strip())) > 1


def _above(text: str, at: int) -> str:
    """The line before that of ``at``."""
    end = text.rfind("\n", 0, at)
    return text[text.rfind("\n", 0, end) + 1 : end] if end > 0 else ""


def _below(text: str, at: int) -> str:
    """The line after that of ``at``."""
    start = text.find("\n", at) + 1
    end = text.find("\n", start)
    return text[start : end if end >= 0 else len(text)] if start else ""
