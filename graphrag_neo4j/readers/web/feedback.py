"""What a page asks of its readers about itself: "Was this page helpful? Yes / No"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graphrag_neo4j.readers.web.inner import first_within

if TYPE_CHECKING:
    from bs4.element import Tag

_ASKED = re.compile(
    r"(?:was|is|did|do) (?:you find )?th(?:is|e) (?:page|article|answer|section|topic|document"
    r"|information|content)(?: on this page)? (?:was )?"
    r"(?:helpful|useful|help you|answer your question|solve your problem)(?: to you)?\s?\?"
    r"(?:[^\w?]{0,9}(?:yes|no|yes no|not really|thumbs up|thumbs down)\b){0,2}[^\w?]{0,9}",
    re.IGNORECASE,
)
LONGEST = 120  # characters
_MOST_PARTS = 30  # tags and texts within


def asks_readers(tag: Tag) -> bool:
    """Whether ``tag``, of at most :data:`LONGEST` characters, holds that question alone."""
    if len(list(first_within(tag, _MOST_PARTS + 1))) > _MOST_PARTS:
        return False
    return _ASKED.fullmatch(" ".join(tag.get_text(" ").split())) is not None
