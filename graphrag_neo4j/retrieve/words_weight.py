"""What the words that a passage shares with the question count beside the nearness of vectors."""

from __future__ import annotations

from collections.abc import Sequence

from graphrag_neo4j.retrieve.query_terms import coverage
from graphrag_neo4j.text.function_words import english_share

WORDS_WEIGHTS = (0.25, 1.5)
COVERED = (0.6, 0.9)
"""Shared words count from the first weight to the second, as the passages that share most of them
cover from the first share of the question's words to the second: a passage that repeats the
question has most likely its answer, one that shares a word here and there has not."""
FOREIGN_WORDS_WEIGHT = 1.0
"""What shared words count at least where the passages that share most of them are in a language
that the embedding model was not made for."""
ENGLISH = (0.1, 0.2)
"""A text with the first share of English function words is in another language, one with the
second in English: of pieces of a German book on computers three of four have less than .17, of
prose in English (seven sets) 99 of 100 have .20 and more."""


def words_weight(question: str, texts: Sequence[str], *, english_vectors: bool) -> float:
    """The weight for a question, by how much of it the passages that share most of its words
    (``texts``) cover, and by whether vectors tell anything in their language.

    ``english_vectors``: whether the embedding model knows English alone.
    """
    least, most = WORDS_WEIGHTS
    if english_vectors and texts:
        known = _between(english_share(" ".join(texts)), *ENGLISH)
        least += (FOREIGN_WORDS_WEIGHT - least) * (1 - known)
    covered = max((coverage(question, text) for text in texts), default=0.0)
    return least + (most - least) * _between(covered, *COVERED)


def _between(x: float, low: float, high: float) -> float:
    """How far ``x`` is on the way from ``low`` (0) to ``high`` (1)."""
    return min(1.0, max(0.0, (x - low) / (high - low)))
