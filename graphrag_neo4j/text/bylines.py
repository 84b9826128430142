"""Lines that say who wrote a text: "By Ann Hale, Harbour Correspondent"."""

from __future__ import annotations

import re

_NAME = r"[^\W\d_a-z][\w.'’-]{0,40}"
_BYLINE = re.compile(
    r"(?:(?:[Ww]ritten|[Ww]ords|[Tt]ext|[Ss]tory|[Cc]ompiled|[Pp]ut together) )?"
    r"[Bb]y (?:[Oo]ur [\w ]{1,40}, )?"
    rf"{_NAME}(?:(?: and| &)?,? {_NAME}){{0,6}}(?:, [^.!?:;\n]{{1,60}})?"
)
_LONGEST = 100  # characters


def is_byline(line: str) -> bool:
    """Whether a line names who wrote what stands near it, and says no more."""
    if len(line) > _LONGEST or line.endswith("."):
        return False
    return _BYLINE.fullmatch(line) is not None
