"""When a web page was published, and by whom: by its metadata (Open Graph, Dublin Core, schema.org,
those of journals), else by the line between its title and its text. A date of what a page tells of,
such as an event, is none."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from bs4.element import NavigableString, Tag

from graphrag_neo4j.readers.content import words
from graphrag_neo4j.readers.web.boxes import names_of, words_in
from graphrag_neo4j.text.dates import day_within, with_clear_days

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

_PUBLISHED = (
    "article:published_time", "og:published_time", "og:article:published_time", "datepublished",
    "dc.date.issued", "dcterms.issued", "citation_publication_date", "citation_online_date",
    "parsely-pub-date", "sailthru.date", "pubdate", "publishdate", "publish-date",
    "publication_date", "publication-date", "dc.date", "dcterms.date", "dc.date.created",
    "dcterms.created", "citation_date", "date",
)  # fmt: skip
"""Names of ``<meta>``, the surest first."""
_MODIFIED = ("article:modified_time", "og:updated_time", "datemodified", "dcterms.modified")
_AUTHOR = ("author", "article:author", "dc.creator", "dcterms.creator", "citation_author")
_WORKS = re.compile(r"(?:Article|Posting|Page|Report|Recipe|Work|Review|Book|Paper)\Z")
"""Types of schema.org that are what a page holds; not a comment or a video on it."""
_BYLINES = words("byline dateline meta posted pubdate published timestamp")
_OF_TIMES = _BYLINES | words("entry post")
_SOLID = re.compile(r"\s*(\d{4})[/.]?(\d\d)[/.]?(\d\d)(?!\d)")  # 20250304, 2025/03/04
_BY = re.compile(r"(?:by|von|par|por|di|door|av|af)\s+", re.IGNORECASE)
_WORD = r"[^\W\d_a-z][\w.'’-]*"
_NAME = re.compile(rf"{_WORD}(?: (?:(?:de|da|van|von|der|la|le) ){{0,2}}{_WORD}){{1,3}}")
_BEHIND_NAME = re.compile(r"[,|·•(\d]| (?:on|am|le|el|and|und|et|y|for|–|—|-) ")
_TEXT = words("article body main")
_HEADINGS = words("h1 h2 h3 h4 h5 h6")
_LONGEST_DATE, _LONGEST_DATA = 60, 500_000  # characters
_PROSE = 60  # characters of a paragraph
_MOST_METAS, _MOST_DATA, _MOST_WORKS = 500, 20, 100
_MOST_IN_HEAD = 400  # tags and texts
_AROUND = 3  # elements around a time that may be called a byline


def published(page: BeautifulSoup) -> dict[str, str | None]:
    """The ``author`` of a page, the day ``date`` of its publication and that on which it was last
    ``modified``, as far as they are told."""
    metas, works, head = _metas(page), list(_works(page)), list(_head(page))
    dates = [*_told(metas, _PUBLISHED), *(work.get("datePublished") for work in works)]
    modified = [*_told(metas, _MODIFIED), *(work.get("dateModified") for work in works)]
    authors = [*_told(metas, _AUTHOR), *(name for work in works for name in _names(work))]
    date = _first_day(dates) or _first_day(_times(head))
    return {
        "author": next(filter(None, map(_author, authors)), "") or _of_byline(head) or None,
        "date": date or None,
        "modified": _first_day(modified) or None,
    }


def _metas(page: BeautifulSoup) -> dict[str, str]:
    """What each ``<meta>`` says; those of one name stand side by side, as authors do."""
    found: dict[str, list[str]] = {}
    for tag in page.find_all("meta", content=True, limit=_MOST_METAS):
        name = next((tag[one] for one in ("property", "name", "itemprop") if tag.get(one)), "")
        found.setdefault(str(name).casefold(), []).append(" ".join(str(tag["content"]).split()))
    return {name: ", ".join(filter(None, dict.fromkeys(said))) for name, said in found.items()}


def _told(metas: Mapping[str, str], names: Iterable[str]) -> list[str]:
    return [metas[name] for name in names if name in metas]


def _works(page: BeautifulSoup) -> Iterator[Mapping[str, object]]:
    """What the page says in JSON-LD that it holds."""
    for tag in page.find_all("script", type="application/ld+json", limit=_MOST_DATA):
        text = tag.get_text()
        try:
            told = json.loads(text) if len(text) <= _LONGEST_DATA else None
        except (ValueError, RecursionError):
            continue
        graph = told.get("@graph", told) if isinstance(told, dict) else told
        objects = graph if isinstance(graph, list) else [graph]
        for one in objects[:_MOST_WORKS]:
            if isinstance(one, dict) and any(map(_WORKS.search, _strings(one.get("@type")))):
                yield one


def _strings(value: object) -> list[str]:
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]


def _names(work: Mapping[str, object]) -> list[str]:
    """Its authors, as one text."""
    told = work.get("author")
    people = told if isinstance(told, list) else [told]
    names = [one.get("name") if isinstance(one, dict) else one for one in people]
    return [", ".join(_strings(names))]


def _author(told: str) -> str:
    """``told``, if it is no address of a page."""
    return "" if "://" in told else " ".join(told.split())


def _first_day(told: Iterable[object]) -> str:
    return next(filter(None, map(_day, _strings(list(told)))), "")


def _day(told: str) -> str:
    plain = _SOLID.sub(r"\1-\2-\3", told[:_LONGEST_DATE], count=1)
    return day_within(with_clear_days(plain))


def _head(page: BeautifulSoup) -> Iterator[Tag]:
    """What stands below the only title, above the text: there may be a summary."""
    titles = page.find_all("h1", limit=2)
    n_paragraphs = 0
    for one in islice(titles[0].next_elements, _MOST_IN_HEAD) if len(titles) == 1 else ():
        if isinstance(one, NavigableString):
            n_paragraphs += len(one.strip()) >= _PROSE
        elif isinstance(one, Tag):
            if n_paragraphs > 1 or one.name in _HEADINGS:
                return
            yield one


def _times(head: Iterable[Tag]) -> Iterator[str]:
    """When the page was published, by the times in its head."""
    for tag in head:
        if tag.name == "time" and _is_of_publication(tag):
            yield str(tag.get("datetime") or "")
            yield words_in(tag)


def _is_of_publication(time: Tag) -> bool:
    if time.get("itemprop") == "datePublished" or time.get("pubdate") is not None:
        return True
    parents = takewhile(lambda tag: tag.name not in _TEXT, islice(time.parents, _AROUND))
    around = (names_of(tag) for tag in parents)
    is_called = not _OF_TIMES.isdisjoint(names_of(time)) or any(map(_BYLINES.intersection, around))
    return is_called or (time.parent is not None and _BY.match(words_in(time.parent)) is not None)


def _of_byline(head: Iterable[Tag]) -> str:
    """Who wrote the page, by the line below its title."""
    for tag in head:
        said = words_in(tag)
        if by := _BY.match(said):
            name = _BEHIND_NAME.split(said[by.end() :], maxsplit=1)[0].strip()
            return name if _NAME.fullmatch(name) else ""
    return ""
