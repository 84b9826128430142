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
from graphrag_neo4j.readers.chat_texts import read_sms
from graphrag_neo4j.readers.content import (
    Blocks,
    first_field,
    read_text_file,
    title_from_name,
    words,
)
from graphrag_neo4j.readers.large import LARGE, read_large_text
from graphrag_neo4j.readers.opml import read_outline
from graphrag_neo4j.readers.records import TEXT_FIELDS, Item, Records
from graphrag_neo4j.readers.web.page import add_page
from graphrag_neo4j.readers.wiki import read_wiki_dump

if TYPE_CHECKING:
    from lxml.etree import _Element

_PROSE = words("abstract chapter content div p para paragraph sect1 section simpara text")
_TITLES = words("head heading title")
_HTML = re.compile(
    r"</?(?:a|b|blockquote|br|code|div|em|en-note|font|h[1-6]|i|img|li|ol|p|pre|span|strong|table|ul)"
    r"\b[^<>]*>",
    re.IGNORECASE,
)
_MAPS = words("gpx kml")
"""Files of places, with thousands of points that say nothing to people."""
_DATED = words("guid link pubdate published updated")
_SAYING = ("encoded", "description", "summary")
"""Of an entry of a feed, dated or linked: where it says what it has to say."""
_MOST_COORDINATES = 60
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
    found = [_fields(entry) for entry in entries]
    if root is not None and _name(root) in _MAPS:
        found = [place for element in root.iter() if (place := _place(element))]
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
        told = _words(element) or "; ".join(str(value) for value in element.attrib.values())
        fields[name] = f"{fields[name]}; {told}" if fields.get(name) else told
    return _with_text(fields)


def _with_text(fields: dict[str, object]) -> dict[str, object]:
    """The fields of a feed's entry with what it says as the text: all of it if it is there, else
    what sums it up."""
    if "title" not in fields or not _DATED & fields.keys() or first_field(fields, TEXT_FIELDS):
        return fields
    name = next((name for name in _SAYING if fields.get(name)), "")
    return {"text" if key == name else key: value for key, value in fields.items()}


def _place(element: _Element) -> dict[str, object] | None:
    """What a map tells of a place, a track or itself; None of all that has no name."""
    if not any(_name(child) == "name" for child in element):
        return None
    fields: dict[str, object] = {}
    for child in element:
        name, said = _name(child), _words(child)
        is_point = name == "point" and len(said) <= _MOST_COORDINATES
        if name and said and (is_point or not len(child)):
            fields["coordinates" if is_point else name] = said
    where = {str(name): value for name, value in element.attrib.items() if name in ("lat", "lon")}
    return {**fields, **where}


def _words(element: _Element) -> str:
    """The words in an element, without marks of HTML; blanks part what stands in elements of its
    own."""
    joint = "" if _is_mixed(element) else " "
    text = " ".join(joint.join(map(str, element.itertext())).split())
    return _without_tags(text) if _HTML.search(text) else text


def _without_tags(source: str) -> str:
    page = Blocks()
    add_page(page, source)
    return page.text


def _add(blocks: Blocks, element: _Element, depth: int) -> None:
    """Append an element's paragraphs and titles."""
    if not _name(element):
        return
    if not len(element) or _is_mixed(element):
        level = max(1, depth) if _name(element) in _TITLES else 0
        blocks.add(_words(element), level=level)
        return
    for child in element:
        _add(blocks, child, depth + 1)
