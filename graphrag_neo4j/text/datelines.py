"""Place and day in a line: "New York, 3 October 2019" above a letter, "The Mercury, Monday 10 March
2025" above an article."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from graphrag_neo4j.text.dates import day_of, with_clear_days
from graphrag_neo4j.text.salutations import is_salutation

_WORD = re.compile(r"[^\W\d_]+")
_IN_BRACKETS = re.compile(r"[^\n()\[\]]{0,60}[(\[](?P<day>[^()\[\]\n]{6,40})[)\]]")
_MARKS = "*_#> \t"
_MOST_WORDS = 6  # beside the day
_MOST_LINES = 12
_LONGEST = 100  # characters of a line
_HEAD = 2_000  # characters


def dateline(line: str) -> tuple[str, str]:
    """What stands before the day that a line ends with, be it in brackets, and that day as ISO 8601
    has it; nothing before it where a line is but a day, "" for the day where it is none."""
    if day := day_of(line):
        return "", day
    for comma in re.finditer(", ", line):
        place = line[: comma.start()]
        if len(_WORD.findall(place)) <= _MOST_WORDS and (day := day_of(line[comma.end() :])):
            return place, day
    if found := _IN_BRACKETS.fullmatch(line):
        return line[: found.start("day") - 1].strip(), day_of(found["day"])
    return "", ""


def day_of_letter(text: str) -> str:
    """The day in a line above the salutation of a letter, as ISO 8601 has it; "" without one."""
    day = ""
    for line in _first_lines(text):
        if is_salutation(line):
            return day
        if len(line) <= _LONGEST:
            day = day or dateline(with_clear_days(line))[1]
    return ""


def _first_lines(text: str) -> Iterator[str]:
    lines = (" ".join(line.split()).strip(_MARKS) for line in text[:_HEAD].split("\n"))
    return islice(filter(None, lines), _MOST_LINES)
