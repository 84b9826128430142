"""A name as it is written, without what stands around it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from graphrag_neo4j.extract.rules.name_spans import Span
from graphrag_neo4j.extract.rules.tokens import Token

_POSSESSIVE = re.compile(r"['’]s$")
_LEADING_ARTICLE = re.compile(r"^(?:the|a|an)\s+(?=\S)", re.IGNORECASE)
_ELIDED_ARTICLE = re.compile(r"^l['’](?=[^\W\d_a-z])")  # l'Institut
_FINAL_STOP = re.compile(r"(?:(?<= Ltd)|(?<= Inc)|(?<= Corp)|(?<= Co)|(?<= Jr)|(?<= Sr))\.$")
_NOTE_MARK = re.compile(r"(?<=[^\W\d_]{3})[¹²³\u2070\u2074-\u2079*†‡]+$")  # not of m²
_OUTER = " \t\"'“”‘’«»《》「」『』()[]{},;:*_`"


@lru_cache(maxsize=1 << 16)
def clean_name(text: str) -> str:
    """A name without outer marks, marks of notes, leading article and possessive."""
    name = " ".join(text.split()).strip(_OUTER)
    name = _NOTE_MARK.sub("", name)
    name = _POSSESSIVE.sub("", name)
    name = _FINAL_STOP.sub("", name)
    name = _ELIDED_ARTICLE.sub("", name)
    name = _LEADING_ARTICLE.sub("", name, count=1).strip(_OUTER) or name
    return f"{name})" if "(" in name and ")" not in name and f"{name})" in text else name


def surface(tokens: Sequence[Token], span: Span) -> str:
    """The text of a span as a name."""
    parts = [tokens[span.first].text]
    for before, token in zip(
        tokens[span.first : span.last], tokens[span.first + 1 : span.last], strict=False
    ):
        parts.append(token.text if before.end == token.start else f" {token.text}")
    return clean_name("".join(parts))
