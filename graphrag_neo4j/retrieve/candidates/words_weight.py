"""What the words that a passage shares with the question count beside the nearness of vectors."""

from __future__ import annotations

from collections.abc import Sequence

from graphrag_neo4j.retrieve.question.terms import coverage
from graphrag_neo4j.text.function_words import english_share, is_english

WORDS_WEIGHTS = (0.15, 1.5)
COVERED = (0.4, 0.8)
"""Shared words count from the first weight to the second, as the passages that share most of them
cover from the first share of the question's words to the second: a passage that repeats the
question has most likely its answer, one that shares a word here and there has not."""
SURE = (0.83, 0.87)
"""The less so, the surer the vectors are: with the local model, if the nearest passage has from the
first similarity (Neo4j's, (1 + cosine) / 2) to the second. What people say to each other is far
from any question (means of three sets .81 to .85), what somebody wrote to explain is near (.87 to
.89)."""
UNKNOWN_SURE = 0.5
"""How sure the vectors of another model are taken to be, whose similarities lie elsewhere."""
FOREIGN_WORDS_WEIGHT = 1.0
"""What shared words count at least where the passages that share most of them are in a language
that the embedding model was not made for."""
RIVAL = (0.9, 1.0)
"""Where a passage of another source shares as much, from the first share of the best score by words
to the second, it is chance which of them comes first: of the quarter of the questions where it is
most so, the first one by words is right in 28 to 69 of 100 in seven sets, the nearest one by
vectors in 45 to 80; where one stands out most, both are in 74 to 97."""
NEAR = (0.87, 0.89)
"""They count the less then, the nearer the nearest passage is, from the first similarity to the
second: what somebody wrote to explain."""
ENGLISH = (0.1, 0.2)
"""A text with the first share of English function words is in another language, one with the
second in English: of pieces of a German book on computers three of four have less than .17, of
prose in English (seven sets) 99 of 100 have .20 and more."""


def english_part(question: str, texts: Sequence[str]) -> float:
    """How far vectors that know English alone can read what was found, 0 to 1: all of it for a
    question that is clearly in English. ``texts``: the passages that share most words with it."""
    if not texts or is_english(question):
        return 1.0
    return _between(english_share(" ".join(texts)), *ENGLISH)


def words_weight(question: str, texts: Sequence[str], nearest: float | None) -> float:
    """The weight for a question, by how much of it the passages that share most of its words
    (``texts``) cover, by how near a passage is, and by whether vectors tell anything in their
    language.

    ``nearest``: the similarity of the nearest passage, by the local model, which knows English
    alone; None: by another model.
    """
    least, most = WORDS_WEIGHTS
    covered = max((coverage(question, text) for text in texts), default=0.0)
    sure = UNKNOWN_SURE
    if nearest is not None:
        known = _between(english_share(" ".join(texts)), *ENGLISH) if texts else 1.0
        least += (FOREIGN_WORDS_WEIGHT - least) * (1 - known)
        sure = known * _between(nearest, *SURE)
    return least + (most - least) * _between(covered, *COVERED) * (1 - sure)


def words_discount(texts: Sequence[str], nearest: float | None, rival: float) -> float:
    """What shared words count less than :func:`words_weight` says where they tell passages apart
    by chance, and vectors do not.

    ``rival``: the best score by words of another source than that of the best one, by its score.
    """
    if nearest is None or not texts:
        return 0.0
    known = _between(english_share(" ".join(texts)), *ENGLISH)
    return WORDS_WEIGHTS[0] * known * _between(nearest, *NEAR) * _between(rival, *RIVAL)


def _between(x: float, low: float, high: float) -> float:
    """How far ``x`` is on the way from ``low`` (0) to ``high`` (1)."""
    return min(1.0, max(0.0, (x - low) / (high - low)))
