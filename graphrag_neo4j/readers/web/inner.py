"""The first things within a tag. The ``descendants`` of BeautifulSoup first look for the last one,
level by level; as tags that are never closed nest thousands deep, that would cost each of them a
walk through all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bs4.element import PageElement, Tag


def first_within(tag: Tag, most: int) -> Iterator[PageElement]:
    """The first tags and texts within ``tag`` in the order of the page, at most ``most``."""
    return following_within(tag, tag, most)


def following_within(start: PageElement, tag: Tag, most: int) -> Iterator[PageElement]:
    """What follows ``start``, itself at most ``most`` levels down, as long as it is in ``tag``."""
    for one in islice(start.next_elements, most):
        if not any(around is tag for around in islice(one.parents, 2 * most)):
            return
        yield one
