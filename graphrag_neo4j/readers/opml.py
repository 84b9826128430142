"""Outlines as OPML: subscriptions of a feed reader, notes of an outliner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Blocks

if TYPE_CHECKING:
    from lxml.etree import _Element

_NAMES = ("text", "title")
_ADDRESSES = ("htmlUrl", "xmlUrl", "url")
_DEEPEST = 6


def read_outline(root: _Element, uri: str) -> Iterator[Document]:
    """An outline as one document: what has points below it is a heading, what has none a paragraph,
    with its note and its address. Title: that of its head."""
    blocks = Blocks()
    body = root.find("body")
    for point in body if body is not None else ():
        _add(blocks, point, 1)
    yield blocks.document(uri, " ".join((root.findtext("head/title") or "").split()))


def _add(blocks: Blocks, point: _Element, level: int) -> None:
    name = _first(point, _NAMES)
    note, address = _first(point, ("_note", "description")), _first(point, _ADDRESSES)
    below = list(point.iterchildren("outline"))
    if below and name:
        blocks.add(name, level=min(level, _DEEPEST))
        name = ""
    blocks.add(", ".join(filter(None, (name, note, address))))
    for one in below:
        _add(blocks, one, level + 1)


def _first(point: _Element, names: tuple[str, ...]) -> str:
    found = (" ".join(point.get(name, "").split()) for name in names)
    return next(filter(None, found), "")
