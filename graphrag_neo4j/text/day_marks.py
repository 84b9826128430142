"""Days without a year that lines of a notebook begin with: "12/5  Filters from three sites."

What else stands in the entry is of that day, too. Two may be fractions; days come in order. With
full stops ("4.7.") they might be numbers of sections.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise

DAY_MARK = re.compile(r"^(?P<day>(?P<one>\d{1,2})/(?P<two>\d{1,2}))[^\S\n]+(?=\w)", re.MULTILINE)
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_FEWEST = 3
_DAYS, _MONTHS = 31, 12


class DayMarks:
    """The days of a text's entries."""

    def __init__(self, text: str) -> None:
        found = list(DAY_MARK.finditer(text))
        pairs = [(int(mark["one"]), int(mark["two"])) for mark in found]
        is_diary = len(found) >= _FEWEST and (
            _are_days(pairs) or _are_days([(day, month) for month, day in pairs])
        )
        self._found = found if is_diary else []
        self._starts = [mark.start() for mark in self._found]
        self._ends = [
            blank.start() if (blank := _BLANK_LINE.search(text, mark.end(), stop)) else stop
            for mark, stop in zip(self._found, [*self._starts[1:], len(text)], strict=False)
        ]

    def day(self, place: int) -> str:
        """The day of the entry that ``place`` is in, behind its beginning, up to an empty line."""
        at = bisect_right(self._starts, place) - 1
        is_within = at >= 0 and self._found[at].end() <= place < self._ends[at]
        return self._found[at]["day"] if is_within else ""


def _are_days(pairs: list[tuple[int, int]]) -> bool:
    """Whether they are days with their months, one after the other."""
    dates = [(month, day) for day, month in pairs]
    are_dates = all(0 < month <= _MONTHS and 0 < day <= _DAYS for month, day in dates)
    return are_dates and all(one <= other for one, other in pairwise(dates))
