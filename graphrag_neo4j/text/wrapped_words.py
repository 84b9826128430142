"""Words that the ends of lines part, as type is set and pages are scanned ("jack-/daw")."""

from __future__ import annotations

import re

from graphrag_neo4j.text.language import language_of

CONJUNCTIONS = frozenset(
    "and or nor to und oder bis sowie bzw et ou y e o u ed od en of och eller og lub".split()
)
"""Before one of these a hyphen stands for the end of the next word: "pre- and postwar"."""
_FEWEST = 3
"""Once or twice is chance: a list of prefixes, a dash."""
_SYLLABIC = frozenset({"de"})
"""Languages whose words with a hyphen go on with a capital: before a small letter it is the
line's."""
_PARTED = re.compile(
    r"(?<![\w-])(?P<head>[^\W\d_]{2,})[-\u2010\u00ad]\n(?P<indent>[ \t]*)"
    r"(?P<tail>[^\W\d_]{2,})(?P<rest>(?:['’][^\W\d_]+)?[^\s\w-]*)(?P<blank>[ \t]?)"
)
_WORD = re.compile(r"[^\W\d_]+")
_COMPOUND = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")


def with_whole_words(text: str) -> str:
    """``text``, where the words that lines part are whole, at the end of the line that they begin
    on, so that each line stays one. A hyphen stays in words that the text has with it elsewhere.
    Of fewer than three such words those stay as they are that the text has nowhere whole, but in
    German."""
    parted = [found for found in _PARTED.finditer(text) if _may_be_parted(found)]
    if not parted:
        return text
    compounds = {word.casefold() for word in _COMPOUND.findall(text)}
    is_sure = len(parted) >= _FEWEST or language_of(text) in _SYLLABIC
    words = frozenset[str]() if is_sure else frozenset(map(str.casefold, _WORD.findall(text)))

    def whole(found: re.Match[str]) -> str:
        head, tail = found["head"], found["tail"]
        if not _may_be_parted(found) or not (is_sure or f"{head}{tail}".casefold() in words):
            return found.group()
        hyphen = "-" if f"{head}-{tail}".casefold() in compounds else ""
        return f"{head}{hyphen}{tail}{found['rest']}\n{found['indent']}"

    return _PARTED.sub(whole, text)


def _may_be_parted(found: re.Match[str]) -> bool:
    return found["tail"][0].islower() and found["tail"] not in CONJUNCTIONS
