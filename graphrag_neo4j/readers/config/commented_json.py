"""JSON with comments, and commas behind last items, as tsconfig.json and editors have it."""

from __future__ import annotations

import re

_STRING = r"(?P<string>\"(?:[^\"\\\n]|\\.)*\"?)"
_COMMENT = re.compile(
    rf"{_STRING}|//[^\n]*|/\*(?s:.*?)(?:\*/|\Z)(?P<is_last>(?=[^\S\n]*$))?", re.MULTILINE
)
"""``is_last``: nothing stands behind it on its line."""
_LAST_COMMA = re.compile(rf"{_STRING}|,(?=\s*[\]}}])")
_TAB = re.compile(rf"{_STRING}|\t")
_NOT_LINE_END = re.compile(r"[^\n]")
_MARKS = re.compile(r"^[^\S\n]*(?:/?\*+(?!/))?", re.MULTILINE)


def without_comments(text: str) -> str:
    """Plain JSON, each letter where it stands in ``text``."""
    return _LAST_COMMA.sub(_blank, _COMMENT.sub(_blank, text))


def as_yaml(text: str) -> str:
    """The same settings and comments in YAML, each on its line; what something follows on its line
    is no comment there, and left out."""
    return _COMMENT.sub(_yaml_comment, _TAB.sub(_blank, text))


def _blank(found: re.Match[str]) -> str:
    return found["string"] or _NOT_LINE_END.sub(" ", found[0])


def _yaml_comment(found: re.Match[str]) -> str:
    said = found[0]
    if said.startswith("//"):
        return f" #{said[2:]}"
    if found["is_last"] is None:
        return _blank(found)
    return _MARKS.sub(" # ", said.removesuffix("*/"))
