"""Tables and records: each row of a CSV, object of a JSON list or line of JSON Lines."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.ingest.readers.content import (
    Unreadable,
    clean_text,
    decode,
    first_field,
    read_text_file,
    safe_metadata,
    scalar,
    title_from_name,
    with_words,
)
from graphrag_neo4j.model import Document

_TEXT_FIELDS = ("text", "content", "body")
_TITLE_FIELDS = ("title", "name")
_ID_FIELDS = ("id",)
_IN_FRAGMENT = "/:@!$&'()*+,;=?"  # besides letters and digits, what a fragment may hold as it is
_BIGGEST_FIELD = 2**31 - 1

Item = Document | Unreadable


class _Records:
    """Makes documents of the records of one file and gives each its own uri."""

    def __init__(self, path: Path, uri: str) -> None:
        self._uri = uri
        self._stem = title_from_name(path)
        self._seen: set[str] = set()

    def read(self, number: int, record: object) -> Item:
        """The document of record ``number`` (from 1)."""
        if not isinstance(record, dict):
            return self.bad(number, "the record is not an object with named fields.")
        key = self._key(number, record)
        try:
            return record_document(f"{self._uri}#{key}", f"{self._stem} {key}", record)
        except ReadError as error:
            return Unreadable(f"{self._uri}#{key}", error.message, error.hint)

    def bad(self, number: int, reason: str) -> Unreadable:
        return Unreadable(f"{self._uri}#{self._unused(str(number))}", reason, "Correct the record.")

    def _key(self, number: int, record: Mapping[str, object]) -> str:
        """The record's id if it has one that no record before it has, else its number."""
        field = first_field(record, _ID_FIELDS)
        value = record[field] if field else None
        if isinstance(value, (str, int)) and not isinstance(value, bool) and str(value).strip():
            key = quote(clean_text(str(value).strip()), safe=_IN_FRAGMENT)
            if key not in self._seen:
                self._seen.add(key)
                return key
        return self._unused(str(number))

    def _unused(self, key: str) -> str:
        while key in self._seen:
            key = f"row-{key}"
        self._seen.add(key)
        return key


def record_document(uri: str, fallback_title: str, record: Mapping[str, object]) -> Document:
    """A record as a document: its text and title fields, all others as metadata.

    Without a field named text, content or body the text is all fields, one "name: value" a
    line. Raises :class:`ReadError` if there is no text.
    """
    text_field = first_field(record, _TEXT_FIELDS)
    title_field = first_field(record, _TITLE_FIELDS)
    if text_field is None:
        text = "\n".join(
            f"{key}: {scalar(value)}" for key, value in record.items() if value not in (None, "")
        )
    else:
        value = record[text_field]
        text = str(scalar(value)) if value is not None else ""
    title = record[title_field] if title_field else None
    metadata = safe_metadata(
        (key, value)
        for key, value in record.items()
        if key not in (text_field, title_field) and value != ""
    )
    words = " ".join(str(scalar(title)).split()) if title is not None else ""
    return Document(uri, with_words(clean_text(text)), words or fallback_title, (), metadata)


def read_csv(path: Path, uri: str) -> Iterator[Item]:
    """One document for each row; the first row names the columns."""
    text = read_text_file(path)
    csv.field_size_limit(_BIGGEST_FIELD)  # the default refuses a cell of 128 KiB
    delimiter = "\t" if path.suffix.lower() == ".tsv" else _delimiter(text)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    records = _Records(path, uri)
    number = 0
    try:
        header = [name.strip() or f"column_{n}" for n, name in enumerate(next(rows), start=1)]
        for row in rows:
            if not any(cell.strip() for cell in row):
                continue
            number += 1
            if len(row) > len(header):
                yield records.bad(number, f"the row has {len(row)} fields, not {len(header)}.")
            else:
                yield records.read(number, dict(zip(header, row, strict=False)))
    except csv.Error as error:
        yield records.bad(number + 1, f"the table breaks off: {error}.")
    if not number:
        raise ReadError("the table has no rows below its header.", "Leave it out.")


def _delimiter(text: str) -> str:
    """The likeliest of the usual delimiters, by the header line."""
    header = text.lstrip().partition("\n")[0]
    return max(",;\t|", key=header.count)


def read_json(path: Path, uri: str) -> Iterator[Item]:
    """One document for each object of a list of objects; else one for the whole file."""
    text = read_text_file(path)
    try:
        value = json.loads(text)
        whole = json.dumps(value, ensure_ascii=False, indent=2)
    except (ValueError, RecursionError) as error:
        raise ReadError(f"it is not valid JSON: {error}.", "Correct it.") from None
    records = _Records(path, uri)
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        for number, item in enumerate(value, start=1):
            yield records.read(number, item)
    elif isinstance(value, dict) and first_field(value, _TEXT_FIELDS):
        yield record_document(uri, title_from_name(path), value)
    elif value in ({}, [], None, ""):
        with_words("")
    else:
        yield Document(uri, clean_text(whole), title_from_name(path))


def read_jsonl(path: Path, uri: str) -> Iterator[Item]:
    """One document for each line, read as they come: the file may be larger than memory."""
    records = _Records(path, uri)
    number = 0
    with path.open("rb") as lines:
        for number_in_file, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            number += 1
            yield _jsonl_record(records, number, number_in_file, line)
    if not number:
        with_words("")


def _jsonl_record(records: _Records, number: int, line_number: int, line: bytes) -> Item:
    try:
        return records.read(number, json.loads(decode(line).removeprefix("\ufeff")))
    except ReadError as error:
        return records.bad(number, f"line {line_number}: {error.message}")
    except (ValueError, RecursionError) as error:
        return records.bad(number, f"line {line_number} is not valid JSON: {error}.")
