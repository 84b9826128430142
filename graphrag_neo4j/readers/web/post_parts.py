"""The parts of a post on a web page: what is said, days, counts, each with its place in it."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterator
from dataclasses import dataclass, field
from itertools import islice

from bs4.element import NavigableString, PageElement, Tag

_PARAGRAPHS = (
    "blockquote",
    "dd",
    "figcaption",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "li",
    "p",
    "pre",
)
_BLOCKS = (
    "article",
    "aside",
    "div",
    "dl",
    "footer",
    "header",
    "section",
    "table",
    "td",
    "th",
    "tr",
)
_SMALL = ("button", "cite", "small", "time")
_TIME = r"(?:\d{1,2}:)?\d{1,2}:\d\d(?:[^\S\n]?[AaPp]\.?[Mm]\b\.?)?"
_MONTH = r"[^\W\d_]{3,9}\.?"
_DAY = re.compile(
    r"(?<![\w.])(?P<day>\d{4}-\d\d-\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?\.?[^\S\n]{_MONTH},?[^\S\n]\d{{4}}"
    rf"|{_MONTH}[^\S\n]\d{{1,2}}(?:st|nd|rd|th)?,?[^\S\n]\d{{4}})"
    rf"(?:(?:T|[\s,·|–-]{{0,4}}(?:(?:at|um|à)\s)?)(?P<clock>{_TIME}))?"
)
_ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)")
_AGO = re.compile(
    r"(?:just now|today|yesterday|(?:[^\W\d_]+ )?(?:an?|\d+)\+? ?(?:[smhdwy]|mo|min|sec|hr|second"
    r"|minute|hour|day|week|month|year)s?\.?(?: ago)?)",
    re.IGNORECASE,
)
_LONGEST_DATE = 60  # characters
_MOST_BESIDE_DATE = 4  # words: a weekday, "Post by ann"
_LOWER = re.compile(r"(?<![^\W_])[^\W\d_A-Z][^\W\d_]+")
_FEWEST_LOWER = 3
_COUNTED = re.compile(
    r"[^\w\s]{0,3}\s{0,2}(?:[^\W\d_]{1,12}[:\s]\s?){0,2}[+\-−–]?\d[\d.,]{0,12}[kKmM]?"
    r"(?:\s?[^\W\d_]{1,12}){0,2}\s{0,2}[^\w\s]{0,3}"
)
_PARTED = re.compile(r"\s*[·•|,;\n]\s+|\s*[·•|]\s*")
_LONGEST_COUNT = 100
_MOST_LOOKED_AT = 3_000  # elements and strings of a post
_AROUND = 40
_WORD = re.compile(r"[A-Z]?[a-z]+")


@dataclass(eq=False, slots=True)
class Part:
    """A paragraph of a post, or what else stands in an element of its own; ``path``: the elements
    that lead to it."""

    element: Tag
    path: str
    around: list[Tag]
    is_next: bool = False
    """Whether it stands right behind the author."""
    strings: list[NavigableString] = field(default_factory=list)
    text: str = ""
    is_linked: bool = True
    """Whether all of it leads elsewhere or does something."""

    @property
    def is_heading(self) -> bool:
        """Whether it is a heading."""
        return self.element.name[0] == "h" and self.element.name[1:].isdecimal()

    @property
    def is_quoted(self) -> bool:
        """Whether it is marked as said by others."""
        return any(tag.name == "blockquote" for tag in self.around) or self.is_called(
            ("quote", "quoted")
        )

    @property
    def is_day(self) -> bool:
        """Whether it tells when something was written, and no more."""
        return is_day(self.text) or self.element.name == "time"

    @property
    def is_said(self) -> bool:
        """Whether it may be what somebody says."""
        return not (self.is_heading or self.is_day or is_count(self.text))

    def is_within(self, tag: Tag) -> bool:
        """Whether it stands in ``tag``."""
        return any(one is tag for one in self.around)

    def is_called(self, names: Collection[str]) -> bool:
        """Whether the class of an element around it has one of ``names`` in it."""
        classes = (str(name) for tag in self.around for name in tag.get("class") or ())
        return any(w.casefold() in names for name in classes for w in _WORD.findall(name))

    def take_out(self) -> None:
        """Take it out of the page."""
        for one in self.strings:
            one.extract()


def parts_of(post: Tag, author: Tag, posts: Container[int]) -> list[Part]:
    """The parts of ``post`` in their order, without its author's name and without the ``posts``
    within it."""
    found: dict[int, Part] = {}
    last = None
    for text, chain in _strings(post, posts):
        element = _anchor(chain, post)
        is_author = any(tag is author for tag in chain)
        if is_author and (text.parent is author or element is author) and last is None:
            last = author  # its name
            if len(list(islice(author.stripped_strings, 2))) == 1:
                continue
        part = found.get(id(element))
        if part is None:
            own = chain[next((n for n, tag in enumerate(chain) if tag is element), len(chain)) :]
            path = "/".join(map(_step, reversed(own)))
            part = found[id(element)] = Part(element, path, [*chain, post], last is author)
            last = author if last is None and is_author else element if last is author else last
        part.strings.append(text)
        part.is_linked &= any(tag.name in ("a", "button") for tag in chain)
    for part in found.values():
        part.text = " ".join(" ".join(part.strings).split())
    return list(found.values())


def _strings(post: Tag, posts: Container[int]) -> Iterator[tuple[NavigableString, list[Tag]]]:
    """The strings of ``post`` outside of ``posts`` within it, each with the elements between, from
    the inmost."""
    around: list[Tag] = []
    stack: list[Iterator[PageElement]] = [iter(post.contents)]
    n = 0
    while stack and n < _MOST_LOOKED_AT:
        n += 1
        child = next(stack[-1], None)
        if child is None:
            stack.pop()
            del around[len(stack) - 1 :]
        elif isinstance(child, Tag):
            if id(child) not in posts and len(stack) < _AROUND:
                around.append(child)
                stack.append(iter(child.contents))
        elif type(child) is NavigableString and child.strip():
            yield child, around[::-1]


def _anchor(chain: list[Tag], post: Tag) -> Tag:
    """The element that a string is a part of."""
    paragraphs = [tag for tag in chain if tag.name in _PARAGRAPHS]
    if quotation := next((tag for tag in paragraphs if tag.name == "blockquote"), None):
        return quotation
    if paragraphs:
        return paragraphs[0]
    marked = (t for t in chain if t.name in _BLOCKS or t.name in _SMALL or t.get("class"))
    return next(marked, post)


def _step(tag: Tag) -> str:
    return ".".join([tag.name, *map(str, (tag.get("class") or ())[:1])])


def day_in(part: Part) -> str:
    """The day that a part tells, with the time where that stands there; "" if none."""
    told = str(part.element.get("datetime") or "") if part.element.name == "time" else ""
    found = _DAY.search(part.text[: 4 * _LONGEST_DATE]) or _DAY.search(told)
    if found is None:
        return ""
    day = _ORDINAL.sub("", found["day"])
    return f"{day}, {found['clock']}" if found["clock"] else day


def is_day(text: str) -> bool:
    """Whether a text is a day, or how long ago it was, and no more than a few words."""
    if len(text) > _LONGEST_DATE:
        return False
    if _AGO.fullmatch(text):
        return True
    found = _DAY.search(text)
    if found is None:
        return False
    rest = f"{text[: found.start()]} {text[found.end() :]}"
    return sum(any(map(str.isalnum, word)) for word in rest.split()) <= _MOST_BESIDE_DATE


def is_count(text: str) -> bool:
    """Whether a text counts votes, views or posts, and no more: "12 votes", "Posts: 7"."""
    if len(text) > _LONGEST_COUNT:
        return False
    return all(_COUNTED.fullmatch(one) or _AGO.fullmatch(one) for one in _PARTED.split(text) if one)


def is_prose(text: str) -> bool:
    """Whether a text is a sentence, or goes on like one."""
    return len(list(islice(_LOWER.finditer(text), _FEWEST_LOWER))) == _FEWEST_LOWER
