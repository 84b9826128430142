"""Chats that LINE and KakaoTalk save as text, and messages as Telegram copies them.

Each of them has marks: the line of a day, and what stands before the words of a message. What is
said goes on until the next mark, over as many lines as there are.
"""

from __future__ import annotations

import re
from datetime import datetime

from graphrag_neo4j.readers.exports.chats import Message, forwarded

_MORNING = ("am", "a.m.", "오전", "午前", "上午")
_AFTERNOON = ("pm", "p.m.", "오후", "午後", "下午")
_HALF = "|".join(map(re.escape, _MORNING + _AFTERNOON))
_CLOCK = rf"(?:(?i:{_HALF})[^\S\n]?)?\d{{1,2}}:\d\d(?::\d\d)?(?:[^\S\n]?(?i:{_HALF}))?"
_READ_CLOCK = re.compile(r"(?P<hour>\d{1,2}):(?P<minute>\d\d)")
_NUMBERS = r"(?:\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d\d))"
_IN_ENGLISH = r"[A-Z][a-z]{2,8} \d{1,2}, \d{4}"
_READ_ENGLISH = re.compile(r"([A-Z][a-z]{2})[a-z]* (\d{1,2}), (\d{4})")
_DOTS = re.compile(r"\d\.\d")
_LINE = re.compile(
    rf"^(?:(?P<day>\w{{1,12}}[.,][^\S\n]{_NUMBERS}"  # Mon, 4/29/2024
    rf"|{_NUMBERS}(?:[^\S\n]?[(（][\w.]{{1,12}}[)）]"  # 2024/04/29(Mon)
    r"|[^\S\n][^\W\d_A-Za-z]{3}))[^\S\n]*$"  # 2024.04.29 月曜日
    rf"|(?P<clock>{_CLOCK})\t(?:(?P<speaker>[^\t\n]{{0,60}})\t|(?=[^\t\n]*$)))",
    re.MULTILINE,
)
_KAKAO_DAY = (
    r"(?:\d{4}년[^\S\n]\d{1,2}월[^\S\n]\d{1,2}일"
    rf"|\d{{4}}\.[^\S\n]\d{{1,2}}\.[^\S\n]\d{{1,2}}\.|{_IN_ENGLISH})"
)
_KAKAO = re.compile(
    rf"^(?:(?P<day>{_KAKAO_DAY})(?:,|[^\S\n]at)?[^\S\n](?P<clock>{_CLOCK})"  # of a phone
    r"(?:,[^\S\n](?:(?P<speaker>[^\n]{1,60}?)[^\S\n]:[^\S\n])?|[^\S\n]*$)"
    rf"|(?:-{{3,}}[^\S\n])?(?:[A-Z][a-z]{{5,8}},[^\S\n])?(?P<date>{_KAKAO_DAY})"
    r"(?:[^\S\n]\w{3})?(?:[^\S\n]-{3,})?[^\S\n]*$"
    rf"|\[(?P<who>[^\[\]\n]{{1,60}})\][^\S\n]\[(?P<then>{_CLOCK})\][^\S\n])",  # of a computer
    re.MULTILINE,
)
_TELEGRAM = re.compile(
    rf"^(?P<speaker>[^\n\[\]]{{1,60}}),[^\S\n]\[(?P<day>{_NUMBERS}|{_IN_ENGLISH})"
    rf"(?:,|[^\S\n]at)?[^\S\n](?P<clock>{_CLOCK})\]:?[^\S\n]*$",
    re.MULTILINE,
)
_PASSED_ON = re.compile(
    r"\[(?:Forwarded from|Weitergeleitet (?:von|aus)|Переслано (?:из|от)) "
    r"(?P<author>[^\[\]\n]+)\]\n"
)
_NO_WORDS = re.compile(  # what stands for a picture and the like
    r"\[ ?(?:Sticker|Photo|Video|Voice message|File|Album|GIF"
    r"|スタンプ|写真|動画|ボイスメッセージ|ファイル|貼圖|照片|影片|스티커|사진|동영상) ?\]",
    re.IGNORECASE,
)
_LONGEST_TOP = 300  # characters above the first mark: who talks, and when it was saved
_FEWEST = 2


def saved_messages(text: str) -> list[Message]:
    """The messages of a chat in its order; none if ``text`` is something else.

    Left out is what stands above the first day, who joins and leaves, and what the program writes
    for a picture ("[Sticker]").
    """
    for marks in (_LINE, _KAKAO, _TELEGRAM):
        if messages := _messages(text, list(marks.finditer(text))):
            return messages
    return []


def _messages(text: str, marks: list[re.Match[str]]) -> list[Message]:
    if len(marks) < _FEWEST or len(text[: marks[0].start()].strip()) > _LONGEST_TOP:
        return []
    found: list[Message] = []
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    day = ""
    for mark, end in zip(marks, ends, strict=True):
        told = mark.groupdict()
        day = told["day"] or told.get("date") or day
        speaker = told["speaker"] or told.get("who") or ""
        words = _said(text[mark.end() : end].strip())
        if not day:
            return []
        if speaker and words:
            time = f"{_iso(day)} {_in_24_hours(told['clock'] or told['then'])}"
            found.append(_message(speaker.strip(), words, time))
    return found if len(found) >= _FEWEST else []


def _said(words: str) -> str:
    """What a message says; LINE puts quotation marks around several lines."""
    if _NO_WORDS.fullmatch(words):
        return ""
    is_quoted = "\n" in words and words[0] == words[-1] == '"'
    return words[1:-1].replace('""', '"') if is_quoted else words


def _message(speaker: str, words: str, time: str) -> Message:
    if (passed := _PASSED_ON.match(words)) is not None:
        return Message(forwarded(speaker, passed["author"]), words[passed.end() :], time)
    return Message(speaker, words, time)


def _in_24_hours(clock: str) -> str:
    told = _READ_CLOCK.search(clock)
    assert told is not None
    half, hour = clock.casefold(), int(told["hour"])
    if any(map(half.__contains__, _MORNING)):
        hour %= 12
    elif any(map(half.__contains__, _AFTERNOON)):
        hour = hour % 12 + 12
    return f"{hour:02}:{told['minute']}"


def _iso(day: str) -> str:
    """A day as "2024-04-29"; as it is written where 4/5 may be in April or in May."""
    if (named := _READ_ENGLISH.search(day)) is not None:
        try:
            return f"{datetime.strptime(' '.join(named.groups()), '%b %d %Y'):%Y-%m-%d}"
        except ValueError:
            return day
    numbers = [int(number) for number in re.findall(r"\d+", day)]
    if len(str(numbers[0])) == 4:
        return "{}-{:02}-{:02}".format(*numbers)
    if _DOTS.search(day):
        date, month, year = numbers
        return f"{year + 2000 * (year < 100)}-{month:02}-{date:02}"
    return day.rpartition(" ")[2]
