"""JSON and YAML: lists of objects as records, chats as talks, all else as settings."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.code import read_code
from graphrag_neo4j.readers.config.commented_json import as_yaml, without_comments
from graphrag_neo4j.readers.config.lines import Setting, settings_document
from graphrag_neo4j.readers.config.nested import from_json, from_yaml
from graphrag_neo4j.readers.content import (
    Unreadable,
    clean_text,
    first_field,
    read_text_file,
    title_from_name,
    with_words,
)
from graphrag_neo4j.readers.exports.chats import messages_of, read_chat
from graphrag_neo4j.readers.exports.conversations import read_talks
from graphrag_neo4j.readers.exports.keep import is_note, read_note
from graphrag_neo4j.readers.exports.posts import read_posts
from graphrag_neo4j.readers.exports.slack import channel_of, directory_of, listed_plainly
from graphrag_neo4j.readers.exports.trello import board_records, is_board
from graphrag_neo4j.readers.geojson import places_in
from graphrag_neo4j.readers.records import TEXT_FIELDS, Item, Records, record_document
from graphrag_neo4j.readers.written_numbers import WrittenNumber
from graphrag_neo4j.readers.yaml_text import yaml_value

_COVER = 0.8
"""What the one list in an object makes of all its characters at least, if it is a table."""
_READ_IN_CHANNELS = "its names are read with the channels beside it, and it says no more."
_MOST_YAML = 300_000
"""Bytes; its parser is slow."""


def read_json(path: Path, uri: str, key: str = "") -> Iterator[Item]:
    """One document for each day of an exported chat or of posts, or for each object of a list of
    objects, also of one that is nearly all that an object holds; of talk in any other shape one for
    each of its days, and what else there is; else one for the whole file, each value with its path,
    as in settings. JSON with comments is settings."""
    text = read_text_file(path)
    try:
        value, is_commented = _json_value(text)
        json.dumps(value, indent=2)  # what is too deep for that is too deep for all below
    except (ValueError, RecursionError) as error:
        raise ReadError(f"it is not valid JSON: {error}.", "Correct it.") from None
    if is_commented and (told := _commented_settings(path, uri, text)):
        yield told
        return
    if is_note(value):
        yield read_note(uri, title_from_name(path), value)
        return
    title = channel_of(path) or title_from_name(path)
    own = board_records(value) if is_board(value) else places_in(value)
    if (first_record := next(own, None)) is not None:
        records = Records(path, uri, key=key)
        for number, record in enumerate(chain([first_record], own), start=1):
            yield records.read(number, record, "item")
        return
    has_messages = isinstance(value, dict) and bool(messages_of(value))
    talks, rest = read_talks(uri, title, value) if has_messages else ([], value)
    chat = read_chat(uri, title, value, directory_of(path))
    found = False
    for item in talks or chain(chat, read_posts(uri, title, value)):
        found = True
        yield item
    if not found:
        talks, rest = read_talks(uri, title, value)
        yield from talks
    if found or talks:
        yield from _rest(path, uri, key, rest) if talks and rest else ()
        return
    plain = listed_plainly(path, value)
    if plain == [] != value:
        yield Unreadable(uri, _READ_IN_CHANNELS, skipped=True, kind="ignored")
        return
    yield from _rest(path, uri, key, plain)


def _rest(path: Path, uri: str, key: str, value: object) -> Iterator[Item]:
    """What is no talk: records, or else settings, whatever it is."""
    found = False
    for item in _listed(path, uri, key, value):
        found = True
        yield item
    if found:
        return
    if isinstance(value, dict) and first_field(value, TEXT_FIELDS):
        yield record_document(uri, title_from_name(path), value)
    elif value in ({}, [], None, ""):
        with_words("")
    else:
        title = title_from_name(path)
        told = settings_document(uri, title, from_json(value), most=None)
        yield told or Document(uri, with_words(clean_text(str(value))), title)


def _json_value(text: str) -> tuple[Any, bool]:
    """What JSON says, and whether it is JSON with comments, or a comma behind the last item.

    Raises :class:`ValueError` for anything else."""
    try:
        return json.loads(text, parse_float=WrittenNumber), False
    except ValueError:
        return json.loads(without_comments(text), parse_float=WrittenNumber), True


def _commented_settings(path: Path, uri: str, text: str) -> Document | None:
    """The settings of JSON with comments; None where there are too many, or none."""
    settings = from_yaml(as_yaml(text)) if len(text) <= _MOST_YAML else ()
    return settings_document(uri, title_from_name(path), settings)


def read_yaml(path: Path, uri: str, key: str = "") -> Iterator[Item]:
    """One document for each record of a list of flat ones that has no comments but above it; else
    settings, and if it is not sound, as a template is not, code."""
    text = read_text_file(path) if path.stat().st_size <= _MOST_YAML else ""
    value = yaml_value(text)
    items, _ = _main_list(value)
    is_list = bool(items) and all(map(_is_flat, items))
    settings = from_yaml(text) if not is_list or "#" in text else []
    told = settings_document(uri, title_from_name(path), settings)
    if is_list and (not told or not _has_comments_within(settings)):
        above = " ".join(setting.comment for setting in settings if setting.comment)
        yield from _listed(path, uri, key, value, above)
    else:
        yield told or read_code(path, uri)


def _has_comments_within(settings: Sequence[Setting]) -> bool:
    """Whether comments stand below the first setting."""
    first = min((setting.line for setting in settings if setting.path), default=0)
    return any(setting.comment and setting.line > first for setting in settings)


def _is_flat(item: object) -> bool:
    return isinstance(item, dict) and "{" not in json.dumps(list(item.values()), default=str)


def _listed(path: Path, uri: str, key: str, value: object, comment: str = "") -> Iterator[Item]:
    """The objects of a list, or of the one that an object covers, and what else that holds, with
    the ``comment`` above it; nothing if there is none."""
    items, rest = _main_list(value)
    if items and comment:
        rest = {**rest, "comment": comment}
    if rest:
        yield record_document(uri, title_from_name(path), rest)
    records = Records(path, uri, key=key, has_own_ids=True)
    for number, item in enumerate(items, start=1):
        yield records.read(number, item, "item")


def _main_list(value: object) -> tuple[list[object], dict[str, object]]:
    """The list of objects that ``value`` is, or is little more than a cover of, and the rest."""
    rest: dict[str, object] = {}
    is_cover, path = isinstance(value, dict), ""
    while isinstance(value, dict):
        sizes = {name: len(json.dumps(told, default=str)) for name, told in value.items()}
        name = max(sizes, key=lambda name: sizes[name], default=None)
        if name is None or sizes[name] < _COVER * sum(sizes.values()):
            return [], {}
        rest |= {f"{path}{key}": told for key, told in value.items() if key != name}
        value, path = value[name], f"{path}{name}."
    if not isinstance(value, list):
        return [], {}
    objects = [isinstance(item, dict) for item in value]
    is_list = len(value) > 1 and all(objects) if is_cover else any(objects)
    return (value, rest) if is_list else ([], {})
