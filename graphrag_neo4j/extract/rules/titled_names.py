"""Titles before the names of persons: which belong to the name, and which only stand there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import pairwise
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag, plain_words, type_map, word_set
from graphrag_neo4j.extract.rules.name_spans import Span, given_names, is_capital
from graphrag_neo4j.extract.rules.tokens import Token

if TYPE_CHECKING:
    from graphrag_neo4j.extract.rules.statements import Sentence

ABBREVIATED_TITLES = bag("mr mrs ms dr prof rev revd cllr capt supt messrs drs cllrs")
"""These alone name nobody."""
_SHORT_TITLES = ABBREVIATED_TITLES | bag("miss mister doctor professor sir dame dear")
_OF_COUNCILS = bag("councillor councillors councilor councilors")
"""Before a family name as "Cllr" is, but also before "Committee"."""
_OF_SEVERAL = bag("drs cllrs councillors councilors")  # "Messrs Berg & Orr" may be a firm
_NEAR = 12  # tokens
_BEFORE_TITLES = bag("old young poor good")
HER_TITLES = bag("mrs ms miss")
_LONGEST_NAME = 4  # words
_WORDS_OF_PERSON = 2
_HIS_TITLES = bag("mr mister")


def mens_families(sentences: Sequence[Sentence]) -> frozenset[str]:
    """Family names that men of the document have."""
    return _families_after(word_set("names", "male") | _HIS_TITLES, sentences)


def families_of_mister(sentences: Sequence[Sentence]) -> frozenset[str]:
    """Family names that stand after "Mr." in the document."""
    return _families_after(_HIS_TITLES, sentences)


def _families_after(before: Set[str], sentences: Sequence[Sentence]) -> frozenset[str]:
    return frozenset(
        family.low
        for sentence in sentences
        for first, family in pairwise(sentence.tokens)
        if first.low.rstrip(".") in before and is_capital(first.text) and is_capital(family.text)
    )


def with_titles(tokens: Sequence[Token], span: Span) -> Iterator[int]:
    """Where a name begins, and where it does with each of the titles before it."""
    yield span.first
    for first in range(span.first - 1, -1, -1):
        if tokens[first].low.rstrip(".") not in word_set("names", "title") | _SHORT_TITLES:
            return
        yield first


def is_among_titled(tokens: Sequence[Token], span: Span) -> bool:
    """Whether a name is one of those that a title in the plural stands before: "Cllrs Berg and
    Orr"."""
    for token in reversed(tokens[max(0, span.first - _NEAR) : span.first]):
        if token.low.rstrip(".") in _OF_SEVERAL:
            return True
        if token.text not in (",", "and", "&") and not is_capital(token.text):
            return False
    return False


def bare_person(name: str) -> str:
    """What stands behind the short titles of "Dr. Rask"; "" of a name without one."""
    words = name.split()
    first = next((n for n, w in enumerate(words) if w.lower().rstrip(".") not in _SHORT_TITLES), 0)
    rest = words[first:]
    is_person = len(rest) <= _LONGEST_NAME and all(map(is_capital, rest))  # not "Mr & Mrs Orr"
    return " ".join(rest) if first and is_person else ""


def without_title(tokens: Sequence[Token], span: Span) -> Span:
    """Drops "President", "Dr." and the like before the name of a person."""
    first = span.first + _begins_with_work(tokens[span.first : span.last])
    while span.last - first > 1:
        word = tokens[first].low.rstrip(".")
        following = tokens[first + 1]
        if word in _BEFORE_TITLES and following.low.rstrip(".") in _SHORT_TITLES:
            first += 1
            continue
        is_person = following.low in given_names() or len(following.text.rstrip(".")) == 1
        nation = word in word_set("places", "nationality") and (
            following.low.rstrip(".") in word_set("names", "title")
        )
        is_short = word in _SHORT_TITLES or (
            word in _OF_COUNCILS and following.low not in plain_words()
        )
        if not is_capital(following.text) or not (
            nation or is_short or (word in word_set("names", "title") and is_person)
        ):
            break
        first += 1
    if first == span.first:
        return span
    return Span(first, span.last)


def _begins_with_work(words: Sequence[Token]) -> bool:
    """Whether what somebody does stands before two words or more of a person's name: "Striker Dele
    Bankole"."""
    if len(words) < _WORDS_OF_PERSON + 1 or len(words) > _LONGEST_NAME:
        return False
    work, *name = words
    nouns, endings = type_map("definition"), type_map("suffix")
    is_title = work.low in word_set("names", "noble") | word_set("names", "title") | given_names()
    if is_title or nouns.get(work.low) != "PERSON":
        return False
    kinds = nouns.get(name[-1].low, "PERSON"), endings.get(name[-1].low, "PERSON")
    others = plain_words() | word_set("places", "affix")
    is_person = set(kinds) == {"PERSON"} and not any(word.low in others for word in name)
    return is_person and all(w.text.isalpha() and w.text.istitle() for w in name)
