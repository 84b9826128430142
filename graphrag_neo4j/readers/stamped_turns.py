"""Transcripts whose turns have their time beside who speaks: "[18:02:10] ANN HALE: …", and lines of
their own, "Ann Hale  0:41", "Hale, Ann   0:41", "0:41 Ann Hale", "**Ann Hale** 0:41", with what is
said below them.

Such a text is read as subtitles are: each turn a paragraph after its speaker's name, and the time
a place. Times are those of a recording, or have seconds; chats give the hour of a day.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from graphrag_neo4j.model import Place

_WORD = r"[^\W\d_a-z][\w.'’-]{0,40}"
_NAME = (  # Ann Hale; Speaker 5, whom a recogniser does not know; Hale, Ann
    rf"{_WORD}(?:[^\S\n]{_WORD}){{0,2}}"
    rf"(?:[^\S\n]\d{{1,2}}(?![^\W_])|,[^\S\n]{_WORD}(?:[^\S\n]{_WORD})?)?"
)
_TIME = r"(?:\d{1,2}:)?\d{1,2}:\d\d"
_BOLD = r"(?:\*\*|__)?"
_ROLE = r"(?:[^\S\n]\([^()\n\d]{1,40}\))?"
_HEAD = re.compile(
    rf"^[^\S\n]*(?:"
    rf"[\[(]?(?P<t1>{_TIME})[\])]?[^\S\n]{{1,4}}(?:[-–—][^\S\n])?{_BOLD}(?P<n1>{_NAME}){_ROLE}"
    rf"(?:(?P<in1>:{_BOLD}[^\S\n]+|{_BOLD}:[^\S\n]+)|:?{_BOLD}:?[^\S\n]*$)"
    rf"|{_BOLD}(?P<n2>{_NAME}){_ROLE}:?{_BOLD}:?[^\S\n]{{0,6}}\t?(?:[-–—·|,][^\S\n]?)?"
    rf"(?<![^\W_])[\[(]?(?P<t2>{_TIME})[\])]?(?:(?P<in2>:[^\S\n]+)|:?{_BOLD}[^\S\n]*$)"
    rf")",
    re.MULTILINE,
)
_SIGN = re.compile(r"^[^\n]{0,80}?\d:\d\d", re.MULTILINE)
_ONE_ANOTHER = re.compile(
    r"\b(?:i|me|my|you|your|we|us|our|thanks|ich|mir|mich|sie|wir|uns|du|je|moi|vous|nous|yo"
    r"|usted|nosotros|gracias)\b|\bj['’]",
    re.IGNORECASE,
)
_LEVELS = frozenset("trace debug info notice warn warning error critical fatal".split())
_FEWEST = 3  # turns
_LATEST_START = 5  # minutes, of a recording
_FASTEST = 6
"""Words a second: who says more has written them, and the time is that of a clock."""
_FEW_WORDS = 6
_WORDED = re.compile(r"\w")
_WORDS = re.compile(r"[^\W_]+")
_EMPTY_LINES = re.compile(r"\n(?:[^\S\n]*\n)+(?P<next>[^\S\n]*#?)")


def stamped_turns(text: str) -> tuple[str, tuple[Place, ...]] | None:
    """``text`` with its turns as paragraphs, and their times; None if it is no such transcript."""
    heads = [head for sign in _SIGN.finditer(text) if (head := _HEAD.match(text, sign.start()))]
    if not _is_transcript(text, heads):
        return None
    parts = [text[: heads[0].start()].rstrip()]
    length = len(parts[0])
    places = []
    ends = [*(head.start() for head in heads[1:]), len(text)]
    for head, end in zip(heads, ends, strict=True):
        joint = "\n\n" if length else ""
        said = text[head.end() : end].strip()
        is_in_line = bool(head["in1"] or head["in2"])
        places.append(Place(length + len(joint), "time", head["t1"] or head["t2"]))
        parts.append(f"{joint}{_speaker(head)}: {said if is_in_line else _as_paragraph(said)}")
        length += len(parts[-1])
    return "".join(parts) + "\n", tuple(places)


def _speaker(head: re.Match[str]) -> str:
    """The name as a label has it: who is listed as "Hale, Ann" is Ann Hale."""
    last, _, first = " ".join((head["n1"] or head["n2"]).split()).partition(", ")
    return f"{first} {last}" if first else last


def _as_paragraph(said: str) -> str:
    """What stands below a head, without empty lines but those above headings: a turn ends where the
    next one begins, whatever paragraphs it has."""
    return _EMPTY_LINES.sub(
        lambda gap: gap[0] if gap["next"].endswith("#") else f"\n{gap['next']}", said
    )


def _is_transcript(text: str, heads: Sequence[re.Match[str]]) -> bool:
    """Whether several speak to one another, one of them again, and time goes on."""
    if len(heads) < _FEWEST:
        return False
    names = Counter(map(_speaker, heads))
    if len(names) < 2 or max(names.values()) < 2:
        return False
    if not _LEVELS.isdisjoint(name.casefold() for name in names):
        return False
    stamps = [head["t1"] or head["t2"] for head in heads]
    if not all(one <= other for one, other in pairwise(map(_seconds, stamps))):
        return False
    is_early = int(stamps[0].partition(":")[0]) < _LATEST_START
    is_recorded = stamps[0].count(":") > 1 or (is_early and not _is_written(text, heads))
    ends = [*(head.start() for head in heads[1:]), len(text)]
    has_words = all(
        _WORDED.search(text, head.end(), end) for head, end in zip(heads, ends, strict=True)
    )
    return is_recorded and has_words and _ONE_ANOTHER.search(text, heads[0].end()) is not None


def _is_written(text: str, heads: Sequence[re.Match[str]]) -> bool:
    """Whether more is said than can be spoken from one time to the next, twice at least."""
    n_fast = 0
    for head, following in pairwise(heads):
        n_words = len(_WORDS.findall(text, head.end(), following.start()))
        times = (one["t1"] or one["t2"] for one in (following, head))
        until, since = map(_seconds, times)
        n_fast += n_words > max(_FEW_WORDS, _FASTEST * (until - since + 1))
    return n_fast >= 2 and 4 * n_fast >= len(heads)


def _seconds(stamp: str) -> int:
    seconds = 0
    for number in stamp.split(":"):
        seconds = 60 * seconds + int(number)
    return seconds
