"""The day that a text is of, as its first lines say it: "Date: 4 March 2025", "Session 3 – 8:40 pm
on 20 February 2025", "Minutes of the meeting held on 15 May 2025"; of a letter the day above its
salutation, of a chat that of its first message. A day that is only told of ("Due: 3 May 2025") is
none.

Above the turns of a talk a line that is a day, or has a day and a time, tells it, too ("Tue, 4
March 2025, 9:30, the kitchen"). Where no line does, the name of the file may: "2025-03-04_call".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from graphrag_neo4j.text.datelines import day_of_letter
from graphrag_neo4j.text.dates import (
    DAY_WITHIN,
    STAMP,
    day_of,
    day_of_stamp,
    day_within,
    with_clear_days,
)
from graphrag_neo4j.text.talk import turn_starts

_LABEL = (
    r"(?:date(?:[ ]of[ ](?:the[ ])?(?:meeting|interview|call|recording|session|chat|visit|clinic"
    r"|appointment|consultation|letter|report|examination|inspection|survey|hearing|review|issue))?"
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
_SESSION = re.compile(  # Weekly call 13/05/2025
    r"(?!next|last|previous|nächste|letzte)(?=(?-i:[^\Wa-z]))[^\n:.]{0,50}(?<!\w)(?:call|meeting|session"
    r"|stand-?up|interview|sync|minutes|transcript|recording|retro|workshop|hearing|besprechung"
    r"|sitzung|gespräch|protokoll|aufnahme|réunion|entretien|reunión|entrevista)[ ,(–—-]{1,3}"
    r"(?:(?:of|on|vom|am|du|del)[ ])?(?P<day>[^\n]{6,60})",
    re.IGNORECASE,
)
_OF_MEETING = re.compile(
    r"(?:the[ ])?(?:minutes|proceedings|transcript|recorded|interview(?:ed)?|protokoll"
    r"|niederschrift|mitschrift|aufgenommen|compte[ ]rendu|notulen|verbale|acta)\b",
    re.IGNORECASE,
)
_HALF_DAY = re.compile(r"[ap]\.m\.\Z", re.IGNORECASE)
_CELL_GAP = re.compile(r"\t|[^\S\n]{3,}")
_CLOCK_BEHIND = re.compile(r",?[ ](?:at[ ]|um[ ]|@[ ]?)?\d{1,2}[:.]\d\d(?![.\d])")
_OF_ANOTHER = re.compile(
    r":|\b(?:due|deadline|until|till|by|before|since|from|after|born|next|last|previous|bis|vor|seit"
    r"|nächste[rsn]?|letzte[rsn]?)\b",
    re.IGNORECASE,
)
"""Before a day that is not that of the talk below."""
_IN_NAME = re.compile(
    r"(?<!\d)(?P<year>(?:19|20)\d\d)(?:(?P<sign>[-_. ])(?P<month>\d\d)(?P=sign)(?P<day>\d\d)"
    r"|(?P<month2>\d\d)(?P<day2>\d\d)[-_ T]\d{4}(?:\d\d)?)(?!\d)"
)
"""2025-03-04; 20250304_1015, as recorders call their files."""
_NAMED_FOR_WHAT_IS_SAID = re.compile(
    r"(?<![^\W_])(?:voice|memos?|dictation|diary|journal"
    r"|sprachnotiz|sprachmemo|diktat|tagebuch)(?![^\W_])",
    re.IGNORECASE,
)
"""voice memo 2025-03-04: what was said or noted on a day, and is about it."""
_REST = re.compile(  # what may stand beside a day, and is no word of a sentence
    r"(?:\d{1,2}:\d\d(?::\d\d)?(?:[ ]?(?:[ap]\.?m\b\.?|uhr\b|h\b))?"
    r"|\d{1,2}[ ]?(?:[ap]\.?m\b\.?|uhr\b)|\d{1,3}[ ]?(?:h|m|s|min|mins|minutes|minuten)\b"
    r"|(?:on|at|am|um|the|den|le|el|[^\W\d_]{2,10}day|[^\W\d_]{3,9}tag|mittwoch"
    r"|mon|tues?|wed|thu|thurs?|fri|sat|sun)\b|[^\w\n])*",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"\Z|[ ]?[,;(–—-]|[ ](?:at|in|um|im)[ ]")
_MARKS = "*_#>|-–• \t"
_STAMPS = re.compile(rf"^{STAMP}", re.MULTILINE)
_MOST_LINES = 8
_LONGEST = 160  # characters
_HEAD = 2_000
_FEWEST = 3  # stamps


def source_day(text: str, name: str = "", *, is_talk: bool = False) -> str:
    """The day that ``text`` is of, as ISO 8601 has it; "" where neither its beginning says it nor
    the ``name`` of its file: that of a talk or a memo anywhere, that of another text as its
    beginning."""
    turns = turn_starts(text)
    told = (
        *map(_day_of_line, _first_lines(text)),
        day_of_letter(text),
        _of_head(text, min(turns)) if turns else "",
        _of_stamps(text),
        day_of_name(name, is_talk=is_talk or bool(turns)),
    )
    return next(filter(None, told), "")


def day_of_name(name: str, *, is_talk: bool) -> str:
    """The day that the ``name`` of a file has, if it has one."""
    found = list(_IN_NAME.finditer(name))
    days = {_day_in_name(one) for one in found} - {""}
    is_first = bool(found) and found[0].start() == 0 and bool(found[0]["sign"])
    is_of_day = is_first or is_talk or _NAMED_FOR_WHAT_IS_SAID.search(name)
    return days.pop() if len(days) == 1 and is_of_day else ""


def _day_in_name(found: re.Match[str]) -> str:
    month, day = found["month"] or found["month2"], found["day"] or found["day2"]
    return day_within(f"{found['year']}-{month}-{day}")


def _of_head(text: str, end: int) -> str:
    """The day of a talk, by a line above its turns."""
    for line in map(_plain, _first_lines(text[:end])):
        if _is_only_day(line):
            days = filter(None, map(day_of, text.split("\n")))
            return day_within(line) if len(set(days) | {day_within(line)}) == 1 else ""
        day = DAY_WITHIN.search(line)
        if day is None or _OF_ANOTHER.search(line, 0, day.start()):
            continue
        if _CLOCK_BEHIND.match(line, day.end()):
            return day_within(line)
    return ""


def _first_lines(text: str) -> Iterator[str]:
    cells = (cell for line in text[:_HEAD].split("\n") for cell in _CELL_GAP.split(line))
    lines = (" ".join(cell.split()) for cell in cells)
    told = [line for line in lines if line.strip(_MARKS)]
    return (line for line in told[:_MOST_LINES] if len(line) <= _LONGEST)


def _plain(line: str) -> str:
    return with_clear_days(line.replace("**", "").replace("__", "").strip(_MARKS))


def _day_of_line(line: str) -> str:
    plain = _plain(line)
    for form in (_LABELLED, _NUMBERED, _SESSION):
        found = form.fullmatch(plain)
        if found is not None and _is_only_day(found["day"]):
            return day_within(found["day"])
    return _day_held(plain) or _day_among_others(plain)


def _day_held(plain: str) -> str:
    held = _HELD.fullmatch(plain)
    if held is None or ": " in plain or plain.endswith((".", "?", "!")):
        return ""
    said = held["day"] or held["day2"] or held["day3"]
    day = DAY_WITHIN.search(said)
    if day is None or not _REST.fullmatch(said[: day.start()]):
        return ""
    return day_within(said) if _BEHIND.match(said, day.end()) else ""


def _day_among_others(plain: str) -> str:
    """The day between commas in what says of which meeting a text is: "Minutes of the Committee,
    Tuesday 20 February 2024, 7.30 p.m., the hall". In a sentence it is the last word."""
    if not _OF_MEETING.match(plain):
        return ""
    pieces = plain.split(", ")
    said = [*pieces, *map(", ".join, pairwise(pieces))]  # October 28, 2015
    if plain.endswith((".", "?", "!")) and not _HALF_DAY.search(plain):
        said = [pieces[-1], ", ".join(pieces[-2:])]
    return next((day_within(one) for one in said if _is_only_day(one)), "")


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
