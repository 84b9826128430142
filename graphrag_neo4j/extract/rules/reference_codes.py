"""Codes behind "Ref" and the like, which are no part of a name: "Ref MP-250309-0188"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphrag_neo4j.extract.lexicon import bag
from graphrag_neo4j.extract.rules.codes import is_code
from graphrag_neo4j.extract.rules.name_spans import Span
from graphrag_neo4j.extract.rules.tokens import Token

_MARKS = bag("ref reference refs no nr number id code") | {":", ""}


def codes_alone(tokens: Sequence[Token], spans: Sequence[Span]) -> Iterator[Span]:
    """``spans`` of names, of which one that begins with "Ref" and a code is that code, so that it
    is the same wherever it stands; "Ref" alone before a code is none."""
    for span in spans:
        place = span.first
        while place < len(tokens) and tokens[place].low.rstrip(".") in _MARKS:
            place += 1
        is_marked = span.first < place < len(tokens) and is_code(tokens[place].text)
        if not is_marked:
            yield span
        elif place < span.last:
            yield Span(place, place + 1)
