"""Ranks statements by tf-idf of character trigrams, as graphrag-toolkit does by default."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence


def tfidf_scores(question: str, texts: Sequence[str]) -> list[float]:
    """Cosine of trigram tf-idf vectors of ``question`` and each text, 0 to 1.

    Document frequencies come from ``texts`` themselves.
    """
    counts = [_trigrams(text) for text in texts]
    df = Counter(gram for count in counts for gram in count)
    idf = {gram: math.log((1 + len(texts)) / (1 + n)) + 1 for gram, n in df.items()}
    wanted = {g: n * idf[g] for g, n in _trigrams(question).items() if g in idf}
    norm = math.sqrt(sum(w * w for w in wanted.values()))
    if not norm:
        return [0.0] * len(texts)
    return [_cosine(wanted, norm, count, idf) for count in counts]


def _trigrams(text: str) -> Counter[str]:
    padded = f" {' '.join(text.casefold().split())} "
    return Counter(padded[i : i + 3] for i in range(len(padded) - 2))


def _cosine(
    wanted: dict[str, float], wanted_norm: float, count: Counter[str], idf: dict[str, float]
) -> float:
    norm = math.sqrt(sum((n * idf[gram]) ** 2 for gram, n in count.items()))
    dot = sum(weight * count[gram] * idf[gram] for gram, weight in wanted.items() if gram in count)
    return dot / (norm * wanted_norm) if norm else 0.0
