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
_MONTH_ELSEWHERE = (  # Spanish, French, Italian, Portuguese, Dutch
    r"(?i:enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre"
    r"|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre"
    r"|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre"
    r"|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro"
    r"|januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december)"
)
_WEEKDAY = (
    r"(?:(?!(?i:jan|feb|mar[^dt]|apr|may|jun|jul|aug|sep|oct|nov|dec))"
    r"[^\W\d_]{2,10}(?:-feira)?[.,]{0,2}[^\S\n])?"
)
"""No month: "mardi" and "martes" are days."""
_DAY = r"\d{1,2}(?:st|nd|rd|th|er|[.ºª°])?"
_YEAR = r"(?:,?\s\d{4})?"
_NUMBER = r"(?:\d{1,2}|[一二三四五六七八九十廿]{1,3})"
_EAST_ASIAN = rf"(?:\w{{1,8}}年)?{_NUMBER}月{_NUMBER}日(?:[^\S\n]?[(（]?[^\W\d_a-z]{{1,3}}[)）]?)?"
_DATE = (
    rf"(?:{_WEEKDAY}(?:{_DAY}\s{_MONTH}|{_MONTH}\s{_DAY}){_YEAR}|\d{{4}}-\d\d-\d\d"
    rf"|{_WEEKDAY}{_DAY}\s(?:de\s|d['’])?{_MONTH_ELSEWHERE}(?:\sde)?{_YEAR}|{_EAST_ASIAN})"
)
_HEAD = re.compile(
    rf"^[^\S\n]*(?:\#{{1,6}}[^\S\n]+)?(?P<date>[*_]{{0,2}}{_DATE}[.:]?[*_]{{0,2}})"
    r"(?P<alone>[^\S\n]*$)?(?(alone)|(?<=\.)[^\S\n])",
    re.MULTILINE,
)
_STOPS = (".", "!", "?", "…", '"', "”", "’", ")", "。", "！", "？", "」", "）")
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


def entry_starts(text: str) -> frozenset[int]:
    """The starts of the lines that are but the date of an entry, and of the lines after them."""
    starts: set[int] = set()
    for head in entry_heads(text):
        if head.is_alone:
            starts.add(text.rfind("\n", 0, head.start) + 1)
            starts.add(text.find("\n", head.end) + 1)
    return frozenset(starts)


def _may_begin(text: str, line: int) -> bool:
    """Whether no sentence goes on in the ``line`` that starts there."""
    above = text[max(0, line - _LOOK_BACK) : line]
    said = above.rstrip()
    return not said or "\n" in above[len(said) :].replace("\n", "", 1) or said.endswith(_STOPS)
