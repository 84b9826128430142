"""Lines in bold that are headings of old pages, which have no tags of headings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bs4.element import NavigableString, Tag

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

_LONGEST = 60  # characters of a heading
_ABOVE = ("blockquote", "br", "div", "hr", "ol", "p", "pre", "table", "ul")
_SENTENCE = re.compile(r"\s*(?:[^\s.!?]+\s+){2,}[^\s.!?]{2,}[.!?](?:\s|\Z)")


def part_bold_lines(soup: BeautifulSoup) -> None:
    """Make a paragraph of each line in bold with a sentence on the next line; as one paragraph
    they would be read as one sentence."""
    for bold in soup.find_all(["b", "strong"]):
        line = bold.next_sibling
        if not isinstance(line, Tag) or line.name != "br" or not _begins_line(bold):
            continue
        text, below = bold.get_text().strip(), line.next_sibling
        is_heading = 0 < len(text) <= _LONGEST and text[-1].isalnum()  # "Note:" is none
        if is_heading and isinstance(below, NavigableString) and _is_prose(below):
            bold.name = "p"


def _begins_line(bold: Tag) -> bool:
    before = bold.previous_sibling
    if isinstance(before, NavigableString) and not before.strip():
        before = before.previous_sibling
    return before is None or (isinstance(before, Tag) and before.name in _ABOVE)


def _is_prose(text: str) -> bool:
    """Whether a sentence stands there, and no line of an address or a list."""
    sentence = _SENTENCE.match(text)
    return sentence is not None and any(word.islower() for word in sentence[0].split()[1:])
