"""A text of SQL cut into its statements, with what in each parts one value from the next.

A ";" within quotes, a comment or the body of a function ends nothing. Each character is looked at
once, whatever stands there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_MARK = re.compile(r"--[^\n]*|/\*|['\"`]|\$\w*\$|[;,()]|\b(?:begin|case|end)\b", re.IGNORECASE)
_DOLLARS = re.compile(r"\$\w*\$")
_COPY = re.compile(r"copy\s[^;]*\bfrom\s+stdin\b[^;]*", re.IGNORECASE)
_ROUTINE = re.compile(
    r"(?:create|alter)\b[^(;]{0,200}?\b(?:procedure|function|trigger)\b", re.IGNORECASE
)
_END_OF_COPY = re.compile(r"^\\\.[^\S\n]*$", re.MULTILINE)


@dataclass(slots=True)
class Brackets:
    """From a "(" to behind its ")", with the commas between them that stand in no others."""

    start: int
    end: int = -1
    commas: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Statement:
    """A statement from its first word to its ";" and the comment behind that. ``brackets`` are its
    outermost; ``data``: where the lines begin that it copies, if it does, else -1."""

    start: int
    end: int = -1
    brackets: list[Brackets] = field(default_factory=list)
    comments: list[tuple[int, int]] = field(default_factory=list)
    data: int = -1


def statements_of(text: str) -> Iterator[Statement]:
    """The statements of ``text``; comments between two are of none."""
    at = 0
    quotes = _Quotes(text)
    while (start := _after_comments(text, at)) < len(text):
        found = _read(text, start, quotes)
        yield found
        at = found.end


def _after_comments(text: str, at: int) -> int:
    """Where the first word of the next statement stands."""
    while at < len(text):
        if text[at].isspace():
            at += 1
        elif text.startswith("--", at):
            at = _line_end(text, at)
        elif text.startswith("/*", at) and (end := text.find("*/", at + 2)) >= 0:
            at = end + 2
        else:
            return at
    return at


def _read(text: str, start: int, quotes: _Quotes) -> Statement:
    found = Statement(start)
    at, depth, outer = start, 0, Brackets(start)
    blocks, is_routine = 0, _ROUTINE.match(text, start) is not None
    while mark := _MARK.search(text, at):
        at, sign = mark.end(), mark[0]
        if sign.startswith("--") or sign == "/*":
            at = at if sign != "/*" else quotes.end_of_comment(at)
            found.comments.append((mark.start(), at))
        elif sign in "'\"`" or sign.startswith("$"):
            at = quotes.end(mark.start(), sign)
        elif sign == "(":
            outer = outer if depth else Brackets(mark.start())
            depth += 1
        elif sign == ")":
            depth -= depth > 0
            if not depth and outer.end < 0:
                outer.end = at
                found.brackets.append(outer)
        elif sign == "," and depth == 1:
            outer.commas.append(mark.start())
        elif sign == ";":
            if blocks <= 0:
                return _ended(text, found, at)
        elif is_routine:
            blocks += _opens(text, mark)
    found.end = len(text.rstrip())
    return found


def _opens(text: str, mark: re.Match[str]) -> int:
    """What a word adds to the blocks that are open: "end if" and "end loop" close none."""
    if mark[0].casefold() != "end":
        return 1
    rest = text[mark.end() : mark.end() + 10].split(None, 1)
    return 0 if rest and rest[0].rstrip(";").casefold() in ("if", "loop", "while", "repeat") else -1


def _ended(text: str, found: Statement, at: int) -> Statement:
    """A statement that a ";" before ``at`` ends, with what it copies and the comment behind it."""
    found.end = at
    line_end = _line_end(text, at)
    if _COPY.fullmatch(text, found.start, at - 1):
        stop = _END_OF_COPY.search(text, line_end)
        found.data = min(line_end + 1, len(text))
        found.end = stop.end() if stop else len(text.rstrip())
    elif text[at:line_end].lstrip().startswith("--"):
        found.end = line_end
    return found


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return end if end >= 0 else len(text)


class _Quotes:
    """Finds where quotes and comments end. A backslash is a sign like others, but in the dialect
    that has backticks; what has no end is a sign alone."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._has_escapes = "`" in text
        self._last = {found[0]: found.start() for found in _DOLLARS.finditer(text)}
        self._last |= {sign: text.rfind(sign) for sign in ("'", '"', "`", "*/")}

    def end_of_comment(self, at: int) -> int:
        return self._text.index("*/", at) + 2 if self._last["*/"] >= at else at

    def end(self, start: int, sign: str) -> int:
        """Behind the end of what ``sign`` at ``start`` begins."""
        at = start + len(sign)
        last = self._last.get(sign, -1)
        if len(sign) > 1:
            return self._text.index(sign, at) + len(sign) if last >= at else at
        while last >= at:
            end = self._text.index(sign, at)
            at = end + 1
            if self._is_escaped(start, end):
                continue
            if self._text[end + 1 : end + 2] != sign:
                return at
            at += 1  # two of them are one in the text
        self._last[sign] = -1  # no other one has an end
        return start + 1

    def _is_escaped(self, start: int, at: int) -> bool:
        if not self._has_escapes:
            return False
        before = self._text[max(start + 1, at - 50) : at]
        return (len(before) - len(before.rstrip("\\"))) % 2 == 1
