"""The text of a PDF's pages: words put together again, wrapped lines joined to paragraphs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphrag_neo4j.model import Block, BlockKind, Heading, Place
from graphrag_neo4j.readers.pdf.aligned_rows import WRAPPED
from graphrag_neo4j.readers.pdf.page import Line
from graphrag_neo4j.text.line_breaks import has_leader
from graphrag_neo4j.text.wrapped_words import CONJUNCTIONS

_HYPHENATED = re.compile(r"(?<=[^\W\d_])[-\u2010\u00ad]\n[ \t]*(?=[^\W\d_])")
_ITEM = re.compile(r"[-+*•‣◦▪–][ \t]|\(?(?:\d{1,3}|[a-z])[.)][ \t]")
_NUMBER = re.compile(r"\(?(\d{1,3})[.)][ \t]")
_STOP = re.compile(r"[.!?:…][\"'”’»)\]]*$")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LAST_WORD = re.compile(_WORD.pattern + r"\Z")
_LONGEST_WORD = 80
_SHORT = 0.7  # of the usual line: a line shorter than that was not wrapped, it ended
_PARAGRAPH_GAP = 0.6  # lines of white space
_OTHER_SIZE = 1.25  # times as large or small: type of another size begins a paragraph
_WITH_WORDS = re.compile(r"[^\W\d_]{3}")  # a line that is no bit of a formula or large first letter
_OF_BOX = 30  # characters of a line in a box, that one in a column is longer than
_BULLET = re.compile(r"[•‣◦▪]")
_OF_TABLE = ("cells", "columns")
_BLOCKS: Mapping[str, BlockKind] = {"code": "code", "cells": "row", "columns": "columns"}


@dataclass(slots=True)
class _Run:
    """Neighbouring lines of one kind; ``level`` for headings."""

    kind: str
    level: int
    lines: list[str]


class PagesText:
    """Puts the pages one after the other; ``lines`` are all of them, whose words tell which
    hyphens at line ends belong to a word."""

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        self._compounds = _compounds(line.text for line in lines)
        self._parts: list[str] = []
        self._length = 0
        self._is_open = False  # the last block is prose that may go on over the page
        self._notes: tuple[int, list[_Run]] = (0, [])
        self.headings: list[Heading] = []
        self.places: list[Place] = []
        self.blocks: list[Block] = []

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def add_page(self, number: int, lines: Sequence[Line], notes: Sequence[Line] = ()) -> None:
        """Append a page. The ``notes`` at its foot come behind a sentence that goes on over it."""
        runs = _runs(lines)
        if runs and self._goes_on(runs[0]):
            self._add(number, runs[:1], joins=True)
            del runs[0]
        self.add_notes()
        self._add(number, runs)
        self._notes = number, _runs(notes)

    def add_comments(self, number: int, comments: Iterable[str]) -> None:
        """Append what readers wrote onto a page, below it."""
        runs = [_Run("", 0, [comment]) for comment in comments]
        if runs:
            self.add_notes()
            self._add(number, runs)

    def add_notes(self) -> None:
        """Append the notes of the last page, if they are not there yet."""
        (number, notes), self._notes = self._notes, (0, [])
        is_open = self._is_open
        self._add(number, notes)
        self._is_open = is_open and not notes

    def _add(self, number: int, runs: Sequence[_Run], *, joins: bool = False) -> None:
        for run in runs:
            text = self._text_of(run)
            if not text.strip():
                continue
            self._part(text, joins=joins)
            if not self.places or self.places[-1].name != str(number):
                self.places.append(Place(self._length, "page", str(number)))
            if run.kind == "heading":
                self.headings.append(Heading(self._length, run.level, " ".join(text.split())))
            if kind := _BLOCKS.get(run.kind):
                cells = () if kind == "code" else (text,)
                end = self._length + len(text)
                self.blocks.append(Block(self._length, end, kind, cells=cells))
            self._append(text)
            self._is_open = not run.kind

    def _text_of(self, run: _Run) -> str:
        raw = "\n".join(run.lines)
        if run.kind in _OF_TABLE:
            raw = raw.replace(WRAPPED, "\n")
            return " ".join(_unhyphenated(raw, self._compounds).split()).replace("\u00ad", "-")
        text = raw if run.kind == "code" else page_text(raw, self._compounds)
        return text.replace("\u00ad", "-")

    def _goes_on(self, run: _Run) -> bool:
        text = self._text_of(run)
        is_prose = self._is_open and not run.kind and text[:1].islower()
        return is_prose and not _STOP.search(self._parts[-1])

    def _part(self, text: str, *, joins: bool) -> None:
        """A blank line, or only a blank where a sentence goes on over the page."""
        if not self._parts:
            return
        before = self._parts[-1]
        if not joins:
            self._append("\n\n")
        elif not (before.endswith("-") and before[-2:-1].isalpha()):
            self._append(" ")
        elif _joined(before[-_LONGEST_WORD:-1], text) not in self._compounds:
            self._parts[-1] = before[:-1]
            self._length -= 1

    def _append(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)


def _runs(lines: Sequence[Line]) -> list[_Run]:
    runs: list[_Run] = []
    size = 0.0
    for at, line in enumerate(lines):
        is_whole = line.kind in _OF_TABLE
        own = line.size if _WITH_WORDS.search(line.text) else 0.0
        if runs and not is_whole and (runs[-1].kind, runs[-1].level) == (line.kind, line.level):
            apart = line.kind == "row" or _is_apart(lines[at - 1], line, own, size)
            runs[-1].lines += ["", line.text] if apart else [line.text]
        else:
            runs.append(_Run(line.kind, line.level, [line.text]))
        size = own or size
    return runs


def _is_apart(before: Line, line: Line, size: float, usual: float) -> bool:
    """Whether a line begins a paragraph: by white space above it, by the size of its type, or as it
    stands beside a box of short lines."""
    if line.kind == "heading" or _BULLET.fullmatch(before.text):
        return False
    if line.gap >= _PARAGRAPH_GAP or line.kind:
        return line.gap >= _PARAGRAPH_GAP
    is_other = min(size, usual) > 0 and max(size, usual) >= _OTHER_SIZE * min(size, usual)
    is_higher = line.top - before.top > line.height / 2
    is_box = is_higher and len(before.text) <= _OF_BOX and not line.text[:1].islower()
    return is_other or is_box


def page_text(raw: str, compounds: Collection[str] = ()) -> str:
    """The text of a page: words put together again, wrapped lines joined by spaces. Of
    ``compounds`` ("kernel-based") the hyphen stays when they are wrapped.

    A blank line parts paragraphs: at blank lines of the page, before list items, after a line with
    a leader ("Hull . . . . . 7"), and after a line too short to have been wrapped, if it ends a
    sentence or a new one follows.
    """
    raw = _unhyphenated(raw, compounds)
    lines = [" ".join(line.split()) for line in raw.split("\n")]
    widths = sorted(len(line) for line in lines if line and not has_leader(line))
    usual = widths[len(widths) * 3 // 4] if widths else 0
    numbers = frozenset(int(number[1]) for line in lines if (number := _NUMBER.match(line)))
    paragraphs: list[list[str]] = [[]]
    for line in lines:
        if not line:
            paragraphs.append([])
            continue
        current = paragraphs[-1]
        goes_on = current and _goes_on_in_number(current[-1], line, usual, numbers)
        if current and not goes_on and _parts(current[-1], line, usual):
            paragraphs.append([line])
        else:
            current.append(line)
    return "\n\n".join(" ".join(lines) for lines in paragraphs if lines)


def _unhyphenated(raw: str, compounds: Collection[str]) -> str:
    return _HYPHENATED.sub(lambda match: _hyphen(match, compounds), raw)


def _hyphen(match: re.Match[str], compounds: Collection[str]) -> str:
    """What stands where a word was wrapped: nothing before a small letter ("exam-/ple"), the hyphen
    before a capital ("Anglo-/Irish") and in words that the document has with it, both before a
    conjunction ("pre-/and postwar")."""
    start, end, text = match.start(), match.end(), match.string
    following = _WORD.match(text, end, end + _LONGEST_WORD)
    if following and following.group() in CONJUNCTIONS:
        return match.group()
    word = _joined(text[max(start - _LONGEST_WORD, 0) : start], text[end : end + _LONGEST_WORD])
    is_one = text[end].islower() and word not in compounds
    return "" if is_one else match.group()[0].replace("\u00ad", "-")


def _joined(before: str, following: str) -> str:
    start, end = _LAST_WORD.search(before), _WORD.match(following)
    return f"{start.group() if start else ''}-{end.group() if end else ''}".casefold()


def _compounds(lines: Iterable[str]) -> frozenset[str]:
    """Words with hyphens that stand on one line, and never without."""
    words = {word.casefold() for line in lines for word in _WORD.findall(line)}
    return frozenset(w for w in words if "-" in w and w.replace("-", "") not in words)


def _goes_on_in_number(line: str, following: str, usual: int, numbers: frozenset[int]) -> bool:
    """Whether a wrapped sentence ends with the number that the line below it begins with ("8 and/
    35. An offset"): the number of an item has another one beside it among ``numbers``."""
    if len(line) < usual * _SHORT or _STOP.search(line) or line.endswith(";"):
        return False
    found = _NUMBER.match(following)
    return found is not None and numbers.isdisjoint((int(found[1]) - 1, int(found[1]) + 1))


def _parts(line: str, following: str, usual: int) -> bool:
    if _ITEM.match(following) or has_leader(line):
        return True
    if _BULLET.fullmatch(line):
        return False
    if has_leader(following):  # such lines are as wide as the page
        usual = max(usual, len(following))
    ended_early = len(line) < usual * _SHORT
    return ended_early and (bool(_STOP.search(line)) or not following[0].islower())
