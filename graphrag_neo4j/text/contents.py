"""Lines of a table of contents, which say nothing: "Hull . . . . . 7", "Sails ........ 12".

A price list or an order is set in the same way. Pages are whole numbers that never fall.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from graphrag_neo4j.text.line_breaks import LEADER

_PAGE = re.compile(r"\d{1,4}|[ivxlc]{0,6}", re.IGNORECASE)


class Contents:
    """The table of contents of a text, if its lines with leaders are one."""

    def __init__(self, text: str) -> None:
        last: dict[int, str] = {}  # what stands behind the last leader of a line
        for leader in LEADER.finditer(text):
            end = text.find("\n", leader.end())
            end = end if end >= 0 else len(text)
            last[end] = text[leader.end() : end].strip()
        self._is_there = all(map(_PAGE.fullmatch, last.values())) and _rise(last.values())

    def has(self, line: str) -> bool:
        """Whether ``line`` is one of it."""
        return self._is_there and LEADER.search(line) is not None


def _rise(pages: Iterable[str]) -> bool:
    numbers = [int(page) for page in pages if page.isdecimal()]
    return all(page <= following for page, following in pairwise(numbers))
