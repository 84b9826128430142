"""Words that the ends of lines part, as type is set and pages are scanned ("jack-/daw")."""

from __future__ import annotations

import re

_FEWEST = 3
"""Once or twice is chance: a list of prefixes, a dash."""
_PARTED = re.compile(
    r"(?<![\w-])(?P<head>[^\W\d_]{2,})[-\u2010\u00ad]\n(?P<indent>[ \t]*)"
    r"(?P<tail>[^\W\d_]{2,})(?P<rest>(?:['’][^\W\d_]+)?[^\s\w-]*)(?P<blank>[ \t]?)"
)
_COMPOUND = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")


def with_whole_words(text: str) -> str:
    """``text``, where the words that lines part are whole, at the end of the line that they begin
    on, so that each line stays one. A hyphen stays in words that the text has with it elsewhere.
    A text with fewer than three such words stays as it is."""
    parted = [found for found in _PARTED.finditer(text) if found["tail"][0].islower()]
    if len(parted) < _FEWEST:
        return text
    compounds = {word.casefold() for word in _COMPOUND.findall(text)}

    def whole(found: re.Match[str]) -> str:
        head, tail = found["head"], found["tail"]
        if not tail[0].islower():
            return found.group()
        hyphen = "-" if f"{head}-{tail}".casefold() in compounds else ""
        return f"{head}{hyphen}{tail}{found['rest']}\n{found['indent']}"

    return _PARTED.sub(whole, text)
