"""Posts of a page that begin with their time, as those of a live report do: the time is put into
the heading of its post, or is one. As a line above the heading it would end the post before."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING

from bs4.element import NavigableString, Tag

from graphrag_neo4j.readers.web.inner import first_within, following_within
from graphrag_neo4j.text.dates import day_within

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

_POSTS = ("article", "div", "li", "section")
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_PARAGRAPHS = ("blockquote", "div", "ol", "p", "pre", "ul", *_HEADINGS)
_CLOCK = re.compile(
    r"(?:at )?\d{1,2}[:.h][0-5]\d(?::[0-5]\d)?(?: ?[ap]\.?m\b\.?)?(?: (?:uhr|h|[A-Z]{2,4}))?",
    re.IGNORECASE,
)
_LONGEST = 40  # characters of a time
_FEWEST = 2  # posts
_MOSTLY = 0.5
_PROSE = 60  # characters of one text
_MOST_LOOKED_AT = 40  # tags and texts of a post


def head_timed_posts(soup: BeautifulSoup) -> None:
    """Make the times headings, of posts of one shape side by side that begin with one."""
    alike: dict[tuple[int, str, str], list[tuple[Tag, NavigableString]]] = {}
    for post in soup.find_all(_POSTS):
        if (time := _time(post)) is not None:
            form = (id(post.parent), post.name, str((post.get("class") or ("",))[0]))
            alike.setdefault(form, []).append((post, time))
    for posts in alike.values():
        headings = [_next(time, post, _HEADINGS) for post, time in posts]
        n_said = sum(_has_prose(post) for post, _ in posts)
        if len(posts) >= _FEWEST and (any(headings) or n_said >= _MOSTLY * len(posts)):
            told = (heading.name for heading in headings if heading is not None)
            name = next(told, "") or _below(posts[0][0])
            for (_, time), heading in zip(posts, headings, strict=True):
                _put(soup, time, heading, name)


def _time(post: Tag) -> NavigableString | None:
    """The first words of a post, if they are a time in an element of its own and more follows."""
    inner = first_within(post, _MOST_LOOKED_AT)
    words = (one for one in inner if type(one) is NavigableString and one.strip())
    first = next(words, None)
    if first is None or first.parent is post or not _is_time(" ".join(first.split())):
        return None
    goes_on = _next(first, post, _PARAGRAPHS) is None
    return None if goes_on else first


def _is_time(text: str) -> bool:
    if len(text) > _LONGEST:
        return False
    return _CLOCK.fullmatch(text) is not None or day_within(text) != ""


def _next(time: NavigableString, post: Tag, names: Collection[str]) -> Tag | None:
    """The first element called so that begins behind the time, if no words stand between."""
    for one in following_within(time, post, _MOST_LOOKED_AT):
        if isinstance(one, Tag) and one.name in names:
            return one
        if type(one) is NavigableString and one.strip():
            return None
    return None


def _has_prose(post: Tag) -> bool:
    """Whether it says something; a line of a programme of events stays one."""
    inner = first_within(post, _MOST_LOOKED_AT)
    return any(type(one) is NavigableString and len(one.strip()) >= _PROSE for one in inner)


def _below(post: Tag) -> str:
    """A heading below the one above ``post``."""
    above = post.find_previous(["h1", *_HEADINGS])
    return f"h{min(int(above.name[1]) + 1, len(_HEADINGS) + 1)}" if above else _HEADINGS[0]


def _put(soup: BeautifulSoup, time: NavigableString, heading: Tag | None, name: str) -> None:
    said = " ".join(time.split())
    if heading is not None:
        time.extract()
        heading.insert(0, f"{said} – ")
    else:
        own = soup.new_tag(name)
        time.replace_with(own)
        own.append(said)
