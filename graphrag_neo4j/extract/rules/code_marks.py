"""Names that a text writes as code: what stands in backticks by itself ("`billing-worker`"), or is
the key of a row, and the same word elsewhere in the document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphrag_neo4j.extract.lexicon import bag, plain_words
from graphrag_neo4j.extract.rules.codes import is_marked, is_parted, kind_by_noun
from graphrag_neo4j.extract.rules.name_spans import Span, merged
from graphrag_neo4j.extract.rules.statements import Sentence
from graphrag_neo4j.extract.rules.tokens import Token

_WORD = re.compile(r"[a-z][a-z0-9]{2,40}")
_KEYWORDS = bag(
    """
    async await bool char class const def del elif else enum false float for func if import int let
    list long map none not null self set str string struct this true try tuple type undefined var
    void while yield
    """
)


def with_code_marks(sentences: Sequence[Sentence], spans: Sequence[list[Span]]) -> list[list[Span]]:
    """``spans`` of the names of each sentence, with those that are written as code somewhere."""
    marked = [list(_marked(sentence.tokens)) for sentence in sentences]
    names = {
        word
        for sentence, places in zip(sentences, marked, strict=True)
        for place in places
        if is_parted(word := sentence.tokens[place].text)
    }
    names |= {one for sentence in sentences for one in _keys(sentence)}
    return [
        merged(list(found), [*_spans(sentence.tokens, {*places}, names)])
        if names or places
        else found
        for sentence, places, found in zip(sentences, marked, spans, strict=True)
    ]


def _marked(tokens: Sequence[Token]) -> Iterator[int]:
    """Where something stands alone between backticks that is no word like others."""
    for place, token in enumerate(tokens):
        if is_marked(tokens, place) and _is_code_name(token.text):
            yield place


def _keys(sentence: Sentence) -> Iterator[str]:
    """The first cell of a row, if its column tells that it names something in this way."""
    if sentence.fields and sentence.about is None:
        first = sentence.fields[0]
        is_named = kind_by_noun(first.label) or first.label.casefold() == "name"
        if is_named and is_parted(first.value):
            yield first.value


def _is_code_name(text: str) -> bool:
    is_word = text in plain_words() or text in _KEYWORDS
    return is_parted(text) or (_WORD.fullmatch(text) is not None and not is_word)


def _spans(tokens: Sequence[Token], places: set[int], names: set[str]) -> Iterator[Span]:
    for place, token in enumerate(tokens):
        if place in places or token.text in names:
            yield Span(place, place + 1)
