"""What a table of names and values on a page is about: an infobox, the specification of a product.

Its rows say "Mayor: Ann Hale" and "Weight: 23 kg", and only the caption of the table or the title
of the page says of what.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graphrag_neo4j.readers.content import words

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

_CALLED = words(
    """
    attributes characteristics datasheet infobox spec specification specifications specs technical
    """
)
"""Words in the class, id or caption of such tables."""
_WORD = re.compile(r"[^\W\d_]+")
_LONGEST_NAME = 8  # words


class PageSubject:
    """What ``page`` is about: its only h1, if the page's title has it, too."""

    def __init__(self, page: BeautifulSoup) -> None:
        first = page.find_all("h1", limit=2)
        name = _text(first[0]) if len(first) == 1 else ""
        title = _text(page.title) if page.title else ""
        self._name = name if _is_name(name) and name.casefold() in title.casefold() else ""

    def of_table(self, table: Tag) -> str:
        """What the rows of a table are about that give a name and a value each; empty if it does
        not say so. An infobox may have a caption of its own."""
        caption = _text(table.caption) if table.caption else ""
        called = {*map(str, table.get("class") or ()), str(table.get("id") or "")}
        names = {word.casefold() for name in called for word in _WORD.findall(name)}
        if caption and caption.casefold() == self._name.casefold():
            return self._name
        if "infobox" in names and _is_name(caption):
            return caption
        names.update(word.casefold() for word in _WORD.findall(caption))
        return self._name if names & _CALLED else ""


def _text(tag: Tag) -> str:
    return " ".join(tag.get_text(" ").split())


def _is_name(text: str) -> bool:
    return 0 < len(text.split()) <= _LONGEST_NAME and text[-1] not in ".!?:"
