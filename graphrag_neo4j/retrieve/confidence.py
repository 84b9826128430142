"""How likely it is that what was found answers the question: a score that means the same for
every question.

A logistic model of two things: how near the nearest statement read is to the question, and how
many of the question's words the best five passages have between them. Its weights were fitted on
questions of HotpotQA and MuSiQue, each asked twice: of all passages, and of those that are left
when the passages with the answer are taken out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.embeddings.onnx_model import MODEL_NAME
from graphrag_neo4j.retrieve.query_terms import coverage

N_PASSAGES = 5
UNLIKELY = 0.3
"""Below this, most questions have no answer in the documents."""
SIMILARITY = (0.75, 0.9)
"""Of the local model, as Neo4j counts it, (1 + cosine) / 2: unrelated texts, and an answer. What
another model's similarities mean is not known, so that words decide alone."""
_BOTH = (-7.36, 7.02, 4.66)
_WORDS_ALONE = (-4.0, 6.0)


def likelihood(
    question: str, said: Sequence[Row], scores: Mapping[str, float], model: str
) -> float:
    """The likelihood, 0 to 1, that an answer is among the statements that were read.

    ``said``: rows of ``retrieve/statements``; ``scores``: of their chunks; ``model``: the name of
    the embedding model.
    """
    best = sorted(said, key=lambda row: (-scores[row["chunk"]], row["chunk"]))[:N_PASSAGES]
    covered = coverage(question, " ".join(_words(row) for row in best))
    if model != MODEL_NAME:
        constant, weight = _WORDS_ALONE
        return _logistic(constant + weight * covered)
    nearest = max((s["near"] for row in said for s in row["statements"]), default=0.0)
    low, high = SIMILARITY
    constant, of_similarity, of_words = _BOTH
    return _logistic(constant + of_similarity * (nearest - low) / (high - low) + of_words * covered)


def _words(row: Row) -> str:
    title = row["source"].get("title") or ""
    return " ".join([title, *(statement["words"] for statement in row["statements"])])


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))
