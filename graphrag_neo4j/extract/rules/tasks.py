"""Tasks of a list, and how far each is: "[x] order the varnish", "TODO book the hall"."""

from __future__ import annotations

import re

CHECK_BOX = re.compile(
    r"\[(?P<box>[ xX/-])\]\s+|(?P<sign>[☐☑☒])\s*(?=\w)"
    r"|(?P<word>TODO|DOING|DONE|LATER|WAITING|CANCELL?ED):?[^\S\n]+(?=\W{0,4}\w[^\W_A-Z]|\W{0,4}\d)"
)
"""How far a task is: the box of Markdown, its sign, or the words of outliners (Logseq, Org)."""
_STATES = {
    "To do:": frozenset({" ", "☐", "todo", "later", "waiting"}),
    "Done:": frozenset({"x", "☑", "☒", "done"}),
    "Begun:": frozenset({"/", "doing"}),
    "Cancelled:": frozenset({"-", "canceled", "cancelled"}),
}
"""Of tasks, by the mark in their box (the last two are Obsidian's), its sign, or a word."""


def task_state(text: str) -> str:
    """How far the task is that ``text`` begins with the box of; "" if it is none."""
    box = CHECK_BOX.match(text)
    if box is None:
        return ""
    mark = (box["box"] or box["sign"] or box["word"]).casefold()
    return next(state for state, marks in _STATES.items() if mark in marks)


def is_task(text: str) -> bool:
    """Whether it is a box and a word: how far something is, though only called by that."""
    box = CHECK_BOX.match(text)
    return box is not None and any(map(str.isalpha, text[box.end() :]))
