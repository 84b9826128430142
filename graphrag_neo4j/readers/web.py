"""HTML pages: their words in reading order, without scripts, styles and navigation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import (
    Blocks,
    clean_text,
    decode,
    safe_metadata,
    title_from_name,
    with_words,
    words,
)

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_DROPPED = words(
    """
    script style nav noscript template svg math head iframe object canvas audio video map
    button select option input textarea
    """
)
_BLOCKS = words(
    """
    address article aside blockquote body caption center dd details dialog div dl dt fieldset
    figcaption figure footer form header hgroup hr li main ol p pre section summary table tbody
    td tfoot th thead tr ul
    """
).union(_HEADINGS)
_LAYOUT = ("table", "ul", "ol", "pre", "blockquote", *_HEADINGS)  # in a cell: not a data table
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w\-]+)", re.IGNORECASE)
_XML_PROLOG = re.compile(r"\s*<\?xml[^>]*>")


def read_html(path: Path, uri: str) -> Document:
    """A page. Title: ``<title>``, else the first h1, else the file's name."""
    from bs4 import BeautifulSoup

    source = with_words(clean_text(_decode_page(path.read_bytes())))
    # The leading tag keeps BeautifulSoup from warning about text that looks like a file name.
    soup = BeautifulSoup(f"<html>{_XML_PROLOG.sub('', source, count=1)}", "html.parser")
    blocks = _collect(soup)
    first = next((heading.title for heading in blocks.headings if heading.level == 1), "")
    named = " ".join(soup.title.get_text().split()) if soup.title else ""
    title = named or first or title_from_name(path)
    metadata = safe_metadata((name, _meta(soup, name)) for name in ("description", "author"))
    return Document(uri, with_words(blocks.text), title, tuple(blocks.headings), metadata)


def _decode_page(data: bytes) -> str:
    """UTF-8 if it is, else as the page declares, else by its statistics."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        declared = _CHARSET.search(data[:4096])
    if declared:
        try:
            return data.decode(declared[1].decode("ascii"))
        except (LookupError, UnicodeDecodeError):
            pass  # a page that lies about itself
    return decode(data)


def _meta(soup: BeautifulSoup, name: str) -> str | None:
    tag = soup.find("meta", attrs={"name": re.compile(f"^{name}$", re.IGNORECASE)})
    content = str(tag.get("content") or "") if tag else ""
    return " ".join(content.split()) or None


class _Collector:
    """Turns the opening and closing of tags into blocks."""

    def __init__(self) -> None:
        self.blocks = Blocks()
        self._words: list[str] = []
        self._level = 0
        self._bullet = False
        self._pre = 0

    def text(self, text: str) -> None:
        self._words.append(text if self._pre else re.sub(r"\s+", " ", text))

    def open(self, name: str) -> None:
        if name == "br":
            self._words.append("\n")
        elif name in _BLOCKS:
            self.flush()
            self._pre += name == "pre"
            self._bullet = self._bullet or name == "li"
            if name in _HEADINGS:
                self._level = int(name[1])

    def close(self, name: str) -> None:
        if name in _BLOCKS:
            self.flush()
            self._pre -= name == "pre"
            if name in _HEADINGS:
                self._level = 0
            if name == "li":
                self._bullet = False

    def flush(self) -> None:
        text = "".join(self._words)
        self._words.clear()
        if not self._pre:
            text = "\n".join(" ".join(line.split()) for line in text.split("\n"))
        if self._bullet and text.strip() and not self._level:
            self.blocks.add(f"- {text.strip()}", kind="item")
            self._bullet = False
        else:
            self.blocks.add(text, level=self._level)


def _collect(soup: BeautifulSoup) -> Blocks:
    from bs4.element import NavigableString, Tag

    collector = _Collector()
    # A stack, not recursion: unclosed tags nest thousands deep.
    stack: list[tuple[str, Iterator[object]]] = [("", iter(soup.contents))]
    while stack:
        name, children = stack[-1]
        child = next(children, None)
        if child is None:
            stack.pop()
            collector.close(name)
        elif isinstance(child, Tag):
            if child.name in _DROPPED:
                continue
            if child.name == "tr" and child.find(_LAYOUT) is None:
                collector.flush()
                collector.blocks.add_row(_cells(child))
                continue
            collector.open(child.name)
            stack.append((child.name, iter(child.contents)))
        elif type(child) is NavigableString:  # not its subclasses: comments, doctypes
            collector.text(child)
    collector.flush()
    return collector.blocks


def _cells(row: Tag) -> list[str]:
    return [cell.get_text(" ") for cell in row.find_all(["td", "th"])]
