"""Calendars (.ics) and address cards (.vcf): each event, task and card a document of its own."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.readers.content import clean_text, open_text, read_text_file, shorten
from graphrag_neo4j.readers.csv_tables import read_csv
from graphrag_neo4j.readers.event_times import end_of, rule_in_words, times_of
from graphrag_neo4j.readers.record_fields import titled_record
from graphrag_neo4j.readers.records import Item, Records

if TYPE_CHECKING:
    from vobject.base import Component, ContentLine

_OF_EVENT: Mapping[str, str] = {
    "dtstart": "Start",
    "dtend": "End",
    "due": "Due",
    "duration": "Duration",
    "rrule": "Repeats",
    "rdate": "Also on",
    "exdate": "Except",
    "recurrence-id": "Instead of",
    "location": "Location",
    "organizer": "Organizer",
    "attendee": "Attendees",
    "contact": "Contact",
    "resources": "Resources",
    "status": "Status",
    "categories": "Categories",
    "url": "URL",
}
_OF_CARD: Mapping[str, str] = {
    "nickname": "Nickname",
    "org": "Organization",
    "title": "Title",
    "role": "Role",
    "tel": "Phone",
    "email": "Email",
    "adr": "Address",
    "label": "Address label",
    "impp": "Messenger",
    "bday": "Birthday",
    "anniversary": "Anniversary",
    "related": "Related",
    "url": "URL",
    "categories": "Categories",
}
_PEOPLE = ("organizer", "attendee")
_TIMES = ("dtstart", "due", "rdate", "exdate", "recurrence-id")
_EVENTS = ("VEVENT", "VTODO", "VJOURNAL")
_BEGIN = re.compile(r"^BEGIN:[^\S\n]*([\w-]+)[^\S\n]*$", re.MULTILINE | re.IGNORECASE)
_BINARY = re.compile(  # pictures, sounds and keys, whether their lines are folded or not
    r"^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY|ATTACH)[;:][^\n]*\n"
    r"(?:[^\S\n][^\n]*\n|[A-Za-z0-9+/=]+\n)*",
    re.MULTILINE | re.IGNORECASE,
)
_IN_PARTS = frozenset("n adr org rrule dtstart dtend due rdate exdate recurrence-id".split())
"""What commas part by a grammar of its own; all other fields are texts or lists of texts."""
_LISTS = ("categories", "nickname", "resources")
_COMMA = re.compile(r"\\.|(?P<comma>,)", re.DOTALL)
_CODED_COMMA = re.compile(r"\\.|(?P<comma>,|=2[Cc])", re.DOTALL)
_CODED = "QUOTED-PRINTABLE"
_LONGEST_NAME = 60
_VARIANTS = "##fileformat=VCF"
_NAME = re.compile(r"^(?:SUMMARY|FN)(?:;[^:\n]*)?:(.+)$", re.MULTILINE | re.IGNORECASE)

_Record = dict[str, object]


def read_calendar(path: Path, uri: str, key: str = "") -> Iterator[Item]:
    """The events, tasks and entries of a calendar, with their times as they stand there.

    One that stands instead of one time of an event that repeats is an entry of its own, and that
    time is among those that the event leaves out.
    """
    events = list(_parsed(path, _EVENTS, _event))
    return _items(
        Records(path, uri, key=key), "entry", map(partial(_without, _moved(events)), events)
    )


def read_contacts(path: Path, uri: str, key: str = "") -> Iterator[Item]:
    """The cards of an address book; a file of the Variant Call Format, whose suffix is the same, is
    a table of genetic variants."""
    if _is_of_variants(path):
        return read_csv(path, uri, key)
    return _items(Records(path, uri, key=key), "card", _parsed(path, ("VCARD",), _card))


def _is_of_variants(path: Path) -> bool:
    with open_text(path) as file:
        return file.read(len(_VARIANTS)) == _VARIANTS


def _items(records: Records, kind: str, found: Iterable[_Record | str]) -> Iterator[Item]:
    for number, one in enumerate(found, start=1):
        if isinstance(one, str):
            yield records.bad(number, one)
        else:
            yield records.read(number, one, kind)


def _moved(events: Iterable[_Record | str]) -> Mapping[object, list[str]]:
    """By the ids of events, for which of their times others stand."""
    moved: dict[object, list[str]] = {}
    for event in events:
        if not isinstance(event, str) and event["id"] and "Instead of" in event:
            moved.setdefault(event["id"], []).append(str(event["Instead of"]))
    return moved


def _without(moved: Mapping[object, list[str]], event: _Record | str) -> _Record | str:
    """An event that leaves out the times that others stand for."""
    if isinstance(event, str) or "Instead of" in event or event["id"] not in moved:
        return event
    left_out = [*filter(None, [str(event.get("Except", ""))]), *moved[event["id"]]]
    fields = {name: value for name, value in event.items() if name != "text"}
    return {**fields, "Except": "; ".join(dict.fromkeys(left_out)), "text": event["text"]}


def _event(block: str) -> _Record:
    return _record(block, "summary", _OF_EVENT, ("description", "comment"))


def _card(block: str) -> _Record:
    return _record(block, "fn", _OF_CARD, ("note",))


def _parsed(
    path: Path, names: Collection[str], record_of: Callable[[str], _Record]
) -> Iterator[_Record | str]:
    """The records of the blocks called ``names``, of one that is not sound what is wrong with it.
    Raises :class:`ReadError` if there is none."""
    from vobject.base import VObjectError

    logging.getLogger("vobject.base").setLevel(logging.CRITICAL)  # it tells of each line it skips
    blocks = _blocks(read_text_file(path), names)
    if not blocks:
        raise _nothing()
    for block in blocks:
        try:
            yield record_of(block)
        except (VObjectError, ValueError, AttributeError, TypeError) as error:
            name = _NAME.search(block)
            what = f'"{shorten(name[1].strip(), _LONGEST_NAME)}"' if name else "it"
            yield f"{what} is not sound: {getattr(error, 'msg', error)}."


def _blocks(text: str, names: Collection[str]) -> list[str]:
    """The text from each BEGIN of one of ``names`` to its END, or, without one, to the next."""
    begins = [begin for begin in _BEGIN.finditer(text) if begin[1].upper() in names]
    stops = [*(begin.start() for begin in begins), len(text)][1:]
    return [
        _BINARY.sub("", _to_end(text[begin.start() : stop], begin[1]))
        for begin, stop in zip(begins, stops, strict=True)
    ]


def _to_end(block: str, name: str) -> str:
    end = re.compile(rf"^END:[^\S\n]*{name}[^\S\n]*$", re.MULTILINE | re.IGNORECASE).search(block)
    return block[: end.end()] if end else block


def _unfolded(block: str) -> Iterator[str]:
    """Words on lines that are no field: those of a long note whose program does not fold."""
    from vobject.base import ParseError, getLogicalLines, parseLine

    for line, _ in getLogicalLines(StringIO(block), allowQP=True):
        try:
            parseLine(line)
        except ParseError:
            if " " in line.strip():
                yield line.strip()


def _with_whole_texts(block: str) -> str:
    """``block`` with marks before the commas of its texts: many programs leave them out, and a
    parser takes what is behind a bare comma for another value."""
    from vobject.base import ParseError, getLogicalLines, parseLine

    lines = []
    for line, _ in getLogicalLines(StringIO(block), allowQP=True):
        try:
            name, _, value, _ = parseLine(line)
        except ParseError:
            lines.append(line)
            continue
        if value and name.casefold() not in _IN_PARTS and line.endswith(value):
            head = line[: -len(value)]
            comma = _CODED_COMMA if _CODED in head.upper() else _COMMA
            mark = partial(_marked, gap=" " if name.casefold() in _LISTS else "")
            line = head + comma.sub(mark, value)
        lines.append(line)
    return "\n".join(lines)


def _marked(found: re.Match[str], gap: str) -> str:
    return f"\\{found[0]}{gap}" if found["comma"] else found[0]


def _nothing() -> ReadError:
    return ReadError("there is nothing in it.", "Leave it out.", "empty")


def _record(block: str, name: str, fields: Mapping[str, str], notes: tuple[str, ...]) -> _Record:
    import vobject

    whole = _with_whole_texts(block)
    part = vobject.readOne(whole, transform=False, ignoreUnreadable=True, allowQP=True)
    told = {label: "; ".join(_values(part, field)) for field, label in fields.items()}
    noted = [words for note in notes for words in _values(part, note)]
    noted += _unfolded(block)
    id_ = "".join(_values(part, "uid")[:1])
    return titled_record(id_, "; ".join(_values(part, name)), told, noted)


def _values(part: Component, field: str) -> list[str]:
    lines = part.contents.get(field, ())
    if field == "dtend":
        return list(end_of(part))
    if field in _TIMES:
        return [time for line in lines for time in times_of(line)]
    said = _repeats if field == "rrule" else _who if field in _PEOPLE else _words
    return [words for words in (said(line.transformToNative()) for line in lines) if words]


def _who(line: ContentLine) -> str:
    """Somebody by name and address, and what they answered: "Ada Berg, ada@example (declined)"."""
    names = (*line.params.get("CN", ()), _words(line))
    answers = line.params.get("PARTSTAT", ())
    answer = next((one.lower() for one in answers if one.upper() != "NEEDS-ACTION"), "")
    who = ", ".join(dict.fromkeys(filter(None, names)))
    return f"{who} ({answer})" if who and answer else who


def _repeats(line: ContentLine) -> str:
    return rule_in_words(_words(line))


def _words(line: ContentLine) -> str:
    return _said(line.value)


def _said(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(filter(None, map(_said, value)))
    lines = (" ".join(line.split()) for line in clean_text(str(value)).split("\n"))
    return "\n".join(filter(None, lines)).strip(" ,").removeprefix("mailto:")
