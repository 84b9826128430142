"""Bookmarks as browsers export them: a page of folders in folders, each link a point in one."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Blocks, clean_text

_MARK = re.compile(r"\ufeff?\s*<!DOCTYPE\s+NETSCAPE-Bookmark-file-1\b", re.IGNORECASE)
_COLLECTED = ("title", "h1", "h3", "a", "dd")
_NO_ADDRESSES = ("javascript:", "data:", "place:")
"""What begins so is a program, a picture or a search of the browser."""
_DEEPEST = 6


def is_bookmarks(source: str) -> bool:
    """Whether a page says at its top that it is an export of bookmarks."""
    return _MARK.match(source) is not None


def bookmarks_document(source: str, uri: str, fallback_title: str) -> Document:
    """Bookmarks as one document: folders are headings, each link is a paragraph with its note, its
    tags and its address. Title: that of the page, else of its first heading."""
    page = _Bookmarks()
    page.feed(clean_text(source))
    page.close()
    page.end_link()
    return page.blocks.document(uri, page.title or fallback_title)


class _Bookmarks(HTMLParser):
    """Collects folders and links; tags that nobody closes end where the next one begins."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks = Blocks()
        self.title = ""
        self._depth = 0
        self._inside = ""
        self._words: list[str] = []
        self._link: list[str] = []
        self._behind: list[str] = []
        """Tags and address of the link, which stand behind its note."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in (*_COLLECTED, "dt", "dl"):
            self._end_words()
        if tag in ("dt", "dl", "h1", "h3"):
            self.end_link()
        self._depth += tag == "dl"
        if tag in _COLLECTED:
            self._inside = tag
        if tag == "a":
            told = {name: value or "" for name, value in attrs}
            tags = ", ".join(filter(None, map(str.strip, told.get("tags", "").split(","))))
            address = told.get("href", "").strip()
            is_address = not address.casefold().startswith(_NO_ADDRESSES)
            self._behind = [f"tags: {tags}" if tags else "", address if is_address else ""]

    def handle_endtag(self, tag: str) -> None:
        if tag in _COLLECTED or tag == "dl":
            self._end_words()
        if tag == "dl":
            self.end_link()
            self._depth = max(self._depth - 1, 0)

    def handle_data(self, data: str) -> None:
        if self._inside:
            self._words.append(data)

    def end_link(self) -> None:
        """Write out the link that is open, with what was said of it."""
        self._end_words()
        self.blocks.add(", ".join(filter(None, (*self._link, *self._behind))))
        self._link, self._behind = [], []

    def _end_words(self) -> None:
        """Put what was collected where it belongs."""
        said, tag = " ".join("".join(self._words).split()), self._inside
        self._words, self._inside = [], ""
        if tag in ("title", "h1"):
            self.title = self.title or said
        elif tag == "h3":
            self.blocks.add(said, level=min(max(self._depth, 1), _DEEPEST))
        elif said and tag in ("a", "dd"):
            self._link.append(said)
