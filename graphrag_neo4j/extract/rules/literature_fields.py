"""An entry of literature as a record: who wrote it, what it is called, when and where it appeared.

A parser takes "Ito, S., Mbeki, T. (2016). Light under silt. Limnology, 61(4)." for sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphrag_neo4j.extract.rules.entity_types import type_by_ending
from graphrag_neo4j.extract.rules.name_spans import given_names
from graphrag_neo4j.extract.rules.row_cells import Field
from graphrag_neo4j.extract.rules.rows import WORK
from graphrag_neo4j.text.literature import AUTHOR, GIVEN, INITIALS, SURNAMES, YEAR, is_literature

_NUMBER = re.compile(r"\s*(?:\[[^\[\]\s]{1,60}\]|\(?\d{1,3}[.)]|[-*+•])?\s*")
_FULL = (
    r"[^\W\d_][\w'’-]{1,30}(?: [^\W\d_]\.)?"
    r"(?: (?:van|von|de|der|den|du|da|di|la|le)){0,2}(?: [^\W\d_][\w'’-]{1,30}){1,2}"
)
_AUTHOR = re.compile(rf"{AUTHOR}|{INITIALS} ?{SURNAMES}|{_FULL}")
_GIVEN = re.compile(GIVEN)
_NEXT = re.compile(r",? (?:and|&|und|et|y) |[,;] (?:and |& )?")
_AFTER = re.compile(r"(?:,? et al\.?)?(?: \((?:[Ee]ds?|Hrsg)\.?\))?[.,:]?\s*")
_YEAR = re.compile(rf"\(?(?P<year>{YEAR})\)?[.,:]?\s+")
_ANY_YEAR = re.compile(rf"(?<![-–\d])(?:{YEAR})(?![-–\d])")
_QUOTED = re.compile(r"[\"“„«](?P<title>[^\"“”«»]{4,300}?)[,.]?[\"”“»],?\s*")
_TITLE = re.compile(r"(?P<title>[¿¡]?[^\W_][^.?!]{3,300}[?!]?)(?:\.\s+|\.?$|(?<=[?!])\s+)")
_EDITED = re.compile(rf"[Ii]n:? (?:{_AUTHOR.pattern}|,? (?:and|&) |, |; )+ ?\([Ee]ds?\.\),? ")
_PLACE = re.compile(
    r"(?:[Ii]n:? )?(?:[^\W\d_][\w ]{2,30}: (?=[^\W\d_]))?"  # "Oban: Firth Press"
    r"(?P<place>[^\W\d_](?:[^.,;:(\d\"“”]|\d(?=st|nd|rd|th)){3,100}?)(?=\s*(?:[.,;:(\"“”]|\d+\b|$))"
)
_INITIALS = re.compile(r"[^\W\d_a-z]{1,3}\.?")
_FEWEST = 2  # words of a title


def literature_fields(entry: str) -> tuple[Field, ...]:
    """What an entry is called, and its authors, year and place; none of what is no entry, or is
    written in another way. ``entry``: on one line."""
    if not is_literature(entry, is_marked=True):
        return ()
    authors = list(_authors(entry, _number_end(entry)))
    if not authors:
        return ()
    after = _AFTER.match(entry, authors[-1].end)
    at = after.end() if after else authors[-1].end
    year = _YEAR.match(entry, at)
    at = year.end() if year else at
    title = _QUOTED.match(entry, at) or _TITLE.match(entry, at)
    if title is None or len(title["title"].split()) < _FEWEST:
        return ()
    edited = _EDITED.match(entry, title.end())
    place = _PLACE.match(entry, edited.end() if edited else title.end())
    dated = year or _ANY_YEAR.search(entry, title.end())
    found = [*authors, Field(WORK, title["title"], title.start("title"))]
    if place is not None:
        found.append(Field("published in", place["place"].rstrip(), place.start("place")))
    if dated is not None:
        start = dated.start("year") if year else dated.start()
        found.append(Field("year", entry[start : start + 4], start))
    return tuple(found)


def surnames(fields: Sequence[Field]) -> Iterator[str]:
    """The last words of the family names of an entry's authors."""
    is_entry = any(field.label == WORK for field in fields)
    for author in (f.value for f in fields if is_entry and f.label == "author"):
        words = author.partition(",")[0].split()
        is_before = len(words) > 1 and _INITIALS.fullmatch(words[-1])  # "Laar KE"
        yield words[-2 if is_before else -1]


def _number_end(entry: str) -> int:
    number = _NUMBER.match(entry)
    return number.end() if number else 0


def _authors(entry: str, at: int) -> Iterator[Field]:
    """Those whom an entry begins with; the first may be turned round with a whole given name."""
    author = _turned(entry, at) or _AUTHOR.match(entry, at)
    while author:
        yield Field("author" if _is_person(author[0]) else "issued by", author[0], author.start())
        following = _NEXT.match(entry, author.end())
        author = _AUTHOR.match(entry, following.end()) if following else None


def _turned(entry: str, at: int) -> re.Match[str] | None:
    """ "Knuth, Donald E"."""
    author = _GIVEN.match(entry, at)
    given = author[0].partition(", ")[2].split()[0].lower() if author else ""
    return author if given in given_names() else None


def _is_person(author: str) -> bool:
    """Whether an author is no office: by initials or a given name."""
    first, _, more = author.partition(" ")
    has_initials = "." in author or more.isupper()
    is_known = has_initials or first.lower() in given_names()
    return is_known or type_by_ending(author) != "ORGANIZATION"
