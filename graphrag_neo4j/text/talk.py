"""Where the turns of a chat and the lines of a log begin, however their sentences end.

Who writes a chat seldom ends a line with a full stop: "Ole: two are loose", "Kari: I order new
ones". A line begins a turn where it has a time before it and another line has one too, or where it
has a label ("Kari: ") and the text gives a label twice, before words or a question, as a talk does
and the fields of one record do not. A label that begins turns again and again begins one within a
line, too: "Ole: Bells? Kari: Buoys."
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator

from graphrag_neo4j.text.questions import last_question
from graphrag_neo4j.text.talk_heads import talk_heads
from graphrag_neo4j.text.whatsapp import HALF_DAY, message_head

_DATE = r"(?:\d{4}-\d\d-\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})(?:[,،]?[^\S\n]|T)"
_STAMP = rf"[\[(]?(?:{_DATE})?\d{{1,2}}:\d\d(?!\d)(?=[^\n]{{0,40}}[^\W\d_])"
_WORD = r"[^\W\d_][\w.'’-]{0,40}"
_NUMBERED = (  # whom a recogniser of speech does not know
    r"(?i:speaker|participant|person|voice|sprecher|sprecherin|teilnehmer|locuteur|intervenant"
    r"|hablante)[^\S\n]\d{1,2}"
)
_COLON = r"(?:\*\*:|__:|:\*\*|:__|:)[^\S\n]"
_ROLE = r"(?P<role>[^\S\n]\([^\W\d_][^()\n:]{0,38}\))?"
"""Beside a name: "Ann Hale (by phone)"."""
_LABEL = rf"(?:\*\*|__)?(?P<label>{_NUMBERED}|{_WORD}(?:[^\S\n]{_WORD}){{0,2}}){_ROLE}{_COLON}"
_TURN = re.compile(
    rf"^[^\S\n]*(?:(?P<stamp>{_STAMP})|{_LABEL}[^\S\n]*(?P<said>\S[^\n]*))", re.MULTILINE
)
_WITHIN_LINE = re.compile(
    rf"(?<=[.!?…\"”])[^\S\n]{{1,3}}(?P<turn>(?:[\[(](?:\d{{1,2}}:)?\d{{1,2}}:\d\d[\])][^\S\n])?{_LABEL})"
)
_LABELLED = re.compile(rf"[^\S\n]*{_LABEL}")
_SENT_TO = (  # Zoom: "From Ann Hale to Everyone:"
    r"(?:[^\S\n]+\([^()\n]{1,40}\))?(?:[^\S\n]+(?:to|an|à|a|naar)[^\S\n]+[^:\n]{1,60})?[^\S\n]{0,2}:[^\S\n]*"
)
_HEAD = re.compile(
    rf"(?P<time>[^\S\n]*{_STAMP}(?::\d\d)?(?:[.,]\d+)?(?:Z\b|[+-]\d\d:?\d\d\b)?"
    rf"{HALF_DAY}[\])]?(?:[^\S\n]-)?[^\S\n]*(?:\#\#\[\w{{1,20}}\])?)?"
    rf"(?:(?(time)(?P<from>(?:From|Von|De|Da|Van)[^\S\n]+)?|)(?:\*\*|__)?"
    rf"(?P<label>{_NUMBERED}|{_WORD}(?:[^\S\n]{_WORD}){{0,2}}?)(?(from){_SENT_TO}|{_ROLE}{_COLON}))?"
)
_WORDS = re.compile(r"[^\W\d_]+")
_FEWEST_COLONS = 2
_LONGEST_HEAD = 200  # characters
_FEWEST_WORDS = 3  # that a labelled line says, on average; fields have fewer


def turn_starts(text: str) -> frozenset[int]:
    """Where the turns of a talk, or the entries of a log, begin: with a line, or within one."""
    if "\n" not in text:
        return frozenset()
    apart = frozenset(head.start for head in talk_heads(text))
    return apart if text.count(":") < _FEWEST_COLONS else apart | _starts_in_line(text)


def _starts_in_line(text: str) -> frozenset[int]:
    """Where lines stand that begin with a time or a label, and go on with what is said."""
    stamped: list[int] = []
    turns: list[re.Match[str]] = []
    for line in _TURN.finditer(text):
        if line["stamp"]:
            stamped.append(line.start())
        elif _is_label(line["label"]):
            turns.append(line)
    starts = stamped if len(stamped) > 1 else []
    said = _of_talk(turns)
    times = Counter(turn["label"] for turn in said)
    times.update(_label_at(text, start) for start in starts)
    known = {label for label, n in times.items() if label and n > 1}
    within = _starts_within_lines(text, known)
    return frozenset([*starts, *(turn.start() for turn in said), *within])


def _label_at(text: str, start: int) -> str:
    """Who speaks in the turn that a line with a time begins; "" if it does not say."""
    end = text.find("\n", start)
    head = turn_head(text[start : min(end if end >= 0 else len(text), start + _LONGEST_HEAD)])
    return head["label"] or ""


def _starts_within_lines(text: str, labels: Collection[str]) -> Iterator[int]:
    """Where, behind the end of a sentence, one of those speaks whose ``labels`` begin lines."""
    if labels:
        for found in _WITHIN_LINE.finditer(text):
            if found["label"] in labels:
                yield found.start("turn")


def turn_head(line: str) -> re.Match[str]:
    """What stands before the words of a turn that ``line`` begins: a time, and who speaks
    (``label``), either of which may be missing."""
    head = message_head(line) or _HEAD.match(line)
    assert head is not None  # all of it is optional
    return head


def label_of(line: str) -> str:
    """The label that ``line`` begins with, as a speaker's name does; "" if there is none."""
    found = _LABELLED.match(line)
    return found["label"] if found and _is_label(found["label"]) else ""


def _of_talk(turns: list[re.Match[str]]) -> list[re.Match[str]]:
    """The labelled lines that begin a block: all of a talk, none of a record.

    What a head ("Time: 10:31") says is said of the turn after it, and stays with it.
    """
    labels = Counter(turn["label"] for turn in turns)
    turns = [turn for turn in turns if not turn["role"] or labels[turn["label"]] > 1]
    if max(labels.values(), default=0) < 2:
        return []
    has_head = labels[turns[0]["label"]] == 1 and not _WORDS.search(turns[0]["said"])
    says = [len(_WORDS.findall(turn["said"])) for turn in turns[has_head:]]
    is_brief = sum(says) < _FEWEST_WORDS * len(says)
    if is_brief and not any(last_question(turn["said"]) for turn in turns):
        return []
    if len(labels) == 1 and all(turn[0][0].isspace() for turn in turns):
        return []  # the same field of several records, each below its name
    return turns[:1] + turns[2:] if has_head else turns


def _is_label(label: str) -> bool:
    """Whether it may name somebody: one word, or two or three that are capitalised."""
    words = label.split()
    return len(words) == 1 or not any(word[0].islower() for word in words)
