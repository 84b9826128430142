"""Logs of IRC as irssi, WeeChat, mIRC and ZNC write them: "09:13 < ann> hello"."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from graphrag_neo4j.readers.exports.chats import Message

_STAMP = r"\[?(?:(?P<day>\d{4}-\d\d-\d\d)[ T])?(?P<clock>\d\d:\d\d)(?::\d\d)?\]?"
_WEECHAT = re.compile(r"\t(?:-->|<--|--)\t")  # other tables have times and tabs, too
_NICK = r"[@+%&~! ]?(?P<nick>[^\W\d][\w\-\[\]\\`^{|}]*)"
_SAID = re.compile(
    rf"^{_STAMP}(?: <{_NICK}>[^\S\n]|\t{_NICK.replace('nick', 'name')}\t)(?P<words>.*)$",
    re.MULTILINE,
)
_DONE = re.compile(rf"{_STAMP}(?: {{1,2}}\* |\t \*\t)(?P<words>.*)")
_NOTICE = re.compile(
    rf"{_STAMP}(?: -!- | \*\*\* |\t(?:-->|<--|--|=!=|)\t).*"
    r"|--- Log closed .*|Session (?:Ident|Close): .*"
)
_COMES_OR_GOES = re.compile(
    r"\S+ (?:\([^()\s]*\) |\[[^\[\]\s]*\] )?"
    r"(?:has (?:joined|left|quit)\b|(?:joined|left) #|Quit \(|is now known as |sets mode)"
    r"|Now talking in #|Disconnected\b"
)
_NEW_DAY = re.compile(
    r"(?:--- (?:Log opened|Day changed)|Session (?:Start|Time):) [A-Z][a-z]{2} "
    r"(?P<month>[A-Z][a-z]{2}) {1,2}(?P<date>\d{1,2}) (?:\d\d:\d\d:\d\d )?(?P<year>\d{4})\s*"
)
_LEVELS = frozenset("trace debug info notice warn warning error critical fatal".split())
_FEWEST = 2


def irc_messages(text: str) -> list[Message]:
    """The messages of a log in its order; none if ``text`` is something else.

    What somebody does ("* ann waves") and lines above the log have no speaker. Left out is who
    joins and leaves, and what else the program tells.
    """
    nicks = [nick for said in _SAID.finditer(text) if (nick := said["nick"])]
    if not nicks and _WEECHAT.search(text):
        nicks = [said["name"] for said in _SAID.finditer(text)]
    if len(set(nicks)) < _FEWEST or not _LEVELS.isdisjoint(map(str.casefold, nicks)):
        return []
    found: list[Message] = []
    day = ""
    for line in filter(str.strip, text.split("\n")):
        if (new := _NEW_DAY.fullmatch(line)) is not None:
            day = _day(new)
        elif (message := _message(line, day)) is not None:
            found.append(message)
        elif not _is_notice(line):
            found.append(Message("", line.strip(), ""))
    unknown = sum(not message.time for message in found)
    return _joined(found) if unknown < len(nicks) else []


def _message(line: str, day: str) -> Message | None:
    said = _SAID.fullmatch(line) or _DONE.fullmatch(line)
    if said is None or (said.re is _DONE and _COMES_OR_GOES.match(said["words"])):
        return None
    told = said.groupdict("")
    time = f"{said['day'] or day} {said['clock']}".strip()
    return Message(told.get("nick") or told.get("name", ""), said["words"].strip(), time)


def _is_notice(line: str) -> bool:
    """Whether the program tells it, such as that somebody has joined."""
    told = _DONE.fullmatch(line)
    words = told["words"] if told else line.removeprefix("=== ")
    return bool(_NOTICE.fullmatch(line) or _COMES_OR_GOES.match(words))


def _joined(messages: list[Message]) -> list[Message]:
    """The messages, each with the lines without a time that follow it."""
    found: list[Message] = []
    for message in messages:
        if found and not message.time:
            last = found.pop()
            message = replace(last, words=f"{last.words}\n{message.words}")
        found.append(message)
    return [message for message in found if message.words]


def _day(told: re.Match[str]) -> str:
    plain = f"{told['date']} {told['month']} {told['year']}"
    try:
        return f"{datetime.strptime(plain, '%d %b %Y'):%Y-%m-%d}"
    except ValueError:
        return plain
