"""What nobody sees of a page: parts that are not displayed, and signs that only fill a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

_NOT_DISPLAYED = re.compile(r"(?<![\w-])display\s{0,9}:\s{0,9}none\b", re.IGNORECASE)
_INVISIBLE = "\u034f\u200b\u200c\u200d\u2060\ufeff\xad"


def remove_hidden(page: BeautifulSoup) -> None:
    """Takes out what is not displayed, as long as no script shows it."""
    for tag in page.find_all(style=_NOT_DISPLAYED):
        if not tag.decomposed:  # within one that is out already
            tag.decompose()


def visible(said: Iterable[str]) -> Iterator[str]:
    """The words without those of invisible signs, with which mails fill their first line."""
    return (word for word in said if word.strip(_INVISIBLE))
