"""Authors as a text cites them: "(Lind 2009)", "Okafor and Lind (2012)"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphrag_neo4j.extract.rules.literature_fields import surnames
from graphrag_neo4j.extract.rules.name_spans import Span
from graphrag_neo4j.extract.rules.statements import Sentence
from graphrag_neo4j.extract.rules.tokens import Token

_YEAR = re.compile(r"(?:1[5-9]|20)\d\d[a-z]?")
_AND = frozenset({"and", "&"})


def with_cited(sentences: Sequence[Sentence], spans: Sequence[list[Span]]) -> list[list[Span]]:
    """``spans`` of the names of each sentence: the authors of the document's entries of literature
    are without the year, and two of them are not one."""
    authors = frozenset(name for sentence in sentences for name in surnames(sentence.fields))
    return [
        [one for span in found for one in _cited(sentence.tokens, span, authors)]
        if authors and not sentence.fields
        else found
        for sentence, found in zip(sentences, spans, strict=True)
    ]


def _cited(tokens: Sequence[Token], span: Span, authors: frozenset[str]) -> Iterator[Span]:
    words = [token.text for token in tokens[span.first : span.last]]
    if len(words) > 1 and _YEAR.fullmatch(words[-1]) and words[-2] in authors:
        words.pop()
    last = span.first + len(words)
    if len(words) == 3 and words[1] in _AND and authors.issuperset((words[0], words[2])):
        yield from (replace(span, last=span.first + 1), replace(span, first=last - 1, last=last))
    else:
        yield replace(span, last=last)
