"""Definitions, "X is a small town in Y", and terms that a text says the meaning of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphrag_neo4j.extract.lexicon import GERUND, PARTICIPLE, PAST, bag, type_map, verb_forms
from graphrag_neo4j.extract.rules.name_spans import Span
from graphrag_neo4j.extract.rules.tokens import Token

_COPULAS = bag("is was are were")
_ARTICLES = bag("a an the")
_ENDS_DEFINITION = bag(
    """
    of in from by for with on at to who whom whose which that where when and or but as , . ; : (
    ) -- — born
    """
)
_LONGEST_DESCRIPTION = 12
_CLOSING_QUOTES = "\"”’»“'"
_MEANS = bag("means mean bedeutet bezeichnet")


@dataclass(frozen=True, slots=True)
class Definition:
    """What "X is a Y …" says: the head noun of Y, and Y as a short description."""

    head: str
    nouns: tuple[str, ...]
    description: str


def read_definition(tokens: Sequence[Token], subject: Span) -> Definition | None:
    """The definition that follows ``subject``, if its sentence is one."""
    place = _after_brackets(tokens, subject.last)
    if place < len(tokens) and tokens[place].text == ",":
        return None
    while place < len(tokens) and tokens[place].low in ("also", "currently", "now"):
        place += 1
    if place + 2 >= len(tokens) or tokens[place].low not in _COPULAS:
        return None
    place += 1
    if tokens[place].low == "one" and tokens[place + 1].low == "of":
        place += 2
    if tokens[place].low not in _ARTICLES:
        return None
    return _describe(tokens, place + 1)


def _after_brackets(tokens: Sequence[Token], place: int) -> int:
    """The place after closing quotes and "(…)"."""
    while place < len(tokens) and tokens[place].text in '"”’»':
        place += 1
    if place < len(tokens) and tokens[place].text == "(":
        depth = 0
        for end in range(place, min(len(tokens), place + 60)):
            depth += (tokens[end].text == "(") - (tokens[end].text == ")")
            if depth == 0:
                return end + 1
    return place


def is_defined_term(tokens: Sequence[Token], span: Span) -> bool:
    """Whether a text says what it means by a name in quotation marks: '"Term" means six years'."""
    place = span.last
    while place < len(tokens) and tokens[place].text in _CLOSING_QUOTES:
        place += 1
    is_quoted = span.quoted or place > span.last
    return is_quoted and place < len(tokens) and tokens[place].low in _MEANS


def _describe(tokens: Sequence[Token], first: int) -> Definition | None:
    end = first
    while end < len(tokens) and not _ends_noun_phrase(tokens, first, end):
        end += 1
    nouns = tuple(token.low for token in tokens[first:end] if token.is_word)
    if not nouns:
        return None
    stop = end
    while (
        stop < len(tokens)
        and stop - first < _LONGEST_DESCRIPTION
        and tokens[stop].text not in ",.;:()–—"
        and tokens[stop].low not in ("who", "which", "that", "whose", "where")
    ):
        stop += 1
    start, close = tokens[first].start, tokens[stop - 1].end
    return Definition(nouns[-1], nouns, join_tokens(tokens[first:stop]) if close > start else "")


def _ends_noun_phrase(tokens: Sequence[Token], first: int, place: int) -> bool:
    token = tokens[place]
    if token.low == "," and tokens[place - 1].low not in type_map("definition"):
        return place == first  # "a small, quiet town"
    if token.low in _ENDS_DEFINITION:
        return True
    if place == first or token.low in ("building", "painting", "recording"):
        return False
    flags = verb_forms().get(token.low, 0)
    ahead = tokens[place + 1].low if place + 1 < len(tokens) else "."
    if flags & (PAST | PARTICIPLE) and token.low.endswith(("ed", "en", "made", "set", "held")):
        return ahead in _ENDS_DEFINITION and ahead != ","  # "directed by", but "owned, quiet"
    return bool(flags & GERUND) and tokens[place - 1].low in type_map("definition")


def join_tokens(tokens: Sequence[Token]) -> str:
    """The text of neighbouring tokens, spaced as in their sentence."""
    parts: list[str] = []
    for index, token in enumerate(tokens):
        if index and tokens[index - 1].end != token.start:
            parts.append(" ")
        parts.append(token.text)
    return "".join(parts)
