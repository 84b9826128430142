"""XML: feeds and lists as records, documents as prose, all other as code."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Block, Document
from graphrag_neo4j.readers.archive import xml_root
from graphrag_neo4j.readers.content import (
    Blocks,
    first_field,
    read_text_file,
    title_from_name,
    words,
)
from graphrag_neo4j.readers.exports.chat_texts import read_sms
from graphrag_neo4j.readers.large import LARGE, read_large_text
from graphrag_neo4j.readers.maps import places_of
from graphrag_neo4j.readers.markup.wiki import read_wiki_dump
from graphrag_neo4j.readers.opml import read_outline
from graphrag_neo4j.readers.records import TEXT_FIELDS, Item, Records
from graphrag_neo4j.readers.tables import Cell, is_number
from graphrag_neo4j.readers.web.page import add_page

if TYPE_CHECKING:
    from lxml.etree import _Element

_PROSE = words("abstract chapter content div p para paragraph sect1 section simpara text")
_TITLES = words("head heading title")
_BREAKS = words("br lb line-break linebreak newline tab")
_TABLES = words("informaltable table")
_ROWS = words("row tr")
_HTML = re.compile(
    r"</?(?:a|b|blockquote|br|code|div|em|en-note|font|h[1-6]|i|img|li|ol|p|pre|span|strong|table|ul)"
    r"\b[^<>]*>",
    re.IGNORECASE,
)
_MAPS = words("gpx kml")
"""Files of places, with thousands of points that say nothing to people."""
_TO_DO = re.compile(r"<en-todo\b(?P<state>[^<>]*)>(?:\s*</en-todo>)?", re.IGNORECASE)
_DATED = words("guid link pubdate published updated")
_SAYING = ("encoded", "description", "summary")
"""Of an entry of a feed, dated or linked: where it says what it has to say."""
_FEEDS = words("channel feed")
_WRITERS = ("author", "managingeditor", "creator")
_UNITS = words("currency currencycode currencyid unit unitcode unitofmeasure units uom")
"""Attributes without which a number says nothing."""
_LONGEST_UNIT = 20
_LONGEST_NAME = 200
_COVER = 0.8
"""What the records make of all words at least."""
_DISTINCT = 0.75
"""Of the fields of a record so many have names of their own, those of a chapter not."""


_OWN_READERS: Mapping[str, Callable[[_Element, str], Iterator[Item]]] = {
    "mediawiki": read_wiki_dump,
    "opml": read_outline,
    "smses": read_sms,
}
"""By the name of the outermost element."""


def read_xml(path: Path, uri: str, key: str = "") -> Iterator[Item]:
    """Each entry of a feed or list and each place of a map as a record; the pages of a wiki, the
    points of an outline, the messages of a phone; else one document: the
    paragraphs of a text under its titles, and where there are none the file as it stands, in which
    nothing is read."""
    root = _root(path)
    own = _OWN_READERS.get(_name(root)) if root is not None else None
    if root is not None and own is not None:
        for item in own(root, uri):
            if isinstance(item, Document) and not item.title:
                item = replace(item, title=title_from_name(path))
            yield item
        return
    entries = _entries(root) if root is not None else []
    about = _feed(entries[0].getparent()) if entries else {}
    found = [_of_feed(_fields(entry), about) for entry in entries]
    if root is not None and _name(root) in _MAPS:
        found = list(places_of(root, _name, _words))
    if found:
        records = Records(path, uri, key=key)
        for number, fields in enumerate(found, start=1):
            yield records.read(number, fields, "entry")
        return
    blocks = Blocks()
    if root is not None and any(_name(element) in _PROSE for element in root.iter()):
        _add(blocks, root, 0)
    if blocks.text:
        title = blocks.headings[0].title if blocks.headings else title_from_name(path)
        yield blocks.document(uri, title)
    elif path.stat().st_size > LARGE:
        yield from read_large_text(path, uri)
    else:
        text = read_text_file(path)
        code = (Block(0, len(text.rstrip()), "code"),)
        yield Document(uri, text, title_from_name(path), has_lines=True, blocks=code)


def _root(path: Path) -> _Element | None:
    """The outermost element, without comments; None if it is not well formed."""
    from lxml import etree

    try:
        root = xml_root(path.read_bytes())
    except ReadError:
        return None
    etree.strip_elements(root, etree.Comment, etree.ProcessingInstruction, with_tail=False)
    return root


def _name(element: _Element) -> str:
    """An element's name without its namespace; "" of what is no element."""
    tag = element.tag
    return tag.rpartition("}")[2].casefold() if isinstance(tag, str) else ""


def _entries(root: _Element) -> list[_Element]:
    """The elements of one name that are nearly all of a file, if each is a record."""
    holder = root
    while len(holder) == 1 and not _is_mixed(holder):
        holder = holder[0]
    names = Counter(_name(child) for child in holder)
    name, times = names.most_common(1)[0] if names else ("", 0)
    entries = [child for child in holder if _name(child) == name]
    said = sum(map(_length, entries))
    if times < 2 or name in _PROSE or said < _COVER * _length(root):
        return []
    fields = sum(len(entry) for entry in entries)
    distinct = sum(len({_name(field) for field in entry}) for entry in entries)
    if not fields or distinct < _DISTINCT * fields or any(map(_is_mixed, entries)):
        return []
    return entries


def _length(element: _Element) -> int:
    return sum(len(str(part).strip()) for part in element.itertext())


def _is_mixed(element: _Element) -> bool:
    """Whether words stand between its elements."""
    own = [element.text, *(child.tail for child in element)] if len(element) else []
    return any(text and text.strip() for text in own)


def _fields(entry: _Element) -> dict[str, object]:
    """Attributes and elements as fields; of several of one name all."""
    fields: dict[str, object] = {
        str(name).rpartition("}")[2]: value for name, value in entry.attrib.items()
    }
    for element in entry:
        if not (name := _name(element)):
            continue
        told = _with_unit(element) or "; ".join(str(value) for value in element.attrib.values())
        fields[name] = f"{fields[name]}; {told}" if fields.get(name) else told
    return _with_text(fields)


def _with_unit(element: _Element) -> str:
    """The words in an element, a number with its currency or unit ("9.90 EUR")."""
    told = _words(element)
    if not is_number(told):
        return told
    units = (
        str(value).strip()
        for name, value in element.attrib.items()
        if str(name).rpartition("}")[2].casefold().replace("_", "") in _UNITS
    )
    return " ".join([told, *(unit for unit in units if 0 < len(unit) <= _LONGEST_UNIT)])


def _feed(holder: _Element | None) -> dict[str, str]:
    """What a feed is called, and who writes it; nothing of any other list."""
    if holder is None or _name(holder) not in _FEEDS:
        return {}
    told = {_name(child): _words(child) for child in reversed(holder) if not _is_long(child)}
    author = next((told[name] for name in _WRITERS if told.get(name)), "")
    return {"feed": told.get("title", ""), "author": author}


def _of_feed(entry: dict[str, object], about: Mapping[str, str]) -> dict[str, object]:
    """An entry with what is told of its feed, behind its title, unless it tells that itself."""
    added = {name: said for name, said in about.items() if said and not entry.get(name)}
    if any(entry.get(name) for name in _WRITERS):
        added.pop("author", None)
    if "title" not in entry:
        return {**added, **entry}
    return {"title": entry["title"], **added, **{k: v for k, v in entry.items() if k != "title"}}


def _is_long(element: _Element) -> bool:
    return _length(element) > _LONGEST_NAME


def _with_text(fields: dict[str, object]) -> dict[str, object]:
    """The fields of a feed's entry with what it says as the text: all of it if it is there, else
    what sums it up."""
    if "title" not in fields or not _DATED & fields.keys() or first_field(fields, TEXT_FIELDS):
        return fields
    name = next((name for name in _SAYING if fields.get(name)), "")
    return {"text" if key == name else key: value for key, value in fields.items()}


def _words(element: _Element) -> str:
    """The words in an element, without marks of HTML; blanks part what stands in elements of its
    own."""
    joint = "" if _is_mixed(element) else " "
    text = " ".join(joint.join(_texts(element)).split())
    return _without_tags(text) if _HTML.search(text) else text


def _texts(element: _Element) -> Iterator[str]:
    """The texts in an element; a break parts the words beside it."""
    yield element.text or (" " if _name(element) in _BREAKS else "")
    for child in element:
        yield from _texts(child)
        yield child.tail or ""


def _without_tags(source: str) -> str:
    page = Blocks()
    add_page(page, _TO_DO.sub(_point, source))
    return page.text


def _point(box: re.Match[str]) -> str:
    """A box to tick, as a point of a list begins that it stands before."""
    return f"<br><br>- [{'x' if 'true' in box['state'].casefold() else ' '}] "


def _add(blocks: Blocks, element: _Element, depth: int) -> None:
    """Append an element's paragraphs and titles."""
    name = _name(element)
    if not name:
        return
    if not len(element) or _is_mixed(element):
        level = max(1, depth) if name in _TITLES else 0
        blocks.add(_words(element), level=level, kind="term" if name == "term" else "")
        return
    rows = list(_rows(element)) if name in _TABLES else []
    if any(rows):
        for child in element:  # its title, but also what else is no row
            if not any(_name(part) in _ROWS for part in child.iter()):
                blocks.add(_words(child))
        blocks.add_table(rows)
        return
    for child in element:
        _add(blocks, child, depth + 1)


def _rows(table: _Element) -> Iterator[list[Cell]]:
    """The rows of a table; those of its head name its columns."""
    for row in table.iter():
        if _name(row) in _ROWS:
            holder = row.getparent()
            is_head = holder is not None and _name(holder) == "thead"
            yield [
                Cell(_words(cell), is_name=is_head or _name(cell) == "th")
                for cell in row
                if _name(cell)
            ]
