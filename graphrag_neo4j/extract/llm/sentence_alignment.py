"""Which sentence of a chunk a statement was made from.

The sentence that shares most of the statement's words, each weighted by how few sentences of
the chunk have it; no sentence when that is less than half of the weight. (Overlap of weighted
words, as in extractive summarisation; no model.)
"""

from __future__ import annotations

import re
from collections import Counter

from graphrag_neo4j.model import Chunk
from graphrag_neo4j.text.sentences import sentence_spans

_WORD = re.compile(r"\w+")
_MIN_SHARED = 0.5


class Sentences:
    """The sentences of one chunk."""

    def __init__(self, chunk: Chunk) -> None:
        self._offset = chunk.start
        self._spans = list(sentence_spans(chunk.text))
        self._words = [_words(chunk.text[start:end]) for start, end in self._spans]
        self._counts = Counter(word for words in self._words for word in words)

    def find(self, statement: str) -> tuple[int, int]:
        """Start and end in the document, or (-1, -1)."""
        words = _words(statement)
        best, span = 0.0, (-1, -1)
        for (start, end), found in zip(self._spans, self._words, strict=True):
            shared = self._weight(words & found)
            if shared > best:
                best, span = shared, (self._offset + start, self._offset + end)
        return span if best >= _MIN_SHARED * self._weight(words) else (-1, -1)

    def _weight(self, words: frozenset[str]) -> float:
        return sum(1 / max(1, self._counts[word]) for word in words)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))
