"""The archive that Twitter gives its users: scripts that each set one list."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.readers.content import read_text_file, title_from_name, with_words
from graphrag_neo4j.readers.exports.chats import Message, days_of
from graphrag_neo4j.readers.exports.posts import read_posts
from graphrag_neo4j.readers.exports.times import point_in_time
from graphrag_neo4j.readers.records import Item, Records

_BEGINNING = re.compile(r"\s*window\.YTD\.\w+\.part\d+\s*=\s*(?=\[)")
_Record = Mapping[str, object]


def is_archive(head: bytes) -> bool:
    """Whether a script that begins with ``head`` is a list of the archive."""
    return _BEGINNING.match(head.decode("utf-8-sig", "replace")) is not None


def read_archive(path: Path, uri: str, key: str = "") -> Iterator[Item]:
    """Tweets by their days, direct messages as talks, the objects of all other lists as records."""
    items = _items(read_text_file(path))
    talks = dict(filter(None, map(_talk, items)))
    title = title_from_name(path)
    found = False
    for name, messages in talks.items():
        found = True
        yield from days_of(f"{uri}#{name}", title, messages, {})
    for posted in () if talks else read_posts(uri, title, items):
        found = True
        yield posted
    records = Records(path, uri, key=key)
    for number, item in enumerate(() if found else items, start=1):
        yield records.read(number, item, "item")


def _items(text: str) -> list[object]:
    """The objects of the list, each without the cover that names its kind."""
    begin = _BEGINNING.match(text)
    try:
        value = json.loads(text[begin.end() if begin else 0 :].rstrip().removesuffix(";"))
    except (ValueError, RecursionError) as error:
        raise ReadError(f"its list is not valid JSON: {error}.", "Correct it.") from None
    if not isinstance(value, list) or not value:
        with_words("")
    return [_bare(_unescaped(item)) for item in value]


def _bare(item: object) -> object:
    if isinstance(item, Mapping) and len(item) == 1:
        within = next(iter(item.values()))
        return within if isinstance(within, Mapping) else item
    return item


def _unescaped(value: object) -> object:
    """``value``, its strings without the entities that stand for marks."""
    if isinstance(value, str):
        return unescape(value)
    if isinstance(value, list):
        return [_unescaped(one) for one in value]
    if isinstance(value, dict):
        return {key: _unescaped(one) for key, one in value.items()}
    return value


def _talk(item: object) -> tuple[str, list[Message]] | None:
    """A conversation and its messages, the earliest first; people are known by number alone."""
    told = item.get("messages") if isinstance(item, Mapping) else None
    if not isinstance(item, Mapping) or not isinstance(told, list):
        return None
    events = (_bare(event) for event in told)
    messages = [
        Message(str(event.get("senderId") or ""), words, point_in_time(event.get("createdAt")))
        for event in events
        if isinstance(event, Mapping) and (words := str(event.get("text") or "").strip())
    ]
    messages.sort(key=lambda message: message.time)
    return str(item.get("conversationId") or ""), messages
