"""What stands on a web page around its text: menus, lists of other pages, buttons to share it.

Left out is a part that holds little but links, where it also stands where no text does or is called
what it is. That the share of linked words tells the text of a page from what surrounds it:
Kohlschütter, Fankhauser and Nejdl, "Boilerplate Detection using Shallow Text Features", WSDM 2010.
Words that are no links stay, and so does all of a page that is a list of links. Where posts are the
text, what is called a foot, a bar or the like beside them goes if it has no prose, and links below
the last of them do. On a page that is read, what is called a foot or a top bar goes if it is short
things parted by bars, or a line of them without a number to reach somebody. So does what leads to
the pages before, behind and above: the page says itself which these are. A box of other pages goes
with its heading, also within the text; so does one to sign up for letters, and, of an article, the
one that tells who its author is.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bs4.element import NavigableString, Tag

from graphrag_neo4j.readers.content import words
from graphrag_neo4j.readers.web.boxes import SENTENCE, is_small_box, names_of, words_in
from graphrag_neo4j.readers.web.feedback import LONGEST, asks_readers

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

_CALLED = words(
    """
    ad ads advert advertisement banner breadcrumb breadcrumbs consent cookie cookies crumbs footer
    header masthead nav navbar navigation newsletter pager pagination popular promo promoted
    recirc recommendations recommended related share sharing sidebar skip social sponsored subheader
    subnav teaser teasers toolbar trending widget
    """
)
"""Words in the class or id of what surrounds a text, on sites of any make."""
_STRIPS = words("bottombar footer masthead navbar toolbar topbar")
"""What is there on every page of a site."""
_BAR = re.compile(r"\s[|·•]\s")
_LONGEST_STRIP = 300  # characters
_DIGITS_OF_NUMBER = 5
_MOST_RELATIONS = 200  # links in the head of a page
_NAVIGATION = words("nav navbar navigation")
_FEWEST_BARS = 2
_MENUS = words("menu menus submenu")
"""That of a restaurant has dishes and prices: it goes only if nearly all of it is links."""
_BOXES = words(
    """
    ad ads advert advertisement newsletter popular promo promoted recirc recommendations recommended
    related share sharing social sponsored trending
    """
)
"""Of ``_CALLED``, those that have headings of their own."""
_SURROUNDS = words("aside footer header nav")
_BESIDE = words("aside footer nav")
_ITEMS = words("dd dt li td th")
_ALONG = words("contents first home index last next prev previous start top toc up")
"""How a page calls its relation to another one of the same book."""
_ROLES = words("banner complementary contentinfo navigation")
_TEXT = words("article main")
_HEADINGS = words("h2 h3 h4 h5 h6")
_UNREAD = words("script style noscript template svg head select option textarea")
_INLINE = words(
    """
    a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd mark q s samp small
    span strike strong sub sup time tt u var wbr
    """
)
_PROSE = 60  # characters of one block that are no links
_PAGE = 300  # characters of prose on a page that is there to be read
_IN_TEXT = 0.6  # of them, if what is marked as the text is the text
_FEWEST_LINKS, _MENU_LINKS = 2, 4
_MOSTLY, _NEARLY_ALL = 0.5, 0.8


@dataclass(slots=True)
class _Part:
    """What a tag holds, in characters; ``end`` is where it closes, as tags are counted."""

    is_within_text: bool = False
    size: int = 0
    linked: int = 0
    links: int = 0
    along: int = 0  # of them, to the pages before, behind and above
    prose: int = 0
    headed: int = 0  # of size, in headings that are no links
    titles: int = 0  # and parts that are marked as the text
    end: int = 0

    def add(self, inner: _Part) -> None:
        self.size += inner.size
        self.linked += inner.linked
        self.links += inner.links
        self.along += inner.along
        self.prose += inner.prose
        self.headed += inner.headed
        self.titles += inner.titles


class Furniture:
    """The parts of ``page`` that surround its text. ``posts``: the elements that are its posts, by
    ``id(tag)``."""

    def __init__(self, page: BeautifulSoup, posts: Container[int] = ()) -> None:
        self._measured = _Measured(page, posts, _leading_along(page))
        self._has_posts = bool(posts)
        self._is_read = self._measured.whole.prose >= _PAGE
        self._text_is_marked = self._measured.prose_in_text >= _IN_TEXT * self._measured.whole.prose

    def holds(self, tag: Tag) -> bool:
        """Whether ``tag``, of the page, is such a part."""
        part = self._measured.parts.get(id(tag))
        if part is not None and 0 < part.size <= LONGEST and asks_readers(tag):
            return True
        if part is not None and self._is_beside_text(tag, part):
            return True
        if part is not None and (self._is_beside_posts(tag, part) or self._is_box(tag, part)):
            return True
        if part is not None and ((self._is_read and _is_strip(tag, part)) or _is_menu(tag, part)):
            return True
        if part is None or not self._is_read or part.titles or tag.name in _INLINE:
            return False
        names = names_of(tag)
        is_around = tag.name in _SURROUNDS or tag.get("role") in _ROLES or names & _CALLED
        if _leads_along(tag, part) or (is_around and part.links and part.linked == part.size):
            return True
        if part.links < _FEWEST_LINKS or part.linked < _MOSTLY * part.size:
            return False
        if is_around or (self._text_is_marked and not part.is_within_text):
            return True
        if part.links < _MENU_LINKS or part.linked < _NEARLY_ALL * part.size:
            return False
        return part.end < self._measured.text_begins or bool(names & _MENUS)

    def _is_beside_text(self, tag: Tag, part: _Part) -> bool:
        """Whether it stands beside what a page marks as its text, however short that is, and has
        no prose of its own."""
        is_around = tag.name in _BESIDE and not part.is_within_text
        return is_around and not (part.prose or part.titles) and self._measured.prose_in_text > 0

    def _is_box(self, tag: Tag, part: _Part) -> bool:
        """Whether it is a box within the page that is none of its text."""
        if part.titles or tag.name in _INLINE:
            return False
        rest = self._measured.whole.prose - part.prose
        if is_small_box(tag, part.size, part.prose) and (not part.prose or part.prose < rest):
            return True
        is_box = tag.name == "aside" or not names_of(tag).isdisjoint(_BOXES)
        is_linked = part.links > 0 and part.linked + part.headed == part.size
        return is_box and is_linked and (self._is_read or part.size <= rest)

    def _is_beside_posts(self, tag: Tag, part: _Part) -> bool:
        """Whether it stands beside posts without prose of its own: a bar, or, below the last one,
        links to other threads."""
        if not self._has_posts or part.is_within_text or part.prose or part.titles:
            return False
        if tag.name in _BESIDE or not names_of(tag).isdisjoint(_CALLED | _MENUS):
            return True
        is_linked = part.links >= _FEWEST_LINKS and part.linked >= _MOSTLY * part.size
        is_below = part.end > self._measured.last_post
        return is_linked and is_below and tag.name not in _INLINE


def _leads_along(tag: Tag, part: _Part) -> bool:
    """Whether all its links lead to the pages before, behind and above; one item of a list may be
    about such a page."""
    if not part.links or part.links > part.along or part.prose or tag.name in _ITEMS:
        return False
    return part.links >= _FEWEST_LINKS or part.linked == part.size


def _is_strip(tag: Tag, part: _Part) -> bool:
    """Whether it is called a foot or a top bar, and has but short things side by side."""
    if part.is_within_text or part.titles or not 0 < part.size <= _LONGEST_STRIP:
        return False
    if names_of(tag).isdisjoint(_STRIPS):
        return False
    said = words_in(tag)
    if not said or SENTENCE.search(said):
        return False
    return _BAR.search(said) is not None or (
        not part.prose and sum(map(str.isdigit, said)) < _DIGITS_OF_NUMBER
    )


def _is_menu(tag: Tag, part: _Part) -> bool:
    """Whether it is called a menu, and has but words parted by bars: one that was saved without its
    links. That of a restaurant has prices."""
    if part.is_within_text or part.titles or not 0 < part.size <= _LONGEST_STRIP:
        return False
    if names_of(tag).isdisjoint(_MENUS | _NAVIGATION):
        return False
    said = words_in(tag)
    is_plain = SENTENCE.search(said) is None and not any(map(str.isdigit, said))
    return is_plain and len(_BAR.findall(said)) >= _FEWEST_BARS


class _Measured:
    """What the tags of a page hold, by ``id(tag)``. One pass, with a stack: unclosed tags nest
    thousands deep."""

    def __init__(self, page: BeautifulSoup, posts: Container[int], along: Container[str]) -> None:
        self._posts, self._along = posts, along
        self.parts: dict[int, _Part] = {}
        self.whole = _Part()
        self.prose_in_text = 0
        self.last_post = 0
        self._opened = self._links = self._titled = self._first_title = self._first_prose = 0
        self._runs = [0]  # characters in a row that are no links, of each open block
        stack: list[tuple[Tag, Iterator[object], _Part]] = [(page, iter(page.contents), self.whole)]
        while stack:
            tag, children, part = stack[-1]
            child = next(children, None)
            if isinstance(child, Tag):
                if child.name not in _UNREAD:
                    stack.append((child, iter(child.contents), self._open(child, part)))
            elif type(child) is NavigableString:
                self._text(child, part)
            elif child is None:
                stack.pop()
                if stack:
                    self._close(tag, part, stack[-1][2])
        self.text_begins = self._first_title or self._first_prose

    def _open(self, tag: Tag, outer: _Part) -> _Part:
        self._opened += 1
        is_post = id(tag) in self._posts
        is_within_text = outer.is_within_text or tag.name in _TEXT or is_post
        part = self.parts[id(tag)] = _Part(is_within_text)
        if is_post:
            self.last_post = self._opened
        if tag.name == "h1" or is_post:
            part.titles = 1
            self._first_title = self._first_title or self._opened
        if _is_link(tag):
            part.links = 1
            part.along = int(
                tag.get("href") in self._along or not _relations(tag).isdisjoint(_ALONG)
            )
            self._links += 1
        self._titled += tag.name in _HEADINGS
        if tag.name not in _INLINE:
            self._runs.append(0)
        return part

    def _text(self, text: str, part: _Part) -> None:
        size = len("".join(text.split()))
        part.size += size
        if self._links:
            part.linked += size
        elif self._titled:
            part.headed += size
            self._runs[-1] += size
        else:
            self._runs[-1] += size

    def _close(self, tag: Tag, part: _Part, outer: _Part) -> None:
        part.end = self._opened
        self._links -= _is_link(tag)
        self._titled -= tag.name in _HEADINGS
        if tag.name not in _INLINE and (run := self._runs.pop()) >= _PROSE:
            part.prose += run
            self._first_prose = self._first_prose or self._opened
        if tag.name in _TEXT and not outer.is_within_text:
            self.prose_in_text += part.prose
            part.titles += part.prose > 0  # a card that leads to another page has none
        outer.add(part)


def _leading_along(page: BeautifulSoup) -> set[str]:
    """Addresses that the head of a page calls those before, behind and above it."""
    told = page.find_all("link", href=True, limit=_MOST_RELATIONS)
    found = {str(one["href"]) for one in told if not _relations(one).isdisjoint(_ALONG)}
    return {"#", *found} if found else found


def _relations(tag: Tag) -> set[str]:
    told = tag.get("rel") or ()
    return {word.casefold() for word in (told.split() if isinstance(told, str) else told)}


def _is_link(tag: Tag) -> bool:
    """Whether it leads elsewhere; also where a page was saved without its addresses."""
    is_anchor = tag.get("name") is not None or tag.get("id") is not None
    return tag.name == "a" and (tag.get("href") is not None or not is_anchor)
