"""Which document takes the place of which: "Superseded by ADR 9", "This policy replaces that of
2019", as the line that says how a document stands, or a sentence about the document itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphrag_neo4j.extract.lexicon import bag
from graphrag_neo4j.extract.rules.clean_names import clean_name
from graphrag_neo4j.extract.rules.definitions import join_tokens
from graphrag_neo4j.extract.rules.name_spans import Span, is_capital
from graphrag_neo4j.extract.rules.tokens import Token
from graphrag_neo4j.model import ExtractedFact

SELF_NOUNS = bag("document specification memo memorandum rfc adr guideline")
"""What "this document" says of the text that says it."""
MAYBE_SELF_NOUNS = SELF_NOUNS | bag(
    """
    policy version agreement decision contract proposal standard procedure notice regulation lease
    edition release manual guide handbook plan charter
    """
)
_ACTIVE = bag("supersedes replaces obsoletes")
SUCCESSION = _ACTIVE | bag("superseded replaced obsoleted supersede replace obsolete")
_PASSIVE = bag("superseded replaced obsoleted")
_AUXILIARIES = bag("is was has been and will be")
_STATES = bag("status accepted approved deprecated final active rejected draft superseded")
_ARTICLES = bag("the")
_STOPS = frozenset(".;(")
_SINCE = bag("on from as since with dated in effective by")
_JOINS = bag("and , &")
_LONGEST = 12  # words of a title
SUPERSEDES = "SUPERSEDES"


def succession_facts(
    tokens: Sequence[Token], named: Sequence[tuple[Span, str]], title: str
) -> list[ExtractedFact]:
    """What takes the place of the document called ``title``, and of what it takes the place."""
    verb = _verb_at(tokens)
    if not title or verb is None:
        return []
    is_passive = tokens[verb].low in _PASSIVE
    start = verb + 1 + is_passive
    while start < len(tokens) and tokens[start].low in _ARTICLES:
        start += 1
    others = _others(tokens, named, start)
    pairs = ((other, title) if is_passive else (title, other) for other in others)
    return [
        ExtractedFact(one, "supersedes", two, relation_type=SUPERSEDES)
        for one, two in pairs
        if one != two
    ]


def _verb_at(tokens: Sequence[Token]) -> int | None:
    """The verb of a sentence that is about its document: it comes first, after a state ("Accepted.
    Supersedes …"), or after "this document"."""
    place = 0
    if len(tokens) > 2 and tokens[0].low == "this" and tokens[1].low in MAYBE_SELF_NOUNS:
        place = 2
        while place < len(tokens) and tokens[place].low in _AUXILIARIES:
            place += 1
    else:
        while place + 1 < len(tokens) and (
            tokens[place].text in (".", ",", ":", ";")
            or (tokens[place].low in _STATES and tokens[place + 1].low != "by")
        ):
            place += 1
    if place + 1 >= len(tokens):
        return None
    is_passive = tokens[place].low in _PASSIVE and tokens[place + 1].low == "by"
    return place if is_passive or tokens[place].low in _ACTIVE else None


def _others(
    tokens: Sequence[Token], named: Sequence[tuple[Span, str]], start: int
) -> Iterator[str]:
    """The other documents, as they are named, or by the whole title that stands there."""
    end = start
    while end < len(tokens) and not _ends(tokens, start, end):
        end += 1
    is_numbered = start < end and tokens[start].text.isdigit()  # "9. Use Kafka and Flink"
    names = {(span.first, span.last): name for span, name in named}
    for first, last in [(start, end)] if is_numbered else _parts(tokens, start, end):
        words = tokens[first:last]
        if (first, last) in names:
            yield names[first, last]
        elif _reads_like_title(words):
            yield clean_name(join_tokens(words))


def _ends(tokens: Sequence[Token], start: int, place: int) -> bool:
    """Whether what is named before ``place`` is all: at a stop, or where one says since when."""
    word = tokens[place]
    if word.text in _STOPS:
        return place > start + 1 or not tokens[start].text.isdigit()
    return word.low in _SINCE and place > start


def _parts(tokens: Sequence[Token], start: int, end: int) -> Iterator[tuple[int, int]]:
    """The places of what "and" and commas join, without articles."""
    first = start
    for place in range(start, end + 1):
        if place == end or tokens[place].low in _JOINS:
            if first < place:
                yield first, place
            first = place + 1
        elif first == place and tokens[place].low in _ARTICLES:
            first += 1


def _reads_like_title(words: Sequence[Token]) -> bool:
    is_begun = is_capital(words[0].text) or words[0].text.isdigit()
    return is_begun and 1 < len(words) <= _LONGEST and any(word.text.isalpha() for word in words)
