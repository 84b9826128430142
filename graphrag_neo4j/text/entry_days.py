"""The days of a diary's entries, each with its year: that of an entry before it, or of the title,
where its own date has none."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence

from graphrag_neo4j.text.entries import EntryHead, entry_heads
from graphrag_neo4j.text.months import MONTH_NUMBERS

_YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20)\d\d(?!\d)")
_WORD = re.compile(r"[^\W\d_]+")
_SAYS = re.compile(r"\w")
_AROUND = "*_.,: \t"
_HALF_A_YEAR = 6  # months
_HEAD = 500  # characters above the first entry, which may have the year
_LONGEST_OPENING = 1_000  # characters
_LONGEST_ENTRY = 6_000
"""A report has dates where lines begin, too, far from its beginning, with pages behind them."""


class EntryDays:
    """The days of the entries of ``text``, if it is a diary and no more than a text with dates in
    it; none of a list of days, of which most say nothing.

    ``title``: what the text is called. ``headings``: where its headings start, which tell their
    days themselves, but for the year.
    """

    def __init__(self, text: str, title: str, headings: Collection[int] = ()) -> None:
        heads = entry_heads(text)
        ends = [*(head.start for head in heads[1:]), len(text)][: len(heads)]
        says = [_SAYS.search(text, h.end, end) for h, end in zip(heads, ends, strict=True)]
        self._says = [said is not None for said in says]
        self._heads = (
            heads if _are_entries(heads, ends) and 2 * sum(self._says) > len(heads) else []
        )
        self._starts = [head.start for head in self._heads]
        above = f"{title}\n{text[: min(self._starts[0], _HEAD)]}" if self._heads else ""
        self._days = [*_days(text, self._heads, above, headings)]

    def day(self, place: int) -> str:
        """The day of the entry that ``place`` is in, behind its beginning; "" if its heading has
        it."""
        at = bisect_right(self._starts, place) - 1
        return self._days[at] if at >= 0 and self._heads[at].end <= place else ""

    def is_date(self, start: int, end: int) -> bool:
        """Whether what stands there is but the date of an entry that says something."""
        at = bisect_right(self._starts, start) - 1
        return at >= 0 and self._says[at] and end <= self._heads[at].end


def _are_entries(heads: Sequence[EntryHead], ends: Sequence[int]) -> bool:
    """Whether a diary begins with them, and they end in time."""
    spans = zip(heads, ends, strict=True)
    is_short = all(end - head.end <= _LONGEST_ENTRY for head, end in spans)
    return is_short and bool(heads) and heads[0].start <= _LONGEST_OPENING


def _days(
    text: str, heads: Sequence[EntryHead], above: str, headings: Collection[int]
) -> Iterator[str]:
    """The day of each entry. January below December is of the next year."""
    told = _YEAR.search(above)
    year, month = int(told[0]) if told else 0, 0
    for head in heads:
        date = " ".join(text[head.start : head.end].strip(_AROUND).split())
        own, before = _YEAR.search(date), month
        month = _month(date) or month
        if own is not None:
            year = int(own[0])
        elif year and before - month > _HALF_A_YEAR:
            year += 1
        is_heading = text.rfind("\n", 0, head.start) + 1 in headings
        if own is None and year:
            yield f"{date} {year}"
        else:
            yield "" if is_heading else date


def _month(date: str) -> int:
    found = (MONTH_NUMBERS.get(word.casefold(), 0) for word in _WORD.findall(date))
    return next(filter(None, found), 0)
