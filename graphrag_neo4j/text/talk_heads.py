"""Heads of turns that have a line of their own, with what is said below them.

Transcripts have a name and a time there ("Ann Hale  00:02"), or a name alone, threads of a forum a
name and the day, too ("ann-b 11-04-2024, 06:50", "[2] Ann Hale wrote on 3 May 2024:"), saved chats
"[11/04/2024 06:50] Ann Hale", chats with an assistant "You said:" or "## User", the comments of a
tracker "### ann-b commented on 3 May 2024". Such a turn ends where the next one begins, not with
its paragraph.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from graphrag_neo4j.text.talk_names import lines_of_names

_WORD = r"[^\W\d_][\w.'’-]{0,40}"
_NAME = rf"{_WORD}(?:[^\S\n]{_WORD}){{0,2}}"
_CAPITAL = r"[^\W\d_a-z][\w.'’-]{0,40}"
_USER = r"@?\w[\w.'’-]{0,40}"
_ASKING = ("you", "me", "user", "human")
_ANSWERING = ("assistant", "ai", "bot", "chatgpt", "claude", "gemini", "copilot")
_ROLES = frozenset({*_ASKING, *_ANSWERING})
_ROLE = "|".join(sorted(_ROLES))
_PRONOUNS = frozenset("i he she it we they this that who which what".split())
_TIME = r"(?:\d{1,2}:)?\d{1,2}:\d\d"
_HALF = r"(?:[^\S\n]?[AaPp]\.?[Mm]\b\.?)?"
_MONTH = r"[^\W\d_]{3,9}\.?"
_DAY = (
    r"(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d\d-\d\d"
    rf"|\d{{1,2}}\.?[^\S\n]{_MONTH},?[^\S\n]\d{{4}}|{_MONTH}[^\S\n]\d{{1,2}},?[^\S\n]\d{{4}})"
)
_BOLD = r"(?:\*\*|__)?"
_NO_COMMENT = (  # of a day without a time
    r"(?![^\n:]{1,120}\b(?:commented|replied|answered|comment)\b[^\n:]{0,120}:?[*_]{0,2}:?[^\S\n]*$)"
)
_HEAD = re.compile(
    r"^[^\S\n]*(?P<hashes>\#{1,6}[^\S\n]+)?(?:[^\w\s#*_@|>\[({-]{1,3}[^\S\n]*)?(?P<bold>\*\*|__)?(?:"
    rf"(?P<square>\[)?(?P<timed>{_NAME}(?:[^\S\n]\d{{1,2}})?)(?(square)\]){_BOLD}"
    rf"(?:(?:\t|[^\S\n]{{2,6}}|(?(bold)[^\S\n]|(?!))|(?(square)[^\S\n]|(?!))){_TIME}{_HALF}"
    rf"|[^\S\n]{_TIME}[^\S\n]?[AaPp]\.?[Mm]\b\.?"
    rf"|[^\S\n](?:\({_TIME}\)|\[{_TIME}\]))"
    rf"|{_NO_COMMENT}(?:\[\d{{1,4}}\][^\S\n])?(?P<posted>{_USER}(?:[^\S\n]{_USER}){{0,2}}?){_BOLD},?[^\S\n]{{1,4}}"
    rf"(?:(?:[·•|–—-]|on|(?P<wrote>(?:wrote|posted)(?:[^\S\n]on)?))[^\S\n])?{_DAY}"
    rf"(?P<clock>(?:,|[^\S\n]at)?[^\S\n]{{1,2}}{_TIME}{_HALF})?"
    rf"|\[{_DAY},?[^\S\n]{{1,2}}{_TIME}{_HALF}\][^\S\n]{{1,3}}"
    rf"(?P<sent>{_CAPITAL}(?:[^\S\n]{_CAPITAL}){{1,2}}|{_USER})"
    rf"|(?P<says>{_NAME}){_BOLD}[^\S\n](?:said|says|wrote):"
    rf"|(?P<role>(?i:{_ROLE}))(?P<colon>:)?"
    rf"|\[?(?P<by>{_USER}(?:[^\S\n]{_USER}){{0,2}})(?:\]\([^()\s]{{0,300}}\))?{_BOLD}[^\S\n]"
    r"(?:commented|replied|answered|added[^\S\n]a[^\S\n]comment)\b"
    r"(?P<when>(?:(?!:[^\S\n])[^\n!?]){2,300}(?<![.\s]))"
    rf"):?{_BOLD}(?P<late>:)?[^\S\n]*$",
    re.MULTILINE,
)
_SIGN = re.compile(  # what a line has that may be a head: most lines need no closer look
    rf"^[^\S\n]{{0,9}}\[\d[^\]\n]{{10,30}}\][^\S\n]|\d(?:\d|:\d\d{_HALF}[)\]]?):?[*_]{{0,2}}:?[^\S\n]*$|\b(?:(?:said|says|wrote):|(?i:{_ROLE}):?[*_:]{{0,3}}[^\S\n]*$"
    r"|commented\b|replied\b|answered\b|added[^\S\n]a[^\S\n]comment\b)",
    re.MULTILINE,
)
_USER_NAME = re.compile(r"@?(?:[^\WA-Z][\w.'’-]*|\w*[^\W\d_][A-Z\d]\w*)")
_MADE_UP = re.compile(r"@?(?=\w*[^\W\d_])\w*(?:[\d_]|[a-z][A-Z])\w*")
_LONGEST = 500  # characters
_DATED = re.compile(r"\d|\b(?:ago|yesterday|today|last)\b")
_HEADING = re.compile(r"^(?P<hashes>\#{1,6})[^\S\n]", re.MULTILINE)
_WORDS = re.compile(r"[^\W\d_]+")
_ONE_ANOTHER = re.compile(
    r"\b(?:i|me|my|you|your|we|us|our|ich|du|sie|wir|je|vous|nous)\b", re.IGNORECASE
)
_FEWEST_WORDS = 3  # below a name with a time, on average; the points of a programme have fewer
_TWICE = 2
_USERS = 3  # who write once each, to be a thread


@dataclass(frozen=True, slots=True)
class TalkHead:
    """The line of a head: where it starts and ends, who speaks, and where the turn ends. ``name``
    is where the speaker's name stands in the text; ``is_timed``: a time stands beside it."""

    start: int
    end: int
    label: str
    name: int
    stop: int
    is_timed: bool = False
    is_user: bool = False
    """Whether it is the name of who comments, whatever it looks like."""


@lru_cache(maxsize=8)
def talk_heads(text: str) -> tuple[TalkHead, ...]:
    """The heads of turns in ``text`` that have a line of their own, in order."""
    lines = [line for start in _likely(text) if (line := _HEAD.match(text, start))]
    kept = [line for line in _of_talk(text, lines) if _WORDS.search(text, line.end())]
    kept = kept or lines_of_names(text)
    stops = [*(line.start() for line in kept), len(text)][1:]
    return tuple(_head(text, line, stop) for line, stop in zip(kept, stops, strict=True))


def _likely(text: str) -> Iterator[int]:
    """Where the lines start that may be heads, none of them the last."""
    end = -1
    for sign in _SIGN.finditer(text):
        if sign.start() < end:
            continue
        start = text.rfind("\n", 0, sign.start()) + 1
        end = text.find("\n", sign.start())
        if end < 0:
            return
        if end - start <= _LONGEST:
            yield start


def _head(text: str, line: re.Match[str], stop: int) -> TalkHead:
    if line.re is not _HEAD:
        return TalkHead(line.start(), line.end(), line["name"], line.start("name"), stop, True)
    kind = next(kind for kind in ("timed", "posted", "sent", "says", "role", "by") if line[kind])
    if line["hashes"]:
        stop = _end_of_section(text, line, stop)
    label = line[kind].removeprefix("@")
    name = line.end(kind) - len(label)
    is_timed, is_user = kind in ("timed", "posted", "sent"), kind in ("by", "posted", "sent")
    return TalkHead(line.start(), line.end(), label, name, stop, is_timed, is_user)


def _end_of_section(text: str, line: re.Match[str], stop: int) -> int:
    """Where the section ends whose heading is the head of a turn."""
    level = len(line["hashes"].strip())
    below = _HEADING.finditer(text, line.end(), stop)
    return next((one.start() for one in below if len(one["hashes"]) <= level), stop)


def _of_talk(text: str, lines: Sequence[re.Match[str]]) -> Iterator[re.Match[str]]:
    """The lines that are heads: those of a kind that comes back, and who comments on what."""
    timed = [line for line in lines if line["timed"]]
    posted = [line for line in lines if _poster(line)]
    if not _are_users(posted):
        posted = [line for line in posted if _has_clock(line) or line["wrote"]]
    told = [line for line in lines if _is_told(line)]
    is_transcript, is_chat = _is_transcript(text, timed, lines), _is_chat(told)
    thread = {line.start() for line in posted} if _is_thread(text, posted, lines) else set()
    for line in lines:
        if line["by"]:
            is_marked = line["hashes"] or line["bold"] or "](" in line[0]
            if is_marked and _DATED.search(line["when"]):
                yield line
        elif (
            (is_transcript and line["timed"])
            or line.start() in thread
            or (is_chat and _is_told(line))
        ):
            yield line


def _poster(line: re.Match[str]) -> str:
    """Whose name stands beside a day."""
    return line["posted"] or line["sent"] or ""


def _has_clock(line: re.Match[str]) -> bool:
    return bool(line["clock"] or line["sent"])


def _are_users(posted: Sequence[re.Match[str]]) -> bool:
    """Whether lines with a day alone have names of users before it, such as "ann-b" and "OldTup7";
    a diary has places there, and a list words."""
    names = [_poster(line) for line in posted if not _has_clock(line) and not line["wrote"]]
    return bool(names) and all(map(_USER_NAME.fullmatch, names))


def _is_told(line: re.Match[str]) -> bool:
    """Whether it is "You said:", "**User:**" or "## User"; "User" alone is none."""
    if line["role"]:
        return bool(line["colon"] or line["late"] or line["hashes"])
    return bool(line["says"]) and line["says"].casefold() not in _PRONOUNS


def _is_chat(lines: Sequence[re.Match[str]]) -> bool:
    """Whether somebody speaks again, or who asks is followed by who answers, with a colon."""
    labels = Counter((line["role"] or line["says"]).casefold() for line in lines)
    if max(labels.values(), default=0) >= _TWICE:
        return True
    with_colon = {
        (line["role"] or line["says"]).casefold()
        for line in lines
        if line["says"] or line["colon"] or line["late"]
    }
    return not with_colon.isdisjoint(_ASKING) and not with_colon.isdisjoint(_ANSWERING)


def _is_transcript(
    text: str, timed: Sequence[re.Match[str]], lines: Sequence[re.Match[str]], times: int = 2
) -> bool:
    """Whether names with a time head what is said: one of them so many times, and words below
    them."""
    labels = Counter(line["timed"] or _poster(line) for line in timed)
    if max(labels.values(), default=0) < times:
        return False
    ends = [line.start() for line in lines[1:]] + [len(text)]
    after = dict(zip((line.start() for line in lines), ends, strict=True))
    said = [text[line.end() : min(after[line.start()], line.end() + 400)] for line in timed]
    below = [one.strip().partition("\n")[0] for one in said]
    return all(below) and sum(len(_WORDS.findall(one)) for one in below) >= _FEWEST_WORDS * len(
        below
    )


def _is_thread(text: str, posted: Sequence[re.Match[str]], lines: Sequence[re.Match[str]]) -> bool:
    """Whether names with a day and a time head what several write to one another; the entries of a
    log, though it may name places, do not speak of "you". Nobody needs to write again where three
    do under names that are made up, such as "nina_p" and "GasManGil", or where each "wrote on" a
    day."""
    names = {_poster(line) for line in posted}
    if len(names) < _TWICE:
        return False
    if all(line["wrote"] and line[0].rstrip().endswith(":") for line in posted):
        return _is_transcript(text, posted, lines, 1)
    if _ONE_ANOTHER.search(text) is None:
        return False
    are_made_up = all(_has_clock(line) and _MADE_UP.fullmatch(_poster(line)) for line in posted)
    return _is_transcript(
        text, posted, lines, 1 if len(names) >= _USERS and are_made_up else _TWICE
    )
