"""Text whose lines are numbered, as transcripts of a court are."""

from __future__ import annotations

import re
from itertools import pairwise

_NUMBERED = re.compile(
    r"^(?P<number>[^\S\n]{0,8}\d{1,4})(?:[^\S\n]{2,}|\t|[^\S\n]*$)", re.MULTILINE
)
_FEWEST = 20
_MOST_BARE = 0.3  # of the lines: heads and feet of pages
_FEWEST_WRAPPED = 3
_MOST_WRAPPED = 0.8
"""Lines that go on with a sentence: no row of a table does, all of a list in lower case may."""


def without_line_numbers(text: str) -> str:
    """``text`` with blanks in place of the numbers before its lines, if most have one: each is the
    next of the one above, or 1 on a new page, and some lines begin within a sentence."""
    found = list(_NUMBERED.finditer(text))
    if len(found) < _FEWEST:
        return text
    numbers = [int(line["number"]) for line in found]
    steps = [below - above == 1 or below == 1 for above, below in pairwise(numbers)]
    n_lines = sum(1 for line in text.split("\n") if line.strip())
    n_wrapped = sum(text[line.end() : line.end() + 1].islower() for line in found)
    is_prose = _FEWEST_WRAPPED <= n_wrapped <= _MOST_WRAPPED * len(found)
    if not all(steps) or n_lines - len(found) > _MOST_BARE * n_lines or not is_prose:
        return text
    return _NUMBERED.sub(lambda line: " " * len(line[0]), text)
