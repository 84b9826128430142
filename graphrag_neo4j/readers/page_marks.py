"""Plain text in pages, as RFCs are: without the heads and feet of its pages."""

from __future__ import annotations

import re

_FOOT = re.compile(r"^(?=[^\n]{0,120}\[(?:Page|Seite) \d{1,4}\][^\S\n]*$)[^\n]+$", re.MULTILINE)
_HEAD = re.compile(  # two cells or more, alone
    r"\s*?\n[^\S\n]*(?P<head>\S[^\n]{0,80}?\S[^\S\n]{2,}\S[^\n]{0,100})(?=\n[^\S\n]*(?:\n|\Z)|\Z)"
)
_BLANK_LINES = re.compile(r"(?:[^\S\n]*\n)*")
_FEWEST = 2  # pages
_STOPS = (".", ":", ";", "!", "?", "…")
_FULL_LINE = 50  # characters: a heading at the end of a page is shorter


def without_page_marks(text: str) -> str:
    """``text`` without lines such as "Berg  Informational  [Page 2]" and the head of the page that
    follows each; a paragraph goes on over them. The same text if it has none."""
    feet = list(_FOOT.finditer(text)) if "[" in text else []
    if len(feet) < _FEWEST:
        return text
    parts: list[str] = []
    at = 0
    for foot in feet:
        page = text[at : foot.start()].rstrip()
        head = _HEAD.match(text, foot.end())
        at = _BLANK_LINES.match(text, head.end() if head else foot.end()).end()  # type: ignore[union-attr]
        parts += [page, _joint(page, text[at : at + _FULL_LINE])]
    return "".join(parts) + text[at:]


def _joint(before: str, after: str) -> str:
    """What stands between two pages: a line break if a paragraph goes on, else an empty line."""
    last, first = before.rpartition("\n")[2].strip(), after.lstrip()[:1]
    is_open = bool(last) and not last.endswith(_STOPS)
    return "\n" if is_open and (first.islower() or len(last) >= _FULL_LINE) else "\n\n"
