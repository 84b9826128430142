"""Talk in JSON of any shape: lists of turns under any name, at any depth, lists of such lists,
``{"session_1": […], "session_1_date_time": "1:56 pm on 8 May, 2023"}``.

The day of a talk is that of its messages, else the one that stands beside the list.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from urllib.parse import quote

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.ids import IN_FRAGMENT
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import (
    Unreadable,
    clean_text,
    decode,
    first_field,
    safe_metadata,
    title_from_name,
    words,
)
from graphrag_neo4j.readers.exports.chats import Message, days_of, is_export, messages_of
from graphrag_neo4j.readers.exports.turns import (
    moment,
    named_turns,
    parts_of_name,
    speaker_field,
    tells_time,
    turns_of,
)
from graphrag_neo4j.readers.record_fields import fields_of, lines_of, rows_of, spoken_id
from graphrag_neo4j.readers.written_numbers import WrittenNumber
from graphrag_neo4j.text.dates import day_within

_TITLES = ("title", "name")
_SUBJECTS = ("subject", "summary", "betreff", "objet", "asunto")
_NUMBERS = ("id", "number", "key", "ticket", "ticket_id")
_TEXTS = ("text", "content", "body")
_BELOW = words(
    """
    answers changelog comments events feedback history kommentare logs notes notizen posts replies
    responses reviews
    """
)
"""What is called so belongs to what it stands below."""
_PLAIN = words(
    """
    chat chats conversation conversations data dialog dialogs dialogue dialogues items list log
    messages nachrichten result results rows session sessions transcript transcripts turns
    utterances
    """
)
"""What a list of turns may be called whatever they are about."""
_TALKS = words("conversation messages nachrichten thread turns")
"""What a list is called that is a talk, however short it is."""
_WHOLES = words(
    "call chat channel conv conversation dialog dialogue episode interview room session thread"
)
_IDS = words("id ids uuid guid")
_MOST_FIELDS = 8
"""Of an object beside a talk, such as the customer, that is told with it."""
_LONGEST_NAME = 80  # characters
_LARGEST = 64_000_000  # bytes
_SAMPLE = 60  # lines
_FEWEST_OF_ALL = 0.25
"""What talk makes of all characters at least, where it is read as such."""

Item = Document | Unreadable
_Record = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class _Talk:
    """``names``: of what it stands in, from the outermost; ``about``: the fields beside it."""

    names: tuple[str, ...]
    messages: Sequence[Message]
    about: _Record = field(default_factory=dict)


def read_talks(uri: str, title: str, value: object) -> tuple[list[Item], object]:
    """The talks in a value of JSON, a document for each day of each, and what else it holds; none
    where they are but a small part of it."""
    talks, rest = _talks_in(value, (), "")
    if not talks or _size(value) - _size(rest) < _FEWEST_OF_ALL * _size(value):
        return [], value
    talks = _called_apart(talks)
    taken: set[str] = set()
    items = [item for talk in talks for item in _documents(uri, title, talk, taken)]
    if len(items) == 1 and isinstance(items[0], Document) and not items[0].places:
        return [replace(items[0], uri=uri)], rest
    return items, rest


def _size(value: object) -> int:
    return len(json.dumps(value, default=str))


def _called_apart(talks: Sequence[_Talk]) -> list[_Talk]:
    """Talks without those names, but for numbers, that all of them have."""
    shared = set.intersection(*(set(talk.names) for talk in talks))
    shared = {name for name in shared if not any(map(str.isdigit, name))}
    return [
        replace(talk, names=tuple(name for name in talk.names if name not in shared))
        for talk in talks
    ]


def read_turns(path: Path, uri: str) -> list[Item]:
    """The talks in JSON Lines, where each line is a turn; nothing of other lines, and of a file
    that is too large to be one talk."""
    if path.stat().st_size > _LARGEST:
        return []
    try:
        with path.open("rb") as lines:
            first = [
                json.loads(decode(line).removeprefix("\ufeff")) for line in _told(lines, _SAMPLE)
            ]
        if not turns_of(first):
            return []
        with path.open("rb") as lines:
            items = [
                json.loads(decode(line).removeprefix("\ufeff"), parse_float=WrittenNumber)
                for line in _told(lines)
            ]
    except (ReadError, ValueError, RecursionError):
        return []
    return read_talks(uri, title_from_name(path), items)[0]


def _told(lines: Iterable[bytes], most: int | None = None) -> Iterator[bytes]:
    return islice((line for line in lines if line.strip()), most)


def _documents(uri: str, title: str, talk: _Talk, taken: set[str]) -> Iterator[Item]:
    """The days of a talk, each under a uri that is not ``taken``."""
    times = {one.time for one in talk.messages}
    has_clock = max(Counter(time[:10] for time in times).values()) > 1
    names = (" ".join(name.replace("_", " ").split()) for name in talk.names)
    own, ids = first_field(talk.about, _TITLES), _number_of(talk.about)
    title = ", ".join((_title_of(talk.about, title), *names))
    parts = (*talk.names, *(value for _, value in ids))
    name = quote(clean_text("/".join(parts)), safe=IN_FRAGMENT)
    silent = (own, *(key for key in talk.about if not parts_of_name(key).isdisjoint(_IDS)))
    silent = (*silent, *(key for key, _ in ids))
    fields = [*ids, *fields_of(talk.about, silent, is_whole=True)]
    about = safe_metadata(talk.about.items())
    for item in days_of(uri, title, talk.messages, about, has_clock=has_clock):
        _, _, day = item.uri.removeprefix(uri).rpartition("#")
        first = key = "/".join(filter(None, (name, day))) or "talk"
        number = 1
        while key in taken:
            number += 1
            key = f"{first}-{number}"
        taken.add(key)
        item = replace(item, uri=f"{uri}#{key}")
        yield _with_fields(item, fields) if isinstance(item, Document) and fields else item
        fields = []


def _number_of(about: _Record) -> list[tuple[str, str]]:
    """The number by which people ask for a talk with a subject, as for a ticket."""
    has_subject = first_field(about, (*_SUBJECTS, "title")) is not None
    return spoken_id(about, first_field(about, _NUMBERS)) if has_subject else []


def _title_of(about: _Record, file: str) -> str:
    """What each day of a talk is called: by its number and subject, below the ``file`` unless it
    has a title."""
    own = first_field(about, _TITLES)
    subject = own or first_field(about, _SUBJECTS)
    said = str(about[subject]).strip() if subject else ""
    called = " ".join(filter(None, (*(value for _, value in _number_of(about)), said)))
    return called if own else f"{file} {called}".strip()


def _with_fields(talk: Document, fields: list[tuple[str, str]]) -> Document:
    """A talk with what its fields say behind it."""
    start = len(talk.text) + 2
    text = f"{talk.text}\n\n{clean_text(lines_of(fields))}"
    return replace(talk, text=text, blocks=rows_of(fields, start))


def _talks_in(value: object, names: tuple[str, ...], when: str) -> tuple[list[_Talk], object]:
    """The talks in ``value``, which stands in ``names``, and the rest of it; ``when``: what is
    known of their time from outside."""
    if isinstance(value, Mapping):
        return _of_map(value, names, when)
    if not isinstance(value, list) or messages_of(value):
        return [], value
    if turns_of(value):
        return list(_parted(value, names, when)), None
    found: list[_Talk] = []
    rest: list[object] = []
    for item in value:
        talks, left = _talks_in(item, names, when)
        found += talks
        if not talks or left:
            rest.append(left)
    return found, rest or None


def _of_map(value: _Record, names: tuple[str, ...], when: str) -> tuple[list[_Talk], object]:
    text = first_field(value, _TEXTS)
    moments = ((key, moment(told)) for key, told in value.items() if tells_time(key))
    times = {key: found for key, found in moments if found}
    messages = messages_of(value)
    is_known = any(one.time for one in messages) or (messages and not (times or when))
    if is_known or is_export(value) or (text and isinstance(value[text], str)):
        return [], value
    nested = {key for key, told in value.items() if isinstance(told, (list, Mapping))}
    own_times = _times_beside(times, nested)
    found: list[_Talk] = []
    rest: dict[str, object] = {}
    used: set[str] = set()
    for key, told in value.items():
        if not isinstance(told, (list, Mapping)) or not parts_of_name(key).isdisjoint(_BELOW):
            rest[key] = told
            continue
        beside = own_times.get(key) or own_times.get("", "")
        own = (*names, key) if key.casefold() not in _PLAIN else names
        day = times.get(beside) or day_within(key) or when
        talks, left = _talks_in(told, own, day)
        if not talks and key.casefold() in _TALKS and (said := named_turns(told)):
            talks, left = [_Talk(own, [_at(one, day) for one in said])], None
        found += talks
        used |= {beside} if talks else set()
        if not talks or left:
            rest[key] = left
    rest = {key: told for key, told in rest.items() if key not in used}
    if len(found) == 1:
        about = {key: told for key, told in rest.items() if _stands_beside(told)}
        about = {key: told for key, told in about.items() if told not in (None, "")}
        left_over = {key: told for key, told in rest.items() if key not in about and told}
        numbers = [key for key, told in about.items() if _is_number_of_talk(key, told)]
        called = (*(f"{key} {about.pop(key)}" for key in numbers), *found[0].names)
        found = [_Talk(called, found[0].messages, {**found[0].about, **about})]
        return found, left_over or None
    return found, rest or None


def _stands_beside(value: object) -> bool:
    """Whether a value is told with the talk beside it: words, or a small object, as of whom it is
    with."""
    if not isinstance(value, Mapping):
        return not isinstance(value, list)
    are_plain = not any(isinstance(told, (list, Mapping)) for told in value.values())
    return are_plain and 0 < len(value) <= _MOST_FIELDS


def _is_number_of_talk(key: str, value: object) -> bool:
    """Whether a field says which of several talks it is: "session: 11"."""
    is_number = isinstance(value, int) or (isinstance(value, str) and value.isdecimal())
    return is_number and key.casefold() in _WHOLES


def _times_beside(times: Mapping[str, str], lists: Collection[str]) -> dict[str, str]:
    """The field that tells the time of each list, by its name: one with that name in its own; under
    "" the one with the name of no list."""
    found: dict[str, str] = {}
    for name in times:
        for key in sorted(_whole_parts(name) & set(lists), key=len)[-1:] or [""]:
            found.setdefault(key, name)
    return found


def _whole_parts(name: str) -> set[str]:
    """What a name has in it as a whole: "session_1" in "session_1_date"."""
    if len(name) > _LONGEST_NAME:
        return set()
    starts = [n for n in range(len(name)) if not n or not name[n - 1].isalnum()]
    ends = [n for n in range(1, len(name)) if not (name[n].isdigit() or name[n].islower())]
    return {name[start:end] for start in starts for end in (*ends, len(name)) if start < end}


def _parted(items: Sequence[_Record], names: tuple[str, ...], when: str) -> Iterator[_Talk]:
    """The talks in a list of turns: one, or, where a field tells which of several each is of,
    these."""
    groups: dict[str, list[_Record]] = {}
    names_of_fields = [name for name in items[0] if name != speaker_field(items)]
    whole = next(filter(None, (_whole_of(items, name) for name in names_of_fields)), "")
    for item in items:
        groups.setdefault(str(item[whole]) if whole else "", []).append(item)
    fields = (whole,) if whole else ()
    for value, group in groups.items():
        own = (*names, *(f"{name} {value}" for name in fields))
        turns = [{key: told for key, told in item.items() if key != whole} for item in group]
        yield _Talk(own, [_at(one, when) for one in _turns(turns, items)])


def _turns(group: Sequence[_Record], items: Sequence[_Record]) -> Sequence[Message]:
    """The turns of a part of ``items``; what is too short to show its shape is read as all are."""
    if len(group) == len(items):
        return turns_of(items)
    return turns_of(group) or messages_of({"messages": list(group)})


def _whole_of(items: Sequence[_Record], name: str) -> str:
    """``name``, if the field tells which of several talks each item is of."""
    if parts_of_name(name).isdisjoint(_WHOLES):
        return ""
    values = [item.get(name) for item in items]
    if not all(isinstance(value, (str, int)) and len(str(value)) <= 60 for value in values):
        return ""
    return name if 1 < len(set(values)) <= len(values) / 2 else ""


def _at(message: Message, when: str) -> Message:
    return message if message.time else replace(message, time=when)
