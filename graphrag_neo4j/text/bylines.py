"""Lines that say who wrote a text: "By Ann Hale, Harbour Correspondent"."""

from __future__ import annotations

import re

_NAME = r"[^\W\d_a-z][\w.'’-]{0,40}"
_BYLINE = re.compile(
    r"(?:(?:[Ww]ritten|[Ww]ords|[Tt]ext|[Ss]tory|[Cc]ompiled|[Pp]ut together) )?"
    r"[Bb]y (?:[Oo]ur [\w ]{1,40}, )?"
    rf"{_NAME}(?:(?: and| &)?,? {_NAME}){{0,6}}(?:, [^.!?:;\n]{{1,60}})?"
)
_FULL_NAME = rf"{_NAME}(?: {_NAME}){{1,4}}"
_AT_HEAD = re.compile(  # where nothing but a head of a text stands: "Von" begins sentences, too
    rf"(?:[Vv]on|[Pp]ar|[Pp]or|[Dd]oor) (?P<names>{_FULL_NAME}"
    rf"(?:(?:, | und | et | y | e | en ){_FULL_NAME}){{0,4}})(?:, [^.!?:;\n]{{1,60}})?"
)
_BEFORE_NAMES = re.compile(r"(?:\w+ (?:together )?)?[Bb]y (?:[Oo]ur [\w ]{1,40}, )?")
_JOINS = re.compile(r" (?:and|&|und|et|y|e|en) ")
_MOST_WORDS = 4  # of a name
_LONGEST = 100  # characters


def is_byline(line: str) -> bool:
    """Whether a line names who wrote what stands near it, and says no more."""
    if len(line) > _LONGEST or line.endswith("."):
        return False
    return _BYLINE.fullmatch(line) is not None


def author_of(line: str) -> str:
    """Who wrote a text, if a line at its head says that and no more; "" else. Known in English,
    German, French, Spanish, Portuguese and Dutch."""
    if is_byline(line):
        return _without_role(_BEFORE_NAMES.sub("", line, count=1))
    if len(line) > _LONGEST or line.endswith("."):
        return ""
    found = _AT_HEAD.fullmatch(line)
    return _without_role(found["names"]) if found else ""


def _without_role(names: str) -> str:
    """What stands before the first comma, unless a list of names goes on there."""
    first, comma, rest = names.partition(", ")
    return names if comma and _is_list(rest) else first


def _is_list(rest: str) -> bool:
    """Whether "Bo Orr and Cy Dee" ends a list: two names of two words or more each."""
    parts = _JOINS.split(rest)
    are_names = all(
        2 <= len(part.split()) <= _MOST_WORDS and part.replace(" ", "").isalpha() for part in parts
    )
    return len(parts) > 1 and are_names
