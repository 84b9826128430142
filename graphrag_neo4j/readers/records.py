"""Records: documents made of named fields; each line of JSON Lines is one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.ids import IN_FRAGMENT, content_hash
from graphrag_neo4j.model import Block, Document, Heading, Place
from graphrag_neo4j.readers.content import (
    Unreadable,
    clean_text,
    decode,
    first_field,
    safe_metadata,
    shorten,
    title_from_name,
    with_words,
)
from graphrag_neo4j.readers.exports.chats import (
    Message,
    chat_document,
    is_export,
    messages_of,
    parted,
)
from graphrag_neo4j.readers.exports.conversations import read_talks, read_turns
from graphrag_neo4j.readers.record_fields import (
    Fields,
    fields_of,
    lines_of,
    rows_of,
    short_fields,
    spoken_id,
)
from graphrag_neo4j.readers.sheet_tables import with_sheet
from graphrag_neo4j.readers.title_units import unit_in
from graphrag_neo4j.readers.written_numbers import WrittenNumber, in_words

TEXT_FIELDS = ("text", "content", "body")
_TITLE_FIELDS = ("title", "name")
_SUBJECT_FIELDS = ("subject", "summary", "betreff", "objet", "asunto")
_ID_FIELDS = ("id", "_id", "uuid")
_CONTENT_KEY = re.compile(r"(?:.*/)?(?:row|part)-[0-9a-f]{16}(-\d+)?")
_HASH_DIGITS = 16
_TITLE_LENGTH = 60
_NESTED = (list, dict)
_LONGEST_ENTRY = 60  # characters
_FEWEST_ENTRY_FIELDS = 2

Item = Document | Unreadable


def is_content_key(key: str) -> bool:
    """Whether a record, or a part of a large text, is known by its content: ``key`` is what
    follows ``#`` in its uri."""
    return _CONTENT_KEY.fullmatch(key) is not None


class Records:
    """Makes documents of the records of one file and gives each its own uri.

    A record with an id that no record before it has is known by that, any other by its content:
    a row that is inserted, deleted or moved leaves its neighbours as they are. The second of two
    equal records gets a number; as their text is the same, they become two names of one source.

    ``key`` names the field that is the id; empty: "id", "_id" or "uuid". ``sheet``: the one of a
    workbook that the records stand on, which their keys begin with. ``is_table``: they are rows,
    whose titles begin with the names of file and sheet. ``has_own_ids``: an id was given by people,
    and not by a program for itself.
    """

    def __init__(
        self,
        path: Path,
        uri: str,
        *,
        key: str = "",
        sheet: str = "",
        is_table: bool = False,
        has_own_ids: bool = False,
    ) -> None:
        self._uri = uri
        self._group = with_sheet(title_from_name(path), sheet)
        self._is_table = is_table
        self._has_own_ids = has_own_ids
        self._id_fields = (key.strip().casefold(),) if key.strip() else _ID_FIELDS
        self._sheet = sheet
        self._prefix = f"{quote(clean_text(sheet), safe='')}/" if sheet else ""
        self._seen: set[str] = set()
        self._last_numbers: dict[str, int] = {}

    def read(self, number: int, record: object, kind: str = "row", place: int = 0) -> Item:
        """The document of record ``number`` (from 1), which the file counts as ``kind`` number
        ``place``."""
        if not isinstance(record, dict):
            return self.bad(number, "the record is not an object with named fields.")
        name = _own_id(record, self._id_fields)
        key = self._prefix + quote(clean_text(name), safe=IN_FRAGMENT)
        if not name or key in self._seen:
            name, key = "", self._content_key(record)
        self._seen.add(key)
        uri = f"{self._uri}#{key}"
        called = (_key_and_subject(record) if self._is_table else "") or _first_value(record)
        title = f"{self._group} {name or called}".strip()
        try:
            table = self._group if self._is_table else ""
            document = record_document(uri, title, record, table, says_id=self._has_own_ids)
        except ReadError as error:
            own = uri if name else f"{self._uri}#{self._prefix}{number}"
            return Unreadable(own, error.message, error.hint, kind=error.kind)
        where = Place(0, kind, f"{place or number}")
        if self._sheet:
            where = Place(0, "sheet", f"{self._sheet}, {kind} {where.name}")
        return document if document.places else replace(document, places=(where,))

    def bad(self, number: int, reason: str) -> Unreadable:
        """Record ``number`` cannot be read."""
        return Unreadable(f"{self._uri}#{number}", reason, "Correct the record.")

    def broken_off(self, number: int, reason: str) -> Unreadable:
        """From record ``number`` on nothing can be read, so the file counts as unreadable."""
        return Unreadable(self._uri, f"row {number}: {reason}", "Correct the table.")

    def _content_key(self, record: Mapping[str, object]) -> str:
        told = {name: value for name, value in record.items() if value not in (None, "")}
        text = json.dumps(told, ensure_ascii=False, sort_keys=True)
        key = first = f"{self._prefix}row-{content_hash(text)[:_HASH_DIGITS]}"
        number = self._last_numbers.get(first, 1)  # all up to it are taken
        while key in self._seen:
            number += 1
            key = f"{first}-{number}"
        if number > 1:
            self._last_numbers[first] = number
        return key


def _own_id(record: Mapping[str, object], names: tuple[str, ...]) -> str:
    """The record's id as it stands there; empty if it has none."""
    field = first_field(record, names)
    value = record[field] if field else None
    is_id = isinstance(value, (str, int)) and not isinstance(value, bool)
    return str(value).strip() if is_id else ""


def _key_and_subject(record: Mapping[str, object]) -> str:
    """What a row is called whose text stands behind a code or a number in the first column, as that
    of a ticket does: by these and its subject. "" of other rows."""
    text, subject = first_field(record, TEXT_FIELDS), first_field(record, _SUBJECT_FIELDS)
    first = next(iter(record), None)
    if text is None or text == first or not (key := spoken_id(record, first)):
        return ""
    said = in_words(record[subject]).strip() if subject and record[subject] else ""
    words = " ".join((key[0][1], *said.split())) if subject != first else key[0][1]
    return shorten(clean_text(words), _TITLE_LENGTH)


def _first_value(record: Mapping[str, object]) -> str:
    """What a record without title or id is called: the beginning of what it says first."""
    field = first_field(record, TEXT_FIELDS)
    plain = [value for value in record.values() if not isinstance(value, (list, Mapping))]
    values = [record[field]] if field else plain or [lines_of(fields_of(record, is_whole=True))]
    if messages := messages_of(record):
        values = [messages[0].words]
    texts = (in_words(value).strip() for value in values if value not in (None, ""))
    return shorten(clean_text(next(filter(None, texts), "")), _TITLE_LENGTH)


def under_title(item: Item, title: str) -> Item:
    """A record below the ``title`` of its table, if it has one, whose unit its own title has."""
    if not title or not isinstance(item, Document):
        return item
    unit = unit_in(title) if item.blocks else ""  # not of a note
    own = f"{item.title} ({unit})" if unit and unit not in item.title else item.title
    return replace(item, title=own, above=(Heading(0, 1, title),))


def record_document(
    uri: str,
    fallback_title: str,
    record: Mapping[str, object],
    table: str = "",
    *,
    says_id: bool = False,
) -> Document:
    """A record as a document: its text and title fields, all others as metadata.

    ``table``: what the rows of its table are called; the title of a row without a text of its own
    begins with it. ``says_id``: an id that people may know is told beside a title and a text.

    Without a field named text, content or body the text is all fields, one "name: value" a
    line; so it is where that field has but a few words, as in a ledger ("Text: Membership fee").
    Short fields stand with the text, on the side where most are in the record; what people say
    under it (comments of a ticket) follows. A record of messages is a talk. Raises
    :class:`ReadError` if there is no text.
    """
    blocks: tuple[Block, ...] = ()
    own_text = text_field = first_field(record, TEXT_FIELDS)
    title_field = first_field(record, _TITLE_FIELDS)
    entry = text_field if text_field and _is_entry(record, text_field, title_field) else None
    if entry:
        text_field = None
    title = record[title_field] if title_field else None
    name = " ".join(in_words(title).split()) if title is not None else ""
    messages = messages_of(record) if text_field is None else []
    if messages:
        return _talk(uri, name or fallback_title, record, messages, title_field)
    own, comments = parted(record)
    id_ = spoken_id(record, first_field(record, _ID_FIELDS)) if says_id else []
    if text_field is None:
        name = f"{table} {name}".strip() if name else ""
        fields = (
            _entry_fields(own, entry, title_field, id_) if entry else fields_of(own, is_whole=True)
        )
        text, blocks = lines_of(fields), rows_of(fields)
    else:
        value = record[text_field]
        text = clean_text(in_words(value)) if value is not None else ""
        if text.strip() or name:
            text, blocks = _with_fields(own, text_field, title_field, text, id_)
    text = "\n\n".join(filter(None, (text, *map(clean_text, comments))))
    metadata = safe_metadata(
        (key, value)
        for key, value in record.items()
        if key not in (own_text, title_field) and value != ""
    )
    return Document(uri, with_words(text), name or fallback_title, (), metadata, blocks=blocks)


def _is_entry(record: Mapping[str, object], text_field: str, title_field: str | None) -> bool:
    """Whether the text of a record is no more than one of its fields: a few words, not a sentence,
    beside several others."""
    value = record[text_field]
    if not isinstance(value, str) or not 0 < len(value.strip()) <= _LONGEST_ENTRY:
        return False
    if "\n" in value.strip() or value.rstrip().endswith((".", "!", "?", "…", "。")):
        return False
    leave = (text_field, title_field, first_field(record, _ID_FIELDS))
    return len(short_fields(fields_of(record, leave), "")) >= _FEWEST_ENTRY_FIELDS


def _entry_fields(
    record: Mapping[str, object], text_field: str, title_field: str | None, id_: Fields
) -> Fields:
    """The fields of a record whose text is but one of them; of one with a title that comes first,
    and neither it nor the text has a label."""
    if title_field is None or not record[title_field]:
        return fields_of(record)
    leave = (title_field, text_field, first_field(record, _ID_FIELDS))
    title, text = (in_words(record[name]).strip() for name in (title_field, text_field))
    return [("", title), *id_, *fields_of(record, leave), ("", text)]


def _with_fields(
    record: Mapping[str, object], text_field: str, title_field: str | None, text: str, id_: Fields
) -> tuple[str, tuple[Block, ...]]:
    """The text of a record with its other fields before or behind it, after its title and
    ``id_``."""
    leave = (text_field, title_field, first_field(record, _ID_FIELDS))
    fields = short_fields(fields_of(record, leave), text)
    if text and not fields:
        return text, ()
    if title_field:
        title = fields_of({title_field: record[title_field]})
        fields = [*(("", value) for _, value in title), *id_, *fields]
    row = lines_of(fields)
    names = list(record)
    if not text or 2 * names.index(text_field) >= len(names):
        return f"{row}\n\n{text}".strip(), rows_of(fields)
    return f"{text}\n\n{row}", rows_of(fields, len(text) + 2)


def _talk(
    uri: str,
    title: str,
    record: Mapping[str, object],
    messages: Sequence[Message],
    title_field: str | None,
) -> Document:
    """A record of messages, with what its short fields say behind them, if it is no export of a
    chat, whose fields say nothing to people."""
    plain = ((key, value) for key, value in record.items() if not isinstance(value, _NESTED))
    about = safe_metadata((key, value) for key, value in plain if key != title_field)
    talk = chat_document(uri, title, messages, about)
    if is_export(record):
        return talk
    leave = (first_field(record, _ID_FIELDS), *(k for k, v in record.items() if _is_list(v)))
    fields = short_fields(fields_of(record, leave), talk.text)
    if not fields:
        return talk
    text = f"{talk.text}\n\n{lines_of(fields)}"
    return replace(talk, text=text, blocks=rows_of(fields, len(talk.text) + 2))


def _is_list(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(one, _NESTED) for one in value)


def read_jsonl(path: Path, uri: str, key: str = "") -> Iterator[Item]:
    """One document for each line, read as they come: the file may be larger than memory; of talk
    whose turns are the lines one for each day, and of a line that is a talk those of its days."""
    if talks := [] if key else read_turns(path, uri):
        yield from talks
        return
    records = Records(path, uri, key=key, has_own_ids=True)
    number = 0
    with path.open("rb") as lines:
        for number_in_file, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            number += 1
            yield from _jsonl_record(records, number, number_in_file, line)
    if not number:
        with_words("")


def _jsonl_record(records: Records, number: int, line_number: int, line: bytes) -> Iterator[Item]:
    try:
        record = json.loads(decode(line).removeprefix("\ufeff"), parse_float=WrittenNumber)
        whole = records.read(number, record, "line", line_number)
        yield from _talks_of(record, whole) or [whole]
    except ReadError as error:
        yield records.bad(number, f"line {line_number}: {error.message}")
    except (ValueError, RecursionError) as error:
        yield records.bad(number, f"line {line_number} is not valid JSON: {error}.")


def _talks_of(record: object, whole: Item) -> list[Item]:
    """The days of the talk that a record is; ``whole``: what it is as a record."""
    if not isinstance(whole, Document):
        return []
    uri, _, key = whole.uri.rpartition("#")
    talks, _ = read_talks(uri, whole.title, record)
    if len(talks) == 1:
        return [replace(talks[0], uri=whole.uri)]
    return [replace(talk, uri=f"{talk.uri}/{key}") for talk in talks]
