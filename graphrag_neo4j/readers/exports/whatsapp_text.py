"""The messages of a chat that WhatsApp exports as text, timed by the clock of the phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from graphrag_neo4j.readers.exports.chats import Message
from graphrag_neo4j.text.dates import STAMP, day_of_stamp
from graphrag_neo4j.text.whatsapp import HALF_DAY, message_head, without_notices

_STAMP = re.compile(STAMP)
_TIME = re.compile(rf"(?P<hour>\d{{1,2}}):(?P<minute>\d\d)(?::\d\d)?(?P<half>{HALF_DAY})")
_AFTERNOON = ("p", "م")
_FEWEST = 3  # messages
_FULL_YEAR = 4  # digits
_TWO_DIGITS = 2


def whatsapp_messages(text: str) -> list[Message]:
    """The messages of a chat in its order; none if ``text`` is something else, or if it is not
    plain whether its days or its months come first."""
    first = text.lstrip("\ufeff\u200e\n ").partition("\n")[0]
    if not _STAMP.match(first):
        return []
    found = list(_messages(without_notices(text)))
    if len(found) < _FEWEST:
        return []
    days = _days([stamp for stamp, _, _ in found])
    return [
        Message(speaker, "\n".join(lines).strip(), f"{day} {_clock(stamp)}")
        for day, (stamp, speaker, lines) in zip(days, found, strict=False)
    ]


def _messages(text: str) -> Iterator[tuple[re.Match[str], str, list[str]]]:
    """The stamp of each message, who writes and the lines; a line without a stamp goes on with the
    one before, one without a name was written by the program."""
    lines: list[str] = []
    opened: tuple[re.Match[str], str, list[str]] | None = None
    for line in text.split("\n"):
        stamp, head = _STAMP.match(line), message_head(line)
        if stamp is None or head is None:
            if stamp is None:
                lines.append(line)
            continue
        if opened is not None:
            yield opened
        lines = [line[head.end() :]]
        opened = (stamp, head["label"].strip(), lines)
    if opened is not None:
        yield opened


def _days(stamps: list[re.Match[str]]) -> list[str]:
    """The day of each stamp in the one order of day and month in which all are days and none comes
    before another; else in that which the stamps' form tells. None where neither does."""
    orders = {is_first: _read(stamps, is_first) for is_first in (True, False)}
    possible = [days for days in orders.values() if days]
    if len(possible) == 1 or (possible and possible[0] == possible[1]):
        return possible[0]
    is_day_first = _form_of(stamps[0])
    return orders[is_day_first] if is_day_first is not None and possible else []


def _read(stamps: list[re.Match[str]], is_day_first: bool) -> list[str]:
    days = [day_of_stamp(stamp, is_day_first=is_day_first) for stamp in stamps]
    return days if all(days) and all(one <= other for one, other in pairwise(days)) else []


def _form_of(stamp: re.Match[str]) -> bool | None:
    """Whether the day comes first in stamps like this one: nobody writes months before full stops,
    and only Americans "5/9/24, 9:05 PM"; None if either may."""
    if stamp["sign"] != "/":
        return True
    is_short = len(stamp["one"]) < _TWO_DIGITS or len(stamp["two"]) < _TWO_DIGITS
    behind = stamp.string[stamp.end() :].lstrip(":0123456789").lstrip()
    if len(stamp["year"]) < _FULL_YEAR and is_short and behind.startswith(("A", "P", "a", "p")):
        return False
    return True if len(stamp["year"]) == _FULL_YEAR and not is_short else None


def _clock(stamp: re.Match[str]) -> str:
    """The time of a stamp in 24 hours."""
    told = _TIME.search(stamp.string, stamp.start())
    if told is None:
        return ""
    hour, half = int(told["hour"]), told["half"].strip().casefold()
    if half and hour <= 12:
        hour = hour % 12 + 12 * half.startswith(_AFTERNOON)
    return f"{hour:02}:{int(told['minute']):02}"
