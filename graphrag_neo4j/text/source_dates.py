"""The day that a text is of, as its first lines say it: "Date: 4 March 2025", "Session 3 – 8:40 pm
on 20 February 2025", "Minutes of the meeting held on 15 May 2025"; of a chat that of its first
message. A day that is only told of ("Due: 3 May 2025") is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_neo4j.text.dates import DAY_WITHIN, STAMP, day_of_stamp, day_within

_LABEL = (
    r"(?:date(?:[ ]of[ ](?:the[ ])?(?:meeting|interview|call|recording|session|chat|visit))?"
    r"|(?:meeting|interview|call|recording|session|chat)[ ](?:date|of|on)|dated"
    r"|(?:recorded|broadcast|aired|published|posted|held|sent|taken|written)(?:[ ]on)?"
    r"|datum(?:[ ]der[ ]sitzung)?|aufgenommen(?:[ ]am)?|aufnahme(?:[ ]vom)?"
    r"|gesendet(?:[ ]am)?|sendung(?:[ ]vom)?|sitzung[ ](?:vom|am)|gespräch[ ](?:vom|am)"
    r"|fecha|date[ ]de[ ]la[ ]réunion|enregistré[ ]le|grabado[ ]el|data)"
)
_LABELLED = re.compile(rf"{_LABEL}(?::[ ]{{0,4}}|[ ])(?P<day>[^\n]{{6,60}})", re.IGNORECASE)
_HELD = re.compile(
    r"[^\n]{3,80}?[ ,(](?:held|recorded|broadcast|aired|taken|conducted)[ ]on[ ]"
    r"(?P<day>[^\n]{6,60})"
    r"|(?:[^\n]{3,80}[/|,–—-][ ]?)?(?:protokoll|niederschrift|mitschrift|minutes|transcript"
    r"|interview|chat|gespräch)\b"
    r"[^\n]{0,50}?[ ](?:vom|am|of|on)[ ](?P<day2>[^\n]{6,60})"
    r"|[^\n]{3,80}?[ ](?:abgehalten|aufgenommen|gesendet)[ ]am[ ](?P<day3>[^\n]{6,60})",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"[^\W\d_]{3,20}[ ]\#?\d{1,4}[ ]{0,2}[:,–—-][ ](?P<day>[^\n]{6,60})", re.IGNORECASE
)
"""Session 3 – 8:40 pm on 20 February 2025."""
_REST = re.compile(  # what may stand beside a day, and is no word of a sentence
    r"(?:\d{1,2}:\d\d(?::\d\d)?(?:[ ]?(?:[ap]\.?m\b\.?|uhr\b|h\b))?"
    r"|\d{1,2}[ ]?(?:[ap]\.?m\b\.?|uhr\b)|(?:on|at|am|um|the|den|le|el|[^\W\d_]{2,10}day"
    r"|[^\W\d_]{3,9}tag|mittwoch)\b|[^\w\n])*",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"\Z|[ ]?[,;(–—-]|[ ](?:at|in|um|im)[ ]")
_MARKS = "*_#>|-–• \t"
_STAMPS = re.compile(rf"^{STAMP}", re.MULTILINE)
_MOST_LINES = 8
_LONGEST = 160  # characters
_HEAD = 2_000
_FEWEST = 3  # stamps


def source_day(text: str) -> str:
    """The day that ``text`` is of, as ISO 8601 has it; "" where its beginning does not say."""
    return next(filter(None, map(_day_of_line, _first_lines(text))), "") or _of_stamps(text)


def _first_lines(text: str) -> Iterator[str]:
    lines = (" ".join(line.split()) for line in text[:_HEAD].split("\n"))
    told = [line for line in lines if line.strip(_MARKS)]
    return (line for line in told[:_MOST_LINES] if len(line) <= _LONGEST)


def _day_of_line(line: str) -> str:
    plain = line.replace("**", "").replace("__", "").strip(_MARKS)
    for form in (_LABELLED, _NUMBERED):
        found = form.fullmatch(plain)
        if found is not None and _is_only_day(found["day"]):
            return day_within(found["day"])
    held = _HELD.fullmatch(plain)
    if held is None or ": " in plain or plain.endswith((".", "?", "!")):
        return ""
    said = held["day"] or held["day2"] or held["day3"]
    day = DAY_WITHIN.search(said)
    if day is None or not _REST.fullmatch(said[: day.start()]):
        return ""
    return day_within(said) if _BEHIND.match(said, day.end()) else ""


def _is_only_day(said: str) -> bool:
    """Whether it is a day and, if anything, a time and a weekday."""
    day = DAY_WITHIN.search(said)
    if day is None:
        return False
    return all(map(_REST.fullmatch, (said[: day.start()], said[day.end() :])))


def _of_stamps(text: str) -> str:
    """The day of the first message of a chat whose lines begin with day and time, if their order
    of day and month is plain."""
    stamps = list(_STAMPS.finditer(text))
    if len(stamps) < _FEWEST or stamps[0].start() > _HEAD:
        return ""
    first, others = stamps[0], [stamp for stamp in stamps if not stamp["iso"]]
    ones, twos = (max((int(stamp[name]) for stamp in others), default=0) for name in ("one", "two"))
    is_day_first = first["sign"] == "." or ones > 12 >= twos
    if first["iso"] or is_day_first or twos > 12 >= ones:
        return day_of_stamp(first, is_day_first=is_day_first)
    return ""
