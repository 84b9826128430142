"""What of rich text (RTF) stands apart from its text or is not shown: notes, comments, boxes, what
is deleted or hidden, tables of contents; and where its paragraphs, cells and rows end. The library
that reads the rest knows none of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from graphrag_neo4j.readers.edged_tables import RowFormat
from graphrag_neo4j.readers.rtf_formats import (
    PLAIN,
    RtfCell,
    RtfField,
    RtfFormat,
    RtfParagraph,
    RtfRows,
    RtfStyles,
)
from graphrag_neo4j.readers.superscripts import superscript

_TOKEN = re.compile(
    r"\\(?P<word>[a-z]{1,32})(?P<number>-?\d{1,10})?[ ]?|\\'[0-9a-fA-F]{2}|\\[^a-z]"
    r"|(?P<brace>[{}])|[\r\n]+|[^\\{}\r\n]+",
    re.DOTALL,
)
_APART = frozenset({"footnote", "annotation", "shptxt", "atnauthor", "title"})
_TEXT = frozenset(
    {"par", "line", "tab", "emdash", "endash", "bullet", "u", "lquote", "rquote"}
    | {"ldblquote", "rdblquote", "emspace", "enspace", "qmspace"}
)
"""Words that stand for characters."""
_UNSHOWN = {"deleted": "deleted", "v": "hidden"}
_RAISING = {"super": True, "sub": False, "nosupersub": False}
_PARAGRAPH_ENDS = frozenset({"par", "line", "nestcell"})
_ROW_FORMATS = frozenset({"trowd", "trhdr", "clmgf", "clmrg", "clvmrg", "cellx"})
_CELL_ENDS = frozenset({"cell", "row"})
_FIRST, _LAST = 0xF0000, 0x10FFFD  # characters for private use
MARK = re.compile(f"[{chr(_FIRST)}-{chr(_LAST)}]")
"""Stands in the text for what is told there."""
_RAISED, _RAISED_END = superscript(" ").split(" ")


@dataclass(frozen=True)
class RtfGroup:
    """A group that stands apart: its destination ("footnote") and its source."""

    kind: str
    source: str


Told = RtfParagraph | RtfCell | RowFormat
"""What a mark stands for."""


@dataclass
class _Group:
    parts: list[str]
    kind: str = ""
    unshown: frozenset[str] = frozenset()
    is_raised: bool = False
    is_marked: bool = False  # a superscript has begun here
    star: str = ""  # what comes next may be skipped
    format: RtfFormat = PLAIN
    in_styles: bool = False
    shows: RtfField | None = None
    is_command: bool = False  # of the field that it shows
    style_name: str = ""

    def write(self, token: str) -> None:
        self.parts.append(self.star + token)
        self.star = ""

    def end_mark(self) -> None:
        if self.is_marked:
            self.parts.append(_RAISED_END)
            self.is_marked = False


@dataclass
class _Told:
    """What is told along the text, and the styles and rows that it depends on."""

    marks: dict[Told, str] = field(default_factory=dict)
    styles: RtfStyles = field(default_factory=RtfStyles)
    rows: RtfRows = field(default_factory=RtfRows)
    is_bold: bool | None = None  # all of the paragraph until here; None: it has no words

    def mark(self, told: Told) -> str:
        """The mark for what is told; "" if there are no more."""
        if told not in self.marks and _FIRST + len(self.marks) <= _LAST:
            self.marks[told] = chr(_FIRST + len(self.marks))
        return self.marks.get(told, "")

    def end(self, word: str, format_: RtfFormat) -> Told:
        """What ends a paragraph, a cell or a row."""
        is_bold, self.is_bold = bool(self.is_bold), None
        if word == "row":
            return self.rows.row
        if word == "cell":
            return RtfCell(is_bold)
        in_table = format_.in_table or word == "nestcell"
        return RtfParagraph(self.styles.level_of(format_), in_table, is_bold and in_table)


def split_rtf(source: str) -> tuple[str, dict[str, Told], list[RtfGroup]]:
    """``source`` without what stands apart and what is not shown, its superscripts marked; what
    marks in it stand for; and what stands apart."""
    main = _Group([])
    stack = [main]
    apart: list[RtfGroup] = []
    told = _Told()
    at = 0
    while found := _TOKEN.match(source, at):
        at = found.end()
        group = stack[-1]
        if found["brace"] == "{":
            group.end_mark()
            group.write("")
            stack.append(replace(group, kind="", star="", is_marked=False, style_name=""))
            stack[-1].write("{")
        elif found["brace"]:
            group.end_mark()
            group.write("}")
            if group.in_styles:
                told.styles.add(group.format, group.style_name)
            if len(stack) > 1:
                stack.pop()
            if group.kind:
                apart.append(RtfGroup(group.kind, "".join(group.parts)))
                stack[-1].write("{}")  # it parts a word before it from text behind it
        elif found["word"] == "bin":
            at += max(0, int(found["number"] or 0))
        elif found["word"] in _APART and _has_begun(group):
            _set_apart(group, found["word"])
        else:
            _add(group, found, told)
    unclosed = (group for group in reversed(stack) if group.kind)
    apart += (RtfGroup(group.kind, "".join(group.parts)) for group in unclosed)
    return "".join(main.parts), {mark: one for one, mark in told.marks.items()}, apart


def _has_begun(group: _Group) -> bool:
    """Whether nothing stands in ``group`` yet."""
    return next((part for part in reversed(group.parts) if not part.isspace()), "") == "{"


def _set_apart(group: _Group, kind: str) -> None:
    """What comes next in ``group`` is written for itself."""
    while group.parts.pop() != "{":
        pass
    group.parts = ["{"]
    group.kind, group.star, group.is_raised = kind, "", False


def _add(group: _Group, found: re.Match[str], told: _Told) -> None:
    source, word = found[0], found["word"]
    if source == "\\*":
        group.star = source
        return
    is_on = found["number"] != "0"
    if word in _UNSHOWN:
        name = frozenset({_UNSHOWN[word]})
        group.unshown = group.unshown | name if is_on else group.unshown - name
    elif word in _RAISING:
        group.is_raised = _RAISING[word] and is_on
    elif word == "plain":
        group.unshown, group.is_raised = group.unshown - {"hidden"}, False
    elif word in _ROW_FORMATS:
        told.rows.add(word, int(found["number"] or 0))
    elif word:
        _add_field(group, word)
    if word:
        group.format = _formatted(group.format, word, int(found["number"] or 1))
    is_text = word in _TEXT if word else not source.isspace()
    if is_text and group.unshown:
        return
    if is_text and not word:
        _add_words(group, source, told)
    if not group.is_raised:
        group.end_mark()
    elif is_text and not group.is_marked:
        group.parts.append(_RAISED)
        group.is_marked = True
    if word in _PARAGRAPH_ENDS or word in _CELL_ENDS:
        source = _end(group, source, word, told)
    group.write(source)


def _add_words(group: _Group, words: str, told: _Told) -> None:
    if group.in_styles:
        group.style_name += words
    elif group.is_command and group.shows:
        group.shows.add(words)
    else:
        told.is_bold = group.format.is_bold and told.is_bold is not False


def _add_field(group: _Group, word: str) -> None:
    """A word that may begin a field, its command or its result; or the styles."""
    if word == "stylesheet":
        group.in_styles = True
    elif word == "field":
        group.shows, group.is_command = RtfField(), False
    elif word == "fldinst":
        group.is_command = True
    elif word == "fldrslt" and group.shows and group.shows.is_list:
        group.unshown = group.unshown | {"listed"}


def _formatted(format_: RtfFormat, word: str, number: int) -> RtfFormat:
    """The format after a word that changes it."""
    if word == "pard":
        return RtfFormat(is_bold=format_.is_bold)
    if word == "plain":
        return replace(format_, is_bold=False)
    if word == "s":
        return replace(format_, style=number)
    if word == "outlinelevel":
        return replace(format_, outline=number)
    if word == "intbl":
        return replace(format_, in_table=True)
    return replace(format_, is_bold=bool(number)) if word == "b" else format_


def _end(group: _Group, source: str, word: str, told: _Told) -> str:
    """What is written for the end of a paragraph, a cell or a row: a mark if it tells anything."""
    end = told.end(word, group.format)
    mark = "" if end == RtfParagraph() else told.mark(end)
    return f"{{}}{mark}" if mark else source
