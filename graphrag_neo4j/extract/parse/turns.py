"""The turns of a written talk and the entries of a diary, as a parser reads them: "12:03 - Ann: I
leave at six" is what Ann says, not a sentence about Ann or about 12:03.

Before the parse the time of a turn is blanked and the colon behind the name becomes a full stop, so
that every character keeps its place.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphrag_neo4j.extract.parse.datelines import without_dash
from graphrag_neo4j.extract.rules.name_spans import Span
from graphrag_neo4j.extract.rules.statements import Sentence
from graphrag_neo4j.extract.rules.tokens import Token
from graphrag_neo4j.text.entries import entry_heads
from graphrag_neo4j.text.talk import turn_head, turn_starts
from graphrag_neo4j.text.talk_heads import TalkHead, talk_heads

_WORDED = re.compile(r"\w")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_EXAMINED = re.compile(
    r"^[^\S\n]*[*_]{0,2}(?P<mark>[QA])(?:\.[*_]{0,2}\s|[^\S\n]{2}|\t)", re.MULTILINE
)
"""A line of a hearing: "A" and one blank may be an article."""
_PLAYED = re.compile(
    r"^[^\S\n]*(?P<label>[A-ZÀ-ÖØ-Þ][A-ZÀ-ÖØ-Þ'’-]+(?:[^\S\n][A-ZÀ-ÖØ-Þ][A-ZÀ-ÖØ-Þ'’-]+){0,2})"
    r"\.[^\S\n]+(?P<said>\S[^\n]*)",
    re.MULTILINE,
)
"""A line of a play: "MARTHA. I never said so."."""
_TO_ONE_ANOTHER = re.compile(r"\b(?:i|me|my|you|your|we|us|our)\b", re.IGNORECASE)
_FEWEST = 2  # players, and turns of each
_CURLY = re.compile(r"(?<=\w)’(?=(?:re|m)\b)", re.IGNORECASE)
_MONTH = r"[^\W\d_]{3,9}\.?"
_DATED = re.compile(  # Apr. 22. Tu. Proposed to Ann; 13 April. Potatoes in
    rf"\A(?:{_MONTH} \d{{1,2}}|\d{{1,2}}\.? {_MONTH})(?:,? \d{{4}})?\. "
    r"(?:[A-Z][a-z]{0,8}\. )?(?=\w)"
)
"""A date as a head is not what the entry of a diary is about."""
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)(?::\d\d)?(?:[.,]\d+)?[^\S\n]?([AaPpصم]?)")
_AFTERNOON = ("p", "م")
_EMPHASIS = 2  # characters before a date in bold type
_LONGEST_TURN = 20_000  # characters
_SOON = 15  # minutes


@dataclass(frozen=True, slots=True)
class Moment:
    """The time of a turn: its date as it is written, and the minute of that day."""

    date: str
    minute: int

    def is_near(self, other: Moment) -> bool:
        """Whether the one may answer the other."""
        return self.date == other.date and abs(self.minute - other.minute) <= _SOON


@dataclass(frozen=True, slots=True)
class Turn:
    """What a sentence is of a talk: part of turn ``number``. ``name``: where in what is read of it
    the speaker's name stands, which only the first sentence has; ``words``: where the words begin;
    ``moment``: when it was said, if the text has a time before it.
    """

    number: int
    words: int = 0
    name: tuple[int, int] | None = None
    is_user: bool = False
    """Whether the name is one that somebody writes under, whatever it looks like."""
    is_timed: bool = False
    """Whether a time stands beside the name, so that it is no field's."""
    moment: Moment | None = None


def turns_of(text: str, sentences: Sequence[Sentence]) -> list[Turn | None]:
    """For each sentence of a document the turn that it belongs to, if it is of a talk."""
    played = _played(text)
    starts = sorted(turn_starts(text) | played.keys())
    apart = {head.start: head for head in talk_heads(text)}
    examined = _examined(text)
    found: list[Turn | None] = []
    for sentence in sentences:
        number = bisect_right(starts, sentence.start) - 1
        start = starts[number] if number >= 0 else -1
        if start < 0 or sentence.start - start > _LONGEST_TURN or not sentence.tokens:
            found.append(None)
        elif bisect_right(examined, sentence.start) > bisect_right(examined, start):
            found.append(None)  # a witness answers, whose name stands elsewhere
        elif (above := apart.get(start)) is not None:
            found.append(_below(above, number, sentence))
        elif (player := played.get(start)) and sentence.reading.startswith(f"{player}. "):
            found.append(Turn(number, len(player) + 2, (0, len(player))))
        elif not _WORDED.search(text, start, sentence.start):
            head = turn_head(sentence.reading)
            name = (head.start("label"), head.end("label")) if head["label"] else None
            stamp = head[0][: head.start("label")] if name else head[0]
            found.append(Turn(number, head.end(), name, moment=_moment(stamp)))
        else:
            is_over = _BLANK_LINE.search(text, start, sentence.start)
            found.append(None if is_over else Turn(number))
    return found


def _examined(text: str) -> list[int]:
    """Where lines begin with "Q." or "A.", if there are both, as in a hearing."""
    lines = list(_EXAMINED.finditer(text))
    marks = {line["mark"] for line in lines}
    return [line.start() for line in lines] if len(marks) > 1 else []


def _played(text: str) -> dict[int, str]:
    """Where the turns of a play begin, each with who speaks: names in capitals before a full stop
    that come back, in what speaks of "I" and "you". "NOTE. Keep it dry" does not."""
    lines = list(_PLAYED.finditer(text))
    times = Counter(line["label"] for line in lines)
    back = [line for line in lines if times[line["label"]] >= _FEWEST]
    talk = {line["label"] for line in back if _TO_ONE_ANOTHER.search(line["said"])}
    players = [line for line in back if line["label"] in talk]
    return {line.start(): line["label"] for line in players} if len(talk) >= _FEWEST else {}


def _below(head: TalkHead, number: int, sentence: Sentence) -> Turn | None:
    """A sentence of the turn that has ``head`` above it."""
    if sentence.start >= head.stop:
        return None
    if not sentence.head:
        return Turn(number)
    at = sentence.reading.find(head.label)
    name = (at, at + len(head.label)) if at >= 0 else None
    return Turn(number, sentence.head, name, head.is_user, head.is_timed)


def with_speaker(spans: Sequence[Span], words: Sequence[Token], turn: Turn | None) -> list[Span]:
    """The names of a sentence, where the head of a turn has none but the speaker's, whole."""
    if turn is None or not turn.words:
        return list(spans)
    said = [span for span in spans if words[span.first].start >= turn.words]
    start, end = turn.name or (0, 0)
    label = [at for at, word in enumerate(words) if start <= word.start and word.end <= end]
    if not label:
        return said
    named = [span for span in spans if span.first <= label[-1] and span.last > label[0]]
    is_written = all(words[at].text[:1].isupper() or words[at].text[0].isdigit() for at in label)
    if turn.is_user or (named and is_written):
        is_sure = turn.is_user or turn.is_timed or any(span.sure for span in named)
        return [Span(label[0], label[-1] + 1, is_sure), *said]
    return [*(span for span in named if span not in said), *said]


def _moment(stamp: str) -> Moment | None:
    """When a turn was said, by what stands before it."""
    clock = _CLOCK.search(stamp)
    if clock is None:
        return None
    hour, half = int(clock[1]), clock[3].lower()
    hour = hour % 12 + 12 * (half in _AFTERNOON) if half else hour
    return Moment(stamp[: clock.start()].strip(" [(,"), 60 * hour + int(clock[2]))


@dataclass(frozen=True, slots=True)
class Entry:
    """What a sentence is of a diary: part of entry ``number``. ``words``: where the words begin in
    what is read of it, behind a date that had a line of its own."""

    number: int
    words: int = 0


def entries_of(text: str, sentences: Sequence[Sentence]) -> list[Entry]:
    """For each sentence of a document the entry of a diary that it is in; 0 before the first."""
    heads = entry_heads(text)
    starts = [head.start for head in heads]
    found: list[Entry] = []
    for sentence in sentences:
        number = bisect_right(starts, sentence.start)
        head = heads[number - 1] if number else None
        if head is None or head.start != sentence.start or not head.is_alone:
            found.append(Entry(number))
            continue
        date = " ".join(text[head.start : head.end].strip("*_").split())
        at = sentence.reading.find(date)
        found.append(Entry(number, at + len(date) if 0 <= at <= _EMPHASIS else 0))
    return found


def without_date(spans: Sequence[Span], words: Sequence[Token], entry: Entry) -> list[Span]:
    """The names of a sentence, where the date above an entry is no part of one."""
    first = sum(word.start < entry.words for word in words)
    return [replace(span, first=max(first, span.first)) for span in spans if span.last > first]


def as_said(reading: str, turn: Turn | None, entry: Entry) -> str:
    """What a parser is given of a sentence; each character keeps its place. To it "you’re" has
    no form of "be"."""
    reading = _CURLY.sub("'", reading)
    reading = " " * entry.words + reading[entry.words :]
    if turn is None or not turn.words:
        return _DATED.sub(lambda head: " " * len(head[0]), without_dash(reading), count=1)
    if turn.name is None:
        return " " * turn.words + reading[turn.words :]
    start, end = turn.name
    is_initial = not reading[end - 2 : end].isalnum()  # "Ann P.": that stop would end nothing
    name = " " * start + reading[start:end] + ("!" if is_initial else ".")
    return name.ljust(turn.words) + reading[turn.words :]
