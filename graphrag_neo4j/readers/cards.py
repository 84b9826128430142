"""Calendars (.ics) and address cards (.vcf): each event, task and card a document of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.readers.content import clean_text, read_text_file
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
    "location": "Location",
    "organizer": "Organizer",
    "attendee": "Attendees",
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
    "bday": "Birthday",
    "url": "URL",
    "categories": "Categories",
}
_PEOPLE = ("organizer", "attendee")
_UNITS = {"daily": "days", "weekly": "weeks", "monthly": "months", "yearly": "years"}
_DATE = re.compile(r"(\d{4})(\d\d)(\d\d).*")
_EVENTS = ("VEVENT", "VTODO", "VJOURNAL")


def read_calendar(path: Path, uri: str, key: str = "") -> Iterator[Item]:
    """The events, tasks and entries of a calendar, with their times as they stand there."""
    records = Records(path, uri, key=key)
    parts = (part for calendar in _components(path) for part in calendar.components())
    events = [part for part in parts if part.name in _EVENTS]
    if not events:
        raise _nothing()
    for number, event in enumerate(events, start=1):
        record = _record(event, "summary", _OF_EVENT, ("description", "comment"))
        yield records.read(number, record, "entry")


def read_contacts(path: Path, uri: str, key: str = "") -> Iterator[Item]:
    """The cards of an address book."""
    records = Records(path, uri, key=key)
    for number, card in enumerate(_components(path), start=1):
        yield records.read(number, _record(card, "fn", _OF_CARD, ("note",)), "card")


def _components(path: Path) -> list[Component]:
    """Raises :class:`ReadError` if there is none."""
    import vobject

    try:
        found = list(vobject.readComponents(read_text_file(path), ignoreUnreadable=True))
    except (vobject.base.ParseError, ValueError, AttributeError, TypeError) as error:
        raise ReadError(f"it is not sound: {error}.", "Export it again.", "corrupt") from None
    if not found:
        raise _nothing()
    return found


def _nothing() -> ReadError:
    return ReadError("there is nothing in it.", "Leave it out.", "empty")


def _record(
    part: Component, name: str, fields: Mapping[str, str], notes: tuple[str, ...]
) -> dict[str, object]:
    told = {label: "; ".join(_values(part, field)) for field, label in fields.items()}
    noted = (words for note in notes for words in _values(part, note))
    id_ = "".join(_values(part, "uid")[:1])
    return titled_record(id_, "; ".join(_values(part, name)), told, noted)


def _values(part: Component, field: str) -> list[str]:
    lines = part.contents.get(field, ())
    said = _repeats if field == "rrule" else _who if field in _PEOPLE else _words
    return [words for words in (said(line) for line in lines) if words]


def _who(line: ContentLine) -> str:
    """Somebody by name and address, and what they answered: "Ada Berg, ada@example (declined)"."""
    names = (*line.params.get("CN", ()), _words(line))
    answers = line.params.get("PARTSTAT", ())
    answer = next((one.lower() for one in answers if one.upper() != "NEEDS-ACTION"), "")
    who = ", ".join(dict.fromkeys(filter(None, names)))
    return f"{who} ({answer})" if who and answer else who


def _repeats(line: ContentLine) -> str:
    """When an event comes again, in words: "weekly on TU, TH until 2025-07-01"."""
    rule = dict(part.split("=", 1) for part in _words(line).split(";") if "=" in part)
    freq = rule.pop("FREQ", "").lower()
    if freq not in _UNITS:
        return _words(line)
    every = rule.pop("INTERVAL", "1")
    said = [freq if every == "1" else f"every {every} {_UNITS[freq]}"]
    if days := rule.pop("BYDAY", ""):
        said.append(f"on {days.replace(',', ', ')}")
    if until := rule.pop("UNTIL", ""):
        said.append("until " + _DATE.sub(r"\1-\2-\3", until))
    if count := rule.pop("COUNT", ""):
        said.append(f"{count} times")
    rule.pop("WKST", None)
    return " ".join([*said, *(f"{name}={value}" for name, value in rule.items())])


def _words(line: ContentLine) -> str:
    return _said(line.value)


def _said(value: object) -> str:
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M %Z}".strip()
    if isinstance(value, (list, tuple)):
        return ", ".join(filter(None, map(_said, value)))
    words = value.isoformat() if isinstance(value, date) else str(value)
    lines = (" ".join(line.split()) for line in clean_text(words).split("\n"))
    return "\n".join(filter(None, lines)).strip(" ,").removeprefix("mailto:")
