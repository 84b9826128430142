"""Who writes the posts of a forum and the comments below a page: the name is put before the words.

Pages have the author in an element of its own, often with the day, and the words in another. Read
as paragraphs, the words would be nobody's. With the day they are joined as in a thread that is
kept as text: "ann_b wrote on 12 Aug 2023, 09:02:", and the words on the next line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from bs4.element import NavigableString, PageElement, Tag

from graphrag_neo4j.readers.content import words
from graphrag_neo4j.readers.web.inner import first_within

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

_POSTS = words("answer comment forum-post message post reply topic-post")
_ARTICLES = words("blog-post h-entry hentry type-page type-post")
_POST_TYPES = ("/Answer", "/Comment", "/DiscussionForumPosting", "/Question")
_AUTHORS = words("author comment-author commenter post-author postauthor poster user-name username")
_DATES = words("date datetime post-date postdate time timestamp")
_PROFILES = words(
    "message-cell--user message-signature postprofile signature signaturecontainer userinfo"
)
"""What is told of who writes beside each post: a rank, the number of posts, a motto."""
_RANKS = words("author-role flair profile-rank rank user-rank user-title usertitle")
_ABOUT = _RANKS | words("score tagline")
"""What stands between a name and the words."""
_NOT_SAID = words("blockquote h1 h2 h3 h4 h5 h6 script style")
_NAME = re.compile(r"[@\w][\w.'’@-]*(?: [\w.'’-]+){0,3}")
_BY = re.compile(r"(?:(?:post|posted|written|commented) )?(?:by|von|par|por|di|door)\b\s*", re.I)
_SAYS = re.compile(r" (?:says|said|wrote|schreibt|dit|dice|diz):?\Z")
_AGO = re.compile(
    r"(?:just now|yesterday|(?:an?|\d+)\+? ?(?:[smhdwy]|mo|min|sec|hr|second|minute|hour|day|week"
    r"|month|year)s?\.?(?: ago)?)",
    re.I,
)
_WEEKDAY = re.compile(r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? ")
_DATED = re.compile(r"\b(?:19|20)\d\d\b|\d:\d\d")
_MARKS = " \t\n,;·•|»–—-"
_LONGEST_NAME, _LONGEST_DATE = 40, 50  # characters
_PROSE = 60  # characters of one string: not what tells of the author
_AROUND = 12  # elements around one that are looked at
_DEEP = 100  # unclosed tags nest so deep; to look into each would take the square of that
_MOST_PIECES = 20  # strings of an element, to be a name and a day
_MOST_LOOKED_AT = 400  # elements and strings of a post
_LEVELS = 4  # of elements around a name that hold no more than the day
_FEWEST = 2  # posts: one author alone is the page's


@dataclass(frozen=True, slots=True)
class _Author:
    """The element that tells who writes a post, and what it tells beside the name: a day or ""."""

    post: Tag
    element: Tag
    name: str
    day: str


def join_authors(soup: BeautifulSoup) -> None:
    """Put the author of each post, and the day beside the name, before its first words that are no
    quotation. What is told of an author beside each post stays once. A post whose words stand above
    its author stays as it is, and so does a page with one author."""
    found: dict[int, _Author] = {}
    for author in filter(None, map(_author, soup.find_all(_is_author))):
        known = found.get(id(author.post))
        if known is None or (author.day and not known.day):
            found[id(author.post)] = author
    if len(found) >= _FEWEST:
        for author in found.values():
            _join(soup, author, found)
        _tell_once(soup, found)


def _tell_once(soup: BeautifulSoup, authors: Mapping[int, _Author]) -> None:
    """Take what is told of authors out where it is told again; ``authors``: by their posts."""
    told: set[tuple[str, ...]] = set()
    for tag in soup.find_all(_is_profile):
        author = next(
            filter(None, (authors.get(id(p)) for p in islice(tag.parents, _AROUND))), None
        )
        pieces = tuple(islice(tag.stripped_strings, _MOST_PIECES))
        if author is None or author.element.parent is not None or len(pieces) == _MOST_PIECES:
            continue  # the name is where it was, or it is no short profile
        if (author.name, *pieces) in told:
            tag.extract()
        told.add((author.name, *pieces))


def _classes(tag: Tag) -> set[str]:
    return {str(name).casefold() for name in tag.get("class") or ()}


def _is_author(tag: Tag) -> bool:
    return tag.get("itemprop") == "author" or not _AUTHORS.isdisjoint(_classes(tag))


def _is_profile(tag: Tag) -> bool:
    return not _classes(tag).isdisjoint(_PROFILES | _RANKS)


def _is_name(tag: Tag) -> bool:
    return tag.get("itemprop") == "name"


def _is_post(tag: Tag) -> bool:
    classes = _classes(tag)
    is_typed = str(tag.get("itemtype") or "").endswith(_POST_TYPES)
    return is_typed or not (_POSTS.isdisjoint(classes) or _ARTICLES & classes)


def _author(tag: Tag) -> _Author | None:
    around_it = list(islice(tag.parents, _DEEP))
    post = next(filter(_is_post, around_it[:_AROUND]), None) if len(around_it) < _DEEP else None
    if post is None:
        return None
    named = tag.find(_is_name) or tag
    name = _SAYS.sub("", _BY.sub("", _text(named), count=1))
    if len(name) > _LONGEST_NAME or not _NAME.fullmatch(name):
        return None
    element, day = tag, ""
    for around in around_it[:_LEVELS]:
        rest = _text(around).replace(name, "", 1).strip(_MARKS)
        rest = _BY.sub("", rest, count=1).strip(_MARKS)
        more = rest.replace(day, "", 1)  # "Thanks." below a day is no part of it
        if around is post or (more.strip(_MARKS) and not (_is_day(rest) and _DATED.search(more))):
            break
        element, day = around, rest
    return _Author(post, element, name, day)


def _text(element: Tag) -> str:
    """The words of an element; of a long one only the first."""
    return " ".join(" ".join(islice(element.stripped_strings, _MOST_PIECES)).split())


def _is_day(text: str) -> bool:
    return len(text) <= _LONGEST_DATE and ": " not in text and _DATED.search(text) is not None


def _join(soup: BeautifulSoup, author: _Author, posts: Mapping[int, _Author]) -> None:
    said, told = _first_words(author, posts)
    if said is None or said.lstrip().startswith(":"):
        return
    author.element.extract()
    day = author.day
    if not day and told is not None:
        day = _text(told)
        told.extract()
    if author.post.name == "li":
        author.post.name = "div"  # no point of a list
    if day:
        day = _WEEKDAY.sub("", day, count=1)
        said.insert_before(f"{author.name} wrote on {day}:", soup.new_tag("br"))
    else:
        said.insert_before(f"{author.name}: ")


def _first_words(
    author: _Author, posts: Mapping[int, _Author]
) -> tuple[NavigableString | None, Tag | None]:
    """Where the words of a post begin below its author, behind the title and what it quotes; and
    the element above them that tells the day."""
    is_below, day = False, None
    for one in first_within(author.post, _MOST_LOOKED_AT):
        around = [one, *islice(one.parents, _AROUND)]
        if next((tag for tag in around if id(tag) in posts), None) is not author.post:
            if is_below:
                break  # an answer to the post
            continue
        if isinstance(one, Tag):
            day = one if day is None and _tells_day(one) else day
        elif type(one) is not NavigableString or not one.strip():
            continue
        elif any(tag is author.element for tag in around):
            is_below = True
        elif not is_below and len(one) >= _PROSE:
            break
        elif is_below and not any(tag is day or _is_no_word(tag) for tag in around):
            return one, day
    return None, None


def _tells_day(tag: Tag) -> bool:
    is_called = tag.name == "time" or not _DATES.isdisjoint(_classes(tag))
    return is_called and _is_day(_text(tag))


def _is_no_word(around: PageElement) -> bool:
    if not isinstance(around, Tag):
        return False
    if around.name in _NOT_SAID or not _ABOUT.isdisjoint(_classes(around)):
        return True
    return around.name in ("a", "span", "time") and _AGO.fullmatch(_text(around)) is not None
