"""What of rich text (RTF) stands apart from its text or is not shown: notes, comments, boxes, what
is deleted or hidden. The library that reads the rest knows none of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

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
_RAISED, _RAISED_END = superscript(" ").split(" ")


@dataclass(frozen=True)
class RtfGroup:
    """A group that stands apart: its destination ("footnote") and its source."""

    kind: str
    source: str


@dataclass
class _Group:
    parts: list[str]
    kind: str = ""
    unshown: frozenset[str] = frozenset()
    is_raised: bool = False
    is_marked: bool = False  # a superscript has begun here
    star: str = ""  # what comes next may be skipped

    def write(self, token: str) -> None:
        self.parts.append(self.star + token)
        self.star = ""

    def end_mark(self) -> None:
        if self.is_marked:
            self.parts.append(_RAISED_END)
            self.is_marked = False


def split_rtf(source: str) -> tuple[str, list[RtfGroup]]:
    """``source`` without what stands apart and what is not shown, its superscripts marked; and
    what stands apart."""
    main = _Group([])
    stack = [main]
    apart: list[RtfGroup] = []
    at = 0
    while found := _TOKEN.match(source, at):
        at = found.end()
        group = stack[-1]
        if found["brace"] == "{":
            group.end_mark()
            group.write("")
            stack.append(replace(group, kind="", star="", is_marked=False))
            stack[-1].write("{")
        elif found["brace"]:
            group.end_mark()
            group.write("}")
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
            _add(group, found)
    unclosed = (group for group in reversed(stack) if group.kind)
    apart += (RtfGroup(group.kind, "".join(group.parts)) for group in unclosed)
    return "".join(main.parts), apart


def _has_begun(group: _Group) -> bool:
    """Whether nothing stands in ``group`` yet."""
    return next((part for part in reversed(group.parts) if not part.isspace()), "") == "{"


def _set_apart(group: _Group, kind: str) -> None:
    """What comes next in ``group`` is written for itself."""
    while group.parts.pop() != "{":
        pass
    group.parts = ["{"]
    group.kind, group.star, group.is_raised = kind, "", False


def _add(group: _Group, found: re.Match[str]) -> None:
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
    is_text = word in _TEXT if word else not source.isspace()
    if is_text and group.unshown:
        return
    if not group.is_raised:
        group.end_mark()
    elif is_text and not group.is_marked:
        group.parts.append(_RAISED)
        group.is_marked = True
    group.write(source)
