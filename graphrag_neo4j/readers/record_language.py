"""The records of one file share a language: a row of ten words is too short to tell its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.text.language import shared_language
from graphrag_neo4j.text.places import record_place

_ENOUGH = 8_000
"""Characters of records that are read before the first is given."""
_MOST = 1_000
"""What is read before it at most, with what cannot be read."""

Item = Document | Unreadable


def with_shared_language(items: Iterable[Item]) -> Iterator[Item]:
    """What a file holds, its records with the language that the first of them are in together;
    the records of a file within it keep theirs."""
    items = iter(items)
    first: list[Item] = []
    size = 0
    for item in items:
        if not first and not _is_record(item):
            yield item
            continue
        first.append(item)
        size += len(item.text) if isinstance(item, Document) else 0
        if size >= _ENOUGH or len(first) == _MOST:
            break
    texts = (item.text for item in first if isinstance(item, Document) and _is_record(item))
    shared = shared_language(texts) if first else ""
    for item in chain(first, items):
        yield _in_language(item, shared)


def _is_record(item: Item) -> bool:
    return isinstance(item, Document) and record_place(item) is not None


def _in_language(item: Item, shared: str) -> Item:
    if isinstance(item, Document) and _is_record(item):
        return replace(item, shared_language=item.shared_language or shared)
    return item
