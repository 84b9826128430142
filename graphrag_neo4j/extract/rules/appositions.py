"""Facts without a verb: "X, daughter of Y", "X (born 1950)"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphrag_neo4j.extract.lexicon import bag, normal_form, place_map, word_set
from graphrag_neo4j.extract.relation_types import RelationTypes
from graphrag_neo4j.extract.rules.definitions import join_tokens
from graphrag_neo4j.extract.rules.name_spans import Span
from graphrag_neo4j.extract.rules.tokens import Token
from graphrag_neo4j.model import ExtractedFact

NamedSpans = Sequence[tuple[Span, str]]
_LONGEST_ROLE = 8  # words before "of" in an apposition
_LONGEST_BRACKET = 40  # words
_DASHES = frozenset("–—-")
_PLACE_ROLES = bag(
    """
    capital part suburb district province region village town city county county-seat headquarters
    birthplace home member division unit
    """
)
_YEAR = re.compile(r"\d{3,4}$")


def apposition_facts(
    tokens: Sequence[Token], tags: str, named: NamedSpans, relations: RelationTypes
) -> Iterator[ExtractedFact]:
    """ "Neil Sullivan, CEO of X" and "Anna, the younger daughter of Y and Z"."""
    roles = word_set("names", "role")
    for index, (span, name) in enumerate(named):
        place = span.last
        if place >= len(tokens) or tokens[place].text != "," or tags[place] == "x":
            continue
        if index + 1 < len(named) and named[index + 1][0].first == place + 1:
            yield from _dignity(tokens, name, named[index + 1][0], relations)
        for role in range(place + 1, min(len(tokens) - 2, place + 1 + _LONGEST_ROLE)):
            if tags[role] not in "NODR#":
                break
            if tokens[role].low in roles and tokens[role + 1].low in ("of", "to", "at"):
                if _is_place(name) and tokens[role].low not in _PLACE_ROLES:
                    break
                predicate = f"is {tokens[role].low} {tokens[role + 1].low}"
                for other in _listed(tokens, tags, named[index + 1 :], role + 2):
                    yield ExtractedFact(
                        name, predicate, other, relation_type=relations.type_of(predicate)
                    )
                break


def _is_place(name: str) -> bool:
    return normal_form(name) in place_map()


def _dignity(
    tokens: Sequence[Token], name: str, rank: Span, relations: RelationTypes
) -> Iterator[ExtractedFact]:
    """ "Hugh, King of Arles": the rank itself is written like a name."""
    words = tokens[rank.first : rank.last]
    roles = word_set("names", "role") | word_set("names", "noble")
    if len(words) > 2 and words[1].low == "of" and words[0].low in roles:
        holding = words[3:] if words[2].low == "the" and len(words) > 3 else words[2:]
        predicate = f"is {words[0].low} of"
        yield ExtractedFact(
            name, predicate, join_tokens(holding), relation_type=relations.type_of(predicate)
        )


def _listed(tokens: Sequence[Token], tags: str, named: NamedSpans, first: int) -> Iterator[str]:
    """The name at ``first`` and those joined to it by "and"."""
    place = first
    for span, name in named:
        if span.last <= place:
            continue
        if tags[place : span.first].strip("DO#") or span.first - place > 4:
            return
        yield name
        if span.last >= len(tokens) or tokens[span.last].low not in ("and", "&"):
            return
        place = span.last + 1


def bracket_facts(
    tokens: Sequence[Token], named: NamedSpans, relations: RelationTypes
) -> Iterator[ExtractedFact]:
    """ "X (born 3 May 1950)" and "X (1 May 1901 – 2 June 1970)"."""
    for span, name in named:
        place = span.last
        while place < len(tokens) and tokens[place].text in '"”’':
            place += 1
        if place >= len(tokens) or tokens[place].text != "(":
            continue
        end = place + 1
        while end < min(len(tokens), place + _LONGEST_BRACKET) and tokens[end].text != ")":
            end += 1
        others = (*tokens[: span.first], *tokens[end:])
        is_alone = not any(token.text[0].isalpha() for token in others)  # but for its number
        for predicate, date in _dates(tokens[place + 1 : end], is_alone=is_alone):
            yield ExtractedFact(name, predicate, date, False, relations.type_of(predicate))


def _dates(words: Sequence[Token], *, is_alone: bool) -> Iterator[tuple[str, str]]:
    """What is said of a life. A span of years behind a name that stands alone may be that of an
    office, as in a list of those who held it."""
    parts = _split(words, frozenset(";,"))
    for part in parts:
        if len(part) > 1 and part[0].low in ("born", "died", "b.", "d."):
            predicate = "was born" if part[0].low.startswith("b") else "died"
            yield predicate, join_tokens(part[1:])
    halves = _split(words, _DASHES)
    if not is_alone and len(halves) == 2 and all(_ends_in_year(half) for half in halves):
        for predicate, half in zip(("was born", "died"), halves, strict=True):
            date = _date_part(half)
            if date and date[0].low not in ("born", "died"):
                yield predicate, join_tokens(date)


def _split(words: Sequence[Token], marks: frozenset[str]) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    for word in words:
        if word.text in marks and not (word.text == "," and _is_year_next(words, word)):
            parts.append([])
        else:
            parts[-1].append(word)
    return [part for part in parts if part]


def _is_year_next(words: Sequence[Token], comma: Token) -> bool:
    """Whether a comma is part of a date: "May 3, 1950"."""
    following = next((word for word in words if word.start >= comma.end), None)
    return following is not None and _YEAR.match(following.text) is not None


def _ends_in_year(words: Sequence[Token]) -> bool:
    return any(_YEAR.match(word.text) for word in words)


def _date_part(words: Sequence[Token]) -> list[Token]:
    """The words from the last mark on: "née Smith; 3 May 1950" -> "3 May 1950"."""
    part: list[Token] = []
    for word in words:
        part = [] if word.text == ";" else [*part, word]
    return part if len(part) <= 6 else []
