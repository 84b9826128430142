"""Small boxes of a web page that are none of its text: they ask for consent or an address, offer to
share the page, mark an advertisement, or tell who the author of an article is."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import islice

from bs4.element import NavigableString, Tag

from graphrag_neo4j.readers.content import words
from graphrag_neo4j.readers.web.inner import first_within

SENTENCE = re.compile(r"[^\W\d_]{2,}[.!?](?:\s|\Z)")
_NAME = re.compile(r"[A-Z]?[a-z]+")
_CONSENT = words("consent cookie cookies")
_LETTERS = words("newsletter newsletters signup subscribe subscription")
_SHARE = words("share sharing social")
_ADS = words("ad ads advert advertisement sponsored")
_AUTHOR = words("author authors")
_OF_AUTHOR = words("about bio biography box card description info profile")
_BOXES_OF_AUTHOR = words("aboutauthor authorbio authorbox authorinfo")
_CONTROLS = ("button", "input")
_FIELDS = words("input select textarea")
_NO_FIELDS = words("button checkbox hidden image radio submit")
_COOKIES = re.compile(r"\bcookies?\b", re.IGNORECASE)
_MAIL = re.compile(r"e-?mail|@", re.IGNORECASE)
_LONGEST = 600  # characters
_LONGEST_LABEL = 20
_MOST_INNER, _MOST_LOOKED_AT = 100, 400  # tags and texts
_AROUND = 12  # elements around one that are looked at


def names_of(tag: Tag) -> set[str]:
    """The words in its class and id."""
    names = " ".join([*(tag.get("class") or ()), str(tag.get("id") or "")])
    return {name.casefold() for name in _NAME.findall(names)}


def words_in(tag: Tag) -> str:
    """What stands in a small element, but on buttons; "" for a large one."""
    inner = list(first_within(tag, _MOST_INNER))
    if len(inner) == _MOST_INNER:
        return ""
    said = (one for one in inner if isinstance(one, NavigableString))
    return " ".join(" ".join(one for one in said if not _is_on_button(one)).split())


def is_small_box(tag: Tag, size: int, prose: int) -> bool:
    """Whether ``tag``, with ``size`` characters, of them ``prose``, is such a box."""
    if not 0 < size <= _LONGEST:
        return False
    names = names_of(tag)
    return bool(
        (tag.name == "form" and _asks_address(tag))
        or (not names.isdisjoint(_CONSENT) and _has(tag, ("button",)))
        or ("banner" in names and _COOKIES.search(words_in(tag)) and _has(tag, ("button",)))
        or (not names.isdisjoint(_LETTERS) and _has(tag, ("input",) if prose else _CONTROLS))
        or (not names.isdisjoint(_SHARE) and _offers(tag))
        or (not names.isdisjoint(_ADS) and _is_label(words_in(tag)))
        or (_is_of_author(names) and _tells_of_author(tag))
    )


def _has(tag: Tag, names: Collection[str]) -> bool:
    inner = first_within(tag, _MOST_LOOKED_AT)
    return any(isinstance(one, Tag) and one.name in names for one in inner)


def _is_on_button(text: NavigableString) -> bool:
    return text.parent is not None and text.parent.name == "button"


def _asks_address(form: Tag) -> bool:
    """Whether it asks for an address of mail, and nothing else."""
    inner = (one for one in first_within(form, _MOST_INNER) if isinstance(one, Tag))
    fields = [one for one in inner if one.name in _FIELDS and one.get("type") not in _NO_FIELDS]
    told = (str(fields[0].get(name) or "") for name in ("type", "name", "id", "placeholder"))
    return len(fields) == 1 and _MAIL.search(" ".join(told)) is not None


def _offers(tag: Tag) -> bool:
    """Whether it is a line with buttons; one with a number may be of shares of a company."""
    said = words_in(tag)
    is_line = not any(map(str.isdigit, said)) and SENTENCE.search(said) is None
    return is_line and _has(tag, ("button",))


def _is_label(said: str) -> bool:
    """Whether it is one word: "Advertisement"."""
    return said.isalpha() and len(said) <= _LONGEST_LABEL


def _is_of_author(names: set[str]) -> bool:
    is_told = not (names.isdisjoint(_AUTHOR) or names.isdisjoint(_OF_AUTHOR))
    return is_told or not names.isdisjoint(_BOXES_OF_AUTHOR)


def _tells_of_author(tag: Tag) -> bool:
    """Whether it has sentences, as a byline has none, and belongs to an article: on the page of a
    book they are of the text."""
    is_in_article = any(one.name == "article" for one in islice(tag.parents, _AROUND))
    return is_in_article and SENTENCE.search(words_in(tag)) is not None
