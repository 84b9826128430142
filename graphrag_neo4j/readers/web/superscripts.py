"""Superscripts of web pages, and links to notes, as they are written in plain text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bs4.element import NavigableString, Tag

from graphrag_neo4j.readers.superscripts import note_mark, superscript
from graphrag_neo4j.readers.web.inner import first_within

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

_STYLE = re.compile(r"vertical-align\s*:\s*super\b", re.IGNORECASE)
_MOST_PARTS = 8  # of a superscript: one that was never closed goes on to the end of the page
_TELLING = re.compile(r"\d|^\s*[a-zA-Z]\s*$")


def mark_superscripts(soup: BeautifulSoup) -> None:
    """Put each number that is raised, and each link to a note, as text in place of its tag."""
    for tag in [*soup.find_all(["sup", "a"]), *soup.find_all(style=_STYLE)]:
        if tag.parent is None or (tag.name == "a" and not _refers_to_note(tag)):
            continue
        if len(list(first_within(tag, _MOST_PARTS))) == _MOST_PARTS:
            continue
        text = tag.get_text()
        if not _TELLING.search(text):
            continue
        link = _link_around(tag, text)
        is_note = link is not tag or tag.name == "a" or tag.find("a", href=True) is not None
        link.replace_with(NavigableString(note_mark(text) if is_note else superscript(text)))


def _link_around(tag: Tag, text: str) -> Tag:
    """The link that holds nothing but ``tag``; else ``tag`` itself."""
    parent = tag.parent
    is_link = parent is not None and parent.name == "a" and parent.get("href") is not None
    return parent if parent is not None and is_link and parent.get_text() == text else tag


def _refers_to_note(link: Tag) -> bool:
    """Whether a link says that it does, as those of e-books."""
    return "noteref" in str(link.get("epub:type") or "") or link.get("role") == "doc-noteref"
