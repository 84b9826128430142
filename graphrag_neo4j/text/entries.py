"""Where the entries of a diary begin: with their date, on a line of its own or before a full stop.

"3 May\\nLeah failed the test" is not about a May Leah, and "he" of one day is not whom the entry of
another day spoke of. A date alone may stand above a letter; a diary has them again and again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_MONTH = (
    r"(?:Jan(?:uary?)?|Feb(?:ruary?)?|März|Mar(?:ch)?|Apr(?:il)?|Mai|May|June?|Juni|July?|Juli"
    r"|Aug(?:ust)?|Sept?(?:ember)?|O[ck]t(?:ober)?|Nov(?:ember)?|De[cz](?:ember)?)\.?"
)
_WEEKDAY = r"(?:(?!(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))[^\W\d_]{2,10}[.,]{0,2}\s)?"
_DAY = r"\d{1,2}(?:st|nd|rd|th|\.)?"
_YEAR = r"(?:,?\s\d{4})?"
_DATE = rf"(?:{_WEEKDAY}(?:{_DAY}\s{_MONTH}|{_MONTH}\s{_DAY}){_YEAR}|\d{{4}}-\d\d-\d\d)"
_HEAD = re.compile(
    rf"^[^\S\n]*(?:\#{{1,6}}[^\S\n]+)?(?P<date>[*_]{{0,2}}{_DATE}[.:]?[*_]{{0,2}})"
    r"(?P<alone>[^\S\n]*$)?(?(alone)|(?<=\.)[^\S\n])",
    re.MULTILINE,
)
_STOPS = (".", "!", "?", "…", '"', "”", "’", ")")
_LOOK_BACK = 80  # characters
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class EntryHead:
    """The date that an entry begins with, at ``start`` to ``end`` of the text. ``is_alone``:
    whether it has a line of its own."""

    start: int
    end: int
    is_alone: bool


def entry_heads(text: str) -> list[EntryHead]:
    """The dates of a diary, in their order; none if there is but one."""
    found = [
        EntryHead(line.start("date"), line.end("date"), line["alone"] is not None)
        for line in _HEAD.finditer(text)
        if _may_begin(text, line.start())
    ]
    return found if len(found) >= _FEWEST else []


def _may_begin(text: str, line: int) -> bool:
    """Whether no sentence goes on in the ``line`` that starts there."""
    above = text[max(0, line - _LOOK_BACK) : line]
    said = above.rstrip()
    return not said or "\n" in above[len(said) :].replace("\n", "", 1) or said.endswith(_STOPS)
